import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../db/sql.ts';
import { pieceSize } from '../features/mass-messages/pieces.commands.ts';
import { lanesFor } from '../records/sms/sms-delivery.commands.ts';
import { buildOrganization, buildSignedIn } from '../testing/build.ts';
import { builtCommand } from '../testing/kinbridge-process.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { startTwilioServer, type TwilioServer } from '../testing/twilio-server.ts';
import { until } from '../testing/until.ts';

let test: TestApp;
let provider: TwilioServer;
const workers: ChildProcess[] = [];
/** The number of texts per recipient, in order of arrival. */
const arrivals = () => {
  const counts = new Map<string, number>();
  for (const { form } of provider.arrived) counts.set(form.To ?? '', (counts.get(form.To ?? '') ?? 0) + 1);
  return counts;
};

beforeAll(async () => {
  test = await startTestApp();
  provider = await startTwilioServer();
});

afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await provider.stop();
  await test.close();
});

function startWorkerProcess(): ChildProcess {
  const worker = spawn(process.execPath, [builtCommand('worker')], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: test.databaseUrl,
      DATA_DIR: test.app.config.dataDir,
      SESSION_SECRET: test.app.config.secret,
      AUDIT_KEY: test.app.config.auditKey,
      ENCRYPTION_KEY: test.app.config.encryptionKey,
      ...provider.environment,
      SMS_PER_SECOND: '300',
      LOG_LEVEL: 'error',
    },
    stdio: 'inherit',
  });
  workers.push(worker);
  return worker;
}

const states = async () => {
  const rows = await sql<{
    state: string;
    n: number;
  }>`select state, count(*) as n from sms_messages group by state`.many(test.app.db);
  return Object.fromEntries(rows.map((row) => [row.state, row.n])) as Record<string, number>;
};

/** Expires texts left as 'sending' by a dead process. */
async function markUncertain(): Promise<Record<string, number>> {
  await sql`update sms_messages set update_timestamp = now() - interval '2 minutes' where state = 'sending'`.run(
    test.app.db,
  );
  await sql`select graphile_worker.add_job('mark-uncertain-sms')`.run(test.app.db);
  return until(async () => {
    const now = await states();
    return now.sending === undefined && now;
  });
}

/** An organization where it is noon now, outside quiet hours, with members whose numbers share a prefix. */
async function buildAwake(members: number, area: string): Promise<{ id: number; token: string }> {
  const { id } = await buildOrganization(test);
  const { token } = await buildSignedIn(test, id);
  const hours = (new Date().getUTCHours() - 12 + 24) % 24;
  const zone = hours > 12 ? `Etc/GMT-${24 - hours}` : `Etc/GMT+${hours}`;
  await sql`update organizations set time_zone = ${zone} where id = ${id}`.run(test.app.db);
  await sql`with people as (
      insert into users (user_type, status, first_name, last_name, phone_number)
      select 'PATIENT', 'ACTIVE', 'Ann', 'Other', ${area} || (1000 + n) from generate_series(1, ${members}::int) n returning id)
    insert into organization_members (organization_id, member_id, search) select ${id}, id, 'ann' from people`.run(
    test.app.db,
  );
  return { id, token };
}

it('survives a kill during a mass message without losing or repeating a text', async () => {
  const { id, token } = await buildAwake(1200, '+1269556');
  const sent = await test.call('POST /v1/messages/sendSMSToIdsList', {
    body: { filter: {}, message: 'Hello' },
    token,
  });
  expect([sent.status, sent.body.queued]).toEqual([202, 1200]);
  const massMessage = async () =>
    (await test.call('GET /v1/campaigns/{id}', { params: { id: sent.body.campaignId }, token })).body;

  // The first piece is written and the others wait for a worker, but all are counted.
  expect((await states()).queued).toBe(pieceSize);
  expect((await massMessage()).counts.queued).toBe(1200);

  const first = startWorkerProcess();
  await until(() => arrivals().size >= 200, 60_000);
  const under = await massMessage();
  expect(under.counts.sent).toBeGreaterThan(0);
  expect(under.counts.queued).toBeGreaterThan(0);
  first.kill('SIGKILL');
  await until(() => first.exitCode !== null || first.signalCode !== null);

  // The last recipient says STOP, and the one before gets another text.
  await sql`insert into sms_opt_outs (phone_number) values ('+12695562200')`.run(test.app.db);
  await sql`insert into sms_messages (kind, organization_id, phone_number, body, state)
    values ('staff', ${id}, '+12695562199', 'single', 'queued')`.run(test.app.db);
  const before = arrivals().size;
  startWorkerProcess();
  await until(() => arrivals().size > before, 60_000);
  expect([...arrivals().keys()][before]).toBe('+12695562199');
  // Wait for nearly all before polling the counts.
  await until(() => arrivals().size >= 1198 - lanesFor(300), 60_000);
  await until(async () => (await massMessage()).counts.queued === 0, 60_000);
  await markUncertain();

  const { counts } = await massMessage();
  expect(counts.sent + counts.unknown + counts.skipped).toBe(1200);
  expect(counts.skipped).toBe(1);
  // At most one text per lane can have been in progress.
  expect(counts.unknown).toBeLessThanOrEqual(lanesFor(300));
  const arrived = arrivals();
  expect(arrived.has('+12695562200')).toBe(false);
  expect(arrived.get('+12695562199')).toBe(2);
  arrived.delete('+12695562199');
  expect(Math.max(...arrived.values())).toBe(1);
  expect(arrived.size).toBeGreaterThanOrEqual(1198 - counts.unknown);
}, 120_000);

it('sends a small mass message without waiting for a large one', async () => {
  for (const worker of workers) {
    worker.kill('SIGKILL');
    await until(() => worker.exitCode !== null || worker.signalCode !== null);
  }
  const [large, small] = [await buildAwake(300, '+1231556'), await buildAwake(20, '+1616556')];
  const send = async (token: string) => {
    const options = { body: { filter: {}, message: 'Hello' }, token };
    const { body } = await test.call('POST /v1/messages/sendSMSToIdsList', options);
    return async () => (await test.call('GET /v1/campaigns/{id}', { params: { id: body.campaignId }, token })).body;
  };
  const [ofLarge, ofSmall] = [await send(large.token), await send(small.token)];
  // They take turns: 20 of each until the small one is done.
  const { smsPerSecond } = test.app.config;
  expect((await ofSmall()).secondsLeft).toBe(Math.ceil(40 / smsPerSecond));
  expect((await ofLarge()).secondsLeft).toBe(Math.ceil(320 / smsPerSecond));

  provider.arrived.length = 0;
  startWorkerProcess();
  await until(() => arrivals().size === 320, 60_000);
  await until(async () => (await ofLarge()).counts.queued === 0 && (await ofSmall()).counts.queued === 0);
  const order = [...arrivals().keys()];
  const last = order.findLastIndex((phone) => phone.startsWith('+1616556'));
  // Texts sent in parallel may arrive in another order.
  expect(last).toBeLessThan(40 + lanesFor(300));
  expect(Math.max(...arrivals().values())).toBe(1);
}, 120_000);
