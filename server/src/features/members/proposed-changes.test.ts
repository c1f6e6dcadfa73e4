import type { ProposedChange } from '@kinbridge/contract/users/proposed-changes.contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, nextNumber, serviceIds } from '../../testing/build.ts';
import { buildXlsx } from '../../testing/spreadsheets.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let clinic: Place;
let pantry: Place;
let shelter: Place;
let stranger: Place;

type Place = Awaited<ReturnType<typeof buildPlace>>;

async function buildPlace() {
  const { id, name } = await buildOrganization(test);
  const [serviceId = 0] = await serviceIds(test, id);
  return { id, name, serviceId, staff: await buildSignedIn(test, id), admin: await buildAdmin(id) };
}
const buildAdmin = (id: number) => buildSignedIn(test, id, { userType: 'ADMIN' });

beforeAll(async () => {
  test = await startTestApp();
  [clinic, pantry, shelter, stranger] = [
    await buildPlace(),
    await buildPlace(),
    await buildPlace(),
    await buildPlace(),
  ];
});
afterAll(() => test.close());

const refer = async (from: Place, to: Place, person: Record<string, unknown>) => {
  const serviceRequest = { organizationId: from.id, serviceId: to.serviceId, ...person };
  const { body } = await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token: from.staff.token });
  return body.patient as { id: number };
};

/** A member the clinic added and referred to the pantry and the shelter. */
async function buildMember(given: Record<string, unknown> = {}): Promise<number> {
  const patient = { firstName: 'Rosa', lastName: `Lane${nextNumber()}`, dateOfBirth: '1980-05-06', ...given };
  const { id } = await refer(clinic, pantry, { patient });
  await refer(clinic, shelter, { patientId: id });
  return id;
}

const read = async (id: number, place: Place) =>
  (await test.call('GET /v1/users/{id}', { params: { id }, token: place.staff.token })).body;
const put = (id: number, place: Place, body: Record<string, unknown>) =>
  test.call('PUT /v1/users/{id}', { params: { id }, token: place.staff.token, body });
const list = (id: number, place: Place) =>
  test.call('GET /v1/users/{id}/proposed-changes', { params: { id }, token: place.staff.token });
const decide = (id: number, changeId: number, place: Place, what: 'accept' | 'decline' = 'accept') =>
  test.call(`POST /v1/users/{id}/proposed-changes/{changeId}/${what}`, {
    params: { id, changeId },
    token: place.staff.token,
  });
const propose = async (id: number, place: Place, body: Record<string, unknown>): Promise<ProposedChange[]> =>
  (await put(id, place, body)).body.proposedChanges;
const byField = (changes: ProposedChange[]) => changes.toSorted((a, b) => a.field.localeCompare(b.field));
const loggedBy = async (place: Place, entityId: number, action?: string) => {
  const query = { entityType: 'user', entityId: String(entityId), ...(action ? { action } : {}), size: '100' };
  const options = { params: { id: place.id }, query, token: place.admin.token };
  const { body } = await test.call('GET /v1/organizations/{id}/audit', options);
  return body.content as { action: string; actor: { id: number }; detail: Record<string, unknown> }[];
};

describe('the organization that added a member', () => {
  it('is shown on the member to everyone who sees them', async () => {
    const id = await buildMember();
    for (const place of [clinic, pantry, shelter]) {
      expect(await read(id, place)).toMatchObject({ addedByOrganizationId: clinic.id, proposedChanges: [] });
    }
    const query = { name: String((await read(id, clinic)).lastName) };
    const members = { params: { id: pantry.id }, query, token: pantry.staff.token };
    const { body } = await test.call('GET /v1/organizations/{id}/members', members);
    expect(body.content).toMatchObject([{ id, addedByOrganizationId: clinic.id }]);
  });

  it('edits every field directly', async () => {
    const id = await buildMember();
    const { status, body } = await put(id, clinic, { firstName: 'Rosalind', phoneNumber: '+12695550177' });
    expect([status, body.firstName, body.phoneNumber, body.proposedChanges]).toEqual([
      200,
      'Rosalind',
      '+12695550177',
      [],
    ]);
    expect((await read(id, pantry)).firstName).toBe('Rosalind');
  });
});

