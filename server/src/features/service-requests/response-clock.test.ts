import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, nextNumber, serviceIds, setApproval } from '../../testing/build.ts';
import { usePartners, useTestApp } from '../../testing/use-test-app.ts';
import { countOverdueRequests, sumUpCounts } from './counts.commands.ts';
import { sendDigests } from './digests.commands.ts';
import { runResponseClock } from './response-clock.jobs.ts';

const test = useTestApp();
const partners = usePartners(test);
const { clinic, pantry, nurse, worker } = partners;
let admin: Awaited<ReturnType<typeof buildSignedIn>>;
let stranger: Awaited<ReturnType<typeof buildSignedIn>>;

beforeAll(async () => {
  admin = await buildSignedIn(test, pantry.id, { userType: 'ADMIN', firstName: 'Ada', lastName: 'Admin' });
  stranger = await buildSignedIn(test, (await buildOrganization(test)).id);
  await tick();
});

const tick = () => runResponseClock(test.app);
const hourMs = 3_600_000;

async function create(over: Record<string, unknown> = {}, token = nurse.token) {
  const patient = { firstName: 'Marisol', lastName: `Vega${nextNumber()}`, phoneNumber: '+12695550123' };
  const serviceRequest = { organizationId: clinic.id, serviceId: partners.serviceId, patient, ...over };
  return test.call('POST /v1/service-requests', { parts: { serviceRequest }, token });
}
const refer = async (over?: Record<string, unknown>): Promise<number> => (await create(over)).body.id;
const read = async (id: number, token = nurse.token) =>
  (await test.call('GET /v1/service-requests/{id}', { params: { id }, token })).body;
const move = (id: number, newStatus: string) =>
  test.call('POST /v1/service-requests/{id}/transition/{newStatus}', {
    params: { id, newStatus },
    body: {},
    token: worker.token,
  });
const bulkMove = (id: number, status: string, over = {}) =>
  test.call('POST /v1/service-requests/transition/{status}', {
    params: { status },
    body: { serviceRequestIds: [id], ...over },
    token: worker.token,
  });

/** Lets hours pass for one request. */
async function pass(id: number, hours: number): Promise<void> {
  const gone = sql`make_interval(hours => ${hours}::int)`;
  await sql`update service_requests set create_timestamp = create_timestamp - ${gone}, due_timestamp = due_timestamp - ${gone},
    status_timestamp = status_timestamp - ${gone}, next_reminder_timestamp = next_reminder_timestamp - ${gone}
    where id = ${id}`.run(test.owner);
}

const board = (query: Record<string, string>, side = 'incoming-', call = '') =>
  test.call(`GET /v1/organizations/{id}/${side}service-requests${call}`, {
    params: { id: side ? pantry.id : clinic.id },
    query,
    token: side ? worker.token : nurse.token,
  });
const idsOf = async (query: Record<string, string>, side = 'incoming-') =>
  (await board({ page: '0', ...query }, side)).body.content.map(({ id }: { id: number }) => id);

describe('another try', () => {
  const followed = async (id: number, token = nurse.token) => {
    const { followsId, followedByIds } = await read(id, token);
    return { followsId, followedByIds };
  };

  it('follows a cancelled or overdue request of the same member', async () => {
    const { body: declined } = await create();
    const patientId = declined.patient.id;
    expect((await create({ patientId, patient: null, followsId: declined.id })).status).toBe(400);
    await move(declined.id, 'CANCELLED');
    const second = await create({ patientId, patient: null, followsId: declined.id });
    expect(second.body).toMatchObject({ followsId: declined.id, followedByIds: [] });
    await pass(second.body.id, 49);
    const third = await create({ patientId, patient: null, followsId: second.body.id });
    expect(third.body.followsId).toBe(second.body.id);
    expect(await followed(second.body.id)).toEqual({ followsId: declined.id, followedByIds: [third.body.id] });
  });

  it("is refused for another member's request and for one that the caller can't read", async () => {
    const { body: declined } = await create();
    await move(declined.id, 'CANCELLED');
    const other = await create({ followsId: declined.id });
    expect([other.status, other.body.fields]).toEqual([400, { followsId: 'That request is for another member.' }]);
    const { organizationId, token } = stranger;
    expect((await create({ organizationId, followsId: declined.id }, token)).status).toBe(404);
    expect((await create({ followsId: 999_999 })).status).toBe(404);
  });

  it('is not shown to an organization that can read only one of the two', async () => {
    const { body: declined } = await create();
    await move(declined.id, 'CANCELLED');
    const [elsewhere] = await serviceIds(test, stranger.organizationId);
    const again = { patientId: declined.patient.id, patient: null, serviceId: elsewhere, followsId: declined.id };
    const { id } = (await create(again)).body;
    expect(await followed(declined.id)).toEqual({ followsId: null, followedByIds: [id] });
    expect(await followed(declined.id, worker.token)).toEqual({ followsId: null, followedByIds: [] });
    expect(await followed(id, stranger.token)).toEqual({ followsId: null, followedByIds: [] });
  });
});

