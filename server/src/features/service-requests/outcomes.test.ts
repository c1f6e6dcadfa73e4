import { outcomeLabels } from '@kinbridge/contract/service-requests/outcomes';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildSignedIn, nextNumber } from '../../testing/build.ts';
import { usePartners, useTestApp } from '../../testing/use-test-app.ts';

const test = useTestApp();
const partners = usePartners(test);
const { clinic, pantry, nurse, worker } = partners;

async function refer(token = nurse.token) {
  const patient = { firstName: 'Marisol', lastName: 'Vega', phoneNumber: `+1269555${String(2000 + nextNumber())}` };
  const serviceRequest = { organizationId: clinic.id, serviceId: partners.serviceId, patient };
  const answer = await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token });
  expect(answer.status).toBe(201);
  return answer.body as { id: number; patient: { phoneNumber: string } };
}

const move = (id: number, newStatus: string, outcome?: unknown, token = worker.token) =>
  test.call('POST /v1/service-requests/{id}/transition/{newStatus}', {
    params: { id, newStatus },
    body: outcome === undefined ? {} : { outcome },
    token,
  });

const moveAll = (status: string, body: Record<string, unknown>) =>
  test.call('POST /v1/service-requests/transition/{status}', { params: { status }, body, token: worker.token });

const read = async (id: number, token = worker.token) =>
  (await test.call('GET /v1/service-requests/{id}', { params: { id }, token })).body;

const setStatus = (id: number, status: string) =>
  sql`update service_requests set status = ${status} where id = ${id}`.run(test.app.db);

async function movesOf(id: number) {
  const answer = await test.call('GET /v1/service-requests/{id}/timeline', { params: { id }, token: nurse.token });
  const entries = answer.body as { kind: string; detail: Record<string, unknown> }[];
  return entries.filter(({ kind }) => kind === 'moved').map(({ detail }) => detail);
}

const texted = (from: string, body: string) =>
  test.server.inject({
    method: 'POST',
    url: '/v1/messages/inbound',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ From: from, To: '+12695550000', Body: body, MessageSid: `SM-${from}` }).toString(),
  });