describe('an edit by another organization', () => {
  it('proposes identity fields and saves the others', async () => {
    const id = await buildMember({ phoneNumber: '+12695550121' });
    const identity = {
      firstName: 'Rosie',
      lastName: 'Avery',
      dateOfBirth: '1981-05-06',
      phoneNumber: '+12695550122',
      email: 'rosie@example.org',
      participantId: '00000000123',
    };
    const { status, body } = await put(id, pantry, { ...identity, city: 'Portage', sendSmsTexts: false });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...identity, city: 'Portage', sendSmsTexts: false });
    expect(body.proposedChanges).toHaveLength(6);
    expect(body.proposedChanges.find((change: ProposedChange) => change.field === 'phoneNumber')).toEqual({
      id: expect.any(Number),
      field: 'phoneNumber',
      value: '+12695550121',
      proposedValue: '+12695550122',
      organization: { id: pantry.id, name: pantry.name },
      proposedBy: { id: pantry.staff.id, firstName: 'Test', lastName: 'Person' },
      state: 'PENDING',
      createTimestamp: expect.any(String),
      decidedBy: null,
      decideTimestamp: null,
    });
    expect(await read(id, pantry)).toEqual(body);
    const accepted = { firstName: 'Rosa', dateOfBirth: '1980-05-06', phoneNumber: '+12695550121', email: null };
    for (const place of [clinic, shelter]) {
      expect(await read(id, place)).toMatchObject({ ...accepted, participantId: null, city: 'Portage' });
    }
    expect((await read(id, clinic)).proposedChanges).toEqual(body.proposedChanges);
    expect((await read(id, shelter)).proposedChanges).toEqual([]);
  });

  it('proposes nothing when the unchanged user is sent back', async () => {
    const id = await buildMember();
    await put(id, pantry, { firstName: 'Rosie' });
    const seen = await read(id, pantry);
    const { status, body } = await put(id, pantry, seen);
    expect([status, body]).toEqual([200, seen]);
    const theirs = await read(id, clinic);
    expect(await put(id, clinic, { ...theirs, city: 'Portage' })).toMatchObject({
      status: 200,
      body: { firstName: 'Rosa', city: 'Portage', proposedChanges: [{ field: 'firstName', proposedValue: 'Rosie' }] },
    });
  });

  it('refuses changed values of read-only fields', async () => {
    const id = await buildMember();
    for (const body of [{ addedByOrganizationId: pantry.id }, { proposedChanges: [{ id: 1 }] }]) {
      expect((await put(id, pantry, { ...body, city: 'Nowhere' })).status).toBe(400);
    }
    expect((await read(id, clinic)).city).toBeNull();
  });

  it('replaces an earlier proposal for the same field', async () => {
    const id = await buildMember();
    await put(id, pantry, { firstName: 'Rosie' });
    const changes = await propose(id, pantry, { firstName: 'Rosemary' });
    expect(changes).toMatchObject([{ proposedValue: 'Rosemary' }]);
    expect((await list(id, clinic)).body).toMatchObject([
      { proposedValue: 'Rosemary', state: 'PENDING' },
      { proposedValue: 'Rosie', state: 'WITHDRAWN', decidedBy: { id: pantry.staff.id } },
    ]);
  });

  it('withdraws a proposal by proposing the accepted value', async () => {
    const id = await buildMember();
    await put(id, pantry, { firstName: 'Rosie', email: 'r@example.org' });
    const { body } = await put(id, pantry, { firstName: 'Rosa' });
    expect(body).toMatchObject({ firstName: 'Rosa', proposedChanges: [{ field: 'email' }] });
    expect((await put(id, pantry, { email: '' })).body).toMatchObject({ email: null, proposedChanges: [] });
    expect((await list(id, pantry)).body.map(({ state }: ProposedChange) => state)).toEqual(['WITHDRAWN', 'WITHDRAWN']);
  });

  it("is stale after a colleague's proposal or the owner's decision", async () => {
    const id = await buildMember();
    const [first, theirs] = [await read(id, pantry), await read(id, clinic)];
    const [change] = await propose(id, pantry, { firstName: 'Rosie', updateTimestamp: first.updateTimestamp });
    const stale = await put(id, pantry, { firstName: 'Rosa', updateTimestamp: first.updateTimestamp });
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale', current: { firstName: 'Rosie' } } });
    const { updateTimestamp } = await read(id, pantry);
    await decide(id, change?.id ?? 0, clinic, 'decline');
    expect((await put(id, pantry, { city: 'Portage', updateTimestamp })).status).toBe(409);
    // The record itself didn't change, so the owner's edit isn't stale.
    expect((await put(id, clinic, { city: 'Portage', updateTimestamp: theirs.updateTimestamp })).status).toBe(200);
  });

  it('leaves texts and matching on the accepted values', async () => {
    const id = await buildMember({ phoneNumber: '+12695550131' });
    await put(id, pantry, { phoneNumber: '+12695550132', lastName: 'Otherwise' });
    const message = { params: { id }, body: { message: 'Hello' }, token: pantry.staff.token };
    expect((await test.call('POST /v1/users/{id}/messages', message)).status).toBe(201);
    expect(await test.outbox('+12695550132')).toEqual([]);
    expect((await test.outbox('+12695550131')).some(({ text }) => text.startsWith('Hello'))).toBe(true);
    const patient = { firstName: 'Rosa', lastName: 'Otherwise', dateOfBirth: '1980-05-06' };
    expect((await refer(pantry, pantry, { patient })).id).not.toBe(id);
  });

  it("is saved directly when it's the member's own", async () => {
    const { id, token } = await buildSignedIn(test, clinic.id, { userType: 'PATIENT' });
    const options = { params: { id }, token, body: { firstName: 'Self' } };
    expect((await test.call('PUT /v1/users/{id}', options)).body).toMatchObject({
      firstName: 'Self',
      proposedChanges: [],
    });
  });
});