describe('the due time', () => {
  it("is the creation plus the service's response hours at that time", async () => {
    await sql`update services set response_hours = 5 where id = ${partners.serviceId}`.run(test.app.db);
    const { body } = await create();
    await sql`update services set response_hours = 48 where id = ${partners.serviceId}`.run(test.app.db);
    expect(Date.parse(body.dueTimestamp) - Date.parse(body.createTimestamp)).toBe(5 * hourMs);
    expect(body.overdue).toBe(false);
    await pass(body.id, 6);
    expect(await read(body.id)).toMatchObject({ overdue: true });
  });

  it('is null once the request left Requested, and an undo leaves the clock as it was', async () => {
    const id = await refer();
    await pass(id, 49);
    const before = await read(id);
    expect((await bulkMove(id, 'OPEN')).body.moved).toEqual([id]);
    expect(await read(id)).toMatchObject({ dueTimestamp: null, overdue: false });
    expect((await bulkMove(id, 'REQUESTED', { undo: true })).body.moved).toEqual([id]);
    expect(await read(id)).toMatchObject({ dueTimestamp: before.dueTimestamp, overdue: true });
  });

  it('starts again when the request is reopened as Requested', async () => {
    const id = await refer();
    await pass(id, 60);
    await countOverdueRequests(test.app.db);
    await move(id, 'CANCELLED');
    const { body } = await move(id, 'REQUESTED');
    expect(body).toMatchObject({ overdue: false });
    expect(Date.parse(body.dueTimestamp) - Date.parse(body.statusTimestamp)).toBe(48 * hourMs);
  });

  it('comes back when a move to Requested is undone', async () => {
    const id = await refer();
    await pass(id, 60);
    const before = await clockOf(id);
    await bulkMove(id, 'OPEN');
    await bulkMove(id, 'REQUESTED');
    expect((await clockOf(id)).due).not.toEqual(before.due);
    await bulkMove(id, 'OPEN', { undo: true });
    expect(await clockOf(id)).toEqual({ ...before, next: null });
    await bulkMove(id, 'REQUESTED', { undo: true });
    expect(await clockOf(id)).toEqual(before);
  });

  const clockOf = (id: number) =>
    sql<{ due: Date; next: Date | null; sent: number }>`
      select due_timestamp as due, next_reminder_timestamp as next, reminders_sent as sent
      from service_requests where id = ${id}`.one(test.app.db);
});

