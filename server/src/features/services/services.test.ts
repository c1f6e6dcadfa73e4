import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, serviceIds, setApproval } from '../../testing/build.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { askToConfirmServices } from './unconfirmed.commands.ts';

let test: TestApp;
let organizationId: number;
let admin: Awaited<ReturnType<typeof buildSignedIn>>;
let stranger: Awaited<ReturnType<typeof buildSignedIn>>;

beforeAll(async () => {
  test = await startTestApp();
  stranger = await buildSignedIn(test, (await buildOrganization(test)).id, { userType: 'ADMIN' });
});
beforeEach(async () => {
  organizationId = (await buildOrganization(test)).id;
  admin = await buildSignedIn(test, organizationId, { userType: 'ADMIN' });
});
afterAll(() => test.close());

const add = (body: object, headers = {}) => test.call('POST /v1/services', { body, token: admin.token, headers });
const update = (body: unknown, token = admin.token) => test.call('POST /v1/services/updateServices', { body, token });
const remove = (id: number, token = admin.token) =>
  test.call('POST /v1/services/deleteService/{id}', { params: { id }, token });
const list = async () =>
  (await test.call('GET /v1/organizations/{id}/services', { params: { id: organizationId }, token: admin.token })).body;
const rides = () => ({ name: 'Rides', type: 'TRANSPORTATION', description: 'To the doctor', organizationId });

describe('adding a service', () => {
  it('returns the service and lists it', async () => {
    const { status, body } = await add(rides());
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: body.id,
      ...rides(),
      organization: { id: organizationId, name: expect.any(String) },
    });
    expect(await list()).toContainEqual(body);
  });

  it('happens once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': `service-${organizationId}` };
    const [one, two] = await Promise.all([add(rides(), headers), add(rides(), headers)]);
    expect(one.body).toEqual(two.body);
    expect(await list()).toHaveLength(2);
  });

  it.each([
    [{ name: ' ' }, 'name', 'Service name is required.'],
    [{ name: 'x'.repeat(121) }, 'name', 'Service name can have at most 120 characters.'],
    [{ type: null }, 'type', 'Service type is required.'],
    [{ type: ' ' }, 'type', 'Service type is required.'],
    [{ description: 'x'.repeat(1001) }, 'description', 'Description can have at most 1000 characters.'],
  ])('§5 %j: %s says "%s"', async (over, field, sentence) => {
    const answer = await add({ ...rides(), ...over });
    expect([answer.status, answer.body.fields]).toEqual([400, { [field]: sentence }]);
    expect(await list()).toHaveLength(1);
  });

  it('names the known types if the type is unknown', async () => {
    const { body } = await add({ ...rides(), type: 'MAGIC' });
    expect(body.message).toMatch(/^Service type must be one of CIVIC_ENGAGEMENT, .+, VOLUNTEER\.$/);
  });

  it("is only for the caller's organization", async () => {
    expect((await add({ ...rides(), organizationId: stranger.organizationId })).status).toBe(404);
    expect((await add({ ...rides(), organizationId: undefined })).status).toBe(400);
    expect((await add({ ...rides(), id: 7 })).status).toBe(400);
  });
});

