import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, nextNumber, serviceIds } from '../../testing/build.ts';
import { person, requestCalls } from '../../testing/requests.ts';
import { usePartners, useTestApp } from '../../testing/use-test-app.ts';

const test = useTestApp();
const partners = usePartners(test);
const { clinic, pantry, nurse, worker } = partners;
const { create, move, setStatus, auditRows } = requestCalls(test, partners);
let stranger: Awaited<ReturnType<typeof buildSignedIn>>;

beforeAll(async () => {
  stranger = await buildSignedIn(test, (await buildOrganization(test)).id, { userType: 'ADMIN' });
});

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
        contact: { phoneNumber: '+12695550100', addressLine1: null, zipCode: '49007' },
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
      'Must be a valid date after 01-01-1900 and no later than today.',
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

  it('refuses an empty attachment, and ignores an unused input', async () => {
    const empty = await create({}, nurse.token, { file: new File([], 'scan.pdf') });
    expect(empty).toMatchObject({
      status: 400,
      body: { fields: { file: expect.stringContaining('"scan.pdf" is empty') } },
    });
    expect(await create({}, nurse.token, { file: new File([], '') })).toMatchObject({
      status: 201,
      body: { fileName: null },
    });
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

  it('is sure by participant id and first name, or by both names and birthday', async () => {
    const known = person({ participantId: '12345678901' });
    const { firstName, lastName, dateOfBirth } = known;
    const first = await member(known);
    expect((await member({ firstName, lastName: 'Married', participantId: '12345678901' })).id).toBe(first.id);
    expect((await member({ firstName: 'márisol', lastName: ` ${lastName.toUpperCase()}.`, dateOfBirth })).id).toBe(
      first.id,
    );
    expect((await member({ firstName: 'Mary', lastName, dateOfBirth })).id).not.toBe(first.id);
    expect((await member({ firstName, lastName })).id).not.toBe(first.id);
    expect((await member({ ...known, participantId: '12345678902' })).id).not.toBe(first.id);
  });

  describe('asks about a possible match', () => {
    const nils = () => ({
      ...person({ firstName: 'Nils', phoneNumber: '+12695550042' }),
      participantId: String(20_000_000_000 + nextNumber()),
    });
    const rows = async (table: string) =>
      (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.one(test.app.db)).n;

    it.each<[string, (known: ReturnType<typeof nils>) => object]>([
      ['ID', ({ participantId }) => ({ ...person({ firstName: 'Ursula' }), dateOfBirth: '1950-01-01', participantId })],
      ['phone', (known) => ({ ...known, firstName: 'Ursula', participantId: null })],
    ])('by %s, and stores nothing', async (_by, typedFor) => {
      const known = nils();
      const { id } = await member(known);
      const typed = typedFor(known);
      const before = await Promise.all(['users', 'service_requests', 'sms_messages', 'idempotency_keys'].map(rows));
      const headers = { 'idempotency-key': `ask ${id}` };
      const send = (over: object) => {
        const serviceRequest = { organizationId: clinic.id, serviceId: partners.serviceId, patient: typed, ...over };
        return test.call('POST /v1/service-requests', { parts: { serviceRequest }, headers, token: nurse.token });
      };
      const asked = await send({});
      expect(asked).toMatchObject({ status: 409, body: { code: 'possible_match' } });
      const { firstName, lastName, dateOfBirth, participantId } = known;
      expect(asked.body.candidates).toEqual([
        { id, firstName, lastName, dateOfBirth, phoneNumber: '+12695550042', participantId },
      ]);
      expect(await Promise.all(['users', 'service_requests', 'sms_messages', 'idempotency_keys'].map(rows))).toEqual(
        before,
      );
      const same = await send({ patientId: id });
      expect([same.status, same.body.patient.id]).toEqual([201, id]);
      const apart = await create({ patient: { ...typed, participantId: null, newPerson: true } });
      expect([apart.status, apart.body.patient.firstName]).toEqual([201, 'Ursula']);
      expect(apart.body.patient.id).not.toBe(id);
    });

    it('refuses a participant id that another visible member has', async () => {
      const { participantId } = nils();
      await member({ firstName: 'Nils', lastName: 'Berg', participantId });
      const typed = { firstName: 'Ursula', lastName: 'Dahl', participantId };
      const apart = await create({ patient: { ...typed, newPerson: true } });
      expect([apart.status, Object.keys(apart.body.fields)]).toEqual([400, ['participantId']]);
      const ursula = await member({ firstName: 'Ursula', lastName: 'Dahl' });
      const given = await create({ patient: typed, patientId: ursula.id });
      expect([given.status, Object.keys(given.body.fields)]).toEqual([400, ['participantId']]);
    });

    it("shows none of another organization's members", async () => {
      const known = nils();
      await member(known);
      const typed = { ...person({ firstName: 'Ursula' }), participantId: known.participantId, newPerson: true };
      const answer = await create({ patient: typed, organizationId: stranger.organizationId }, stranger.token);
      expect(answer.status).toBe(201);
      const plain = { ...person({ firstName: 'Ulla' }), participantId: nils().participantId };
      expect((await create({ patient: plain, organizationId: stranger.organizationId }, stranger.token)).status).toBe(
        201,
      );
    });

    it('asks the second of two people who enter twins at the same moment', async () => {
      const known = person({ firstName: 'Nils' });
      const both = await Promise.all([
        create({ patient: known }),
        create({ patient: { ...known, firstName: 'Ursula' } }),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    });

    it('records the members it shows', async () => {
      const known = nils();
      const { id } = await member(known);
      await create({ patient: { ...known, firstName: 'Ursula' } });
      const logged = await sql<{ shown: number[] }>`select detail -> 'shown' as shown from audit_log
        where action = 'member.list' and actor_id = ${nurse.id} order by id desc limit 1`.one(test.app.db);
      expect(logged.shown).toEqual([id]);
    });
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
