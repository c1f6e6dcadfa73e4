import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { startDeliveries } from '../../main/deliveries.ts';
import { buildOrganization, buildSignedIn, nextNumber } from '../../testing/build.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { startTwilioServer, type TwilioServer, twilioSignature } from '../../testing/twilio-server.ts';
import { until } from '../../testing/until.ts';
import { deliverSms, lanesFor } from './sms-delivery.commands.ts';
import { failuresBeforePause, giveUpSms, pauseSeconds } from './sms-outage.commands.ts';

let test: TestApp;
let twilio: TwilioServer;
let organizationId: number;
let nurse: { id: number; token: string };

beforeAll(async () => {
  twilio = await startTwilioServer();
  test = await startTestApp(twilio.environment);
  organizationId = (await buildOrganization(test)).id;
  nurse = await buildSignedIn(test, organizationId);
  const hours = (new Date().getUTCHours() - 12 + 24) % 24;
  const noon = hours > 12 ? `Etc/GMT-${24 - hours}` : `Etc/GMT+${hours}`;
  await sql`update organizations set time_zone = ${noon}`.run(test.app.db);
});
afterAll(async () => {
  await test.close();
  await twilio.stop();
});
beforeEach(async () => {
  await sql`delete from sms_messages`.run(test.app.db);
  await sql`update sms_outage set failures = 0, since = null, next_try = null`.run(test.app.db);
  await twilio.behave('well');
  (await twilio.heard()).length = 0;
});

async function addMembers(count: number): Promise<number[]> {
  const first = nextNumber() * 100;
  const rows = await sql<{ id: number }>`
    with people as (insert into users (user_type, status, first_name, last_name, phone_number, send_sms_texts)
      select 'PATIENT', 'ACTIVE', 'Ann', 'Other', '+1269' || (5560000 + ${first}::int + n), true
      from generate_series(1, ${count}::int) n returning id)
    insert into organization_members (organization_id, member_id, search)
    select ${organizationId}, id, 'ann' from people returning member_id as id`.many(test.app.db);
  return rows.map(({ id }) => id);
}

async function text(memberId: number): Promise<number> {
  const body = { message: 'Hello' };
  const sent = await test.call('POST /v1/users/{id}/messages', { params: { id: memberId }, body, token: nurse.token });
  expect(sent.status).toBe(201);
  return sent.body.id;
}

async function textOne(): Promise<number> {
  const [member = 0] = await addMembers(1);
  return text(member);
}

async function textMany(count: number): Promise<number> {
  const body = { ids: await addMembers(count), message: 'Hello' };
  const sent = await test.call('POST /v1/messages/sendSMSToIdsList', { body, token: nurse.token });
  expect([sent.status, sent.body.queued]).toEqual([202, count]);
  return sent.body.campaignId;
}

const massMessage = async (id: number) =>
  (await test.call('GET /v1/campaigns/{id}', { params: { id }, token: nurse.token })).body;
const row = async (id: number) => {
  return sql<{ state: string; reason: string | null; provider_id: string | null; attempts: number }>`
    select state, reason, provider_id, attempts from sms_messages where id = ${id}`.maybeOne(test.app.db);
};
/** Ends the pauses, by more than a rounded millisecond. */
const skipPauses = async () => {
  await sql`update sms_outage set next_try = now() - interval '1 second' where next_try is not null`.run(test.app.db);
  await sql`update sms_messages set send_after = now() - interval '1 second' where state = 'queued'`.run(test.app.db);
};

