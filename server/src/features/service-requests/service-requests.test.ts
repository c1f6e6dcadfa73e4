import {
  allowedMoves,
  boardStatuses,
  bulkMoveRefusal,
  serviceRequestStatuses,
} from '@kinbridge/contract/service-requests/service-request-status';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, nextNumber, serviceIds } from '../../testing/build.ts';
import { usePartners, useTestApp } from '../../testing/use-test-app.ts';
import { sumUpCounts } from './counts.commands.ts';

const test = useTestApp();
const partners = usePartners(test);
const { clinic, pantry, nurse, worker } = partners;
let stranger: Awaited<ReturnType<typeof buildSignedIn>>;

beforeAll(async () => {
  stranger = await buildSignedIn(test, (await buildOrganization(test)).id, { userType: 'ADMIN' });
});

function person(over: Record<string, unknown> = {}) {
  const n = nextNumber();
  return {
    firstName: 'Marisol',
    lastName: `Vega${n}`,
    dateOfBirth: '1987-02-19',
    phoneNumber: `(269) 555-${String(1000 + n)}`,
    ...over,
  };
}

const create = (over: Record<string, unknown> = {}, token = nurse.token, more: Record<string, unknown> = {}) =>
  test.call('POST /v1/service-requests', {
    parts: {
      serviceRequest: {
        organizationId: clinic.id,
        patientId: null,
        serviceId: partners.serviceId,
        patient: person(),
        ...over,
      },
      ...more,
    },
    token,
  });

const move = (id: number, newStatus: string, token = worker.token, body: unknown = {}) =>
  test.call('POST /v1/service-requests/{id}/transition/{newStatus}', { params: { id, newStatus }, body, token });

async function setStatus(id: number, status: string, assigneeId: number | null = worker.id): Promise<void> {
  await sql`update service_requests set status = ${status}, assignee_id = ${assigneeId},
    complete_timestamp = case when ${status} = 'COMPLETED' then now() end where id = ${id}`.run(test.app.db);
}

const auditRows = async (id: number, action: string) =>
  await sql<{
    detail: unknown;
    actor_id: number;
  }>`select detail, actor_id from audit_log where entity_type = 'service-request'
    and entity_id = ${id} and action = ${action} order by id`.many(test.app.db);

describe('creating a request', () => {
  it('answers the full request in REQUESTED, visible to both sides', async () => {
    const patient = person({ email: 'Marisol@Example.org', zipCode: '49007', participantId: '00418226731' });
    const { status, body } = await create({ patient, description: 'Needs a ramp' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'REQUESTED',
      version: 1,
      service: {
        id: partners.serviceId,
        name: 'Food box',
        type: 'FOOD',
        organizationId: pantry.id,
        organization: pantry,
      },
      organizationId: clinic.id,
      organization: clinic,
      patient: { firstName: 'Marisol', dateOfBirth: '1987-02-19', email: 'marisol@example.org', zipCode: '49007' },
      assignee: null,
      description: 'Needs a ramp',
      fileName: null,
      completeTimestamp: null,
      memberSaysNo: false,
      smsBlockedReason: null,
      allowedMoves: ['OPEN', 'CANCELLED'],
    });
    for (const token of [nurse.token, worker.token]) {
      const read = await test.call('GET /v1/service-requests/{id}', { params: { id: body.id }, token });
      expect(read.status).toBe(200);
      expect(read.body.id).toBe(body.id);
    }
    expect(await auditRows(body.id, 'service-request.create')).toHaveLength(1);
  });

  it.each([
    [{ patient: { lastName: 'Vega' } }, 'patient.firstName', 'First Name is required.'],
    [{ patient: { firstName: 'M', lastName: ' ' } }, 'patient.lastName', 'Last Name is required.'],
    [
      { patient: { firstName: 'M', lastName: 'V', phoneNumber: '555' } },
      'patient.phoneNumber',
      'Phone number should be 10 digit',
    ],
    [
      { patient: { firstName: 'M', lastName: 'V', participantId: '123' } },
      'patient.participantId',
      'Participant ID number should be 11 digits',
    ],
    [
      { patient: { firstName: 'M', lastName: 'V', dateOfBirth: '1987-02-30' } },
      'patient.dateOfBirth',
      'Must be a valid date between 01-01-1900 and today.',
    ],
    [{ patient: { firstName: 'M', lastName: 'V', zipCode: 'abc' } }, 'patient.zipCode', expect.any(String)],
    [{ serviceId: undefined }, 'serviceId', 'This is a required field'],
    [{ patient: null }, 'patient', 'Enter who the request is for.'],
    [{ status: 'COMPLETED' }, 'status', "This field isn't known."],
  ])('§5 refuses %j: %s', async (over, field, sentence) => {
    const answer = await create(over);
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ [field]: sentence });
  });

  it('refuses foreign organizations and members, and unavailable services', async () => {
    const { body } = await create();
    expect((await create({ organizationId: pantry.id })).status).toBe(404);
    expect((await create({ serviceId: 99_999_999 })).status).toBe(404);
    const [own = 0] = await serviceIds(test, stranger.organizationId);
    const foreign = await create(
      { organizationId: stranger.organizationId, serviceId: own, patientId: body.patient.id, patient: null },
      stranger.token,
    );
    expect(foreign.status).toBe(404);
    await sql`update services set deleted_timestamp = now() where id = ${own}`.run(test.app.db);
    expect((await create({ serviceId: own })).status).toBe(404);
  });

  it('assigns only active people of its own organization', async () => {
    expect((await create({ assigneeId: worker.id })).body.fields).toHaveProperty('assigneeId');
    const [own = 0] = await serviceIds(test, clinic.id);
    const idle = await buildSignedIn(test, clinic.id, { status: 'INACTIVE' });
    expect((await create({ serviceId: own, assigneeId: nurse.id })).body.assignee).toMatchObject({ id: nurse.id });
    expect((await create({ serviceId: own, assigneeId: worker.id })).status).toBe(404);
    expect((await create({ serviceId: own, assigneeId: idle.id })).status).toBe(400);
  });

  it('creates one request per Idempotency-Key', async () => {
    const serviceRequest = { organizationId: clinic.id, serviceId: partners.serviceId, patient: person() };
    const headers = { 'idempotency-key': `r-${nextNumber()}` };
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        test.call('POST /v1/service-requests', { parts: { serviceRequest }, headers, token: nurse.token }),
      ),
    );
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  });

  it('stores an attachment by its content and sends it as a download', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const { body } = await create({}, nurse.token, { file: new File([png], '../../ramp photo.exe') });
    expect(body.fileName).toBe('ramp photo.exe');
    const file = await test.call('GET /v1/service-requests/{id}/file', {
      params: { id: body.id },
      token: worker.token,
    });
    expect(file.bytes.equals(png)).toBe(true);
    expect(file.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="ramp photo.exe"/);
    expect((await create({}, nurse.token, { file: new File(['<svg/>'], 'a.png') })).status).toBe(415);
    expect(
      (await create({}, nurse.token, { file: new File([Buffer.alloc(10 * 1024 * 1024 + 1, 0xff)], 'a.png') })).status,
    ).toBe(413);
    const foreign = await test.call('GET /v1/service-requests/{id}/file', {
      params: { id: body.id },
      token: stranger.token,
    });
    expect(foreign.status).toBe(404);
  });

  it('is refused while the service is paused', async () => {
    const set = (availability: string) =>
      test.call('PUT /v1/services/{id}/availability', {
        params: { id: partners.serviceId },
        body: { availability },
        token: worker.token,
      });
    await set('PAUSED');
    const { status, body } = await create();
    expect([status, body.code]).toEqual([409, 'service_paused']);
    await set('FULL');
    expect((await create()).status).toBe(201);
    await set('OPEN');
  });
});