describe('changing services', () => {
  it('changes every service of a list and records the changes', async () => {
    const [first] = await list();
    const second = (await add(rides())).body;
    const wanted = [
      { id: first.id, name: 'Food basket', type: 'FOOD', description: '', organizationId },
      { id: second.id, ...rides() },
    ];
    const { status, body } = await update(wanted);
    expect(status).toBe(200);
    expect(body).toMatchObject([{ id: first.id, name: 'Food basket', description: null }, { id: second.id }]);
    expect(await list()).toEqual(body);
    const rows = await sql`select entity_id, detail from audit_log where action = 'service.edit'
      and organization_id = ${organizationId}`.many(test.app.db);
    expect(rows).toEqual([{ entity_id: first.id, detail: { fields: ['name'] } }]);
  });

  it('changes nothing when one of a hundred is foreign', async () => {
    const own = [];
    for (let n = 0; n < 99; n++) own.push((await add({ ...rides(), name: `Ride ${n}` })).body.id);
    const [foreign = 0] = await serviceIds(test, stranger.organizationId);
    const body = [...own, foreign].map((id) => ({ id, ...rides(), name: 'Changed' }));
    expect((await update(body)).status).toBe(404);
    expect((await update(body.slice(0, 1).concat({ ...rides(), id: 999_999_999 }))).status).toBe(404);
    expect((await update([{ ...body[0], organizationId: stranger.organizationId }])).status).toBe(404);
    expect(JSON.stringify(await list())).not.toContain('Changed');
  });

  it('is refused with what is saved now if a colleague changed the same field', async () => {
    const [{ id, name, type, description }] = await list();
    const edit = (words: string) => ({ id, name: words, type, description, organizationId, before: { name } });
    await update([edit('Food basket')]);
    const second = (await add(rides())).body;
    const { status, body } = await update([{ id: second.id, ...rides(), name: 'Trips' }, edit('Food bag')]);
    expect([status, body.code, body.current]).toEqual([409, 'stale', await list()]);
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['Food basket', rides().name]);
  });

  it('is not refused if a colleague changed another field, or the same in the same way', async () => {
    const [{ id, name, type, description }] = await list();
    const edit = { id, name: 'Food basket', type, description, organizationId, before: { name } };
    await update([{ ...edit, name, description: 'Weekly', before: { description } }]);
    expect((await update([{ ...edit, description: 'Weekly' }])).status).toBe(200);
    expect((await update([{ ...edit, description: 'Weekly' }])).status).toBe(200);
  });

  it('refuses malformed input with the index in the list', async () => {
    const [first] = await list();
    const good = { id: first.id, ...rides() };
    const { status, body } = await update([{ ...good, name: '' }]);
    expect([status, body.fields]).toEqual([400, { '0.name': 'Service name is required.' }]);
    const unknown = { ...good, before: { more: 1 } };
    for (const wrong of [[], {}, null, [good, good], [{ ...good, more: 1 }], [{ ...rides() }], [unknown]]) {
      expect((await update(wrong)).status, JSON.stringify(wrong)).toBe(400);
    }
  });
});

const allDetails = {
  name: 'Food pantry',
  type: 'SOCIAL',
  description: 'Groceries for a week',
  listedPublicly: false,
  eligibility: 'Household income under 200% of the poverty level',
  ageMin: 18,
  ageMax: 120,
  languages: ['en', 'zh-Hans'],
  cost: 'FREE',
  documents: ['Photo ID', 'Proof of address'],
  hours: [
    { day: 'MO', opens: '09:00', closes: '12:00' },
    { day: 'SU', opens: '22:00', closes: '02:00' },
  ],
  phoneNumber: '+12695550142',
  website: 'https://pantry.example.org',
  addressLine1: '12 Elm St',
  addressLine2: 'Suite 4',
  city: 'Kalamazoo',
  state: 'MI',
  zipCode: '49007',
  serviceArea: { zipCodes: ['49001', '49007'] },
  responseHours: 24,
};

/** Nobody has confirmed the organization's services for four months. */
async function forgetServices(): Promise<void> {
  await sql`update services set confirmed_timestamp = now() - interval '4 months'
    where organization_id = ${organizationId}`.run(test.app.db);
}

function expectConfirmed({ confirmedTimestamp }: { confirmedTimestamp: string }): void {
  expect(Date.now() - Date.parse(confirmedTimestamp)).toBeLessThan(86_400_000);
}

