import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildSignedIn } from '../../testing/build.ts';
import { requestCalls } from '../../testing/requests.ts';
import { usePartners, useTestApp } from '../../testing/use-test-app.ts';
import { sumUpCounts } from './counts.commands.ts';
import { runResponseClock } from './response-clock.jobs.ts';
import { repeatConfirmations, textDeclined } from './waiting-texts.commands.ts';

const test = useTestApp();
const partners = usePartners(test);
const { clinic, pantry, nurse, worker } = partners;
const calls = requestCalls(test, partners);
let admin: Awaited<ReturnType<typeof buildSignedIn>>;

beforeAll(async () => {
  admin = await buildSignedIn(test, pantry.id, { userType: 'ADMIN', firstName: 'Ada', lastName: 'Admin' });
  await tick();
});

const tick = () => runResponseClock(test.app);
const refer = async (over: Record<string, unknown> = {}): Promise<number> => (await calls.create(over)).body.id;
const read = async (id: number, token = nurse.token) =>
  (await test.call('GET /v1/service-requests/{id}', { params: { id }, token })).body;
const asSender = (id: number, status: string) => calls.move(id, status, nurse.token);
const comment = (id: number, token: string) =>
  test.call('POST /v1/notes', { parts: { note: { serviceRequestId: id, content: 'How is it going?' } }, token });
const assign = (id: number) =>
  test.call('POST /v1/service-requests/{id}/assign/{employeeId}', {
    params: { id, employeeId: worker.id },
    token: worker.token,
  });

/** Lets hours pass for one request. */
async function pass(id: number, hours: number): Promise<void> {
  const gone = sql`make_interval(hours => ${hours}::int)`;
  const columns = ['create', 'due', 'responded', 'status', 'next_reminder', 'stall', 'confirmation'];
  const earlier = columns.map((name) => sql`${sql.raw(`${name}_timestamp = ${name}_timestamp`)} - ${gone}`);
  await sql`update service_requests set ${sql.join(earlier)} where id = ${id}`.run(test.owner);
  await sql`update sms_messages set create_timestamp = create_timestamp - ${gone} where service_request_id = ${id}`.run(
    test.owner,
  );
}

const board = (query: Record<string, string>, side = '', call = '', token = side ? worker.token : nurse.token) =>
  test.call(`GET /v1/organizations/{id}/${side}service-requests${call}`, {
    params: { id: side ? pantry.id : clinic.id },
    query,
    token,
  });
const idsOf = async (query: Record<string, string>, side = '') =>
  (await board({ page: '0', ...query }, side)).body.content.map(({ id }: { id: number }) => id);
const countsOf = async (query: Record<string, string> = {}, side = '') => (await board(query, side, '/counts')).body;

/** Who was mailed about a request, and with which kind of email. */
const mailsOf = async (id: number, kind: string) =>
  (
    await sql<{ kind: string; user_id: number }>`select kind, user_id from emails
      where (payload ->> 'serviceRequestId')::bigint = ${id} and kind like ${`${kind}%`} order by kind, user_id`.many(
      test.app.db,
    )
  ).map((mail) => [mail.kind.replace('request-reminder-', ''), mail.user_id]);

const endAll = () =>
  sql`update service_requests set status = 'CANCELLED', complete_timestamp = null, declined = false,
    stall_timestamp = null, stall_reminders = 0`.run(test.owner);