describe('similar requests', () => {
  const similar = (patientId: number, serviceId = partners.serviceId, token = nurse.token) =>
    test.call('GET /v1/service-requests/similar', {
      query: { serviceId: String(serviceId), patientId: String(patientId) },
      token,
    });
  const age = (id: number, days: number) =>
    sql`update service_requests set create_timestamp = now() - make_interval(days => ${days}) where id = ${id}`.run(
      test.app.db,
    );

  it('are unfinished, at most 30 days old and for the same type, newest first', async () => {
    const [ownFood = 0] = await serviceIds(test, clinic.id);
    const first = (await create()).body;
    const patientId = first.patient.id;
    const more = (serviceId: number) => create({ patientId, patient: null, serviceId });
    const second = (await more(ownFood)).body;
    const [old, done] = [(await more(ownFood)).body.id, (await more(ownFood)).body.id];
    await age(old, 31);
    await setStatus(done, 'COMPLETED', null);
    const other = { name: 'Rides', type: 'TRANSPORTATION', organizationId: pantry.id };
    const { id: rides } = await sql<{ id: number }>`insert into services (name, type, organization_id)
      values (${other.name}, ${other.type}, ${other.organizationId}) returning id`.one(test.app.db);
    await more(rides);
    const { status, body } = await similar(patientId);
    expect([status, body]).toEqual([
      200,
      [second, first].map(({ id, status: current, service, createTimestamp }) => ({
        id,
        status: current,
        service,
        createTimestamp,
      })),
    ]);
  });

  it("leave out requests that the caller's organization may not see", async () => {
    const { patient } = (await create()).body;
    const [ownFood = 0] = await serviceIds(test, clinic.id);
    await create({ patientId: patient.id, patient: null, serviceId: ownFood });
    expect((await similar(patient.id, partners.serviceId, worker.token)).body).toHaveLength(1);
    expect((await similar(patient.id, partners.serviceId, stranger.token)).status).toBe(404);
    expect((await similar(patient.id, 999_999_999)).status).toBe(404);
  });
});

