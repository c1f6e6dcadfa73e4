import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { asOwner } from '../../testing/as-owner.ts';
import { buildOrganization, buildSignedIn, nextNumber, serviceIds } from '../../testing/build.ts';
import { buildForm } from '../../testing/forms.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { memberReferences, movingReferences } from './member-references.ts';
import { mergeMembers } from './merges.commands.ts';

type Person = Awaited<ReturnType<typeof buildSignedIn>>;

let test: TestApp;
let nurse: Person;
let serviceId: number;
let other: { nurse: Person; serviceId: number };

beforeAll(async () => {
  test = await startTestApp();
  const [clinic, pantry] = [await buildOrganization(test), await buildOrganization(test)];
  nurse = await buildSignedIn(test, clinic.id);
  [serviceId = 0] = await serviceIds(test, clinic.id);
  const [theirs = 0] = await serviceIds(test, pantry.id);
  other = { nurse: await buildSignedIn(test, pantry.id), serviceId: theirs };
});
afterAll(() => test.close());

const as = (call: string, options: object) => test.call(call, { token: nurse.token, ...options });

let phones = 0;
const newPhone = () => `+1269555${String(3000 + ++phones)}`;

/** A member with a request, its text, a comment and a document. */
async function newMember(given: object = {}, service = serviceId): Promise<{ id: number; ticket: number }> {
  const patient = { firstName: 'Marisol', lastName: `Vega${nextNumber()}`, phoneNumber: newPhone(), ...given };
  const serviceRequest = { organizationId: nurse.organizationId, serviceId: service, patient };
  const { body } = await as('POST /v1/service-requests', { parts: { serviceRequest } });
  const userId = body.patient.id;
  await as('POST /v1/notes', { parts: { note: { serviceRequestId: body.id, content: 'Hello' } } });
  await as('POST /v1/users/{userId}/documents', { params: { userId }, parts: { files: new File(['x'], 'x.txt') } });
  return { id: userId, ticket: body.id };
}

async function pairOf(first: object = {}, second: object = {}) {
  return { keep: await newMember(first), gone: await newMember(second) };
}

const merge = (id: number, mergedId: number, more: object = {}, options: object = {}) =>
  as('POST /v1/users/{id}/merges', { params: { id }, body: { mergedId, ...more }, ...options });
const undo = (id: number, mergeId: number, options: object = {}) =>
  as('POST /v1/users/{id}/merges/{mergeId}/undo', { params: { id, mergeId }, ...options });
const read = async (id: number) => (await as('GET /v1/users/{id}', { params: { id } })).body;
const edit = (id: number, body: object) => as('PUT /v1/users/{id}', { params: { id }, body });
const duplicatesOf = (id: number, options: object = {}) =>
  as('GET /v1/users/{id}/duplicates', { params: { id }, ...options });
const requestsOf = async (id: number) =>
  (await as('GET /v1/users/{id}/service-requests', { params: { id } })).body.map((one: { id: number }) => one.id);

/** The owner of every reference, without update times. */
async function ownersOfReferences() {
  const tables = movingReferences.map(
    ({ name, table, column }) =>
      sql`select ${name}::text as place, id, ${sql.ref(column)} as person, '' as more from ${sql.table(table)}`,
  );
  return sql<object>`
    ${sql.join(tables, sql` union all `)}
    union all select 'users', id, merged_into_id, (to_jsonb(u) - 'update_timestamp')::text from users u
    union all select 'list', organization_id, member_id, search || first_name || last_name || create_timestamp from organization_members
    union all select 'search', id, member_id, search from service_requests
    union all select 'counts', organization_id, null, side || status || sum(change) from service_request_counts
      group by organization_id, side, status having sum(change) <> 0
    order by 1, 2, 3, 4`.many(test.app.db);
}