describe('an outcome', () => {
  it.each(
    Object.entries(outcomeLabels).flatMap(([status, labels]) => Object.keys(labels).map((code) => [status, code])),
  )('of %s can be %s, and both sides read it', async (status = '', code = '') => {
    const { id } = await refer();
    await setStatus(id, 'PENDING');
    const { body } = await move(id, status, { code, note: '  Call in May. ' });
    expect(body.outcome).toEqual({ code, note: 'Call in May.', by: 'staff', timestamp: body.statusTimestamp });
    expect((await read(id, nurse.token)).outcome).toEqual(body.outcome);
  });

  it('is shown to the member without its note', async () => {
    const member = await buildSignedIn(test, clinic.id, { userType: 'PATIENT' });
    await sql`insert into organization_members (organization_id, member_id) values (${clinic.id}, ${member.id})
      on conflict do nothing`.run(test.app.db);
    const serviceRequest = { organizationId: clinic.id, serviceId: partners.serviceId, patientId: member.id };
    const created = await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token: nurse.token });
    await move(created.body.id, 'CANCELLED', { code: 'OTHER', note: 'Moved away.' });
    const { body } = await test.call('GET /v1/users/{id}/service-requests', {
      params: { id: member.id },
      token: member.token,
    });
    expect(body[0].outcome).toMatchObject({ code: 'OTHER', note: null });
  });

  it('is null for a move without one', async () => {
    const { id } = await refer();
    expect((await move(id, 'CANCELLED')).body.outcome).toBeNull();
    expect(await movesOf(id)).toEqual([{ from: 'REQUESTED', to: 'CANCELLED' }]);
    const other = await refer();
    expect((await move(other.id, 'CANCELLED', null)).body.outcome).toBeNull();
  });

  it.each([
    ['of another status', 'CANCELLED', { code: 'HELPED' }, 'outcome.code'],
    ['on a move that ends nothing', 'OPEN', { code: 'HELPED' }, 'outcome.code'],
    ['that is unknown', 'CANCELLED', { code: 'LOST' }, 'outcome.code'],
    ['without a code', 'CANCELLED', { note: 'Full.' }, 'outcome.code'],
    ['OTHER without a note', 'CANCELLED', { code: 'OTHER' }, 'outcome.note'],
    ['OTHER with a blank note', 'CANCELLED', { code: 'OTHER', note: '  ' }, 'outcome.note'],
    ['with a note of 501 characters', 'CANCELLED', { code: 'NO_CAPACITY', note: 'x'.repeat(501) }, 'outcome.note'],
    ['with a field of its own', 'CANCELLED', { code: 'NO_CAPACITY', by: 'member' }, 'outcome.by'],
  ])('%s is refused and changes nothing', async (_, status, outcome, field) => {
    const { id } = await refer();
    const before = await read(id);
    const answer = await move(id, status, outcome);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields)).toEqual([field]);
    expect(await read(id)).toEqual(before);
    expect(await movesOf(id)).toEqual([]);
  });

  it('is set by a bulk move on the requests that it completes', async () => {
    const [one, two, done] = [await refer(), await refer(), await refer()];
    await setStatus(two.id, 'IN_PROGRESS');
    await setStatus(done.id, 'CANCELLED');
    const serviceRequestIds = [one.id, two.id, done.id];
    const outcome = { code: 'PARTLY_HELPED', note: 'Two of four boxes.' };
    const answer = await moveAll('COMPLETED', { serviceRequestIds, outcome });
    expect(answer.body.moved).toEqual([one.id, two.id]);
    for (const { id } of [one, two]) {
      expect((await read(id)).outcome).toMatchObject({ ...outcome, by: 'staff' });
      expect((await movesOf(id)).at(-1)).toMatchObject({ outcome: { ...outcome, by: 'staff' } });
    }
    expect((await read(done.id)).outcome).toBeNull();
  });

  it.each([
    ['COMPLETED', 'NO_CAPACITY'],
    ['OPEN', 'HELPED'],
  ])('of a bulk move to %s cannot be %s', async (status, code) => {
    const { id } = await refer();
    const answer = await moveAll(status, { serviceRequestIds: [id], outcome: { code } });
    expect(answer.status).toBe(400);
    expect(await read(id)).toMatchObject({ status: 'REQUESTED', version: 1 });
  });

  it("is HELPED by the member after the member's YES", async () => {
    const { id, patient } = await refer();
    await setStatus(id, 'PENDING');
    await texted(patient.phoneNumber, `YES ${id}`);
    const request = await read(id);
    expect(request.outcome).toEqual({
      code: 'HELPED',
      note: null,
      by: 'member',
      timestamp: request.completeTimestamp,
    });
    expect(await movesOf(id)).toEqual([
      { from: 'PENDING', to: 'COMPLETED', outcome: { code: 'HELPED', note: null, by: 'member' } },
    ]);
  });

  it('is cleared by reopening, while the timeline keeps it with its note', async () => {
    const { id } = await refer();
    await move(id, 'CANCELLED', { code: 'OTHER', note: 'Our van broke down.' });
    expect((await move(id, 'REQUESTED')).body.outcome).toBeNull();
    await move(id, 'CANCELLED', { code: 'NO_CAPACITY' });
    expect(await movesOf(id)).toEqual([
      { from: 'REQUESTED', to: 'CANCELLED', outcome: { code: 'OTHER', note: 'Our van broke down.', by: 'staff' } },
      { from: 'CANCELLED', to: 'REQUESTED' },
      { from: 'REQUESTED', to: 'CANCELLED', outcome: { code: 'NO_CAPACITY', note: null, by: 'staff' } },
    ]);
    const { log } = await sql<{ log: string }>`select json_agg(l)::text as log from audit_log l
      where l.entity_type = 'service-request' and l.entity_id = ${id}`.one(test.app.db);
    expect(log).toContain('NO_CAPACITY');
    expect(log).not.toContain('van');
  });

  it('stays cleared when the move after reopening is undone', async () => {
    const { id } = await refer();
    await move(id, 'CANCELLED', { code: 'DUPLICATE' });
    await move(id, 'REQUESTED');
    await move(id, 'OPEN');
    expect((await moveAll('REQUESTED', { serviceRequestIds: [id], undo: true })).body.moved).toEqual([id]);
    expect(await read(id)).toMatchObject({ status: 'REQUESTED', outcome: null });
    expect((await moveAll('COMPLETED', { serviceRequestIds: [id], undo: true })).body.moved).toEqual([]);
  });
});