describe('matching a member', () => {
  const member = async (over: Record<string, unknown>, token = nurse.token, organizationId = clinic.id) =>
    (await create({ patient: over, organizationId }, token)).body.patient;

  it('uses participant id, or last name, birthday, and phone or first name', async () => {
    const known = person({ participantId: '12345678901' });
    const first = await member(known);
    expect((await member({ ...person(), participantId: '12345678901' })).id).toBe(first.id);
    expect(
      (await member({ firstName: 'marisol', lastName: known.lastName.toUpperCase(), dateOfBirth: known.dateOfBirth }))
        .id,
    ).toBe(first.id);
    expect(
      (
        await member({
          firstName: 'Mary',
          lastName: known.lastName,
          dateOfBirth: known.dateOfBirth,
          phoneNumber: known.phoneNumber,
        })
      ).id,
    ).toBe(first.id);
    expect((await member({ firstName: 'Mary', lastName: known.lastName, dateOfBirth: known.dateOfBirth })).id).not.toBe(
      first.id,
    );
    expect((await member({ firstName: 'Marisol', lastName: known.lastName })).id).not.toBe(first.id);
  });

  it('fills only blank fields', async () => {
    const known = person({ phoneNumber: undefined, email: 'first@example.org' });
    const first = await member(known);
    const again = await member({ ...known, phoneNumber: '269 555 0042', email: 'second@example.org' });
    expect(again).toMatchObject({ id: first.id, phoneNumber: '+12695550042', email: 'first@example.org' });
    await member({ ...known, phoneNumber: '269 555 0043' });
    const rows = await sql`select organization_id, actor_id, detail from audit_log
      where action = 'user.edit' and entity_id = ${first.id} and organization_id = ${clinic.id}`.many(test.app.db);
    const detail = { fields: ['phoneNumber'], filled: true };
    expect(rows).toEqual([{ organization_id: clinic.id, actor_id: nurse.id, detail }]);
  });

  it('searches only members the acting organization sees', async () => {
    const known = person();
    const first = await member(known);
    const elsewhere = await member(known, stranger.token, stranger.organizationId);
    expect(elsewhere.id).not.toBe(first.id);
  });

  it('creates one member when one person is entered in parallel', async () => {
    const same = person();
    const members = await Promise.all(Array.from({ length: 8 }, () => member(same)));
    expect(new Set(members.map(({ id }) => id)).size).toBe(1);
  });
});

describe('§4 moving a request', () => {
  it('follows the table for all 36 pairs; refusals are 409 with the request', async () => {
    const { body: request } = await create();
    for (const from of serviceRequestStatuses) {
      for (const to of serviceRequestStatuses) {
        for (const assignee of [worker.id, null]) {
          await setStatus(request.id, from, assignee);
          const before = await sql<{
            version: number;
          }>`select version from service_requests where id = ${request.id}`.one(test.app.db);
          const answer = await move(request.id, to);
          const allowed = allowedMoves(from, assignee !== null);
          const pair = `${from} to ${to}, assigned ${assignee !== null}`;
          if (allowed.includes(to)) {
            expect(answer.status, pair).toBe(200);
            expect(answer.body, pair).toMatchObject({ status: to, version: before.version + 1 });
            expect(answer.body.completeTimestamp !== null, pair).toBe(to === 'COMPLETED');
          } else {
            expect(answer.status, pair).toBe(409);
            expect(answer.body.message, pair).toMatch(/^This request is .*\.$/);
            expect(answer.body.current, pair).toMatchObject({ id: request.id, status: from, version: before?.version });
          }
        }
      }
    }
  });

  it('is refused for an unknown status or a stale version', async () => {
    const { body: request } = await create();
    expect((await move(request.id, 'LOST')).status).toBe(400);
    expect((await move(request.id, 'OPEN', worker.token, { version: 7 })).status).toBe(409);
    const moved = await move(request.id, 'OPEN', nurse.token, { version: 1 });
    expect(moved.body).toMatchObject({ status: 'OPEN', version: 2 });
    expect(await auditRows(request.id, 'service-request.move')).toEqual([
      { actor_id: nurse.id, detail: { from: 'REQUESTED', to: 'OPEN' } },
    ]);
  });

  it('lets one of 20 parallel moves win and leaves one audit row', async () => {
    const { body: request } = await create();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => move(request.id, 'OPEN', worker.token, { version: 1 })),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    expect(await auditRows(request.id, 'service-request.move')).toHaveLength(1);
  });
});

describe('§4 bulk move', () => {
  const bulk = (status: string, serviceRequestIds: number[], token = worker.token) =>
    test.call('POST /v1/service-requests/transition/{status}', {
      params: { status },
      body: { serviceRequestIds, status },
      token,
    });

  it('moves every allowed pair of the 30 and skips the rest with a reason', async () => {
    const ids: number[] = [];
    for (const _ of serviceRequestStatuses) ids.push((await create()).body.id);
    for (const target of boardStatuses) {
      for (const [index, from] of serviceRequestStatuses.entries()) await setStatus(ids[index] ?? 0, from);
      const { status, body } = await bulk(target, ids);
      expect(status).toBe(200);
      const movable = serviceRequestStatuses.map((from) => bulkMoveRefusal(from, target) === null);
      expect(body.moved).toEqual(ids.filter((_, index) => movable[index]));
      expect(body.skipped.map((row: { id: number }) => row.id)).toEqual(ids.filter((_, index) => !movable[index]));
      expect(body.message).toMatch(new RegExp(`^${body.moved.length} moved, ${body.skipped.length} skipped: `));
      for (const [index, from] of serviceRequestStatuses.entries()) {
        const row = await sql<{
          status: string;
        }>`select status from service_requests where id = ${ids[index]}`.maybeOne(test.app.db);
        expect(row?.status).toBe(movable[index] ? target : from);
      }
    }
  });

  it('refuses CANCELLED, and changes nothing when one id is foreign', async () => {
    const ids = [(await create()).body.id, (await create()).body.id];
    expect((await bulk('CANCELLED', ids)).status).toBe(400);
    const own = await buildSignedIn(test, stranger.organizationId);
    const [ownService = 0] = await serviceIds(test, (await buildOrganization(test)).id);
    const foreign = await create({ organizationId: own.organizationId, serviceId: ownService }, own.token);
    expect((await bulk('OPEN', [...ids, foreign.body.id])).status).toBe(404);
    const untouched =
      await sql`select 1 from service_requests where id = any(${ids}::bigint[]) and status = 'REQUESTED'`.many(
        test.app.db,
      );
    expect(untouched).toHaveLength(2);
    expect((await bulk('IN_PROGRESS', ids)).body).toEqual({
      moved: ids,
      skipped: [],
      message: 'Successfully updated status',
    });
    expect((await bulk('OPEN', [])).status).toBe(400);
  });

  it('moves only requests still in the expected status', async () => {
    const ids = [(await create()).body.id, (await create()).body.id];
    await bulk('IN_PROGRESS', [ids[1]]);
    const { body } = await test.call('POST /v1/service-requests/transition/{status}', {
      params: { status: 'PENDING' },
      body: { serviceRequestIds: ids, from: 'REQUESTED' },
      token: worker.token,
    });
    expect(body).toMatchObject({
      moved: [ids[0]],
      skipped: [{ id: ids[1], reason: 'now In Progress' }],
      message: `1 moved, 1 skipped: #${ids[1]} now In Progress.`,
    });
  });
});

