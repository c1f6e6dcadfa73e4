import { massMessageReasons } from '@kinbridge/contract/mass-messages/mass-message';
import { smsBlockedReasons } from '@kinbridge/contract/sms/sms-blocked-reasons';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import type { SmsResult } from '../../outside/sms/sms-provider.ts';
import {
  type BuiltOrganization,
  buildOrganization,
  buildSignedIn,
  buildUser,
  nextNumber,
  serviceIds,
} from '../../testing/build.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let organization: BuiltOrganization;
let nurse: { id: number; token: string };

beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  organization = await buildOrganization(test);
  nurse = await buildSignedIn(test, organization.id);
});
afterAll(() => test.close());

/** An unused number. */
const freshNumber = () => `+1269556${String(nextNumber()).padStart(4, '0')}`;

async function addMember(given: { phone?: string | null; texts?: boolean; firstName?: string; to?: number } = {}) {
  const phone = given.phone === undefined ? freshNumber() : given.phone;
  const { id } = await sql<{ id: number }>`
    with person as (insert into users (user_type, status, first_name, last_name, phone_number, send_sms_texts)
      values ('PATIENT', 'ACTIVE', ${given.firstName ?? 'Ann'}, 'Other', ${phone}, ${given.texts ?? true}) returning *)
    insert into organization_members (organization_id, member_id)
    select ${given.to ?? organization.id}, id from person returning member_id as id`.one(test.app.db);
  return { id, phone: phone ?? '' };
}

const post = (body: unknown, headers: Record<string, string> = {}) =>
  test.call('POST /v1/messages/sendSMSToIdsList', { body, headers, token: nurse.token });
const massMessage = async (id: number) =>
  (await test.call('GET /v1/campaigns/{id}', { params: { id }, token: nurse.token })).body;
const textsTo = async (phone: string) => (await test.outbox(phone)).map(({ text }) => text);
const rowCount = async () => {
  const row = await sql<{ n: number }>`select (select count(*) from campaigns) + (select count(*) from sms_messages
    where organization_id = ${organization.id}) as n`.maybeOne(test.app.db);
  return row?.n;
};

/** Uses a test provider while the work runs. */
async function withProvider(send: (to: string) => SmsResult, work: () => Promise<void>) {
  const { sms } = test.app;
  Object.assign(test.app, {
    sms: { name: 'twilio', verifies: () => true, send: async ({ to }: { to: string }) => send(to) },
  });
  try {
    await work();
  } finally {
    Object.assign(test.app, { sms });
  }
}

/** Sets a time zone where it is this hour now. */
async function setLocalHour(hour: number) {
  const offset = (new Date().getUTCHours() - hour + 36) % 24;
  // Etc/GMT+5 is five hours behind UTC; zones range from 12 behind to 14 ahead.
  const behind = offset - 12;
  const zone = `Etc/GMT${behind >= 0 ? '+' : '-'}${Math.abs(behind)}`;
  await sql`update organizations set time_zone = ${zone} where id = ${organization.id}`.run(test.app.db);
}