describe('emails about how a request ended', () => {
  let sender: Awaited<ReturnType<typeof buildSignedIn>>;
  let admin: typeof sender;
  beforeAll(async () => {
    sender = await buildSignedIn(test, clinic.id);
    admin = await buildSignedIn(test, pantry.id, { userType: 'ADMIN' });
  });
  const mailsTo = async ({ email }: { email: string }, id: number) =>
    (await test.outbox(email)).filter(({ text, subject }) => `${subject}${text}`.includes(`#${id}`));

  it.each([
    ['CANCELLED', { code: 'NO_CAPACITY', note: 'Marisol may call again.' }, 'Pantry declined', 'No capacity'],
    ['COMPLETED', { code: 'HELPED' }, 'Pantry completed', 'Helped'],
    ['CANCELLED', undefined, 'Pantry declined', 'Food box'],
  ])('tell the sender of %s with %j once, without names', async (status, outcome, happened, why) => {
    const { id } = await refer(sender.token);
    await setStatus(id, 'PENDING');
    await move(id, status, outcome);
    const [mail, ...others] = await mailsTo(sender, id);
    expect(others).toEqual([]);
    expect(mail?.text).toContain(`${happened} your request for Food box`);
    expect(mail?.text).toContain(why);
    expect(mail?.text).toContain(`/service-requests?ticket=${id}`);
    expect(mail?.text.includes(`?ticket=${id}&refer=elsewhere`)).toBe(status === 'CANCELLED');
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/Marisol|Vega/);
  });

  it("tell the sender of the member's YES", async () => {
    const { id, patient } = await refer(sender.token);
    await setStatus(id, 'PENDING');
    await texted(patient.phoneNumber, `YES ${id}`);
    expect((await mailsTo(sender, id)).map(({ text }) => text)).toEqual([
      expect.stringContaining('The member confirmed your request for Food box at Pantry: Helped.'),
    ]);
  });

  it('are not sent for other moves, own moves, or to people who chose none', async () => {
    const { id } = await refer(sender.token);
    await move(id, 'OPEN');
    await move(id, 'CANCELLED', { code: 'MEMBER_DECLINED' }, sender.token);
    expect(await mailsTo(sender, id)).toEqual([]);
    expect((await mailsTo(admin, id))[0]?.text).toContain(
      'Clinic cancelled its request for Food box: Member declined.',
    );
    const body = { mailSentRequests: false };
    await test.call('PUT /v1/users/{id}', { params: { id: sender.id }, body, token: sender.token });
    const second = await refer(sender.token);
    await move(second.id, 'CANCELLED');
    expect(await mailsTo(sender, second.id)).toEqual([]);
  });

  it('are skipped when the request was reopened before they were sent', async () => {
    const { id } = await refer();
    await move(id, 'CANCELLED');
    await move(id, 'REQUESTED');
    expect(await mailsTo(nurse, id)).toEqual([]);
  });
});

describe('a response', () => {
  const inTime = async (id: number) =>
    (
      await sql<{ in_time: boolean | null }>`
        select responded_timestamp <= due_timestamp as in_time from service_requests where id = ${id}`.one(test.app.db)
    ).in_time;
  const setDue = (id: number, hours: number) =>
    sql`update service_requests set due_timestamp = now() + make_interval(hours => ${hours}) where id = ${id}`.run(
      test.app.db,
    );

  it.each([
    ['a request opened before it is due', 1, ['OPEN'], true],
    ['a request opened after it was due', -1, ['OPEN'], false],
    ['a declined request', 1, ['CANCELLED'], true],
    ['a request declined in time and reopened', 1, ['CANCELLED', 'REQUESTED'], null],
    ['a request cancelled after it was accepted', 1, ['OPEN', 'CANCELLED'], true],
    ['a request accepted, cancelled and reopened', 1, ['OPEN', 'CANCELLED', 'REQUESTED'], null],
  ])('in time or not: %s', async (_, hours, path, expected) => {
    const { id } = await refer();
    await setDue(id, hours);
    for (const status of path) expect((await move(id, status)).status).toBe(200);
    expect(await inTime(id)).toBe(expected);
  });

  it('counts after reopening, not the earlier one', async () => {
    const { id } = await refer();
    await move(id, 'CANCELLED');
    await move(id, 'REQUESTED');
    await setDue(id, -1);
    await move(id, 'OPEN');
    expect(await inTime(id)).toBe(false);
  });

  it('is undone with its move', async () => {
    const { id } = await refer();
    await move(id, 'OPEN');
    await moveAll('REQUESTED', { serviceRequestIds: [id], undo: true });
    expect(await inTime(id)).toBeNull();
    await setDue(id, -1);
    await moveAll('COMPLETED', { serviceRequestIds: [id] });
    expect(await inTime(id)).toBe(false);
  });
});