describe('§4 undoing a move', () => {
  const undo = (serviceRequestIds: number[], status: string, token = worker.token) =>
    test.call('POST /v1/service-requests/transition/{status}', {
      params: { status },
      body: { serviceRequestIds, status, undo: true },
      token,
    });

  /** Everything an undo must restore. */
  const facts = async (ids: number[]) =>
    await sql`select id, status, status_timestamp, furthest_step, first_response_timestamp, member_says_no,
        complete_timestamp from service_requests where id = any(${ids}::bigint[]) order by id`.many(test.app.db);

  const dashboard = async () =>
    (
      await test.call('GET /v1/organizations/{id}/metrics', {
        params: { id: pantry.id },
        token: worker.token,
      })
    ).body;

  const texts = async (id: number) =>
    (await sql`select 1 from sms_messages where service_request_id = ${id}`.many(test.app.db)).length;

  async function createWaiting(status = 'REQUESTED'): Promise<number> {
    const { id } = (await create()).body;
    if (status !== 'REQUESTED') await setStatus(id, status);
    await sql`update service_requests set create_timestamp = now() - interval '20 hours',
      status_timestamp = now() - interval '20 hours' where id = ${id}`.run(test.app.db);
    return id;
  }

  it('restores clock, furthest step, first response and metrics', async () => {
    const id = await createWaiting();
    const before = { facts: await facts([id]), dashboard: await dashboard() };
    expect(before.dashboard.funnel).toHaveLength(5);
    expect((await move(id, 'OPEN')).status).toBe(200);
    expect((await undo([id], 'REQUESTED')).body).toMatchObject({ moved: [id], skipped: [] });
    expect({ facts: await facts([id]), dashboard: await dashboard() }).toEqual(before);
  });

  it('restores each request of a bulk move to its own waiting time', async () => {
    const ids = [await createWaiting(), await createWaiting('OPEN'), await createWaiting()];
    await sql`update service_requests set status_timestamp = now() - interval '3 days' where id = ${ids[2]}`.run(
      test.app.db,
    );
    const before = await facts(ids);
    await test.call('POST /v1/service-requests/transition/{status}', {
      params: { status: 'IN_PROGRESS' },
      body: { serviceRequestIds: ids },
      token: worker.token,
    });
    const first = await undo(ids, 'REQUESTED');
    expect(first.body).toMatchObject({ moved: [ids[0], ids[2]], skipped: [{ id: ids[1], reason: 'was Open before' }] });
    expect((await undo([ids[1] ?? 0], 'OPEN')).body.moved).toEqual([ids[1]]);
    expect(await facts(ids)).toEqual(before);
  });

  it('undoes two quick moves in turn, each only once', async () => {
    const id = await createWaiting();
    const before = await facts([id]);
    await move(id, 'OPEN');
    await move(id, 'IN_PROGRESS');
    expect((await undo([id], 'OPEN')).body.moved).toEqual([id]);
    expect((await undo([id], 'REQUESTED')).body.moved).toEqual([id]);
    expect(await facts([id])).toEqual(before);
    expect((await undo([id], 'OPEN')).body.skipped).toEqual([{ id, reason: 'can no longer be undone' }]);
  });

  it('skips old moves, moves by others, and moves that sent a message', async () => {
    const [another = 0, old = 0, sent = 0] = [await createWaiting(), await createWaiting(), await createWaiting()];
    await move(another, 'OPEN', nurse.token);
    await move(old, 'OPEN');
    await sql`update service_requests set undo = jsonb_set(undo, '{at}', to_jsonb(now() - interval '31 seconds'))
      where id = ${old}`.run(test.app.db);
    await setStatus(sent, 'IN_PROGRESS');
    await move(sent, 'PENDING');
    const { body } = await undo([another, old], 'REQUESTED');
    expect(body).toMatchObject({ moved: [], skipped: [{ id: another }, { id: old }] });
    expect((await undo([sent], 'IN_PROGRESS')).body.moved).toEqual([]);
    expect((await facts([another, old, sent])).map((row) => (row as { status: string }).status)).toEqual([
      'OPEN',
      'OPEN',
      'PENDING',
    ]);
  });

  it('restores Pending and the answer NO without a second text', async () => {
    const id = await createWaiting('PENDING');
    await sql`update service_requests set member_says_no = true where id = ${id}`.run(test.app.db);
    const before = { facts: await facts([id]), texts: await texts(id) };
    await test.call('POST /v1/service-requests/transition/{status}', {
      params: { status: 'OPEN' },
      body: { serviceRequestIds: [id] },
      token: worker.token,
    });
    expect((await undo([id], 'PENDING')).body.moved).toEqual([id]);
    expect({ facts: await facts([id]), texts: await texts(id) }).toEqual(before);
  });

  it('appears in the timeline', async () => {
    const id = await createWaiting();
    await move(id, 'OPEN');
    await undo([id], 'REQUESTED');
    const { body } = await test.call('GET /v1/service-requests/{id}/timeline', { params: { id }, token: nurse.token });
    const moves = body.filter(({ kind }: { kind: string }) => kind === 'moved');
    expect(moves.map(({ detail }: { detail: unknown }) => detail)).toEqual([
      { from: 'REQUESTED', to: 'OPEN' },
      { from: 'OPEN', to: 'REQUESTED', undo: true },
    ]);
  });
});