describe('every reference to a member', () => {
  it('is in the list that merges use', async () => {
    const rows = await sql<{ name: string }>`
      select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = 'users'::regclass and c.conparentid = 0`.many(test.app.db);
    expect(Object.keys(memberReferences).sort()).toEqual(rows.map((row) => row.name).sort());
  });

  it('follows a merge by trigger if the list moves it', async () => {
    const rows = await sql<{ name: string }>`
      select tgrelid::regclass || '' as name from pg_trigger where tgname = 'follow_merge' and tgparentid = 0`.many(
      test.app.db,
    );
    const expected = [...movingReferences.map(({ table }) => table), 'organization_members'];
    expect(rows.map((row) => row.name).sort()).toEqual(expected.sort());
  });
});

it('lowers the list total by one until the merge is undone', async () => {
  const { keep, gone } = await pairOf();
  const total = async () => {
    const { body } = await as('GET /v1/organizations/{id}/members', { params: { id: nurse.organizationId } });
    return body.totalElements as number;
  };
  const before = await total();
  const { body } = await merge(keep.id, gone.id);
  expect(await total()).toBe(before - 1);
  await undo(keep.id, body.id);
  expect(await total()).toBe(before);
});

describe('possible duplicates', () => {
  const born = '1987-02-19';
  it.each([
    ['same name and birthday', { dateOfBirth: born }, {}, { phoneNumber: newPhone() }],
    ['same phone and last name', { phoneNumber: '+12695552901' }, { firstName: 'Mari' }, {}],
    ['same email and first name', { email: 'mv@example.org' }, { lastName: 'Garcia' }, { phoneNumber: newPhone() }],
    ['same name and zip code', { zipCode: '49007' }, {}, { phoneNumber: newPhone() }],
  ])('are found by %s', async (reason, common, differing, also) => {
    const lastName = `Ruiz${nextNumber()}`;
    const { id } = await newMember({ lastName, phoneNumber: null, ...common });
    const twin = await newMember({ lastName, phoneNumber: null, ...common, firstName: 'Placeholder' });
    await edit(twin.id, { firstName: 'Marisol', ...differing, ...also });
    const { body } = await duplicatesOf(id);
    expect(body.duplicates).toMatchObject([
      {
        member: { id: twin.id },
        reasons: expect.arrayContaining([reason]),
        holds: { serviceRequests: 1, documents: 1 },
        mergeRefusal: null,
      },
    ]);
    expect(body.holds).toMatchObject({ serviceRequests: 1, documents: 1 });
  });

  it('exclude relatives who share a last name and phone', async () => {
    const family = { lastName: `Ruiz${nextNumber()}`, phoneNumber: newPhone() };
    const { id } = await newMember({ ...family, firstName: 'Ana', dateOfBirth: '1980-01-01' });
    await newMember({ ...family, firstName: 'Luis', dateOfBirth: '2010-05-05' });
    expect((await duplicatesOf(id)).body.duplicates).toEqual([]);
  });

  it('are only members the organization sees', async () => {
    const common = { lastName: `Ruiz${nextNumber()}`, dateOfBirth: born };
    const { id } = await newMember(common);
    const patient = { firstName: 'Marisol', ...common };
    const serviceRequest = { organizationId: other.nurse.organizationId, serviceId: other.serviceId, patient };
    await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token: other.nurse.token });
    expect((await duplicatesOf(id)).body.duplicates).toEqual([]);
    expect((await duplicatesOf(id, { token: other.nurse.token })).status).toBe(404);
  });

  it('give the reason when another organization blocks the merge', async () => {
    const common = { lastName: `Ruiz${nextNumber()}`, dateOfBirth: born };
    const { id } = await newMember(common);
    const twin = await newMember({ ...common, firstName: 'Placeholder' }, other.serviceId);
    await edit(twin.id, { firstName: 'Marisol' });
    const [found] = (await duplicatesOf(id)).body.duplicates;
    expect(found).toMatchObject({
      member: { id: twin.id },
      mergeRefusal: expect.stringMatching(/^Another organization/),
      holds: { serviceRequests: 0, documents: 0 },
    });
    for (const [survivor, merged] of [
      [id, twin.id],
      [twin.id, id],
    ] as const) {
      const before = await ownersOfReferences();
      const answer = await merge(survivor, merged);
      expect(answer).toMatchObject({ status: 409, body: { message: expect.stringMatching(/^Another organization/) } });
      expect(await ownersOfReferences()).toEqual(before);
    }
  });
});

