import { massMessageReasons, stoppedReason } from '@kinbridge/contract/mass-messages/mass-message';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import type { SmsResult } from '../../outside/sms/sms-provider.ts';
import { type BuiltOrganization, buildOrganization, buildSignedIn, nextNumber } from '../../testing/build.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { pieceSize } from './pieces.commands.ts';

let test: TestApp;
let organization: BuiltOrganization;
let token: string;

beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  organization = await buildOrganization(test);
  token = (await buildSignedIn(test, organization.id)).token;
});
afterAll(() => test.close());

/** Adds members with a number each; the area code separates the tests. */
async function addMembers(count: number): Promise<void> {
  const area = `+1${269 + (nextNumber() % 700)}55`;
  await sql`
    with people as (insert into users (user_type, status, first_name, last_name, phone_number)
      select 'PATIENT', 'ACTIVE', 'Ann', 'Other', ${area} || (10000 + n) from generate_series(1, ${count}::int) n returning id)
    insert into organization_members (organization_id, member_id, search)
    select ${organization.id}, id, 'ann' from people`.run(test.app.db);
}

async function send(): Promise<number> {
  const sent = await test.call('POST /v1/messages/sendSMSToIdsList', { body: { filter: {}, message: 'Hello' }, token });
  return sent.body.campaignId;
}

const on = (id: number, call: 'stop' | 'retry') =>
  test.call(`POST /v1/campaigns/{id}/${call}`, { params: { id }, token });
const read = async (id: number) => (await test.call('GET /v1/campaigns/{id}', { params: { id }, token })).body;
const stops = async (id: number) => {
  const rows = await sql<{ detail: object }>`select detail from audit_log
    where action = 'campaign.stop' and entity_id = ${id}`.many(test.app.db);
  return rows.map(({ detail }) => detail);
};

/** Delivers with a test provider, whose answer may first do something. */
async function deliver(answer: () => SmsResult | Promise<SmsResult>): Promise<number> {
  const { sms } = test.app;
  let asked = 0;
  const provider = {
    name: 'console',
    verifies: () => true,
    send: () => {
      asked++;
      return answer();
    },
  };
  Object.assign(test.app, { sms: provider });
  try {
    await test.runJobs();
  } finally {
    Object.assign(test.app, { sms });
  }
  return asked;
}

const accepted = (): SmsResult => ({ kind: 'accepted', providerId: `P${nextNumber()}` });

it('skips unsent texts and reports how many', async () => {
  await addMembers(3);
  const id = await send();
  const stopped = await on(id, 'stop');
  expect(stopped.status).toBe(200);
  expect(stopped.body).toMatchObject({
    total: 3,
    counts: { queued: 0, sent: 0, skipped: 3 },
    stopped: 3,
    stoppedTimestamp: expect.any(String),
    secondsLeft: 0,
  });
  expect(await deliver(accepted)).toBe(0);
  const recipients = await test.call('GET /v1/campaigns/{id}/recipients', { params: { id }, token });
  expect(recipients.body.content.map(({ reason }: { reason: string }) => reason)).toEqual(Array(3).fill(stoppedReason));
  expect(await stops(id)).toEqual([{ stopped: 3 }]);
});

it('keeps sent texts when stopped while sending', async () => {
  await addMembers(40);
  const id = await send();
  let stop: Promise<unknown> | undefined;
  const asked = await deliver(async () => {
    stop ??= on(id, 'stop');
    await stop;
    return accepted();
  });
  const { counts, stopped } = await read(id);
  expect(asked).toBeLessThan(40);
  expect(counts).toMatchObject({ queued: 0, sending: 0, sent: asked, skipped: 40 - asked });
  expect(stopped).toBe(40 - asked);
});

it("skips recipients whose texts aren't created yet", async () => {
  await addMembers(pieceSize + 5);
  const id = await send();
  const { body } = await on(id, 'stop');
  expect([body.counts.queued, body.counts.skipped, body.stopped]).toEqual([0, pieceSize + 5, pieceSize + 5]);
  expect(await deliver(accepted)).toBe(0);
  expect((await read(id)).stopped).toBe(pieceSize + 5);
  expect(await stops(id)).toEqual([{ stopped: pieceSize + 5 }]);
});

it("doesn't retry a text that the provider defers after the stop", async () => {
  await addMembers(1);
  const id = await send();
  await deliver(async () => {
    await on(id, 'stop');
    return { kind: 'later', reason: 'busy' };
  });
  expect(await read(id)).toMatchObject({ counts: { queued: 0, skipped: 1 }, stopped: 1 });
});

it('gives the same answer when stopped twice and logs it once', async () => {
  await addMembers(2);
  const id = await send();
  const first = await on(id, 'stop');
  expect((await on(id, 'stop')).body).toEqual(first.body);
  expect(await stops(id)).toHaveLength(1);
});

it('changes nothing once every text is sent', async () => {
  await addMembers(2);
  const id = await send();
  await deliver(accepted);
  const { status, body } = await on(id, 'stop');
  expect(status).toBe(200);
  expect(body).toMatchObject({ counts: { sent: 2, skipped: 0 }, stopped: 0, stoppedTimestamp: null });
  expect(await stops(id)).toEqual([]);
});

it('distinguishes blocked people from those skipped by the stop', async () => {
  await addMembers(2);
  await sql`update users set phone_number = (select min(u.phone_number) from users u join organization_members m
      on m.member_id = u.id where m.organization_id = ${organization.id})
    where id in (select member_id from organization_members where organization_id = ${organization.id})`.run(
    test.app.db,
  );
  const id = await send();
  const { body } = await on(id, 'stop');
  expect([body.counts.skipped, body.stopped]).toEqual([2, 1]);
  const recipients = await test.call('GET /v1/campaigns/{id}/recipients', { params: { id }, token });
  const reasons = recipients.body.content.map(({ reason }: { reason: string }) => reason);
  expect(reasons).toEqual([stoppedReason, massMessageReasons.sameNumber]);
});

it('never resends texts of a stopped message', async () => {
  await addMembers(1);
  const id = await send();
  await deliver(async () => {
    await on(id, 'stop');
    return { kind: 'refused', reason: 'wrong number' };
  });
  expect((await read(id)).counts).toMatchObject({ failed: 1 });
  expect((await on(id, 'retry')).status).toBe(409);
  const row = await sql<{ id: number }>`select id from sms_messages where campaign_id = ${id}`.maybeOne(test.app.db);
  const resent = await test.call('POST /v1/messages/{id}/resend', { params: { id: row?.id }, body: {}, token });
  expect([resent.status, resent.body.message]).toEqual([409, stoppedReason]);
});