describe('assigning', () => {
  const assign = (id: number, employeeId: number, token: string) =>
    test.call('POST /v1/service-requests/{id}/assign/{employeeId}', { params: { id, employeeId }, token });

  it('is for active people of the providing organization and keeps the status', async () => {
    const { body: request } = await create();
    expect((await assign(request.id, worker.id, nurse.token)).status).toBe(403);
    expect((await assign(request.id, nurse.id, worker.token)).status).toBe(404);
    const idle = await buildSignedIn(test, pantry.id, { status: 'PENDING' });
    expect((await assign(request.id, idle.id, worker.token)).status).toBe(400);
    const assigned = await assign(request.id, worker.id, worker.token);
    expect(assigned.body).toMatchObject({
      status: 'REQUESTED',
      version: 2,
      assignee: { id: worker.id, firstName: 'Wim', lastName: 'Worker' },
    });
    expect((await assign(request.id, worker.id, worker.token)).body.version).toBe(2);
    const mine = await test.call('GET /v1/users/{id}/service-request-assignments', {
      params: { id: worker.id },
      token: worker.token,
    });
    expect(mine.body.map((row: { id: number }) => row.id)).toContain(request.id);
  });
});

describe('the boards', () => {
  it('page, count, sort and search on the server', async () => {
    const here = await buildOrganization(test, { name: 'Quiet Harbor' });
    const staff = await buildSignedIn(test, here.id);
    const ids: number[] = [];
    for (const name of ['Ana', 'Bea', 'Cleo', 'Dora']) {
      ids.push(
        (await create({ organizationId: here.id, patient: { firstName: name, lastName: 'Quill' } }, staff.token)).body
          .id,
      );
    }
    await setStatus(ids[0] ?? 0, 'OPEN');
    await setStatus(ids[3] ?? 0, 'COMPLETED');
    const board = async (query: Record<string, string>, token = staff.token) =>
      (await test.call('GET /v1/organizations/{id}/service-requests', { params: { id: here.id }, query, token })).body;
    const names = (page: { content: { patient: { firstName: string } }[] }) =>
      page.content.map((row) => row.patient.firstName);

    const first = await board({ page: '0', size: '1', status: 'REQUESTED' });
    expect(first).toMatchObject({ totalElements: 2, totalPages: 2, size: 1, number: 0 });
    expect(first.counts).toEqual({
      REQUESTED: 2,
      OPEN: 1,
      IN_PROGRESS: 0,
      PENDING: 0,
      COMPLETED: 1,
      CANCELLED: 0,
      overdue: 0,
    });
    expect(names(first)).toEqual(['Cleo']);
    expect(names(await board({ page: '0', sort: 'memberName,asc' }))).toEqual(['Ana', 'Bea', 'Cleo', 'Dora']);
    expect(names(await board({ page: '0', sort: 'memberName,desc', size: '2' }))).toEqual(['Dora', 'Cleo']);
    expect(names(await board({ page: '0', sort: 'patient.firstName,asc', size: '2' }))).toEqual(['Ana', 'Bea']);
    // An empty filter is ignored.
    expect(names(await board({ page: '0', sort: 'memberName,asc', name: '', status: '' }))).toHaveLength(4);
    for (const sort of [
      'organization,asc',
      'assignee,desc',
      'serviceType,asc',
      'category,asc',
      'statusTimestamp,desc',
      'completeTimestamp,asc',
    ]) {
      expect((await board({ page: '0', sort })).content).toHaveLength(4);
    }
    for (const name of ['bea', 'QUILL be', `#${ids[1]}`, 'ea qui'])
      expect(names(await board({ page: '0', name })).includes('Bea')).toBe(true);
    expect((await board({ page: '0', name: 'pantry wim' })).totalElements).toBe(2);
    expect((await board({ page: '0', name: '100%' })).totalElements).toBe(0);
    await sumUpCounts(test.app.db);
    expect((await board({ page: '0' })).counts).toMatchObject({ REQUESTED: 2, OPEN: 1, COMPLETED: 1 });

    const bad = await test.call('GET /v1/organizations/{id}/service-requests', {
      params: { id: here.id },
      query: { page: '0', sort: 'secret,asc' },
      token: staff.token,
    });
    expect(bad.status).toBe(400);
    const plain = await test.call('GET /v1/organizations/{id}/service-requests', {
      params: { id: here.id },
      token: staff.token,
    });
    expect(plain.body.map((row: { id: number }) => row.id)).toEqual([...ids].reverse());
    expect(plain.headers['x-total-count']).toBe('4');
  });

  it('find cancelled requests from every tab and sort by other organization', async () => {
    const shelter = await buildOrganization(test, { name: 'Aaron Shelter' });
    const [bed = 0] = await serviceIds(test, shelter.id);
    const here = await buildOrganization(test, { name: 'Mid Clinic' });
    const staff = await buildSignedIn(test, here.id);
    const refer = async (serviceId: number, firstName: string) =>
      (await create({ organizationId: here.id, serviceId, patient: person({ firstName }) }, staff.token)).body.id;
    const food = await refer(partners.serviceId, 'Otis');
    const shelterBed = await refer(bed, 'Otto');
    await setStatus(shelterBed, 'CANCELLED');
    const board = async (query: Record<string, string>) => {
      const input = { params: { id: here.id }, query: { page: '0', ...query }, token: staff.token };
      const { body } = await test.call('GET /v1/organizations/{id}/service-requests', input);
      expect(body.totalElements).toBe(body.content.length);
      return body.content.map((row: { id: number }) => row.id);
    };
    expect(await board({ status: 'REQUESTED', name: 'ot' })).toEqual([food]);
    expect(await board({ status: 'REQUESTED', name: 'ot', withCancelled: 'true' })).toEqual([shelterBed, food]);
    expect(await board({ status: 'REQUESTED', withCancelled: 'true' })).toEqual([shelterBed, food]);
    expect(await board({ status: 'OPEN', withCancelled: 'false' })).toEqual([]);
    expect(await board({ sort: 'organization,asc' })).toEqual([shelterBed, food]);
    expect(await board({ sort: 'organization,desc' })).toEqual([food, shelterBed]);
  });

  it('sort missing values last and statuses in workflow order', async () => {
    const here = await buildOrganization(test, { name: 'Sorted Clinic' });
    const staff = await buildSignedIn(test, here.id);
    const refer = async () => (await create({ organizationId: here.id, patient: person() }, staff.token)).body.id;
    const done = await refer();
    const unassigned = await refer();
    const open = await refer();
    await setStatus(done, 'COMPLETED');
    await setStatus(open, 'OPEN');
    const board = async (sort: string) => {
      const input = { params: { id: here.id }, query: { page: '0', sort }, token: staff.token };
      const { body } = await test.call('GET /v1/organizations/{id}/service-requests', input);
      return body.content.map((row: { id: number }) => row.id);
    };
    for (const direction of ['asc', 'desc']) {
      expect((await board(`assignee,${direction}`)).at(-1)).toBe(unassigned);
      expect((await board(`completeTimestamp,${direction}`))[0]).toBe(done);
    }
    expect(await board('status,asc')).toEqual([unassigned, open, done]);
    expect(await board('status,desc')).toEqual([done, open, unassigned]);
  });

  it('keep the same order across pages for every sort field', async () => {
    const [here, there] = [await buildOrganization(test, { name: 'Ordered' }), await buildOrganization(test)];
    const staff = await buildSignedIn(test, here.id);
    const agents = [staff.id, (await buildSignedIn(test, here.id, { firstName: 'Ada' })).id];
    await sql`insert into services (organization_id, name, type) values (${here.id}, 'Aid', 'MEDICAL'),
      (${there.id}, 'zeal', 'SOCIAL')`.run(test.app.db);
    await sql`with people as (
        insert into users (user_type, status, organization_id, first_name, last_name)
        select 'PATIENT', 'ACTIVE', ${here.id}, (array['Zoe', 'ana', 'Ángel'])[1 + n % 3], 'L' || n % 4
        from generate_series(1, 8) n returning id)
      insert into service_requests (organization_id, provider_id, service_id, member_id, assignee_id, status,
        status_timestamp, create_timestamp, complete_timestamp)
      select case when n % 5 = 0 then ${there.id}::bigint else ${here.id} end, s.organization_id, s.id,
        (select min(id) from people) + n % 8, (${agents}::bigint[])[1 + n % 3],
        (${[...serviceRequestStatuses]}::text[])[1 + n * 7 % 6], now() - n % 4 * interval '1 day',
        now() - n * 11 % 5 * interval '1 day', case when n * 7 % 6 = 4 then now() - n % 7 * interval '1 hour' end
      from generate_series(1, 48) n, lateral (
        select id, organization_id from services where organization_id in (${here.id}, ${there.id})
          and (organization_id = ${here.id} or n % 5 > 0) order by id offset n % 3 limit 1) s`.run(test.app.db);
    const orders: Record<string, string[]> = {
      memberName: ['m.first_name collate person_names', 'm.last_name collate person_names'],
      organization: ['other.name collate person_names'],
      assignee: ['a.first_name collate person_names', 'a.last_name collate person_names'],
      serviceType: ['(r.organization_id = r.provider_id)'],
      serviceName: ['s.name collate person_names'],
      category: ['s.type'],
      status: [`array_position(array['${serviceRequestStatuses.join("','")}'], r.status)`],
      statusTimestamp: ['r.status_timestamp'],
      createTimestamp: ['r.create_timestamp'],
      completeTimestamp: ['r.complete_timestamp'],
    };
    for (const side of ['', 'incoming-'] as const) {
      const [own, other] = side ? ['provider_id', 'organization_id'] : ['organization_id', 'provider_id'];
      for (const [field, keys] of Object.entries(orders)) {
        for (const direction of ['asc', 'desc']) {
          const id = field.endsWith('Timestamp') ? direction : 'desc';
          const rows = await sql<{ id: number }>`select r.id from service_requests r
            join users m on m.id = r.member_id join services s on s.id = r.service_id
            join organizations other on other.id = r.${sql.ref(other ?? '')} left join users a on a.id = r.assignee_id
            where r.${sql.ref(own ?? '')} = ${here.id} order by ${sql.raw(
              keys.map((key) => `${key} ${direction} nulls last`).join(', '),
            )}, r.id ${sql.raw(id)}`.many(test.app.db);
          const seen: number[] = [];
          for (const page of ['0', '1']) {
            const query = { page, size: '30', sort: `${field},${direction}` };
            const call = `GET /v1/organizations/{id}/${side}service-requests`;
            const { body } = await test.call(call, { params: { id: here.id }, query, token: staff.token });
            seen.push(...body.content.map((row: { id: number }) => row.id));
          }
          expect([side, field, direction, seen]).toEqual([side, field, direction, rows.map((row) => row.id)]);
        }
      }
    }
  });

  it('show a request as incoming only to the provider, with its new name', async () => {
    const { body: request } = await create({ patient: person({ firstName: 'Zephyr' }) });
    const incoming = (token: string, id: number, name: string) =>
      test.call('GET /v1/organizations/{id}/incoming-service-requests', {
        params: { id },
        query: { page: '0', name },
        token,
      });
    expect((await incoming(worker.token, pantry.id, 'zephyr')).body.content[0].id).toBe(request.id);
    expect((await incoming(nurse.token, clinic.id, 'zephyr')).body.totalElements).toBe(0);
    expect((await incoming(nurse.token, pantry.id, 'zephyr')).status).toBe(404);
    await test.call('PUT /v1/users/{id}', {
      params: { id: request.patient.id },
      body: { firstName: 'Boreas' },
      token: nurse.token,
    });
    expect((await incoming(worker.token, pantry.id, 'boreas')).body.content[0].id).toBe(request.id);
    expect((await incoming(worker.token, pantry.id, 'zephyr')).body.totalElements).toBe(0);
  });

  it('return counts alone, for either side', async () => {
    const counts = (kind: string, id: number, token: string) =>
      test.call(`GET /v1/organizations/{id}/${kind}/counts`, { params: { id }, token });
    const { body } = await counts('incoming-service-requests', pantry.id, worker.token);
    const row = await sql<{
      n: number;
    }>`select count(*) as n from service_requests where provider_id = ${pantry.id} and status = 'REQUESTED'`.maybeOne(
      test.app.db,
    );
    expect(body.REQUESTED).toBe(row?.n);
    expect((await counts('service-requests', clinic.id, nurse.token)).status).toBe(200);
    expect((await counts('service-requests', clinic.id, worker.token)).status).toBe(404);
  });
});