describe('a blank field that another organization fills', () => {
  it('is proposed when a request matches the member, except the ZIP code', async () => {
    const lastName = `Lane${nextNumber()}`;
    const id = await buildMember({ lastName });
    const patient = { firstName: 'Rosa', lastName, dateOfBirth: '1980-05-06' };
    const filled = { phoneNumber: '+12695550141', email: 'rosa@example.org', zipCode: '49008' };
    expect((await refer(pantry, pantry, { patient: { ...patient, ...filled } })).id).toBe(id);
    expect(await read(id, clinic)).toMatchObject({ phoneNumber: null, email: null, zipCode: '49008' });
    const pending = (await list(id, pantry)).body;
    expect(byField(pending)).toMatchObject([
      { field: 'email', value: null, proposedValue: 'rosa@example.org', state: 'PENDING' },
      { field: 'phoneNumber', value: null, proposedValue: '+12695550141', state: 'PENDING' },
    ]);
    // A proposed value is no longer blank for its proposer.
    await refer(pantry, pantry, { patient: { ...patient, phoneNumber: '+12695550142' } });
    expect((await list(id, pantry)).body).toEqual(pending);
  });

  it('is proposed when an upload matches the member, except the address', async () => {
    const lastNames = [`Lane${nextNumber()}`, `Lane${nextNumber()}`];
    const ids = [await buildMember({ lastName: lastNames[0] }), await buildMember({ lastName: lastNames[1] })];
    const before = (await test.outbox(clinic.admin.email)).length;
    const file = await buildXlsx([
      ['First Name', 'Last Name', 'Date of Birth', 'Phone', 'Participant ID', 'City'],
      ['Rosa', lastNames[0] ?? '', '1980-05-06', '(269) 555-0151', '00000000777', 'Portage'],
      ['Rosa', lastNames[1] ?? '', '1980-05-06', '(269) 555-0152', null, null],
    ]);
    const { body } = await test.call('POST /v1/organizations/{id}/services/upload-patients', {
      params: { id: pantry.id },
      query: { serviceIds: String(pantry.serviceId) },
      parts: { file },
      token: pantry.staff.token,
    });
    expect(body).toMatchObject({ created: 0, matched: 2 });
    const [first = 0, second = 0] = ids;
    expect(await read(first, clinic)).toMatchObject({ phoneNumber: null, participantId: null, city: 'Portage' });
    expect(await read(first, pantry)).toMatchObject({ phoneNumber: '+12695550151', participantId: '00000000777' });
    expect(await read(second, pantry)).toMatchObject({ phoneNumber: '+12695550152', city: null });
    for (const place of [clinic, pantry, shelter]) {
      expect((await loggedBy(place, first, 'user.edit'))[0]?.detail).toMatchObject({ fields: ['city'] });
      const [proposal] = await loggedBy(place, first, 'user.change-proposed');
      expect(proposal?.detail.fields).toEqual(['phoneNumber', 'participantId']);
    }
    const mails = await test.outbox(clinic.admin.email);
    expect(mails).toHaveLength(before + 1);
    expect(mails[0]?.text).toContain(`/members/${first}`);
    expect(mails[0]?.text).toContain(`/members/${second}`);
  });
});