describe('overdue requests on boards', () => {
  let late = 0;
  let later = 0;
  let fresh = 0;
  beforeAll(async () => {
    await sql`update service_requests set status = 'OPEN', responded_timestamp = now() where status in ('REQUESTED', 'OPEN')`.run(
      test.owner,
    );
    [late, later, fresh] = [await refer(), await refer(), await refer()];
    await pass(late, 50);
    await pass(later, 90);
  });

  it('are filtered and sorted by their due time', async () => {
    expect(await idsOf({ overdue: 'true', sort: 'dueTimestamp,asc' })).toEqual([later, late]);
    expect(await idsOf({ overdue: 'true', sort: 'dueTimestamp,desc' }, '')).toEqual([late, later]);
    expect(await idsOf({ overdue: 'true' })).toEqual([later, late]);
    expect(await idsOf({ overdue: 'true', name: 'vega', sort: 'dueTimestamp,asc' })).toEqual([later, late]);
    expect(await idsOf({ overdue: 'true', status: 'OPEN' })).toEqual([]);
    expect((await board({ overdue: 'true' })).body).toHaveLength(2);
    expect((await board({ overdue: 'maybe' })).status).toBe(400);
  });

  it('come first when a board is sorted by due time, and those without one last', async () => {
    expect(await idsOf({ status: 'REQUESTED', sort: 'dueTimestamp,asc' })).toEqual([later, late, fresh]);
    await sql`update service_requests set due_timestamp = null where id = ${later}`.run(test.owner);
    expect(await idsOf({ status: 'REQUESTED', sort: 'dueTimestamp,desc' })).toEqual([fresh, late, later]);
    expect((await idsOf({ sort: 'dueTimestamp,asc' })).slice(0, 2)).toEqual([late, fresh]);
    await sql`update service_requests set due_timestamp = status_timestamp + interval '2 days' where id = ${later}`.run(
      test.owner,
    );
  });

  it('are counted before and after the job has counted them', async () => {
    const counts = async () => (await board({}, 'incoming-', '/counts')).body.overdue;
    expect(await counts()).toBe(2);
    await countOverdueRequests(test.app.db);
    await sumUpCounts(test.app.db);
    expect(await counts()).toBe(2);
    expect((await board({ page: '0', overdue: 'true' })).body).toMatchObject({
      totalElements: 2,
      counts: { overdue: 2 },
    });
    expect((await board({ page: '0', overdue: 'true', status: 'OPEN' })).body.totalElements).toBe(0);
    await bulkMove(late, 'OPEN');
    expect(await counts()).toBe(1);
    await bulkMove(late, 'REQUESTED', { undo: true });
    expect(await counts()).toBe(2);
  });

  it('are the only ones in counts with overdue=true', async () => {
    const { body } = await board({ overdue: 'true' }, '', '/counts');
    expect(body).toEqual({
      REQUESTED: 2,
      OPEN: 0,
      IN_PROGRESS: 0,
      PENDING: 0,
      COMPLETED: 0,
      CANCELLED: 0,
      overdue: 2,
      declined: 0,
      stalled: 0,
    });
  });
});

describe('reminders', () => {
  /** Who was mailed about a request, and with which kind. */
  const mailsOf = async (id: number) =>
    (
      await sql<{ kind: string; user_id: number | null }>`select kind, user_id from emails
        where (payload ->> 'serviceRequestId')::bigint = ${id} and kind like 'request-reminder-%' order by id`.many(
        test.app.db,
      )
    ).map(({ kind, user_id }) => [kind.replace('request-reminder-', ''), user_id]);

  it('go once each to staff, admins and the sender, each with a timeline entry', async () => {
    const id = await refer();
    await tick();
    expect(await mailsOf(id)).toEqual([]);
    for (const hours of [24, 24, 48, 48]) {
      await pass(id, hours);
      await Promise.all([tick(), tick()]);
    }
    expect(await mailsOf(id)).toEqual([
      ['half', admin.id],
      ['due', admin.id],
      ['twice', nurse.id],
    ]);
    const params = { params: { id }, token: nurse.token };
    const timeline = (await test.call('GET /v1/service-requests/{id}/timeline', params)).body;
    const reminded = timeline.filter(({ kind }: { kind: string }) => kind === 'reminded');
    expect(reminded.map(({ detail, organization }: typeof reminded) => [detail.reminder, organization.id])).toEqual([
      ['half', pantry.id],
      ['due', pantry.id],
      ['twice', clinic.id],
    ]);
  });

  it('go to the assignee alone at half the time', async () => {
    const { id } = (await create({ organizationId: pantry.id, assigneeId: worker.id }, worker.token)).body;
    await pass(id, 24);
    await tick();
    expect(await mailsOf(id)).toEqual([['half', worker.id]]);
  });

  it('are only the latest one after a pause', async () => {
    const id = await refer();
    await pass(id, 500);
    await tick();
    await tick();
    expect(await mailsOf(id)).toEqual([['twice', nurse.id]]);
  });

  it('stop once someone responded, and start again with a new promise', async () => {
    const id = await refer();
    await bulkMove(id, 'OPEN');
    await pass(id, 30);
    await tick();
    expect(await mailsOf(id)).toEqual([]);
    await bulkMove(id, 'REQUESTED');
    await pass(id, 24);
    await tick();
    expect(await mailsOf(id)).toEqual([['half', admin.id]]);
  });

  it('are not mailed about a request that was answered in the meantime', async () => {
    const id = await refer();
    await pass(id, 48);
    await tick();
    await bulkMove(id, 'OPEN');
    await test.runJobs();
    const sent = sql`select 1 from emails where (payload ->> 'serviceRequestId')::bigint = ${id}
      and kind like 'request-reminder-%' and state = 'sent'`;
    expect(await sent.many(test.app.db)).toEqual([]);
  });

  it('never name the member, and lead the sender to another service', async () => {
    const id = await refer();
    await pass(id, 96);
    await tick();
    const [mail] = (await test.outbox(nurse.email)).filter(({ subject }) => subject?.includes(`#${id}`));
    expect(mail?.text).not.toMatch(/Marisol|Vega/);
    expect(mail?.text).toContain(`/service-requests?ticket=${id}&refer=elsewhere`);
  });

  it('are passed over for suspended organizations and in a restored database', async () => {
    const [suspended, restored] = [await refer(), await refer()];
    await setApproval(test.app.db, pantry.id, 'SUSPENDED');
    await pass(suspended, 48);
    await tick();
    await setApproval(test.app.db, pantry.id, 'APPROVED');
    await pass(restored, 24);
    await sql`update settings set value = '"another database"' where name = 'response clock'`.run(test.app.db);
    await tick();
    await tick();
    expect([await mailsOf(suspended), await mailsOf(restored)]).toEqual([[], []]);
    await pass(restored, 24);
    await tick();
    expect(await mailsOf(restored)).toEqual([['due', admin.id]]);
  });
});

