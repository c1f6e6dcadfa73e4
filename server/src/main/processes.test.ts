import { randomUUID } from 'node:crypto';
import { Agent, createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createProxyServer } from 'httpxy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../db/sql.ts';
import { asOwner } from '../testing/as-owner.ts';
import { buildOrganization, buildSignedIn, serviceIds } from '../testing/build.ts';
import { type KinbridgeProcess, startKinbridge } from '../testing/kinbridge-process.ts';
import { listen } from '../testing/listen.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { startTwilioServer, type TwilioServer } from '../testing/twilio-server.ts';
import { until } from '../testing/until.ts';

const perMinute = 60;

let test: TestApp;
let provider: TwilioServer;
let nurse: Awaited<ReturnType<typeof buildSignedIn>>;
let serviceId: number;
let first: KinbridgeProcess;
let second: KinbridgeProcess;
const running: KinbridgeProcess[] = [];

beforeAll(async () => {
  test = await startTestApp();
  provider = await startTwilioServer();
  const { id } = await buildOrganization(test);
  nurse = await buildSignedIn(test, id);
  serviceId = (await serviceIds(test, id))[0] ?? 0;
  // Finished jobs leave no row, so they are recorded here.
  await asOwner(
    test.databaseUrl,
    `create table finished_jobs (task_id int, run_at timestamptz, attempts int);
     create function record_job() returns trigger language plpgsql security definer as $$
       begin insert into finished_jobs values (old.task_id, old.run_at, old.attempts); return old; end $$;
     create trigger finished after delete on graphile_worker._private_jobs for each row execute function record_job()`,
  );
  const { secret, auditKey, encryptionKey, dataDir } = test.app.config;
  const settings = {
    DATABASE_URL: test.databaseUrl,
    DATA_DIR: dataDir,
    SESSION_SECRET: secret,
    AUDIT_KEY: auditKey,
    ENCRYPTION_KEY: encryptionKey,
    LOG_LEVEL: 'info',
    DRAIN_SECONDS: '1',
    RATE_LIMIT_PER_ADDRESS: String(perMinute),
    ...provider.environment,
  };
  // Their clocks are behind, 15 seconds before a full minute, so the schedule comes soon and its jobs are due.
  const ahead = -(Date.now() % 60_000) - 15_000;
  const clock = `--import=${fileURLToPath(new URL('../testing/jumping-clock.mjs', import.meta.url))}`;
  const late = { ...settings, NODE_OPTIONS: clock, CLOCK_AHEAD: String(ahead) };
  const start = async (entry: 'api' | 'worker') => {
    const started = await startKinbridge(entry === 'api' ? settings : late, [], entry);
    running.push(started);
    return started;
  };
  [, , first, second] = (await Promise.all([start('worker'), start('worker'), start('api'), start('api')])) as [
    unknown,
    unknown,
    KinbridgeProcess,
    KinbridgeProcess,
  ];
}, 120_000);

afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ exited }) => exited));
  await provider.stop();
  await test.close();
});

function create(url: string, key: string, phoneNumber: string): Promise<Response> {
  const form = new FormData();
  const patient = { firstName: 'Ruth', lastName: 'Ames', phoneNumber };
  form.set('serviceRequest', JSON.stringify({ organizationId: nurse.organizationId, serviceId, patient }));
  const headers = { authorization: `Bearer ${nurse.token}`, 'idempotency-key': key };
  return fetch(`${url}/v1/service-requests`, { method: 'POST', body: form, headers });
}

describe('two api and two worker processes', () => {
  it('create a request once for one key, text it once, and show it in both', async () => {
    const stop = new AbortController();
    const headers = { authorization: `Bearer ${nurse.token}` };
    const stream = await fetch(`${second.url}/v1/events`, { headers, signal: stop.signal });
    let heard = '';
    const reading = (async () => {
      const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) heard += part.value;
    })().catch(() => undefined);

    const key = randomUUID();
    const answers = await Promise.all([first, second, first].map(({ url }) => create(url, key, '+12695550142')));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { id: number }).id));
    expect(new Set(ids).size).toBe(1);

    await until(() => heard.includes(`"id":${ids[0]}`));
    stop.abort();
    await reading;
    await until(async () => {
      const { n } = await sql<{ n: number }>`select count(*) as n from sms_messages where state = 'sent'`.one(
        test.app.db,
      );
      return n >= 1;
    });
    const texts = (await provider.heard()).filter(({ form }) => form.To === '+12695550142');
    expect(texts).toHaveLength(1);
  });

  it('count the calls of an address together', async () => {
    const minute = () => Math.floor(Date.now() / 60_000);
    // Calls of the setup may have counted in this minute, in blocks of this test's far higher limit.
    await asOwner(test.databaseUrl, 'delete from address_counts');
    const before = minute();
    let accepted = 0;
    const isRefused = async ({ url }: KinbridgeProcess) => {
      const answer = await fetch(`${url}/v1/organizations`);
      await answer.text();
      if (answer.ok) accepted++;
      return answer.status === 429;
    };
    while (!(await isRefused(first)) || !(await isRefused(second))) expect(accepted).toBeLessThan(1_000);
    // The limit may begin anew in between.
    const minutes = minute() - before + 1;
    expect(accepted).toBeGreaterThanOrEqual(perMinute);
    expect(accepted).toBeLessThanOrEqual(perMinute * minutes);
  });

  it('serve without an error while one of them stops behind a proxy', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const proxies = [first, second].map(({ url }) => ({ url, forward: createProxyServer({ target: url, agent }) }));
    const ready = new Set(proxies);
    let turn = 0;
    const balancer = createServer((request, response) => {
      const chosen = [...ready][turn++ % ready.size];
      chosen?.forward.web(request, response).catch(() => response.writeHead(502).end());
    });
    const address = `http://127.0.0.1:${await listen(balancer)}`;
    let over = false;
    const statuses: number[] = [];
    const headers = { authorization: `Bearer ${nurse.token}` };
    const callers = [1, 2, 3].map(async () => {
      while (!over) {
        const answer = await fetch(`${address}/v1/messages/delivery`, { headers });
        await answer.text();
        statuses.push(answer.status);
      }
    });
    await until(() => statuses.length > 10);
    first.child.kill('SIGTERM');
    await until(async () => {
      for (const proxy of proxies) {
        const { ok } = await fetch(`${proxy.url}/readyz`).catch(() => ({ ok: false }));
        if (!ok) ready.delete(proxy);
      }
      return ready.size === 1;
    });
    expect((await fetch(`${first.url}/healthz`)).headers.get('connection')).toBe('close');
    expect(await first.exited).toBe(0);
    over = true;
    await Promise.all(callers);
    balancer.close();
    balancer.closeAllConnections();
    agent.destroy();
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });

  it('run a scheduled job once', async () => {
    const finished = () =>
      sql<{ task: string; times: number }>`
        select t.identifier as task, count(*) as times from finished_jobs f
        join graphile_worker._private_tasks t on t.id = f.task_id
        where f.run_at = date_trunc('minute', f.run_at) group by 1, f.run_at order by 1`.many(test.owner);
    const everyMinute = ['give-up-sms', 'mark-uncertain-sms', 'release-dead-jobs', 'seal-audit-log', 'sum-up-counts'];
    const haveAllRun = async () => {
      const tasks = (await finished()).map(({ task }) => task);
      return everyMinute.every((task) => tasks.includes(task));
    };
    await until(haveAllRun, 90_000);
    const jobs = await finished();
    expect(jobs.filter(({ times }) => times !== 1)).toEqual([]);
  }, 120_000);
});