describe('a mass message', () => {
  it('goes to members and employees with the name and the opt-out text', async () => {
    const member = await addMember();
    const colleague = await buildUser(test, organization.id);
    await sql`update users set phone_number = '+12695550177' where id = ${colleague.id}`.run(test.app.db);
    const { status, body } = await post({ ids: [member.id, colleague.id, member.id], message: '  Open on Saturday. ' });
    expect(status).toBe(202);
    expect(body).toEqual({ campaignId: expect.any(Number), queued: 2, skipped: [] });
    expect(await massMessage(body.campaignId)).toMatchObject({
      id: body.campaignId,
      message: 'Open on Saturday.',
      total: 2,
      counts: { queued: 2, sending: 0, sent: 0, delivered: 0, failed: 0, unknown: 0, skipped: 0 },
      failures: [],
      sender: { id: nurse.id },
    });
    const text = `Open on Saturday.\n${organization.name}. Reply STOP to opt out.`;
    expect(await textsTo(member.phone)).toEqual([text]);
    expect(await textsTo('+12695550177')).toEqual([text]);
    expect((await massMessage(body.campaignId)).counts).toMatchObject({ queued: 0, sent: 2 });
    const rows = await sql`select actor_id, action, detail from audit_log where entity_type = 'campaign'
      and entity_id = ${body.campaignId}`.many(test.app.db);
    expect(rows).toEqual([{ actor_id: nurse.id, action: 'campaign.send', detail: { queued: 2, skipped: 0 } }]);
  });

  it('lists skipped people with reasons and sends to the others', async () => {
    const [good, none, off, out, foreign] = [
      await addMember(),
      await addMember({ phone: null }),
      await addMember({ texts: false }),
      await addMember(),
      await addMember({ phone: '+442079460958' }),
    ];
    const twin = await addMember({ phone: good.phone });
    const left = await buildUser(test, organization.id, { status: 'INACTIVE' });
    await sql`insert into sms_opt_outs (phone_number) values (${out.phone})`.run(test.app.db);
    const ids = [good.id, none.id, off.id, out.id, foreign.id, twin.id, left.id];
    const expected = [
      [none.id, smsBlockedReasons.noPhone],
      [off.id, smsBlockedReasons.noConsent],
      [out.id, smsBlockedReasons.optedOut],
      [foreign.id, smsBlockedReasons.notAmerican],
      [twin.id, massMessageReasons.sameNumber],
      [left.id, massMessageReasons.notActive],
    ];

    const preview = await test.call('POST /v1/campaigns/preview', {
      body: { ids, message: 'Hello' },
      token: nurse.token,
    });
    expect(preview.status).toBe(200);
    expect(preview.body).toMatchObject({ total: 7, recipients: { count: 1, people: [{ id: good.id }] }, segments: 1 });
    expect(
      preview.body.skipped.map((group: { reason: string; people: { id: number }[] }) => [
        group.people[0]?.id,
        group.reason,
      ]),
    ).toEqual(expect.arrayContaining(expected));

    const { body } = await post({ ids, message: 'Hello' });
    expect(body.queued).toBe(1);
    expect(body.skipped.map((one: { id: number; reason: string }) => [one.id, one.reason])).toEqual(
      expect.arrayContaining(expected),
    );
    await test.runJobs();
    expect((await massMessage(body.campaignId)).counts).toMatchObject({ sent: 1, skipped: 6 });
    for (const { phone } of [off, out, foreign]) expect(await textsTo(phone)).toEqual([]);
    expect(await textsTo(good.phone)).toHaveLength(1);
    const skipped = await test.call('GET /v1/campaigns/{id}/recipients', {
      params: { id: body.campaignId },
      query: { state: 'skipped', size: '2', page: '1' },
      token: nurse.token,
    });
    expect(skipped.body).toMatchObject({ totalElements: 6, totalPages: 3, number: 1 });
    expect(skipped.body.content).toHaveLength(2);
    const rows = await sql`select detail -> 'shown' as shown from audit_log where action = 'campaign.read'
      and entity_id = ${body.campaignId}`.many(test.app.db);
    expect(rows).toEqual([{ shown: skipped.body.content.map(({ id }: { id: number }) => id) }]);
  });

  it('answers 404 for one foreign id among 100 without changes', async () => {
    const ids = [];
    for (let n = 0; n < 99; n++) ids.push((await addMember()).id);
    const other = await buildOrganization(test);
    const strangers = [(await addMember({ to: other.id })).id, (await buildUser(test, other.id)).id, 123_456_789];
    const before = await rowCount();
    for (const stranger of strangers) {
      const body = { ids: [...ids, stranger], message: 'Hello' };
      expect((await post(body)).status).toBe(404);
      expect((await test.call('POST /v1/campaigns/preview', { body, token: nurse.token })).status).toBe(404);
    }
    expect(await rowCount()).toBe(before);
    expect((await post({ ids, message: 'Hello' })).body.queued).toBe(99);
  });

  it('refuses invalid messages without changes', async () => {
    const { id } = await addMember();
    const before = await rowCount();
    for (const [body, field] of [
      [{ ids: [id], message: '   ' }, 'message'],
      [{ ids: [id], message: 'x'.repeat(301) }, 'message'],
      [{ ids: [id] }, 'message'],
      [{ ids: [], message: 'Hello' }, 'ids'],
      [{ message: 'Hello' }, 'ids'],
      [{ ids: [0], message: 'Hello' }, 'ids.0'],
      [{ ids: ['1'], message: 'Hello' }, 'ids.0'],
      [{ filter: { serviceType: 'NOTHING' }, message: 'Hello' }, 'filter.serviceType'],
      [{ filter: { name: 'nobody is called that' }, message: 'Hello' }, 'filter'],
    ] as const) {
      const answer = await post(body);
      expect([answer.status, Object.keys(answer.body.fields ?? {})], JSON.stringify(body)).toEqual([400, [field]]);
    }
    expect((await post({ ids: [id], message: 'Hello', more: true })).status).toBe(400);
    expect((await post({ ids: [id], message: '😀'.repeat(300) })).status).toBe(202);
    expect(await rowCount()).toBe((before ?? 0) + 2);
  });

  it('happens once per Idempotency-Key', async () => {
    const { id, phone } = await addMember();
    const headers = { 'idempotency-key': 'saturday' };
    const [first, second] = [
      await post({ ids: [id], message: 'Once' }, headers),
      await post({ ids: [id], message: 'Once' }, headers),
    ];
    expect(second.body).toEqual(first.body);
    expect(await textsTo(phone)).toHaveLength(1);
    expect((await post({ ids: [id], message: 'Twice' }, headers)).status).toBe(409);
  });

  it('goes to everyone who matches a filter and to people by id', async () => {
    const [serviceId] = await serviceIds(test, organization.id);
    const people = [];
    for (const firstName of ['Bea', 'Cal', 'Dot']) {
      const serviceRequest = {
        organizationId: organization.id,
        serviceId,
        patient: { firstName, lastName: 'Filtered', phoneNumber: freshNumber() },
      };
      const created = await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token: nurse.token });
      people.push(created.body.patient.id as number);
    }
    await addMember({ firstName: 'Without a request' });
    const preview = async (body: object) =>
      (await test.call('POST /v1/campaigns/preview', { body: { message: 'Hello', ...body }, token: nurse.token })).body;
    const ids = async (body: object) =>
      (await preview(body)).recipients.people.map((person: { id: number }) => person.id).sort();
    const today = new Date().toISOString().slice(0, 10);
    expect(await ids({ filter: { serviceType: 'FOOD' } })).toEqual(people);
    expect(await ids({ filter: { serviceName: 'food', page: 3, size: 1, sort: 'patient.firstName,desc' } })).toEqual(
      people,
    );
    expect(await ids({ filter: { name: 'filtered', fromDate: '2020-01-01', toDate: `${today}T23:59:59Z` } })).toEqual(
      people,
    );
    expect(await ids({ filter: { serviceType: 'FOOD', toDate: '2020-01-01' }, ids: [people[0]] })).toEqual([people[0]]);
    expect((await preview({ filter: {} })).total).toBe(4);
    const listed = await test.call('GET /v1/organizations/{id}/service-requests/filter/ids', {
      params: { id: organization.id },
      query: { serviceType: 'FOOD', name: 'filtered', size: '1' },
      token: nurse.token,
    });
    expect(listed.body.ids.sort()).toEqual(people);
    const sent = await post({ filter: { serviceType: 'FOOD' }, ids: [nurse.id], message: 'Hello' });
    expect(sent.body.queued).toBe(4);
  });

  it('respects a STOP and withdrawn consent between queuing and sending', async () => {
    const [stops, withdraws, stays] = [await addMember(), await addMember(), await addMember()];
    const { body } = await post({ ids: [stops.id, withdraws.id, stays.id], message: 'Hello' });
    await test.call('POST /v1/messages/inbound', {
      body: new URLSearchParams({
        From: stops.phone,
        To: '+12695550000',
        Body: 'STOP',
        MessageSid: `SM${nextNumber()}`,
      }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    await sql`update users set send_sms_texts = false where id = ${withdraws.id}`.run(test.app.db);
    const texts = await textsTo(stops.phone);
    expect(texts.filter((text) => text.includes('Hello'))).toEqual([]);
    expect(await textsTo(withdraws.phone)).toEqual([]);
    expect(await textsTo(stays.phone)).toHaveLength(1);
    expect((await massMessage(body.campaignId)).counts).toMatchObject({ sent: 1, skipped: 2 });
  });

  it('retries failed texts, never possibly delivered ones', async () => {
    await setLocalHour(12);
    const [fails, unknown, works] = [await addMember(), await addMember(), await addMember()];
    const { body } = await post({ ids: [fails.id, unknown.id, works.id], message: 'Hello' });
    const params = { id: body.campaignId };
    const tried: string[] = [];
    await withProvider(
      (to) => {
        tried.push(to);
        if (to === works.phone) return { kind: 'accepted', providerId: `P${nextNumber()}` };
        return to === fails.phone
          ? { kind: 'refused', reason: 'wrong number' }
          : { kind: 'unknown', reason: 'cut off' };
      },
      () => test.runJobs(),
    );
    const failed = await massMessage(body.campaignId);
    expect(failed.counts).toMatchObject({ sent: 1, failed: 1, unknown: 1 });
    expect(failed.failures).toEqual([{ id: fails.id, reason: 'wrong number' }]);

    const retried = await test.call('POST /v1/campaigns/{id}/retry', { params, token: nurse.token });
    expect([retried.status, retried.body.counts.queued]).toEqual([200, 1]);
    await withProvider(
      (to) => {
        tried.push(to);
        return { kind: 'accepted', providerId: `P${nextNumber()}` };
      },
      () => test.runJobs(),
    );
    expect((await massMessage(body.campaignId)).counts).toMatchObject({ sent: 2, failed: 0, unknown: 1 });
    expect(tried.sort()).toEqual([fails.phone, fails.phone, unknown.phone, works.phone].sort());
    // Nothing is left to retry.
    const again = await test.call('POST /v1/campaigns/{id}/retry', { params, token: nurse.token });
    expect([again.status, again.body.counts.queued]).toEqual([200, 0]);
  });

  it("retries with each person's current number, once per number", async () => {
    const refused = '+15005550001';
    const [corrected, stays, reached, sharing] = [
      await addMember({ phone: refused }),
      await addMember({ phone: '+15005550001' }),
      await addMember(),
      await addMember(),
    ];
    const { body } = await post({ ids: [corrected.id, stays.id, reached.id], message: 'Hello' });
    // Both have the refusing number, so one was skipped.
    expect(body).toMatchObject({ queued: 2, skipped: [{ id: stays.id }] });
    await test.runJobs();
    expect((await massMessage(body.campaignId)).failures).toEqual([
      { id: corrected.id, reason: 'the number does not exist' },
    ]);
    const retry = async (phone: string) => {
      await sql`update users set phone_number = ${phone} where id = ${corrected.id}`.run(test.app.db);
      await test.call('POST /v1/campaigns/{id}/retry', { params: { id: body.campaignId }, token: nurse.token });
      await test.runJobs();
      return (await massMessage(body.campaignId)).counts;
    };
    expect(await retry(sharing.phone)).toMatchObject({ sent: 2, failed: 0 });
    expect(await textsTo(sharing.phone)).toHaveLength(1);

    const again = await post({ ids: [stays.id, reached.id], message: 'Again' });
    await test.runJobs();
    await sql`update users set phone_number = ${reached.phone} where id = ${stays.id}`.run(test.app.db);
    const params = { id: again.body.campaignId };
    await test.call('POST /v1/campaigns/{id}/retry', { params, token: nurse.token });
    expect((await massMessage(params.id)).counts).toMatchObject({ sent: 1, skipped: 1, failed: 0, queued: 0 });
    expect((await textsTo(reached.phone)).filter((text) => text.includes('Again'))).toHaveLength(1);
  });

  it('lets single texts overtake it, even to its recipients', async () => {
    await setLocalHour(12);
    const people = [await addMember(), await addMember(), await addMember()];
    await post({ ids: people.map(({ id }) => id), message: 'To all' });
    const last = people[2];
    const single = await test.call('POST /v1/users/{id}/messages', {
      params: { id: last?.id },
      body: { message: 'To you' },
      token: nurse.token,
    });
    expect(single.status).toBe(201);
    const order: string[] = [];
    await withProvider(
      (to) => {
        order.push(to);
        return { kind: 'accepted', providerId: `P${nextNumber()}` };
      },
      () => test.runJobs(),
    );
    expect(order[0]).toBe(last?.phone);
    expect(order).toHaveLength(4);
  });

  it.each([3, 22])('pauses at night (hour %i) with a real provider, unlike single texts', async (hour) => {
    await setLocalHour(hour);
    const [sleeper, caller] = [await addMember(), await addMember()];
    const tried: string[] = [];
    const send = (to: string): SmsResult => {
      tried.push(to);
      return { kind: 'accepted', providerId: `P${nextNumber()}` };
    };
    await withProvider(send, async () => {
      const { body } = await post({ ids: [sleeper.id], message: 'Good morning' });
      const params = { id: caller.id };
      await test.call('POST /v1/users/{id}/messages', { params, body: { message: 'Now' }, token: nurse.token });
      await test.runJobs();
      expect(tried).toEqual([caller.phone]);
      const waiting = await massMessage(body.campaignId);
      expect(waiting.counts.queued).toBe(1);
      const rows = await sql`select ${waiting.sendAfter}::timestamptz at time zone time_zone = (
          (now() at time zone time_zone)::date + ${hour > 12 ? 1 : 0}::int) + time '08:00' as at_eight
        from organizations where id = ${organization.id}`.many(test.app.db);
      expect(rows).toEqual([{ at_eight: true }]);
      // Night begins while it waits, so due texts are postponed.
      await sql`update sms_messages set send_after = now() where campaign_id = ${body.campaignId}`.run(test.app.db);
      await test.runJobs();
      expect(tried).toEqual([caller.phone]);
      expect((await massMessage(body.campaignId)).sendAfter).toBe(waiting.sendAfter);
      await setLocalHour(9);
      await sql`update sms_messages set send_after = now() where campaign_id = ${body.campaignId}`.run(test.app.db);
      await test.runJobs();
      expect(tried).toEqual([caller.phone, sleeper.phone]);
    });
  });

  it('can be sent to oneself as a test', async () => {
    await sql`update users set phone_number = '+12695550178' where id = ${nurse.id}`.run(test.app.db);
    const sent = await test.call('POST /v1/campaigns/test', { body: { message: 'Hello' }, token: nurse.token });
    expect(sent.status).toBe(201);
    expect(await textsTo('+12695550178')).toEqual([`Hello\n${organization.name}. Reply STOP to opt out.`]);
    await sql`update users set phone_number = null where id = ${nurse.id}`.run(test.app.db);
    const refused = await test.call('POST /v1/campaigns/test', { body: { message: 'Hello' }, token: nurse.token });
    expect([refused.status, refused.body.message]).toEqual([409, smsBlockedReasons.noPhone]);
  });

  it('is listed only for its own organization, newest first', async () => {
    const { id } = await addMember();
    const first = (await post({ ids: [id], message: 'One' })).body.campaignId;
    const second = (await post({ ids: [id], message: 'Two' })).body.campaignId;
    const { body } = await test.call('GET /v1/campaigns', { token: nurse.token });
    expect(body).toMatchObject({ totalElements: 2, totalPages: 1, size: 10, number: 0 });
    expect(body.content.map((one: { id: number }) => one.id)).toEqual([second, first]);
    const stranger = await buildSignedIn(test, (await buildOrganization(test)).id);
    expect((await test.call('GET /v1/campaigns', { token: stranger.token })).body.content).toEqual([]);
    for (const name of [
      'GET /v1/campaigns/{id}',
      'GET /v1/campaigns/{id}/recipients',
      'POST /v1/campaigns/{id}/retry',
      'POST /v1/campaigns/{id}/stop',
    ]) {
      expect((await test.call(name, { params: { id: first }, token: stranger.token })).status).toBe(404);
    }
  });
});
