import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { directAddresses } from '../db/addresses.ts';
import { addJob } from '../db/jobs.commands.ts';
import { sql } from '../db/sql.ts';
import { createApp } from '../main/create-app.ts';
import { startMetricsServer } from '../main/metrics-server.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { findQueueFigures } from '../telemetry/queue-figures.queries.ts';
import { buildOrganization, buildSignedIn } from '../testing/build.ts';
import { useOrganization, useTestApp } from '../testing/use-test-app.ts';
import { createServer } from './app.ts';

const token = 'a token that only Prometheus and this test know';
const test = useTestApp({ METRICS_TOKEN: token });
const organization = useOrganization(test);
const silent = pino({ level: 'silent' });

async function scrape(server = test.server): Promise<string[]> {
  const answer = await server.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode).toBe(200);
  return answer.body.split('\n');
}

it('is not there without a port or a token', async () => {
  const server = await createServer({ ...test.app, metrics: null }, silent);
  expect((await server.inject('/metrics')).statusCode).toBe(404);
  await server.close();
});

it.each([undefined, 'Bearer wrong', token, `Basic ${token}`])('refuses the authorization %s', async (authorization) => {
  const answer = await test.server.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });
  expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
});

it('counts requests by route pattern and status, never by path', async () => {
  const signedIn = await buildSignedIn(test, organization.id);
  await test.call('GET /v1/users/{id}', { params: { id: signedIn.id }, token: signedIn.token });
  await test.call('GET /v1/users/{id}', { params: { id: 987_654 }, token: signedIn.token });
  for (const path of ['/v1/zephyrine', '/nowhere/zephyrine', '/v1/users/zephyrine']) await test.call(`GET ${path}`);
  await test.call('PROPFIND /zephyrine');
  const lines = await scrape();
  expect(lines).toContain('kinbridge_http_requests_total{method="GET",route="/v1/users/:id",status="200"} 1');
  expect(lines).toContain('kinbridge_http_requests_total{method="GET",route="/v1/users/:id",status="404"} 1');
  expect(lines).toContain('kinbridge_http_request_duration_seconds_count{method="GET",route="/v1/users/:id"} 3');
  expect(lines.filter((line) => line.includes('zephyrine') || line.includes('987654'))).toEqual([]);
});

it('shows what waits in the database', async () => {
  await addJob(test.app.db, 'post-support-message', { supportMessageId: 0 });
  await sql`insert into sms_messages (kind, organization_id, phone_number, body, state, send_after)
    values ('staff', ${organization.id}, '+12695550100', 'Hello', 'queued', now() - interval '10 minutes')`.run(
    test.owner,
  );
  await sql`insert into emails (kind, to_address, state) values ('none', 'a@example.org', 'failed')`.run(test.owner);
  await sql`insert into support_messages (message_type, feedback, state, question_state, state_timestamp) values
    ('Support Question', 'Hello?', 'kept', 'OPEN', now() - interval '2 hours'),
    ('Support Question', 'Thanks', 'kept', 'ANSWERED', now() - interval '3 hours')`.run(test.owner);
  const { id: waitingId } = await buildOrganization(test, { approval: 'WAITING' });
  await sql`update organizations set verified_timestamp = now() - interval '3 hours' where id = ${waitingId}`.run(
    test.owner,
  );
  const metrics = new Metrics({
    pools: {},
    countListeners: () => 3,
    replicaLagSeconds: () => 0.25,
    findQueueFigures: () => findQueueFigures(test.app.db),
  });
  const lines = (await metrics.text()).body.split('\n');
  expect(lines).toContain('kinbridge_jobs{task="post-support-message",state="waiting"} 1');
  expect(lines).toContain('kinbridge_texts{state="queued"} 1');
  expect(lines).toContain('kinbridge_emails{state="failed"} 1');
  expect(lines).toContain('kinbridge_text_provider_up 1');
  expect(lines).toContain('kinbridge_live_listeners 3');
  expect(lines).toContain('kinbridge_replica_lag_seconds 0.25');
  expect(lines.some((line) => /^kinbridge_texts_oldest_seconds 60\d/.test(line))).toBe(true);
  expect(lines).toContain('kinbridge_questions_open 1');
  expect(lines).toContain('kinbridge_organizations_waiting 1');
  expect(lines.some((line) => /^kinbridge_organizations_waiting_oldest_seconds 1080\d/.test(line))).toBe(true);
  expect(lines.some((line) => /^kinbridge_questions_oldest_seconds 720\d/.test(line))).toBe(true);
});

it.each(['alerts.yml', 'alerts.test.yml', 'dashboard.json'])('has every metric of ops/%s', async (file) => {
  const text = await readFile(join(test.app.config.root, 'ops', file), 'utf8');
  const used = new Set(
    text.match(/\b(kinbridge|process|nodejs)_\w+/g)?.map((name) => name.replace(/_(bucket|count)$/, '')),
  );
  const served = new Set((await scrape()).map((line) => /^# TYPE (\w+)/.exec(line)?.[1]));
  expect(used.size).toBeGreaterThan(10);
  expect([...used].filter((name) => !served.has(name))).toEqual([]);
});

it('names no gauge like a counter, which promtool refuses', async () => {
  expect((await scrape()).filter((line) => /^# TYPE \w+_total (?!counter)/.test(line))).toEqual([]);
});

it('answers without the figures of the database while it is down', async () => {
  const app = createApp(test.app.config, directAddresses('postgres://127.0.0.1:1/away'), silent);
  const server = await createServer(app, silent);
  const lines = await scrape(server);
  expect(lines).toContain('kinbridge_database_up 0');
  expect(lines).toContain('kinbridge_database_connections_max{pool="main"} 10');
  expect(lines.filter((line) => line.startsWith('kinbridge_text_provider_up'))).toEqual([]);
  await server.close();
  await app.close();
});

it('answers on its own port, with the token if there is one', async () => {
  const config = { ...test.app.config, metrics: { host: '127.0.0.1', port: 0, token } };
  const own = await startMetricsServer({ ...test.app, config });
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${own.port}${path}`, { headers });
  expect((await ask('/')).status).toBe(404);
  expect((await ask('/metrics')).status).toBe(401);
  const answer = await ask('/metrics', { authorization: `Bearer ${token}` });
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(await answer.text()).toContain('\nkinbridge_database_up 1\n');
  await own.stop();
});