describe('the daily digest', () => {
  // Detroit is 4 hours behind UTC in summer and 5 in winter; the clocks change on November 1 and on March 14, 2027.
  const digests = async (at: string) => {
    const queued = () =>
      sql`select 1 from emails where kind = 'daily-digest' and user_id = ${admin.id}`.many(test.app.db);
    const before = (await queued()).length;
    await Promise.all([sendDigests(test.app.db, new Date(at)), sendDigests(test.app.db, new Date(at))]);
    return (await queued()).length - before;
  };
  beforeEach(async () => {
    await sql`update service_requests set status = 'OPEN', assignee_id = ${worker.id}, responded_timestamp = now()`.run(
      test.owner,
    );
    await sql`update users set daily_digest = true where id = ${admin.id}`.run(test.app.db);
    await sql`update organizations set digest_date = null`.run(test.app.db);
  });

  it('comes once a day at 8:00 local time, also when clocks change', async () => {
    await pass(await refer(), 70);
    expect(await digests('2026-10-31T11:59:00Z')).toBe(0);
    expect(await digests('2026-10-31T12:00:00Z')).toBe(1);
    expect(await digests('2026-10-31T12:01:00Z')).toBe(0);
    expect(await digests('2026-11-01T12:59:00Z')).toBe(0);
    expect(await digests('2026-11-01T13:00:00Z')).toBe(1);
    expect(await digests('2026-11-01T23:00:00Z')).toBe(0);
    expect(await digests('2027-03-13T13:00:00Z')).toBe(1);
    expect(await digests('2027-03-14T11:59:00Z')).toBe(0);
    expect(await digests('2027-03-14T12:00:00Z')).toBe(1);
  });

  it('comes once after days without a worker, late on the same day', async () => {
    await pass(await refer(), 70);
    expect(await digests('2026-10-20T12:00:00Z')).toBe(1);
    expect(await digests('2026-10-25T20:00:00Z')).toBe(1);
    expect(await digests('2026-10-26T11:00:00Z')).toBe(0);
  });

  it('counts what is new, overdue and assigned to the person', async () => {
    const [late, mine] = [await refer(), await refer()];
    await refer();
    await pass(late, 70);
    await sql`update service_requests set assignee_id = ${admin.id}, status = 'OPEN', responded_timestamp = now() where id = ${mine}`.run(
      test.owner,
    );
    // In a zone where it is noon.
    const ahead = 12 - new Date().getUTCHours();
    const zone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
    await sql`update organizations set time_zone = ${zone} where id = ${pantry.id}`.run(test.app.db);
    expect(await digests(new Date().toISOString())).toBe(1);
    await sql`update organizations set time_zone = 'America/Detroit' where id = ${pantry.id}`.run(test.app.db);
    const [mail] = (await test.outbox(admin.email)).filter(({ subject }) => subject?.startsWith('Your day'));
    expect(mail?.subject).toBe('Your day in Kinbridge: 1 new, 1 overdue, 1 assigned to you');
    expect(mail?.text).toContain('1 request is overdue.');
  });

  it('is not sent with nothing to say, nor to people who did not ask for it', async () => {
    expect(await digests('2026-10-20T12:00:00Z')).toBe(0);
    await pass(await refer(), 70);
    await sql`update users set daily_digest = false where id = ${admin.id}`.run(test.app.db);
    expect(await digests('2026-10-21T12:00:00Z')).toBe(0);
  });
});