async function callBack(url: string, form: Record<string, string>, signature = twilioSignature(url, form)) {
  const { pathname, search } = new URL(url);
  const answer = await test.server.inject({
    method: 'POST',
    url: `${pathname}${search}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
    payload: new URLSearchParams(form).toString(),
  });
  return answer.statusCode;
}

/** A text whose connection was cut after sending, with its callback URL. */
async function uncertainText() {
  await twilio.behave('drop');
  const id = await textOne();
  await deliverSms(test.app);
  await twilio.behave('well');
  expect((await row(id))?.state).toBe('unknown');
  return { id, callback: twilio.arrived.at(-1)?.form.StatusCallback ?? '' };
}

describe('a provider that fails', () => {
  it.each(['error', 'busy', 'down'] as const)('keeps the text queued until it answers ("%s")', async (behavior) => {
    await twilio.behave(behavior);
    const id = await textOne();
    await deliverSms(test.app);
    expect(await row(id)).toMatchObject({
      state: 'queued',
      attempts: 1,
      reason: expect.stringMatching(/isn't answering/),
    });
    await twilio.behave('well');
    await skipPauses();
    await deliverSms(test.app);
    expect(await row(id)).toMatchObject({ state: 'sent', reason: null });
  });

  it('loses none of 60 texts, probes with a few, and then sends them all', async () => {
    await twilio.behave('error');
    const id = await textMany(60);
    await deliverSms(test.app);
    const waiting = await massMessage(id);
    expect(waiting.counts).toMatchObject({ queued: 60, unknown: 0, failed: 0 });
    expect(waiting.sendingPausedSince).toEqual(expect.any(String));
    expect((await twilio.heard()).length).toBeLessThanOrEqual(
      failuresBeforePause + lanesFor(test.app.config.smsPerSecond),
    );
    expect(test.logs.some((line) => line.includes('the text provider is not answering'))).toBe(true);

    await twilio.behave('well');
    await skipPauses();
    await deliverSms(test.app);
    expect(await massMessage(id)).toMatchObject({ counts: { sent: 60, queued: 0 }, sendingPausedSince: null });
    expect(test.logs.some((line) => line.includes('the text provider answers again'))).toBe(true);
  });

  it('is probed with one text at a time across processes', async () => {
    await twilio.behave('error');
    await textMany(30);
    await deliverSms(test.app);
    await skipPauses();
    (await twilio.heard()).length = 0;
    await Promise.all([deliverSms(test.app), deliverSms(test.app), deliverSms(test.app)]);
    expect(await twilio.heard()).toHaveLength(1);
  });

  it('pauses all texts, with the reason on each', async () => {
    await twilio.behave('down');
    await textMany(20);
    await deliverSms(test.app);
    const [member = 0] = await addMembers(1);
    await text(member);
    await deliverSms(test.app);
    const transcript = await test.call('GET /v1/messages/getPatientMessages/{patientId}', {
      params: { patientId: member },
      token: nurse.token,
    });
    const reason = expect.stringMatching(/isn't answering/);
    expect(transcript.body).toMatchObject([{ state: 'queued', reason }]);
    const delivery = await test.call('GET /v1/messages/delivery', { token: nurse.token });
    expect(delivery.body).toEqual({ sendingPausedSince: expect.any(String) });
  });

  it('gets longer pauses, up to a minute', () => {
    for (const of of ['text', 'everyone'] as const) {
      const pause = (failures: number, retryAfter?: number) => pauseSeconds(of, failures, retryAfter);
      expect([1, 2, 3, 4, 5].map((failures) => pause(failures))).toEqual([2, 4, 8, 16, 32]);
      expect(pause(1, 7)).toBe(7);
      expect(Math.max(pause(6), pause(5000), pause(1, 86_400))).toBeLessThan(60);
    }
  });

  it("for one text doesn't delay a mass message", async () => {
    const single = await textOne();
    const id = await textMany(2);
    await sql`update sms_messages set body = 'error', attempts = 9 where id = ${single}`.run(test.app.db);
    await sql`update sms_outage set failures = 9, since = now(), next_try = now() - interval '1 second'`.run(
      test.app.db,
    );
    await deliverSms(test.app);
    expect((await massMessage(id)).counts.queued).toBe(2);
    // The global pause ends first, while the failed text's own continues.
    const rows = await sql<{ later: boolean }>`select m.send_after > o.next_try as later
      from sms_messages m, sms_outage o where m.id = ${single}`.many(test.app.db);
    expect(rows).toEqual([{ later: true }]);
    await sql`update sms_outage set next_try = now() - interval '1 second'`.run(test.app.db);
    await deliverSms(test.app);
    expect((await massMessage(id)).counts.sent).toBe(2);
    expect((await row(single))?.state).toBe('queued');
  });

  it('fails the text after a day of retries, not before', async () => {
    await twilio.behave('error');
    const id = await textOne();
    await deliverSms(test.app);
    const tryingFor = async (hours: number) => {
      await sql`update sms_messages set failing_since = now() - make_interval(hours => ${hours})`.run(test.app.db);
      await giveUpSms(test.app);
      return row(id);
    };
    expect(await tryingFor(23)).toMatchObject({ state: 'queued' });
    expect(await tryingFor(25)).toMatchObject({ state: 'failed', reason: expect.stringMatching(/24 hours/) });
  });
});

describe('a worker', () => {
  it('delivers texts of other processes and retries failed ones', async () => {
    await twilio.behave('error');
    const stopping = new AbortController();
    const delivery = await startDeliveries(test.app, stopping.signal);
    try {
      const id = await textOne();
      await until(async () => (await row(id))?.attempts === 1);
      await twilio.behave('well');
      await until(async () => (await row(id))?.state === 'sent', 10_000);
    } finally {
      stopping.abort();
      await delivery.stop();
    }
  });
});

describe('a process that loses its lock', () => {
  it('stops sending, since another process may have begun', async () => {
    await textMany(40);
    const paced = { ...test.app, config: { ...test.app.config, smsPerSecond: 20 } };
    const delivery = deliverSms(paced).catch((error: unknown) => error);
    await until(() => twilio.arrived.length > 0);
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.run(test.owner);
    expect(await delivery).toBeInstanceOf(Error);
    expect((await twilio.heard()).length).toBeLessThan(40);
  });
});

describe('a pause', () => {
  const pausedSince = async () =>
    (await test.call('GET /v1/messages/delivery', { token: nurse.token })).body.sendingPausedSince;

  it('ends when no texts are waiting', async () => {
    await textMany(2);
    await sql`update sms_outage set failures = 9, since = now() - interval '1 hour',
      next_try = now() - interval '11 minutes'`.run(test.app.db);
    await giveUpSms(test.app);
    expect(await pausedSince()).toEqual(expect.any(String));
    await sql`update sms_messages set state = 'skipped'`.run(test.app.db);
    await giveUpSms(test.app);
    expect(await pausedSince()).toBeNull();
  });
});

describe('a connection lost after the request was sent', () => {
  it.each(['drop', 'cut'] as const)('leaves the text unknown and unsent after "%s"', async (behavior) => {
    await twilio.behave(behavior);
    const id = await textOne();
    await deliverSms(test.app);
    expect(await row(id)).toMatchObject({ state: 'unknown', reason: expect.stringMatching(/may or may not/) });
    await twilio.behave('well');
    await skipPauses();
    await deliverSms(test.app);
    expect((await row(id))?.state).toBe('unknown');
    expect(await twilio.heard()).toHaveLength(1);
  });

  it.each([
    ['delivered', 'delivered'],
    ['sent', 'sent'],
    ['undelivered', 'failed'],
  ])('is resolved by the callback "%s", which sets the SID', async (MessageStatus, state) => {
    const { id, callback } = await uncertainText();
    const form = { MessageSid: `SM-late-${id}`, MessageStatus };
    expect(await callBack(callback, form)).toBe(204);
    expect(await row(id)).toMatchObject({ state, provider_id: form.MessageSid });
  });

  it("isn't resolved by a callback signed for another URL", async () => {
    const { id, callback } = await uncertainText();
    const form = { MessageSid: 'SM-forged', MessageStatus: 'delivered' };
    const elsewhere = callback.replace(/\?.*/, '');
    expect(await callBack(callback, form, twilioSignature(elsewhere, form))).toBe(403);
    expect((await row(id))?.state).toBe('unknown');
  });

  it('keeps its SID when a callback has another one', async () => {
    const { id, callback } = await uncertainText();
    await callBack(callback, { MessageSid: `SM-a-${id}`, MessageStatus: 'sent' });
    await callBack(callback, { MessageSid: `SM-b-${id}`, MessageStatus: 'failed' });
    expect(await row(id)).toMatchObject({ state: 'sent', provider_id: `SM-a-${id}` });
  });
});

describe('a callback', () => {
  it('is matched by its SID when its URL has no message', async () => {
    const id = await textOne();
    await deliverSms(test.app);
    const url = `${test.app.config.publicUrl}/v1/messages/status`;
    const MessageSid = (await row(id))?.provider_id ?? '';
    expect(await callBack(url, { MessageSid, MessageStatus: 'delivered' })).toBe(204);
    expect((await row(id))?.state).toBe('delivered');
  });

  it.each(['constructor', '__proto__', 'toString', 'queued', '', 'nonsense'])(
    'with the status "%s" changes nothing',
    async (MessageStatus) => {
      const { id, callback } = await uncertainText();
      expect(await callBack(callback, { MessageSid: 'SM-odd', MessageStatus })).toBe(204);
      expect(await row(id)).toMatchObject({ state: 'unknown', provider_id: null });
    },
  );

  it.each(['?message=constructor', '?message=0&attempt=1', '?message=99999999999999999999&attempt=1', '?message'])(
    'with the invalid query "%s" is accepted',
    async (search) => {
      const url = `${test.app.config.publicUrl}/v1/messages/status${search}`;
      expect(await callBack(url, { MessageSid: 'SM-odd', MessageStatus: 'delivered' })).toBe(204);
    },
  );

  it('that confirms a text prevents its retry', async () => {
    await twilio.behave('error');
    const id = await textOne();
    await deliverSms(test.app);
    const callback = (await twilio.heard()).at(-1)?.form.StatusCallback ?? '';
    await callBack(callback, { MessageSid: `SM-taken-${id}`, MessageStatus: 'sent' });
    await twilio.behave('well');
    await skipPauses();
    await deliverSms(test.app);
    expect(await twilio.heard()).toHaveLength(1);
    expect((await row(id))?.state).toBe('sent');
  });
});

describe('resending a text', () => {
  const resend = (id: number, body: object = {}, token = nurse.token) =>
    test.call('POST /v1/messages/{id}/resend', { params: { id }, body, token });

  async function failed(): Promise<number> {
    const id = await textOne();
    await sql`update sms_messages set state = 'failed', reason = 'refused' where id = ${id}`.run(test.app.db);
    return id;
  }

  it('needs confirmation for one that may have arrived', async () => {
    const { id } = await uncertainText();
    const asked = await resend(id);
    expect([asked.status, asked.body.code]).toEqual([409, 'may_have_arrived']);
    expect(asked.body).toMatchObject({ code: 'may_have_arrived' });
    expect((await row(id))?.state).toBe('unknown');
    expect((await resend(id, { confirm: false })).status).toBe(409);

    const sent = await resend(id, { confirm: true });
    expect(sent.status).toBe(200);
    expect(sent.body).toMatchObject({ id, state: 'queued', reason: null, canResend: false });
    await test.runJobs();
    expect((await row(id))?.state).toBe('sent');
    expect(await twilio.heard()).toHaveLength(2);
    const rows = await sql`select actor_id, entity_type, detail from audit_log where action = 'message.resend'
      and (detail ->> 'messageId')::bigint = ${id}`.many(test.app.db);
    expect(rows).toEqual([{ actor_id: nurse.id, entity_type: 'user', detail: { messageId: id, from: 'unknown' } }]);
  });

  it('needs no confirmation for one that failed', async () => {
    const id = await failed();
    expect((await resend(id)).status).toBe(200);
    expect((await row(id))?.state).toBe('queued');
  });

  it("uses the person's current number", async () => {
    const id = await failed();
    const number = `+1269557${String(nextNumber()).padStart(4, '0')}`;
    await sql`update users set phone_number = ${number}
      where id = (select user_id from sms_messages where id = ${id})`.run(test.app.db);
    await resend(id);
    await test.runJobs();
    expect((await twilio.heard()).at(-1)?.form.To).toBe(number);
  });

  it('sends it once when several people ask in parallel', async () => {
    const id = await failed();
    const answers = await Promise.all([resend(id), resend(id), resend(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await test.runJobs();
    expect(await twilio.heard()).toHaveLength(1);
  });

  it.each(['queued', 'sending', 'sent', 'delivered', 'skipped'])('refuses one that is %s', async (state) => {
    const id = await textOne();
    await sql`update sms_messages set state = ${state} where id = ${id}`.run(test.app.db);
    const answer = await resend(id, { confirm: true });
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
    expect((await row(id))?.state).toBe(state);
  });

  it('respects an opt-out and withdrawn consent', async () => {
    const [optedOut, withdrawn] = [await failed(), await failed()];
    await sql`insert into sms_opt_outs (phone_number)
      select phone_number from sms_messages where id = ${optedOut}`.run(test.app.db);
    await sql`update users set send_sms_texts = false
      where id = (select user_id from sms_messages where id = ${withdrawn})`.run(test.app.db);
    for (const id of [optedOut, withdrawn]) {
      expect((await resend(id, { confirm: true })).status).toBe(409);
      expect((await row(id))?.state).toBe('failed');
    }
  });

  it('respects an opt-out while it is queued', async () => {
    const id = await failed();
    await resend(id);
    await sql`insert into sms_opt_outs (phone_number)
      select phone_number from sms_messages where id = ${id}`.run(test.app.db);
    await test.runJobs();
    expect((await row(id))?.state).toBe('skipped');
  });

  it('respects consent withdrawn while it is queued', async () => {
    const id = await failed();
    await resend(id);
    await sql`update users set send_sms_texts = false
      where id = (select user_id from sms_messages where id = ${id})`.run(test.app.db);
    await test.runJobs();
    expect((await row(id))?.state).toBe('skipped');
  });

  it('is only for the organization that sent it', async () => {
    const id = await failed();
    const stranger = await buildSignedIn(test, (await buildOrganization(test)).id);
    expect((await resend(id, {}, stranger.token)).status).toBe(404);
    expect((await resend(987_654_321)).status).toBe(404);
  });

  it('of a mass message includes possibly delivered ones only on request', async () => {
    await twilio.behave('drop');
    const id = await textMany(2);
    await deliverSms(test.app);
    await twilio.behave('well');
    const retry = async (body?: object) => {
      const params = { params: { id }, token: nurse.token };
      const answer = await test.call('POST /v1/campaigns/{id}/retry', body ? { ...params, body } : params);
      return [answer.status, answer.body.counts.queued, answer.body.counts.unknown];
    };
    expect(await retry()).toEqual([200, 0, 2]);
    expect(await retry({ includeUnknown: false })).toEqual([200, 0, 2]);
    expect(await retry({ includeUnknown: true })).toEqual([200, 2, 0]);
    await test.runJobs();
    expect((await massMessage(id)).counts).toMatchObject({ sent: 2, unknown: 0 });
  });
});