describe('the promise', () => {
  beforeEach(endAll);

  it('keeps running when the sender moves the request', async () => {
    const id = await refer();
    const { dueTimestamp } = await read(id);
    await asSender(id, 'OPEN');
    expect(await read(id)).toMatchObject({ dueTimestamp, respondedTimestamp: null, overdue: false });
    for (const hours of [24, 24, 48]) {
      await pass(id, hours);
      await Promise.all([tick(), tick()]);
    }
    expect(await mailsOf(id, 'request-reminder')).toEqual([
      ['due', admin.id],
      ['half', admin.id],
      ['twice', nurse.id],
    ]);
    expect(await read(id)).toMatchObject({ status: 'OPEN', overdue: true });
    const later = await refer();
    await pass(later, 50);
    expect(await idsOf({ overdue: 'true', sort: 'dueTimestamp,asc' })).toEqual([id, later]);
    expect(await idsOf({ overdue: 'true', status: 'OPEN', sort: 'dueTimestamp,asc' }, 'incoming-')).toEqual([id]);
    expect(await idsOf({ status: 'OPEN', sort: 'dueTimestamp,desc' })).toEqual([id]);
    expect(await countsOf({ overdue: 'true' })).toMatchObject({ REQUESTED: 1, OPEN: 1, overdue: 2 });
    expect((await board({ page: '0', overdue: 'true', status: 'OPEN' })).body).toMatchObject({
      totalElements: 1,
      counts: { overdue: 2 },
    });
    await tick();
    await sumUpCounts(test.app.db);
    expect(await countsOf()).toMatchObject({ overdue: 2 });
    await comment(id, worker.token);
    expect(await countsOf()).toMatchObject({ overdue: 1 });
  });

  it.each([
    ['a move', (id: number) => calls.move(id, 'OPEN')],
    ['an assignment', (id: number) => assign(id)],
    ['a comment', (id: number) => comment(id, worker.token)],
  ])('stops with %s by the providing side', async (_, act) => {
    const id = await refer();
    expect((await comment(id, nurse.token)).status).toBe(201);
    expect((await read(id)).respondedTimestamp).toBeNull();
    await act(id);
    const { respondedTimestamp } = await read(id);
    expect(respondedTimestamp).not.toBeNull();
    await pass(id, 100);
    await tick();
    expect(await read(id)).toMatchObject({ dueTimestamp: null, overdue: false });
    expect(await mailsOf(id, 'request-reminder')).toEqual([]);
    await comment(id, worker.token);
    expect(Date.parse((await read(id)).respondedTimestamp)).toBe(Date.parse(respondedTimestamp) - 100 * 3_600_000);
  });

  it("stops with the member's answer", async () => {
    const answers = ['YES', 'NO'];
    for (const [index, answer] of answers.entries()) {
      const phoneNumber = `+1269555987${index}`;
      const id = await refer({ patient: { firstName: 'Marisol', lastName: `Answers${answer}`, phoneNumber } });
      for (const status of ['OPEN', 'IN_PROGRESS', 'PENDING']) await asSender(id, status);
      expect((await read(id)).respondedTimestamp).toBeNull();
      await test.server.inject({
        method: 'POST',
        url: '/v1/messages/inbound',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({
          From: phoneNumber,
          To: '+12695550000',
          Body: answer,
          MessageSid: `C-${id}`,
        }).toString(),
      });
      expect(await read(id)).toMatchObject({ dueTimestamp: null, memberSaysNo: answer === 'NO' });
      expect((await read(id)).respondedTimestamp).not.toBeNull();
    }
  });

  it('starts again in Requested, and an undo restores the response', async () => {
    const id = await refer();
    const bulk = (status: string, over = {}) =>
      test.call('POST /v1/service-requests/transition/{status}', {
        params: { status },
        body: { serviceRequestIds: [id], ...over },
        token: worker.token,
      });
    await calls.move(id, 'OPEN');
    const { respondedTimestamp } = await read(id);
    await bulk('REQUESTED');
    expect(await read(id)).toMatchObject({ respondedTimestamp: null, overdue: false });
    await bulk('OPEN', { undo: true });
    expect(await read(id)).toMatchObject({ respondedTimestamp, dueTimestamp: null });
  });

  it('is kept by any staff move within one organization', async () => {
    const serviceRequest = { organizationId: pantry.id, assigneeId: worker.id };
    const { id } = (await calls.create(serviceRequest, worker.token)).body;
    expect((await calls.move(id, 'OPEN')).body.respondedTimestamp).not.toBeNull();
    await calls.move(id, 'CANCELLED');
    expect(await countsOf({}, 'incoming-')).toMatchObject({ declined: 0 });
  });
});