describe('deciding', () => {
  it('accepts the value for everyone and records who decided', async () => {
    const id = await buildMember();
    const [change] = await propose(id, pantry, { dateOfBirth: '1979-01-31' });
    const { status, body } = await decide(id, change?.id ?? 0, clinic);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: change?.id,
      state: 'ACCEPTED',
      value: '1979-01-31',
      decidedBy: { id: clinic.staff.id },
      decideTimestamp: expect.any(String),
    });
    for (const place of [clinic, pantry, shelter]) {
      expect(await read(id, place)).toMatchObject({ dateOfBirth: '1979-01-31', proposedChanges: [] });
    }
  });

  it('declines the value and shows the proposer the accepted one', async () => {
    const id = await buildMember();
    const [change] = await propose(id, pantry, { firstName: 'Rosie' });
    expect((await decide(id, change?.id ?? 0, clinic, 'decline')).body).toMatchObject({
      state: 'DECLINED',
      value: 'Rosa',
    });
    expect(await read(id, pantry)).toMatchObject({ firstName: 'Rosa', proposedChanges: [] });
    expect((await list(id, pantry)).body).toMatchObject([{ state: 'DECLINED', decidedBy: { id: clinic.staff.id } }]);
  });

  it('is 403 for the proposer, 404 for others, 409 once decided', async () => {
    const id = await buildMember();
    const [{ id: changeId = 0 } = {}] = await propose(id, pantry, { firstName: 'Rosie' });
    const elsewhere = await buildMember();
    for (const what of ['accept', 'decline'] as const) {
      expect((await decide(id, changeId, pantry, what)).status).toBe(403);
      expect((await decide(id, changeId, shelter, what)).status).toBe(404);
      expect((await decide(id, changeId, stranger, what)).status).toBe(404);
      expect((await decide(elsewhere, changeId, clinic, what)).status).toBe(404);
      expect((await decide(id, 999_999_999, clinic, what)).status).toBe(404);
    }
    expect((await list(id, stranger)).status).toBe(404);
    expect((await list(id, shelter)).body).toEqual([]);
    expect((await decide(id, changeId, clinic, 'decline')).status).toBe(200);
    expect((await decide(id, changeId, clinic)).status).toBe(409);
    expect((await read(id, clinic)).firstName).toBe('Rosa');
  });

  it('lets one of two parallel decisions win', async () => {
    const id = await buildMember();
    const [{ id: changeId = 0 } = {}] = await propose(id, pantry, { firstName: 'Rosie' });
    const answers = await Promise.all([
      decide(id, changeId, clinic),
      decide(id, changeId, clinic, 'decline'),
      decide(id, changeId, clinic),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('settles only the proposals that match the accepted value', async () => {
    const id = await buildMember();
    const [change] = await propose(id, pantry, { firstName: 'Rosie' });
    await propose(id, shelter, { firstName: 'Rosie', email: 'rosie@example.org' });
    await decide(id, change?.id ?? 0, clinic);
    expect((await read(id, shelter)).proposedChanges).toMatchObject([{ field: 'email' }]);
    await put(id, clinic, { email: 'rosie@example.org' });
    expect((await list(id, clinic)).body).toMatchObject([
      { field: 'email', state: 'WITHDRAWN', decidedBy: null },
      { field: 'firstName', state: 'WITHDRAWN' },
      { field: 'firstName', state: 'ACCEPTED' },
    ]);
  });

  it("doesn't carry an opt-out over to an accepted number", async () => {
    const id = await buildMember({ phoneNumber: '+12695550161' });
    await sql`insert into sms_opt_outs (phone_number) values ('+12695550161')`.run(test.app.db);
    expect((await read(id, clinic)).smsBlockedReason).toMatch(/opted out/);
    const [change] = await propose(id, pantry, { phoneNumber: '+12695550162' });
    await decide(id, change?.id ?? 0, clinic);
    expect((await read(id, clinic)).smsBlockedReason).toBeNull();
  });
});

describe('a proposal notification', () => {
  it('goes once to each active admin of the adding organization', async () => {
    const secondAdmin = await buildAdmin(clinic.id);
    const idle = await buildSignedIn(test, clinic.id, { userType: 'ADMIN', status: 'INACTIVE' });
    const id = await buildMember();
    const before = (await test.outbox(clinic.admin.email)).length;
    await put(id, pantry, { firstName: 'Zebulon', phoneNumber: '+12695550171' });
    const mails = await test.outbox(clinic.admin.email);
    expect(mails).toHaveLength(before + 1);
    expect(mails[0]?.text).toContain(`${test.app.config.publicUrl}/members/${id}`);
    expect(`${mails[0]?.subject} ${mails[0]?.text}`).not.toMatch(/Zebulon|Rosa|Lane|0171|phone/i);
    expect(await test.outbox(secondAdmin.email)).toHaveLength(1);
    for (const other of [idle, clinic.staff, pantry.admin]) {
      expect((await test.outbox(other.email)).filter(({ text }) => text.includes(`/members/${id}`))).toEqual([]);
    }
  });

  it('is logged for every organization that sees the member', async () => {
    const id = await buildMember();
    await put(id, clinic, { city: 'Portage' });
    const changes = await propose(id, pantry, { firstName: 'Rosie', email: 'rosie@example.org', city: 'Mattawan' });
    const changeOf = (field: string) => changes.find((change) => change.field === field)?.id ?? 0;
    await decide(id, changeOf('firstName'), clinic);
    await decide(id, changeOf('email'), clinic, 'decline');
    const actions = 'user.edit,user.change-proposed,user.change-accepted,user.change-declined';
    for (const place of [clinic, pantry, shelter]) {
      const rows = (await loggedBy(place, id, actions)).map(({ action, actor, detail }) => [
        action,
        actor.id,
        detail.fields,
      ]);
      expect(rows).toEqual([
        ['user.change-declined', clinic.staff.id, ['email']],
        ['user.change-accepted', clinic.staff.id, ['firstName']],
        ['user.change-proposed', pantry.staff.id, ['firstName', 'email']],
        ['user.edit', pantry.staff.id, ['city']],
        ['user.edit', clinic.staff.id, ['city']],
      ]);
    }
    expect(await loggedBy(stranger, id)).toEqual([]);
  });
});
