import { type ChildProcess, fork, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildOrganization } from '../testing/build.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

let test: TestApp;
let provider: ChildProcess;
let providerUrl: string;
let built: string;
const arrived = new Map<string, number>();
const workers: ChildProcess[] = [];

beforeAll(async () => {
  test = await startTestApp();
  built = join(test.app.config.root, '.cache', `worker-test-${process.pid}`);
  const script = new URL('../../../scripts/build.mjs', import.meta.url).href;
  const { serverBuildOptions }: { serverBuildOptions(): Promise<BuildOptions> } = await import(script);
  await build({ ...(await serverBuildOptions()), outdir: built });
  provider = fork(join(import.meta.dirname, '../testing/twilio-server-process.mjs'));
  providerUrl = await new Promise((resolve) => {
    provider.on('message', (message: { port?: number; form?: { To: string } }) => {
      if (message.port) resolve(`http://127.0.0.1:${message.port}`);
      else if (message.form) arrived.set(message.form.To, (arrived.get(message.form.To) ?? 0) + 1);
    });
  });
});

afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  provider.kill();
  await test.close();
  await rm(built, { recursive: true, force: true });
});

function startWorkerProcess(): ChildProcess {
  const worker = spawn(process.execPath, [join(built, 'worker.js')], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: test.databaseUrl,
      DATA_DIR: test.app.config.dataDir,
      SESSION_SECRET: 'a secret that only tests use, long enough',
      SMS_PROVIDER: 'twilio',
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: '+12695550000',
      TWILIO_BASE_URL: providerUrl,
      SMS_PER_SECOND: '300',
      LOG_LEVEL: 'error',
    },
    stdio: 'inherit',
  });
  workers.push(worker);
  return worker;
}

const states = async () => {
  const { rows } = await sql<{
    state: string;
    n: number;
  }>`select state, count(*) as n from sms_messages group by state`.execute(test.app.db);
  return Object.fromEntries(rows.map((row) => [row.state, row.n])) as Record<string, number>;
};

it('killed in the middle of 200 texts and started again: none lost, none twice, the uncertain ones unknown', async () => {
  const { id } = await buildOrganization(test);
  await sql`insert into sms_messages (kind, organization_id, phone_number, body, state)
    select 'staff', ${id}, '+1269556' || (1000 + n), 'Hello', 'queued' from generate_series(1, 200) n`.execute(
    test.app.db,
  );
  const first = startWorkerProcess();
  await until(() => arrived.size >= 60);
  first.kill('SIGKILL');
  await until(() => first.exitCode !== null || first.signalCode !== null);

  startWorkerProcess();
  await until(async () => (await states()).queued === undefined, 60_000);
  // Whatever the first one had under way is left as 'sending'; its minute is over.
  await sql`update sms_messages set update_timestamp = now() - interval '2 minutes' where state = 'sending'`.execute(
    test.app.db,
  );
  await sql`select graphile_worker.add_job('mark-uncertain-sms')`.execute(test.app.db);
  const ended = await until(async () => {
    const now = await states();
    return now.sending === undefined && now;
  });

  const unknown = ended.unknown ?? 0;
  expect((ended.sent ?? 0) + unknown).toBe(200);
  // No more than the lanes that were open can have been under way.
  expect(unknown).toBeLessThanOrEqual(4);
  expect(Math.max(...arrived.values())).toBe(1);
  expect(arrived.size).toBeGreaterThanOrEqual(200 - unknown);
});