describe('a request that stalls', () => {
  beforeEach(endAll);
  const setDays = (stallDays: number | null) =>
    test.call('PUT /v1/services/{id}', { params: { id: partners.serviceId }, body: { stallDays }, token: admin.token });

  it('is marked, filtered, counted and told about once each, also over a restart', async () => {
    const id = await refer();
    await calls.move(id, 'OPEN');
    await pass(id, 7 * 24 - 1);
    await tick();
    expect(await read(id)).toMatchObject({ stalled: false });
    await pass(id, 1);
    expect(await read(id)).toMatchObject({ stalled: true });
    expect(await countsOf({}, 'incoming-')).toMatchObject({ stalled: 1 });
    await Promise.all([tick(), tick()]);
    await sumUpCounts(test.app.db);
    expect([(await countsOf()).stalled, (await countsOf({}, 'incoming-')).stalled]).toEqual([1, 1]);
    expect(await countsOf({ stalled: 'true' })).toMatchObject({ OPEN: 1, CANCELLED: 0, stalled: 1 });
    expect([await idsOf({ stalled: 'true' }), await idsOf({ stalled: 'true', status: 'PENDING' })]).toEqual([[id], []]);
    expect(await mailsOf(id, 'request-reminder')).toEqual([['stalled', admin.id]]);
    await pass(id, 7 * 24);
    for (let time = 0; time < 2; time++) await tick();
    expect(await mailsOf(id, 'request-reminder')).toEqual(
      [
        ['stalled', admin.id],
        ['stalled-twice', nurse.id],
        ['stalled-twice', admin.id],
      ].sort((a, b) => (a[0] === b[0] ? Number(a[1]) - Number(b[1]) : String(a[0]).localeCompare(String(b[0])))),
    );
    const timeline = await test.call('GET /v1/service-requests/{id}/timeline', { params: { id }, token: nurse.token });
    const reminders = timeline.body.filter(({ kind }: { kind: string }) => kind === 'reminded');
    expect(reminders.map(({ detail }: { detail: object }) => detail)).toEqual([
      { reminder: 'stalled' },
      { reminder: 'stalled-twice' },
      { reminder: 'stalled-twice' },
    ]);
    const [mail] = (await test.outbox(nurse.email)).filter(({ subject }) => subject?.includes(`#${id}`));
    expect(mail?.subject).toBe(`Nothing has happened on a request for 14 days (#${id})`);
    expect(mail?.text).not.toMatch(/Marisol|Vega/);
    await comment(id, worker.token);
    expect(await read(id)).toMatchObject({ stalled: false });
    expect(await countsOf()).toMatchObject({ stalled: 0 });
  });

  it("is its assignee's, and not woken by the sender", async () => {
    const id = await refer();
    await calls.move(id, 'OPEN');
    await assign(id);
    await pass(id, 6 * 24);
    await asSender(id, 'IN_PROGRESS');
    await comment(id, nurse.token);
    await pass(id, 24);
    await tick();
    expect(await read(id)).toMatchObject({ stalled: true });
    expect(await mailsOf(id, 'request-reminder')).toEqual([['stalled', worker.id]]);
  });

  it("is every admin's where nobody wants email about the service", async () => {
    await sql`insert into email_preferences (user_id, service_id, is_email_required)
      values (${admin.id}, ${partners.serviceId}, false)`.run(test.owner);
    const id = await refer();
    await calls.move(id, 'OPEN');
    await pass(id, 7 * 24);
    await tick();
    expect(await mailsOf(id, 'request-reminder')).toEqual([['stalled', admin.id]]);
    await sql`delete from email_preferences`.run(test.owner);
  });

  it('follows the days of its service', async () => {
    const id = await refer();
    await calls.move(id, 'OPEN');
    await pass(id, 3 * 24);
    expect((await setDays(0)).status).toBe(400);
    expect((await setDays(91)).body.fields).toHaveProperty('stallDays');
    expect((await setDays(3)).body).toMatchObject({ stallDays: 3 });
    expect(await read(id)).toMatchObject({ stalled: true });
    await tick();
    expect((await setDays(null)).body).toMatchObject({ stallDays: 7 });
    expect(await read(id)).toMatchObject({ stalled: false });
    expect(await countsOf()).toMatchObject({ stalled: 0 });
  });

  it('is told about only once after a long pause, and not in a restored database', async () => {
    const [paused, restored] = [await refer(), await refer()];
    for (const id of [paused, restored]) await calls.move(id, 'OPEN');
    await pass(paused, 90 * 24);
    await tick();
    expect((await mailsOf(paused, 'request-reminder')).map(([kind]) => kind)).toEqual([
      'stalled-twice',
      'stalled-twice',
    ]);
    await pass(restored, 90 * 24);
    await sql`update settings set value = '"another database"' where name = 'response clock'`.run(test.app.db);
    await tick();
    await tick();
    expect(await mailsOf(restored, 'request-reminder')).toEqual([]);
    expect(await read(restored)).toMatchObject({ stalled: true });
  });
});

