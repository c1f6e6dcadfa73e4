import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { directAddresses } from '../db/addresses.ts';
import { sql } from '../db/sql.ts';
import { createApp } from '../main/create-app.ts';
import { startWorker } from '../main/worker-runner.ts';
import { startTracing } from '../telemetry/tracing.ts';
import { asOwner } from '../testing/as-owner.ts';
import { buildOrganization, buildSignedIn } from '../testing/build.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../testing/otlp-receiver.ts';
import { grayPicture } from '../testing/pictures.ts';
import { type SmtpServer, startSmtpServer } from '../testing/smtp-server.ts';
import { type Answer, type CallOptions, startTestApp, type TestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { createServer } from './app.ts';

/** Every personal value below contains one of these, and nothing else does. */
const canaries = ['zephyrine', 'canaryworth', '5550147', 'sekrit', 'quiet lane', '1971-03-14', '49099'];

const person = {
  firstName: 'Zephyrine',
  lastName: 'Canaryworth',
  phoneNumber: '+12695550147',
  dateOfBirth: '1971-03-14',
};
const password = 'Sekrit-Horse7!';
const organization = {
  name: 'Canaryworth & Daughters',
  organizationType: 'CARE_PROVIDER',
  email: 'office@canaryworth.example.org',
  phoneNumber: '+12695550147',
  addressLine1: '4 Quiet Lane',
  zipCode: '49099',
  description: 'Ask for Zephyrine.',
};
const feedback = 'Please tell Zephyrine Canaryworth (269-555-0147) how this works.';

let portal: TestApp;
let smtp: SmtpServer;
let traces: OtlpReceiver;
let tracing: { stop(): Promise<void> };
/** Issued tokens and codes, which must not be logged either. */
const secrets: string[] = [];
const statuses: number[] = [];

beforeAll(async () => {
  smtp = await startSmtpServer();
  portal = await startTestApp({
    EMAIL_PROVIDER: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    // No server listens there.
    SUPPORT_WEBHOOK_URL: 'http://127.0.0.1:9/hook',
    RATE_LIMIT_PER_ACCOUNT: '5',
  });
  traces = await startOtlpReceiver();
  tracing = await startTracing({ url: traces.url, serviceName: 'kinbridge', ratio: 1 }, portal.app.log);
});

afterAll(async () => {
  await tracing.stop();
  traces.stop();
  await portal.close();
  await smtp.stop();
});

type Caller = (name: string, options?: CallOptions) => Promise<Answer>;

/** Makes every call with personal data, with valid and invalid input. */
async function journey(call: Caller, email: string): Promise<void> {
  const keep = (answer: Answer): Answer => {
    statuses.push(answer.status);
    for (const name of ['idToken', 'refreshToken', 'deviceToken', 'registrationToken']) {
      if (answer.body?.[name]) secrets.push(answer.body[name]);
    }
    return answer;
  };
  const post = async (path: string, body: unknown, options: CallOptions = {}) =>
    keep(await call(`POST /v1/${path}`, { body, ...options }));

  const home = await buildOrganization(portal);
  const admin = await buildSignedIn(portal, home.id, { userType: 'ADMIN', ...person });
  const newcomer = { ...person, email, password, userType: 'EMPLOYEE', organizationId: home.id };
  const signedUp = await post('auth/sign-up', newcomer, { headers: { 'idempotency-key': 'Zephyrine' } });
  await post('auth/sign-up', newcomer);
  await post('auth/sign-up', { ...newcomer, email: `other.${email}`, phoneNumber: '555 0147' });
  await post('auth/sign-up', { ...newcomer, email: 'zephyrine@@canaryworth', zephyrine: 'Canaryworth' });
  await post('auth/sign-up', { ...newcomer, confirmPassword: 'Sekrit-Other7!' });
  await post('auth/sign-up', { ...newcomer, email: `first.${email}`, userType: 'ADMIN', registrationToken: 'sekrit' });
  await post('auth/login', { email, password });
  await post('auth/login', { email, password: 'Sekrit-Wrong7!' });
  await post('auth/login', { email: `${email}\u0000`, password });
  await post('auth/login', `{"email":"${email}","password":"${password}"`, {
    headers: { 'content-type': 'application/json' },
  });
  await post('auth/login', `email=${email}`, { headers: { 'content-type': 'application/x-canaryworth' } });
  await post('auth/login', { email, password: 'Sekrit'.repeat(200_000) });
  for (let tries = 0; tries < 7; tries++) await post('auth/login', { email, password: 'Sekrit-Guess7!' });
  await post('auth/resend-verification', { email });
  await post('auth/verify-email', { token: 'sekrit-token', password });
  await post(`auth/forgotPassword/${encodeURIComponent(email)}`, undefined);
  await post(`auth/forgotPassword/${encodeURIComponent(admin.email)}`, undefined);
  await post('auth/forgotPassword/zephyrine', undefined);
  await post('auth/forgotPassword/zephyrine%zz', undefined);
  await post('auth/forgotPasswordVerify', { email, token: '123456', password });
  await post('auth/refresh-token', { token: 'sekrit-token' });
  await post('auth/logout', { token: 'sekrit-token' });

  const own = { params: { id: admin.id }, token: admin.token };
  keep(await call('GET /v1/users/{id}', own));
  const profile = { ...person, addressLine1: '4 Quiet Lane', zipCode: '49099' };
  keep(await call('PUT /v1/users/{id}', { ...own, body: profile }));
  keep(
    await call('PUT /v1/users/{id}', {
      ...own,
      body: { ...profile, email: `new.${email}`, currentPassword: password },
    }),
  );
  keep(await call('PUT /v1/users/{id}', { ...own, body: { ...profile, phoneNumber: '0147', canaryworth: true } }));
  keep(await call('PUT /v1/users/{id}', { ...own, body: { ...profile, updateTimestamp: '1971-03-14T00:00:00Z' } }));
  for (const verb of ['activate', 'terminate']) {
    const params = { id: signedUp.body?.id ?? 1 };
    keep(await call(`POST /v1/users/{id}/${verb}`, { params, token: admin.token }));
  }
  keep(await call('GET /v1/users/zephyrine', { token: admin.token }));
  keep(await call('GET /v1/users/1', { token: 'sekrit.token.canaryworth' }));

  const file = new File([await grayPicture('png', 4, 4)], 'Zephyrine Canaryworth.png');
  keep(await call('POST /v1/organizations', { parts: { organization, file } }));
  keep(
    await call('POST /v1/organizations', { parts: { organization: { ...organization, phoneNumber: 'Zephyrine' } } }),
  );
  keep(await call('POST /v1/organizations', { parts: { organization: '{"name":"Zephyrine', canaryworth: 'x' } }));
  keep(await call('POST /v1/organizations', { parts: { organization, file: new File(['x'], 'Zephyrine.png') } }));
  const ownOrganization = { params: { id: home.id }, token: admin.token };
  keep(await call('PUT /v1/organizations/{id}', { ...ownOrganization, parts: { organization, file } }));
  keep(await call('GET /v1/organizations/{id}', ownOrganization));
  keep(await call('GET /v1/organizations/{id}/image', ownOrganization));
  keep(await call('GET /v1/organizations', { query: { zipCode: '49099', zephyrine: 'Canaryworth' } }));
  keep(await call('GET /v1/organizations?zipCode=49099', { token: admin.token }));

  await post('support', { messageType: 'Support Question', feedback }, { token: admin.token });
  await post('support', { messageType: 'Zephyrine', feedback }, { token: admin.token });
  for (const path of ['/zephyrine', '/v1/zephyrine?name=Canaryworth', '/dev/outbox?to=zephyrine', '/zephyrine%zz']) {
    keep(await call(`GET ${path}`));
  }
}

/** Lines with personal data, and the data found. */
function leaks(lines: string[]): string[] {
  const words = [...canaries, ...secrets.map((secret) => secret.toLowerCase())];
  // Short numbers must stand alone, since timestamps may contain them.
  const patterns = words.map((word) => (/^\d{5,6}$/.test(word) ? new RegExp(`(?<!\\d)${word}(?!\\d)`) : word));
  return lines.flatMap((line) => {
    const text = line.toLowerCase();
    const found = patterns.filter((word) => (typeof word === 'string' ? text.includes(word) : word.test(text)));
    return found.map((word) => `${word} in ${line}`);
  });
}

test('keeps typed data out of the log, for valid and invalid input', async () => {
  await journey(portal.call, 'zephyrine@canaryworth.example.org');
  expect(new Set(statuses)).toEqual(new Set([200, 201, 202, 204, 400, 401, 403, 404, 409, 413, 415, 429]));
  expect(portal.logs.length).toBeGreaterThan(40);
  expect(leaks(portal.logs)).toEqual([]);
});

test("logs the route pattern and the actor's id", async () => {
  const requests = portal.logs.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request');
  expect(new Set(requests.map((line) => line.route))).toEqual(
    expect.toSatisfy((routes: Set<string>) =>
      [
        '/v1/auth/sign-up',
        '/v1/auth/forgotPassword/:email',
        '/v1/users/:id',
        '/v1/users/:id/activate',
        '/v1/organizations/:id/image',
        '/v1/support',
      ].every((route) => routes.has(route)),
    ),
  );
  for (const { traceId, ...line } of requests) {
    // Calls that are refused before their handler runs have none.
    if (traceId !== undefined) expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(Object.keys(line).sort()).toEqual([
      'actor',
      'hostname',
      'level',
      'method',
      'ms',
      'msg',
      'pid',
      'requestId',
      'route',
      'status',
      'time',
    ]);
  }
});

test("keeps personal data out of the log when a job's email or chat call fails", async () => {
  // The mail server quotes the address when it defers.
  const home = await buildOrganization(portal);
  const email = 'busy@canaryworth.example.org';
  const newcomer = { ...person, email, password, userType: 'EMPLOYEE', organizationId: home.id };
  expect(await portal.call('POST /v1/auth/sign-up', { body: newcomer })).toMatchObject({ status: 201 });
  const before = portal.logs.length;
  const worker = await startWorker(portal.app);
  await until(async () => {
    const row = await sql<{ emails: number; questions: number }>`
      select (select count(*) from emails where state = 'failed') as emails,
        (select count(*) from support_messages where state = 'failed') as questions`.maybeOne(portal.app.db);
    return (row?.emails ?? 0) > 0 && (row?.questions ?? 0) > 0;
  });
  await worker.stop();
  const failed = portal.logs.slice(before).filter((line) => line.includes('job failed'));
  expect(failed.length).toBeGreaterThanOrEqual(2);
  expect(smtp.messages.length).toBeGreaterThan(0);
  for (const { source } of smtp.messages)
    secrets.push(...(source.match(/(?<=token=(3D)?)[\w-]{20,}|\b\d{6}\b/g) ?? []));
  expect(secrets.some((secret) => /^\d{6}$/.test(secret))).toBe(true);
  expect(leaks(portal.logs)).toEqual([]);
});

test('keeps personal data out of the log when a database error quotes the row', async () => {
  const before = portal.logs.length;
  const { databaseUrl } = portal;
  for (const fault of [
    'create unique index one_phone on users (phone_number) where id > 1000000',
    "alter table organizations add constraint no_canary check (name not like 'Canary%') not valid",
    "alter table support_messages add constraint no_canary check (feedback not like '%Zephyrine%') not valid",
    `create function quote_row() returns trigger language plpgsql as $$
       begin raise exception 'this row is refused: %', new using detail = new::text, hint = new::text; end $$`,
    'create trigger quote_row before update on users for each row execute function quote_row()',
    'create trigger quote_row before insert on emails for each row execute function quote_row()',
  ]) {
    await asOwner(databaseUrl, fault);
  }
  statuses.length = 0;
  await journey(portal.call, 'zephyrine.second@canaryworth.example.org');
  expect(statuses).toContain(500);
  const lines = portal.logs.slice(before);
  const faults = lines.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request failed');
  expect(new Set(faults.map((line) => line.error.code))).toEqual(new Set(['23514', 'P0001']));
  expect(leaks(lines)).toEqual([]);
});

test('keeps personal data out of the log when the database is down', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line) => lines.push(line) });
  const away = createApp(
    portal.app.config,
    directAddresses('postgres://zephyrine:sekrit@127.0.0.1:9/canaryworth'),
    log,
  );
  const server = await createServer(away, log);
  statuses.length = 0;
  await journey(async (name, options = {}) => {
    const [method, path = ''] = name.split(' ');
    const url = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(options.params?.[key])));
    const headers = { ...options.headers, ...(options.token ? { authorization: `Bearer ${options.token}` } : {}) };
    const payload = options.body as object;
    const response = await server.inject({
      method: method as 'GET',
      url,
      headers,
      payload,
      query: options.query ?? {},
    });
    return { status: response.statusCode, headers: response.headers, body: undefined, bytes: response.rawPayload };
  }, 'zephyrine.third@canaryworth.example.org');
  expect(statuses).toContain(503);
  expect(statuses).not.toContain(500);
  expect(lines.length).toBeGreaterThan(40);
  expect(leaks(lines)).toEqual([]);
  await server.close();
  await away.close();
});

test("keeps personal data out of the database's own log", async () => {
  const [row] = await asOwner(portal.databaseUrl, 'show data_directory');
  const log = await readFile(join(dirname(String(row?.data_directory)), 'postgres.log'), 'utf8');
  expect(log).toContain('database system is ready');
  expect(leaks(log.split('\n'))).toEqual([]);
});

test('keeps personal data out of the audit log and the job queue', async () => {
  const rows = await sql<{ line: string }>`
    select to_jsonb(a)::text as line from audit_log a
    union all select payload::text from graphile_worker._private_jobs`.many(portal.app.db);
  expect(rows.length).toBeGreaterThan(10);
  expect(leaks(rows.map((row) => row.line))).toEqual([]);
});

test('keeps personal data out of exported traces', async () => {
  await tracing.stop();
  expect(traces.spans().length).toBeGreaterThan(200);
  expect(leaks(traces.bodies.flatMap((body) => JSON.stringify(body).split('},{')))).toEqual([]);
});