describe('the latest request per member', () => {
  it('lists every visible member once, with request filters', async () => {
    const here = await buildOrganization(test);
    const staff = await buildSignedIn(test, here.id);
    const patient = person({ firstName: 'Latest' });
    await create({ organizationId: here.id, patient }, staff.token);
    const { body: latest } = await create({ organizationId: here.id, patient }, staff.token);
    const { body: other } = await create(
      { organizationId: here.id, patient: person({ firstName: 'Alone' }) },
      staff.token,
    );
    await sql`delete from sms_messages where service_request_id = ${other.id}`.run(test.app.db);
    await sql`delete from emails`.run(test.app.db);
    await sql`delete from service_requests where id = ${other.id}`.run(test.app.db);
    const filter = async (query: Record<string, string> = {}) =>
      (
        await test.call('GET /v1/organizations/{id}/service-requests/filter', {
          params: { id: here.id },
          query,
          token: staff.token,
        })
      ).body;
    const all = await filter({ sort: 'patient.firstName,desc' });
    expect(all.totalElements).toBe(2);
    expect(all.content[0].id).toBe(latest.id);
    expect(Object.keys(all.content[1]).sort()).toEqual(Object.keys(all.content[0]).sort());
    const { patient: alone, ...rest } = all.content[1];
    expect(alone.firstName).toBe('Alone');
    expect(Object.values(rest).every((value) => value === null)).toBe(true);
    expect((await filter({ serviceType: 'FOOD' })).totalElements).toBe(1);
    expect((await filter({ serviceType: 'LEGAL' })).totalElements).toBe(0);
    expect((await filter({ serviceName: 'box', name: 'late' })).totalElements).toBe(1);
    const today = new Date().toISOString();
    const before = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    expect((await filter({ fromDate: before, toDate: today })).totalElements).toBe(1);
    expect((await filter({ toDate: before })).totalElements).toBe(0);
  });

  it.each(['dateOfBirth', 'email', 'zipCode', 'createTimestamp'])('lists members by their %s', async (field) => {
    const here = await buildOrganization(test);
    const { token } = await buildSignedIn(test, here.id);
    const ana = person({ firstName: 'Ana', dateOfBirth: '1950-01-02', email: 'ana@example.org', zipCode: '49001' });
    const ben = person({ firstName: 'Ben', dateOfBirth: '1960-01-02', email: 'ben@example.org', zipCode: '49009' });
    for (const patient of [ana, ben]) await create({ organizationId: here.id, patient }, token);
    for (const [direction, names] of [
      ['asc', ['Ana', 'Ben']],
      ['desc', ['Ben', 'Ana']],
    ]) {
      const { body } = await test.call('GET /v1/organizations/{id}/service-requests/filter', {
        params: { id: here.id },
        query: { sort: `${field},${direction}` },
        token,
      });
      expect(body.content.map((row: { patient: { firstName: string } }) => row.patient.firstName)).toEqual(names);
    }
  });
});