describe('a declined request', () => {
  beforeEach(endAll);

  it('is filtered and counted where the other side cancelled it', async () => {
    const [declined, own] = [await refer(), await refer()];
    await calls.move(declined, 'CANCELLED');
    await asSender(own, 'CANCELLED');
    expect(await idsOf({ declined: 'true' })).toEqual([declined]);
    expect(await countsOf({ declined: 'true' })).toMatchObject({ CANCELLED: 1, REQUESTED: 0, declined: 1 });
    expect(await countsOf()).toMatchObject({ declined: 1 });
    expect((await board({ declined: 'true' }, 'incoming-')).status).toBe(400);
    expect((await board({ declined: 'true' }, 'incoming-', '/counts')).status).toBe(400);
    expect((await board({ declined: 'perhaps' })).status).toBe(400);
    const body = { page: 0, declined: true };
    const found = await test.call('POST /v1/organizations/{id}/service-requests/search', {
      params: { id: clinic.id },
      body,
      token: nurse.token,
    });
    expect(found.body.content.map(({ id }: { id: number }) => id)).toEqual([declined]);
    await asSender(declined, 'REQUESTED');
    expect(await countsOf()).toMatchObject({ declined: 0 });
    expect(await idsOf({ declined: 'true' })).toEqual([]);
  });
});

describe('my requests', () => {
  it('are those that I sent or am assigned, and a search finds who sent them', async () => {
    const other = await buildSignedIn(test, clinic.id, { firstName: 'Quentin', lastName: 'Quill' });
    const sent = (await calls.create({}, other.token)).body.id;
    const mine = await refer();
    await assign(mine);
    expect((await board({ page: '0', mine: 'true' }, '', '', other.token)).body.content).toMatchObject([{ id: sent }]);
    expect(await idsOf({ mine: 'true' }, 'incoming-')).toContain(mine);
    expect(await idsOf({ mine: 'true' }, 'incoming-')).not.toContain(sent);
    expect((await board({ mine: 'true' }, '', '/counts', other.token)).body).toMatchObject({ REQUESTED: 1, OPEN: 0 });
    expect(await idsOf({ name: 'quill' })).toEqual([sent]);
    await sql`update users set last_name = 'Quince' where id = ${other.id}`.run(test.owner);
    expect([await idsOf({ name: 'quill' }), await idsOf({ name: 'quince' })]).toEqual([[], [sent]]);
  });
});