describe('the details of a service', () => {
  const save = (id: number, body: object, token = admin.token) =>
    test.call('PUT /v1/services/{id}', { params: { id }, body, token });

  it('are empty until someone fills them in', async () => {
    const [service] = await list();
    expect(service).toMatchObject({
      eligibility: null,
      hours: null,
      serviceArea: null,
      responseHours: 48,
      availability: 'OPEN',
      availabilityTimestamp: null,
      listedPublicly: true,
    });
    expectConfirmed(service);
  });

  it('are saved, confirm the listing, and name the changed fields in the log', async () => {
    const [{ id }] = await list();
    await forgetServices();
    const { status, body } = await save(id, allDetails);
    expect([status, body]).toEqual([200, expect.objectContaining(allDetails)]);
    expectConfirmed(body);
    expect((await save(id, { cost: 'PAID', zipCode: '49007' })).body).toMatchObject({ ...allDetails, cost: 'PAID' });
    const rows = await sql<{ detail: unknown }>`select detail from audit_log where action = 'service.edit'
      and entity_id = ${id} order by id`.many(test.app.db);
    expect(rows.map(({ detail }) => detail)).toEqual([{ fields: Object.keys(allDetails) }, { fields: ['cost'] }]);
  });

  it('are emptied by null; an emptied response time is the default', async () => {
    const [{ id }] = await list();
    await save(id, allDetails);
    const { name, type, listedPublicly, ...emptied } = Object.fromEntries(
      Object.keys(allDetails).map((field) => [field, null]),
    );
    const { body } = await save(id, emptied);
    expect(body).toMatchObject({ ...emptied, name: 'Food pantry', responseHours: 48, listedPublicly: false });
  });

  it('are refused with what is saved now if a colleague changed the same field', async () => {
    const [{ id, hours }] = await list();
    const other = [{ day: 'TU', opens: '09:00', closes: '12:00' }];
    await save(id, { hours: allDetails.hours, before: { hours } });
    const { status, body } = await save(id, { hours: other, cost: 'FREE', before: { hours, cost: null } });
    expect([status, body.code, body.current]).toEqual([409, 'stale', (await list())[0]]);
    expect(body.current).toMatchObject({ hours: allDetails.hours, cost: null });
    const again = { hours: other, cost: 'FREE', before: { hours: body.current.hours, cost: null } };
    expect((await save(id, again)).body).toMatchObject({ hours: other, cost: 'FREE' });
  });

  it('are saved if a colleague changed another field', async () => {
    const [{ id, city, cost }] = await list();
    await save(id, { city: 'Kalamazoo', before: { city } });
    expect((await save(id, { cost: 'FREE', before: { city, cost } })).body).toMatchObject({
      city: 'Kalamazoo',
      cost: 'FREE',
    });
  });

  it('refuse an age range that what is stored turns around', async () => {
    const [{ id }] = await list();
    await save(id, { ageMin: 10, ageMax: 17 });
    const { status, body } = await save(id, { ageMin: 18, cost: 'FREE' });
    const sentence = 'Minimum age must be at most the maximum age.';
    expect([status, body.fields]).toEqual([400, { ageMin: sentence }]);
    expect((await list())[0]).toMatchObject({ ageMin: 10, cost: null });
  });

  it('refuse hours that overlap over the end of the week', async () => {
    const [{ id }] = await list();
    const hours = [
      { day: 'SU', opens: '22:00', closes: '06:00' },
      { day: 'MO', opens: '05:00', closes: '09:00' },
    ];
    const { status, body } = await save(id, { hours });
    expect([status, body.fields]).toEqual([400, { 'hours.1.opens': 'These hours overlap with others.' }]);
  });

  it('stay as they are when the old call changes the service', async () => {
    const [{ id }] = await list();
    await save(id, allDetails);
    await test.call('PUT /v1/services/{id}/availability', {
      params: { id },
      body: { availability: 'FULL', availabilityNote: 'Until May' },
      token: admin.token,
    });
    await update([{ id, ...rides() }]);
    expect((await list())[0]).toMatchObject({
      ...allDetails,
      ...rides(),
      availability: 'FULL',
      availabilityNote: 'Until May',
    });
  });
});

describe('the contact of a service', () => {
  const place = { addressLine1: '1 Main St', city: 'Kalamazoo', zipCode: '49007' };
  const nowhere = { phoneNumber: '+12695550100', website: null, addressLine1: null, addressLine2: null, city: null };
  const contactAfter = async (details: object) => {
    const [{ id }] = await list();
    const { body } = await test.call('PUT /v1/services/{id}', { params: { id }, token: admin.token, body: details });
    return body.contact;
  };
  const locate = () =>
    sql`update organizations set address_line1 = ${place.addressLine1}, address_line2 = 'MI', city = ${place.city},
      website = 'https://oak.example' where id = ${organizationId}`.run(test.app.db);

  it("is its organization's, whose second line is the state", async () => {
    expect(await contactAfter({})).toEqual({ ...nowhere, state: null, zipCode: '49007' });
    await locate();
    const website = 'https://oak.example';
    expect(await contactAfter({})).toEqual({ ...nowhere, ...place, state: 'MI', website });
  });

  it('is its own, with the address as a whole', async () => {
    await locate();
    const own = { phoneNumber: '+12695550199', website: 'https://rides.example' };
    expect(await contactAfter(own)).toEqual({ ...nowhere, ...place, state: 'MI', ...own });
    const elsewhere = { ...nowhere, ...own, city: 'Portage', state: null, zipCode: null };
    expect(await contactAfter({ city: 'Portage' })).toEqual(elsewhere);
  });
});