describe('comments and the timeline', () => {
  const comment = (note: Record<string, unknown>, token: string, file?: File) =>
    test.call('POST /v1/notes', { parts: file ? { note, file } : { note }, token });

  it('are visible to both organizations, with text, a file, or both', async () => {
    const { body: request } = await create();
    const base = { serviceRequestId: request.id };
    const first = await comment({ ...base, content: ' Called, no answer ', createdById: worker.id }, worker.token);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      content: 'Called, no answer',
      fileName: null,
      createdBy: { id: worker.id, firstName: 'Wim', lastName: 'Worker' },
    });
    const pdf = new File([Buffer.from('%PDF-1.7 …')], 'lease.pdf');
    const second = await comment({ ...base, content: '' }, nurse.token, pdf);
    expect(second.body.fileName).toBe('lease.pdf');
    expect((await comment({ ...base, content: '  ' }, nurse.token)).status).toBe(400);
    expect((await comment({ ...base, content: 'x', createdById: nurse.id }, worker.token)).status).toBe(403);
    const claims = await sql`select organization_id, action, entity_id from audit_log
      where actor_id = ${worker.id} and action like 'session.claimed%'`.many(test.app.db);
    expect(claims).toEqual([
      { organization_id: pantry.id, action: 'session.claimed-other-user', entity_id: worker.id },
    ]);
    expect((await comment({ ...base, content: 'x' }, stranger.token)).status).toBe(404);
    const notes = await test.call('GET /v1/service-requests/{id}/notes', {
      params: { id: request.id },
      token: nurse.token,
    });
    expect(notes.body.map((note: { id: number }) => note.id)).toEqual([first.body.id, second.body.id]);
    const file = await test.call('GET /v1/notes/{id}/file', { params: { id: second.body.id }, token: worker.token });
    expect(file.headers['content-type']).toBe('application/pdf');
  });

  it('list all events in order', async () => {
    const { body: request } = await create();
    await test.call('GET /v1/service-requests/{id}', { params: { id: request.id }, token: worker.token });
    await test.call('POST /v1/service-requests/{id}/assign/{employeeId}', {
      params: { id: request.id, employeeId: worker.id },
      token: worker.token,
    });
    await move(request.id, 'OPEN');
    await comment({ serviceRequestId: request.id, content: 'Ready' }, worker.token);
    const { body } = await test.call('GET /v1/service-requests/{id}/timeline', {
      params: { id: request.id },
      token: nurse.token,
    });
    const story = body
      .filter((entry: { kind: string }) => entry.kind !== 'message')
      .map((entry: { kind: string; actor: { id: number } | null; organization: { name: string } | null }) => [
        entry.kind,
        entry.actor?.id,
        entry.organization?.name,
      ]);
    expect(story).toEqual([
      ['created', nurse.id, 'Clinic'],
      ['viewed', worker.id, 'Pantry'],
      ['assigned', worker.id, 'Pantry'],
      ['moved', worker.id, 'Pantry'],
      ['note', worker.id, 'Pantry'],
      ['viewed', nurse.id, 'Clinic'],
    ]);
    expect(body.find((entry: { kind: string }) => entry.kind === 'moved').detail).toEqual({
      from: 'REQUESTED',
      to: 'OPEN',
    });
    expect(body.filter((entry: { kind: string }) => entry.kind === 'message').length).toBeGreaterThan(0);
  });

  it('show one view per opening, while the audit log has every read', async () => {
    const { id } = (await create()).body;
    const read = (background: string) =>
      test.call('GET /v1/service-requests/{id}', { params: { id }, query: { background }, token: worker.token });
    for (const background of ['false', 'true', 'true']) expect((await read(background)).status).toBe(200);
    const late = await move(id, 'OPEN', worker.token, { version: 7 });
    expect(late.status).toBe(409);
    const { body } = await test.call('GET /v1/service-requests/{id}/timeline', { params: { id }, token: nurse.token });
    const views = body.filter(({ kind }: { kind: string }) => kind === 'viewed');
    expect(views.map(({ actor }: { actor: { id: number } }) => actor.id)).toEqual([worker.id, nurse.id]);
    expect((await auditRows(id, 'service-request.read')).map(({ detail }) => detail)).toEqual([
      {},
      { background: true },
      {},
    ]);
  });

  it('start with the creation and show a move before its text', async () => {
    const { body: request } = await create();
    await setStatus(request.id, 'IN_PROGRESS');
    await move(request.id, 'PENDING');
    const { body } = await test.call('GET /v1/service-requests/{id}/timeline', {
      params: { id: request.id },
      token: nurse.token,
    });
    const kinds = body.map((entry: { kind: string }) => entry.kind);
    expect(kinds[0]).toBe('created');
    expect(kinds.indexOf('moved')).toBeLessThan(kinds.lastIndexOf('message'));
  });
});