describe('waiting for a yes', () => {
  const phoneNumber = '+12695559123';
  const asked = async (id: number) =>
    (
      await sql`select 1 from sms_messages where service_request_id = ${id} and kind = 'confirmation'
        and state <> 'skipped'`.many(test.app.db)
    ).length;
  /** A request that came to Pending at that time. */
  async function pendingSince(at: string): Promise<number> {
    const id = await refer({ patient: { firstName: 'Marisol', lastName: 'Waits', phoneNumber } });
    for (const status of ['OPEN', 'IN_PROGRESS', 'PENDING']) await calls.move(id, status);
    await sql`update service_requests set confirmation_timestamp = ${new Date(at)} where id = ${id}`.run(test.owner);
    return id;
  }
  const run = async (...times: string[]) => {
    for (const at of times) {
      await Promise.all([repeatConfirmations(test.app, new Date(at)), repeatConfirmations(test.app, new Date(at))]);
    }
  };
  beforeEach(async () => {
    await endAll();
    await sql`update organizations set time_zone = 'America/Detroit'`.run(test.owner);
  });

  // Detroit is 4 hours behind UTC in summer and 5 in winter; the clocks changed on November 2, 2025 and March 8, 2026.
  it.each([
    ['in autumn', '2025-10-30T11:30:00Z', '2025-11-02T12:59:00Z', '2025-11-02T13:00:00Z', '2025-11-03T02:00:00Z'],
    ['in spring', '2026-03-05T11:30:00Z', '2026-03-08T11:59:00Z', '2026-03-08T12:00:00Z', '2026-03-09T01:00:00Z'],
  ])('asks once more from 8:00 on, also when clocks change %s', async (_, since, early, morning, night) => {
    const id = await pendingSince(since);
    expect(await asked(id)).toBe(1);
    await run(early, night);
    expect(await asked(id)).toBe(1);
    await run(morning, night, morning);
    expect(await asked(id)).toBe(2);
  });

  it('asks late after a pause, and nobody who answered or was never asked', async () => {
    const [late, answered, silent] = [
      await pendingSince('2026-10-01T12:00:00Z'),
      await pendingSince('2026-10-01T12:00:00Z'),
      await pendingSince('2026-10-01T12:00:00Z'),
    ];
    await sql`update service_requests set member_says_no = true, confirmation_timestamp = null where id = ${answered}`.run(
      test.owner,
    );
    await sql`update sms_messages set state = 'skipped' where service_request_id = ${silent}`.run(test.owner);
    await run('2026-10-20T16:00:00Z', '2026-10-20T16:01:00Z');
    expect([await asked(late), await asked(answered), await asked(silent)]).toEqual([2, 1, 0]);
    expect(
      await sql`select 1 from service_requests where id = ${silent} and confirmation_timestamp is null`.many(
        test.app.db,
      ),
    ).toHaveLength(1);
  });

  it('ends when the request leaves Pending', async () => {
    const id = await pendingSince('2026-10-01T12:00:00Z');
    await calls.move(id, 'COMPLETED');
    await run('2026-10-20T16:00:00Z');
    expect(await asked(id)).toBe(1);
  });
});