describe('the availability of a service', () => {
  const set = (id: number, body: object, token = admin.token) =>
    test.call('PUT /v1/services/{id}/availability', { params: { id }, body, token });

  it('is set by any employee, confirms the listing, and is on record', async () => {
    const [{ id }] = await list();
    await forgetServices();
    const employee = await buildSignedIn(test, organizationId);
    const wanted = { availability: 'WAITLIST', availabilityNote: 'Call first', waitDays: 14 };
    const { status, body } = await set(id, wanted, employee.token);
    expect([status, body]).toEqual([200, expect.objectContaining(wanted)]);
    expect(body.availabilityTimestamp).toBe(body.confirmedTimestamp);
    expectConfirmed(body);
    const rows = await sql`select actor_id, detail from audit_log where action = 'service.availability'
      and entity_id = ${id}`.many(test.app.db);
    expect(rows).toEqual([{ actor_id: employee.id, detail: { from: 'OPEN', to: 'WAITLIST' } }]);
  });

  it('loses a note and a wait that are left out', async () => {
    const [{ id }] = await list();
    await set(id, { availability: 'WAITLIST', availabilityNote: 'Call first', waitDays: 14 });
    const { body } = await set(id, { availability: 'OPEN' });
    expect(body).toMatchObject({ availability: 'OPEN', availabilityNote: null, waitDays: null });
  });

  it('refuses unknown values and changes nothing', async () => {
    const [{ id }] = await list();
    for (const body of [{}, { availability: 'BUSY' }, { availability: 'FULL', waitDays: 731 }]) {
      expect((await set(id, body)).status, JSON.stringify(body)).toBe(400);
    }
    expect((await list())[0].availability).toBe('OPEN');
  });
});

it('confirms a listing', async () => {
  const [{ id }] = await list();
  await forgetServices();
  const { status, body } = await test.call('POST /v1/services/{id}/confirm', { params: { id }, token: admin.token });
  expect(status).toBe(200);
  expectConfirmed(body);
});

describe('the weekly email about unconfirmed services', () => {
  const mails = async () => (await test.outbox(admin.email)).map(({ subject, text }) => ({ subject, text }));
  const ask = () => askToConfirmServices(test.app.db);

  it('lists them once a week, each with a link that confirms it', async () => {
    await add(rides());
    await ask();
    expect(await mails()).toEqual([]);
    await sql`update services set confirmed_timestamp = '2026-01-31T12:00:00Z' where name = 'Rides'
      and organization_id = ${organizationId}`.run(test.app.db);
    await ask();
    await ask();
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.text).toContain('Rides: not confirmed since Jan 31, 2026 · (269) 555-0100 · 49007');
    expect(mail?.text).toMatch(/Confirm Rides: http\S+\/act\/[\w-]{43}\n/);
    expect(mail?.text).not.toContain('Food box');
    await sql`update emails set create_timestamp = now() - interval '7 days' where user_id = ${admin.id}`.run(
      test.app.db,
    );
    await ask();
    expect(await mails()).toHaveLength(2);
  });
});

it('links no service by its name in the weekly email', async () => {
  const created = await add({ ...rides(), name: 'Rides.example' });
  await sql`update services set confirmed_timestamp = '2026-01-31T12:00:00Z' where id = ${created.body.id}`.run(
    test.app.db,
  );
  await askToConfirmServices(test.app.db);
  const [mail] = await test.outbox(admin.email);
  for (const part of [mail?.html, mail?.text]) {
    expect(part).toContain('Confirm Rides\u200b.example');
    expect(part).not.toContain('Rides.example');
  }
});