describe('merging two members', () => {
  it('moves everything to the survivor, keeps chosen fields, and redirects', async () => {
    const { keep, gone } = await pairOf({ email: null }, { email: 'mv@example.org', zipCode: '49007' });
    const [before, away] = [await read(keep.id), await read(gone.id)];
    const answer = await merge(keep.id, gone.id, {
      take: ['email', 'zipCode'],
      updateTimestamp: before.updateTimestamp,
      mergedUpdateTimestamp: away.updateTimestamp,
    });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        survivor: { id: keep.id },
        merged: { id: gone.id },
        moved: { serviceRequests: 1, messages: 1, documents: 1 },
        createdBy: { id: nurse.id },
        undoneTimestamp: null,
      },
    });
    const days = (Date.parse(answer.body.undoUntil) - Date.parse(answer.body.createTimestamp)) / 86_400_000;
    expect(days).toBe(30);
    expect(await read(keep.id)).toMatchObject({
      phoneNumber: before.phoneNumber,
      email: 'mv@example.org',
      zipCode: '49007',
    });
    expect(await requestsOf(keep.id)).toEqual([gone.ticket, keep.ticket]);
    const documents = await as('GET /v1/users/{userId}/documents', { params: { userId: keep.id } });
    expect(documents.body).toHaveLength(2);
    const texts = await as('GET /v1/messages/getPatientMessages/{patientId}', { params: { patientId: keep.id } });
    expect(texts.body).toHaveLength(2);
    // The old record isn't listed; its URL leads to the survivor, and nothing else exists under it.
    expect((await read(gone.id)).id).toBe(keep.id);
    const list = await as('GET /v1/organizations/{id}/members', {
      params: { id: nurse.organizationId },
      query: { name: away.lastName },
    });
    expect(list.body.totalElements).toBe(0);
    const ticket = await as('GET /v1/service-requests/{id}', { params: { id: gone.ticket } });
    expect(ticket.body.patient).toMatchObject({ id: keep.id, lastName: before.lastName });
    expect((await requestsOfStatus(gone.id)).status).toBe(404);
    expect((await as('GET /v1/users/{id}/merges', { params: { id: keep.id } })).body).toEqual([answer.body]);
  });

  it('counts the assigned forms and answers that move', async () => {
    const common = { lastName: `Ruiz${nextNumber()}`, phoneNumber: newPhone() };
    const { keep, gone } = await pairOf({ ...common, firstName: 'Ana' }, { ...common, firstName: 'Anna' });
    const form = await buildForm(test, nurse, [{ type: 'text', name: 'one' }]);
    const another = await buildForm(test, nurse, [{ type: 'text', name: 'one' }]);
    for (const { id } of [form, another]) {
      const assigned = await as('POST /v1/users/{id}/surveys', { params: { id: gone.id }, body: { surveyId: id } });
      expect(assigned.status).toBe(201);
    }
    const answer = { userId: gone.id, data: { one: 'Hello' }, version: 1 };
    await as('POST /v1/surveys/{id}/answer', { params: { id: form.id }, body: answer });
    const forms = { assignedForms: 1, answeredForms: 1 };
    const { holds, duplicates } = (await duplicatesOf(keep.id)).body;
    expect([holds, duplicates[0]]).toMatchObject([{ assignedForms: 0, answeredForms: 0 }, { holds: forms }]);
    const merged = await merge(keep.id, gone.id);
    expect(merged.body.moved).toMatchObject(forms);
    expect((await undo(keep.id, merged.body.id)).body.moved).toMatchObject(forms);
    expect((await duplicatesOf(gone.id)).body.holds).toMatchObject(forms);
  });

  const requestsOfStatus = (id: number) => as('GET /v1/users/{id}/service-requests', { params: { id } });

  it('can be undone completely', async () => {
    const { keep, gone } = await pairOf({}, { email: 'x@example.org' });
    await edit(gone.id, { sendSmsTexts: false });
    const before = await ownersOfReferences();
    const { body } = await merge(keep.id, gone.id, { take: ['firstName', 'lastName', 'phoneNumber', 'email'] });
    expect((await read(keep.id)).sendSmsTexts).toBe(false);
    expect(await ownersOfReferences()).not.toEqual(before);
    const undone = await undo(keep.id, body.id);
    expect(undone).toMatchObject({ status: 200, body: { id: body.id, undoneTimestamp: expect.any(String) } });
    expect(await ownersOfReferences()).toEqual(before);
    expect((await read(gone.id)).id).toBe(gone.id);
    expect(await undo(keep.id, body.id)).toMatchObject({
      status: 409,
      body: { message: 'This merge was already undone.' },
    });
    // Then merge again in the other direction.
    expect((await merge(gone.id, keep.id)).status).toBe(201);
  });

  it('leaves later additions and edits with the survivor when undone', async () => {
    const { keep, gone } = await pairOf({ zipCode: null }, { zipCode: '49007', email: 'old@example.org' });
    const { body } = await merge(keep.id, gone.id, { take: ['zipCode', 'email'] });
    const serviceRequest = { organizationId: nurse.organizationId, serviceId, patientId: keep.id };
    const late = await as('POST /v1/service-requests', { parts: { serviceRequest } });
    await edit(keep.id, { email: 'new@example.org' });
    await undo(keep.id, body.id);
    expect(await requestsOf(keep.id)).toEqual([late.body.id, keep.ticket]);
    expect(await requestsOf(gone.id)).toEqual([gone.ticket]);
    expect(await read(keep.id)).toMatchObject({ email: 'new@example.org', zipCode: null });
    expect(await read(gone.id)).toMatchObject({ email: 'old@example.org', zipCode: '49007' });
  });

  it('redirects concurrent additions for the merged record to the survivor', async () => {
    const { keep, gone } = await pairOf();
    let finish: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const caller = {
      ...nurse,
      userId: nurse.id,
      userType: 'EMPLOYEE',
      status: 'ACTIVE',
      approval: 'APPROVED',
      proven: true,
      needsSecondFactor: false,
      sessionId: '',
      requestId: 'test',
      via: 'session',
    } as const;
    let merged: () => void = () => undefined;
    const isMerged = new Promise<void>((resolve) => {
      merged = resolve;
    });
    const merging = transaction(test.app.db, async (tx) => {
      await mergeMembers(tx, caller, keep.id, { mergedId: gone.id, take: [] });
      merged();
      await held;
    });
    await isMerged;
    // They see the record as before and wait for its row.
    const serviceRequest = { organizationId: nurse.organizationId, serviceId, patientId: gone.id };
    const creating = as('POST /v1/service-requests', { parts: { serviceRequest } });
    const uploading = as('POST /v1/users/{userId}/documents', {
      params: { userId: gone.id },
      parts: { files: new File(['late'], 'late.txt') },
    });
    const editing = edit(gone.id, { city: 'Flint' });
    await waitingForLocks(3);
    finish();
    await merging;
    const created = await creating;
    expect(created).toMatchObject({ status: 201, body: { patient: { id: keep.id } } });
    expect((await uploading).status).toBe(201);
    expect(await editing).toMatchObject({
      status: 409,
      body: { message: `This record was merged into member ${keep.id}. Open that member instead.` },
    });
    expect(await requestsOf(keep.id)).toEqual([created.body.id, gone.ticket, keep.ticket]);
    const rows = await sql`select 1 from organization_members where member_id = ${gone.id}`.many(test.app.db);
    expect(rows).toEqual([]);
  });

  const waitingForLocks = (count: number) =>
    until(async () => {
      const question = `select count(*)::int from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return Number((await asOwner(test.databaseUrl, question))[0]?.count) >= count;
    });

  it('happens once when two people merge in parallel, in either direction', async () => {
    const { keep, gone } = await pairOf();
    const answers = await Promise.all([merge(keep.id, gone.id), merge(gone.id, keep.id), merge(keep.id, gone.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const rows = await sql`select 1 from organization_members where member_id in (${keep.id}, ${gone.id})`.many(
      test.app.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('is undone once when two people undo it in parallel', async () => {
    const { keep, gone } = await pairOf();
    const before = await ownersOfReferences();
    const { body } = await merge(keep.id, gone.id);
    const answers = await Promise.all([undo(keep.id, body.id), undo(keep.id, body.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await ownersOfReferences()).toEqual(before);
  });

  it('happens once per Idempotency-Key', async () => {
    const { keep, gone } = await pairOf();
    const headers = { 'idempotency-key': `merge-${keep.id}` };
    const [first, second] = [
      await merge(keep.id, gone.id, {}, { headers }),
      await merge(keep.id, gone.id, {}, { headers }),
    ];
    expect(second).toMatchObject({ status: 201, body: first.body });
  });

  it('is refused after an edit to either record', async () => {
    const { keep, gone } = await pairOf();
    const seen = await read(gone.id);
    await edit(gone.id, { city: 'Flint' });
    const before = await ownersOfReferences();
    const answer = await merge(keep.id, gone.id, { mergedUpdateTimestamp: seen.updateTimestamp });
    expect(answer).toMatchObject({ status: 409, body: { code: 'stale' } });
    expect(await ownersOfReferences()).toEqual(before);
  });

  it.each([
    ['itself', () => ({ mergedId: 0 }), 400],
    ["a field that can't be chosen", (mergedId: number) => ({ mergedId, take: ['status'] }), 400],
    ['an unknown field', (mergedId: number) => ({ mergedId, force: true }), 400],
  ])('refuses %s', async (_what, body, status) => {
    const { keep, gone } = await pairOf();
    const given = body(gone.id);
    const answer = await merge(keep.id, given.mergedId || keep.id, given.mergedId ? given : {});
    expect(answer.status).toBe(status);
  });

  it('keeps the stricter text settings of the two', async () => {
    const off = await pairOf();
    await edit(off.gone.id, { sendSmsTexts: false });
    await merge(off.keep.id, off.gone.id);
    expect((await read(off.keep.id)).sendSmsTexts).toBe(false);

    const stopped = await pairOf();
    await sql`insert into sms_opt_outs (phone_number) select phone_number from users where id = ${stopped.gone.id}`.run(
      test.app.db,
    );
    const { body } = await merge(stopped.keep.id, stopped.gone.id);
    expect((await read(stopped.keep.id)).sendSmsTexts).toBe(false);
    await undo(stopped.keep.id, body.id);
    expect((await read(stopped.keep.id)).sendSmsTexts).toBe(true);

    // The number brings its own opt-out, which START can lift.
    await merge(stopped.keep.id, stopped.gone.id, { take: ['phoneNumber'] });
    expect(await read(stopped.keep.id)).toMatchObject({
      sendSmsTexts: true,
      smsBlockedReason: expect.stringMatching(/^This number opted out/),
    });
  });

  it('keeps a sign-in with its record', async () => {
    const login = async (id: number) =>
      sql`insert into logins (user_id, email, password_hash) values (${id}, ${`m${id}@example.org`}, 'x')`.run(
        test.app.db,
      );
    const { keep, gone } = await pairOf();
    await login(gone.id);
    expect((await merge(keep.id, gone.id)).body.message).toMatch(/signs in with the other record/);
    expect((await merge(gone.id, keep.id, { take: ['email'] })).status).toBe(409);
    await login(keep.id);
    expect((await merge(gone.id, keep.id)).body.message).toMatch(/^Both of these people sign in/);
  });

  it('can be undone for 30 days, newest first', async () => {
    const { keep, gone } = await pairOf();
    const third = await newMember();
    const [first, second] = [(await merge(keep.id, gone.id)).body, (await merge(keep.id, third.id)).body];
    expect((await undo(keep.id, first.id)).body.message).toMatch(/^Another record was later merged into this member/);
    await undo(keep.id, second.id);
    await sql`update member_merges set create_timestamp = now() - interval '30 days 1 minute' where id = ${first.id}`.run(
      test.app.db,
    );
    expect(await undo(keep.id, first.id)).toMatchObject({
      status: 409,
      body: { message: "This merge is older than 30 days and can't be undone anymore." },
    });
  });

  it('redirects through several merges and undoes them newest first', async () => {
    const { keep, gone } = await pairOf();
    const last = await newMember();
    const inner = (await merge(keep.id, gone.id)).body;
    const outer = (await merge(last.id, keep.id)).body;
    expect((await read(gone.id)).id).toBe(last.id);
    expect(await requestsOf(last.id)).toHaveLength(3);
    expect((await undo(keep.id, inner.id)).body.message).toMatch(/^This member was later merged into another record/);
    await undo(last.id, outer.id);
    expect((await undo(keep.id, inner.id)).status).toBe(200);
    for (const { id, ticket } of [keep, gone, last]) expect(await requestsOf(id)).toEqual([ticket]);
  });

  it("isn't visible to other organizations", async () => {
    const { keep, gone } = await pairOf();
    const token = other.nurse.token;
    expect((await merge(keep.id, gone.id, {}, { token })).status).toBe(404);
    const { body } = await merge(keep.id, gone.id);
    expect((await undo(keep.id, body.id, { token })).status).toBe(404);
    for (const call of ['GET /v1/users/{id}/merges', 'GET /v1/users/{id}/duplicates', 'GET /v1/users/{id}']) {
      for (const id of [keep.id, gone.id]) expect((await as(call, { params: { id }, token })).status).toBe(404);
    }
    // A merge belongs to its survivor; under another member it isn't found.
    expect((await undo((await newMember()).id, body.id)).status).toBe(404);
    // Another organization's member can't be merged either.
    const patient = { firstName: 'Marisol', lastName: 'Elsewhere' };
    const serviceRequest = { organizationId: other.nurse.organizationId, serviceId: other.serviceId, patient };
    const foreign = await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token });
    expect((await merge(keep.id, foreign.body.patient.id)).status).toBe(404);
    expect((await merge(keep.id, nurse.id)).status).toBe(404);
  });

  it('is logged on both records with only ids and field names', async () => {
    const { keep, gone } = await pairOf();
    const { body } = await merge(keep.id, gone.id, { take: ['city'] });
    await undo(keep.id, body.id);
    const rows = await sql<{ action: string; entity_id: number; detail: object }>`
      select action, entity_id, detail from audit_log where entity_type = 'user' and action like 'member.merge%'
        and entity_id in (${keep.id}, ${gone.id}) order by id`.many(test.app.db);
    const moved = {
      'service_requests.member_id': 1,
      'sms_messages.user_id': 1,
      'member_documents.member_id': 1,
      'survey_answers.user_id': 0,
      'survey_assignments.user_id': 0,
    };
    expect(rows).toEqual([
      {
        action: 'member.merge',
        entity_id: keep.id,
        detail: { mergeId: body.id, mergedId: gone.id, take: ['city'], moved },
      },
      { action: 'member.merged-away', entity_id: gone.id, detail: { mergeId: body.id, survivorId: keep.id } },
      { action: 'member.merge-undo', entity_id: keep.id, detail: { mergeId: body.id, mergedId: gone.id } },
      { action: 'member.merged-away-undo', entity_id: gone.id, detail: { mergeId: body.id, survivorId: keep.id } },
    ]);
  });
});