describe('the text about a decline', () => {
  const phoneNumber = '+12695559124';
  /** A request that came with its decline, whose member is told at that time. */
  async function declinedUntil(at: string, over: Record<string, unknown> = {}): Promise<number> {
    const id = await refer({ patient: { firstName: 'Marisol', lastName: 'Hears', phoneNumber }, ...over });
    await calls.move(id, 'CANCELLED');
    await sql`update service_requests set decline_text_timestamp = ${new Date(at)} where id = ${id}
      and decline_text_timestamp between now() + interval '23 hours' and now() + interval '25 hours'`.run(test.owner);
    return id;
  }
  const toldOf = async (id: number) => {
    const texts = await sql<{ body: string }>`select body from sms_messages where service_request_id = ${id}
      and body like '%this time.%' or service_request_id = ${id} and body like '%esta vez.%'`.many(test.app.db);
    return texts.map(({ body }) => body);
  };
  const run = async (...times: string[]) => {
    for (const at of times) {
      await Promise.all([textDeclined(test.app, new Date(at)), textDeclined(test.app, new Date(at))]);
    }
  };
  beforeEach(async () => {
    await sql`update organizations set time_zone = 'America/Detroit'`.run(test.owner);
  });

  it('comes once, a day later and not at night, and names the sender', async () => {
    const id = await declinedUntil('2026-10-02T01:00:00Z');
    await run('2026-10-02T00:59:00Z', '2026-10-02T01:00:00Z', '2026-10-02T11:59:00Z');
    expect(await toldOf(id)).toEqual([]);
    await run('2026-10-02T12:00:00Z', '2026-10-02T12:01:00Z');
    const [own] = await sql<{ name: string; phone_number: string }>`
      select name, phone_number from organizations where id = ${clinic.id}`.many(test.app.db);
    expect(await toldOf(id)).toEqual([
      `Hi Marisol, Pantry can't help with Food box this time. Call ${own?.name} at ${own?.phone_number} for other options.`,
    ]);
  });

  it('is in Spanish for a member who reads Spanish', async () => {
    const id = await declinedUntil('2026-10-02T14:00:00Z');
    await sql`update users set language = 'es' where id = (select member_id from service_requests where id = ${id})`.run(
      test.owner,
    );
    await run('2026-10-02T14:00:00Z');
    expect((await toldOf(id))[0]).toMatch(/^Hola Marisol: Pantry no puede ayudar con Food box esta vez\. Llame a /);
  });

  it("doesn't come after a next try, a reopening or a cancellation by its sender", async () => {
    const [followed, reopened] = [
      await declinedUntil('2026-10-02T14:00:00Z'),
      await declinedUntil('2026-10-02T14:00:00Z'),
    ];
    const { patient } = await read(followed);
    await calls.create({ patientId: patient.id, patient: null, followsId: followed });
    await calls.move(reopened, 'REQUESTED');
    const taken = await refer({ patient: { firstName: 'Marisol', lastName: 'Hears', phoneNumber } });
    await asSender(taken, 'CANCELLED');
    await run('2026-10-20T14:00:00Z');
    expect([await toldOf(followed), await toldOf(reopened), await toldOf(taken)]).toEqual([[], [], []]);
  });
});

describe('a request that nobody will take care of', () => {
  it('says so when its service is deleted, and its sender is emailed', async () => {
    const added = await test.call('POST /v1/services', {
      body: { organizationId: pantry.id, name: 'Soup kitchen', type: 'FOOD' },
      token: admin.token,
    });
    const serviceId = added.body.id;
    const [open, ended] = [await refer({ serviceId }), await refer({ serviceId })];
    await calls.move(ended, 'CANCELLED');
    expect(await read(open)).toMatchObject({ unavailable: null });
    await test.call('POST /v1/services/deleteService/{id}', { params: { id: serviceId }, token: admin.token });
    expect([(await read(open)).unavailable, (await read(ended)).unavailable]).toEqual(['DELETED', null]);
    expect([await mailsOf(open, 'request-unav'), await mailsOf(ended, 'request-unav')]).toEqual([
      [['request-unavailable', nurse.id]],
      [],
    ]);
    const [mail] = (await test.outbox(nurse.email)).filter(({ subject }) => subject?.includes(`#${open}`));
    expect(mail?.text).toContain('Pantry no longer offers Soup kitchen');
    expect(mail?.text).toContain(`ticket=${open}&refer=elsewhere`);
    const { patient } = await read(open);
    const again = await calls.create({ patientId: patient.id, patient: null, followsId: open });
    expect([again.status, again.body.followsId]).toEqual([201, open]);
  });
});