describe('the weekly email goes', () => {
  const confirmedBefore = (days: number) =>
    sql`update services set confirmed_timestamp = now() - make_interval(days => ${days}::integer)
    where organization_id = ${organizationId}`.run(test.app.db);
  const asked = async ({ email }: { email: string }) => (await test.outbox(email)).length;

  it('to active admins only', async () => {
    const employee = await buildSignedIn(test, organizationId);
    const left = await buildSignedIn(test, organizationId, { userType: 'ADMIN', status: 'INACTIVE' });
    await forgetServices();
    await askToConfirmServices(test.app.db);
    expect([await asked(admin), await asked(employee), await asked(left)]).toEqual([1, 0, 0]);
  });

  it.each([
    ['on the 91st day', 91, 1],
    ['not on the 89th day', 89, 0],
  ])('%s', async (_when, days, mails) => {
    await confirmedBefore(days);
    await askToConfirmServices(test.app.db);
    expect(await asked(admin)).toBe(mails);
  });

  it('not to organizations that are not approved, nor about deleted services', async () => {
    await forgetServices();
    await setApproval(test.app.db, organizationId, 'SUSPENDED');
    await askToConfirmServices(test.app.db);
    expect(await asked(admin)).toBe(0);
    await setApproval(test.app.db, organizationId, 'APPROVED');
    for (const { id } of await list()) await remove(id);
    await askToConfirmServices(test.app.db);
    expect(await asked(admin)).toBe(0);
  });
});

describe('the open requests of a service', () => {
  const open = (id: number, token = admin.token) =>
    test.call('GET /v1/services/{id}/open-requests', { params: { id }, token });

  it('exclude completed and cancelled ones', async () => {
    const [service] = await list();
    const serviceRequest = { organizationId, serviceId: service.id, patient: { firstName: 'Ann', lastName: 'Other' } };
    expect((await open(service.id)).body).toEqual({ count: 0 });
    const ids = [];
    for (let n = 0; n < 4; n++) {
      const created = await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token: admin.token });
      ids.push(created.body.id);
    }
    for (const [id, newStatus] of [
      [ids[0], 'CANCELLED'],
      [ids[1], 'OPEN'],
    ]) {
      const params = { id, newStatus };
      await test.call('POST /v1/service-requests/{id}/transition/{newStatus}', {
        params,
        token: admin.token,
        body: {},
      });
    }
    const status = 'COMPLETED';
    const body = { serviceRequestIds: [ids[2]], status };
    await test.call('POST /v1/service-requests/transition/{status}', { params: { status }, body, token: admin.token });
    expect((await open(service.id)).body).toEqual({ count: 2 });
  });

  it("are 404 for another organization's service and a deleted one", async () => {
    const [service] = await list();
    expect((await open(service.id, stranger.token)).status).toBe(404);
    await remove(service.id);
    expect((await open(service.id)).status).toBe(404);
  });
});

describe('deleting a service', () => {
  it('hides it from every picker but keeps it on old requests', async () => {
    const [service] = await list();
    const serviceRequest = { organizationId, serviceId: service.id, patient: { firstName: 'Ann', lastName: 'Other' } };
    const created = await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token: admin.token });
    expect((await remove(service.id)).status).toBe(204);
    expect(await list()).toEqual([]);
    const partners = await test.call('GET /v1/organizations', { token: stranger.token });
    const listed = partners.body.find(({ id }: { id: number }) => id === organizationId);
    expect(listed.services).toEqual([]);
    const preferences = await test.call('GET /v1/users/{id}/email-preferences', {
      params: { id: admin.id },
      token: admin.token,
    });
    expect(preferences.body).toEqual([]);
    const again = await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token: admin.token });
    expect(again.status).toBe(404);
    const old = await test.call('GET /v1/service-requests/{id}', {
      params: { id: created.body.id },
      token: admin.token,
    });
    expect(old.body.service).toMatchObject({ id: service.id, name: 'Food box' });
  });

  it('is 404 for a deleted, unknown or foreign service', async () => {
    const [service] = await list();
    expect((await remove(service.id, stranger.token)).status).toBe(404);
    expect((await remove(service.id)).status).toBe(204);
    expect((await remove(service.id)).status).toBe(404);
    expect((await remove(999_999_999)).status).toBe(404);
    expect((await update([{ id: service.id, ...rides() }])).status).toBe(404);
  });
});
