import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addJob } from '../../db/jobs.commands.ts';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, buildUser, nextNumber } from '../../testing/build.ts';
import { grayPicture } from '../../testing/pictures.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const profile = {
  name: 'Harbor Street Clinic',
  organizationType: 'SERVICE_PROVIDER',
  email: 'Front@Harbor.example',
  phoneNumber: '(313) 555-0188',
  addressLine1: '1 Harbor Street',
  addressLine2: 'MI',
  city: 'Detroit',
  zipCode: '48201',
  website: 'harbor.example',
  description: '',
};

const register = (organization: unknown, headers: Record<string, string> = {}, file?: Blob) =>
  test.call('POST /v1/organizations', { parts: file ? { organization, file } : { organization }, headers });

describe('registering an organization', () => {
  it('stores the normalized values with services and time zone', async () => {
    const services = [
      { name: ' Rides ', type: 'TRANSPORTATION', description: '' },
      { name: 'Checkup', type: 'MEDICAL' },
    ];
    const { status, body } = await register({ ...profile, serviceDTOList: services });
    expect(status).toBe(201);
    expect(body).toEqual({ id: expect.any(Number), registrationToken: expect.any(String), approval: 'WAITING' });
    const admin = await buildSignedIn(test, body.id, { userType: 'ADMIN' });
    const read = await test.call('GET /v1/organizations/{id}', { params: { id: body.id }, token: admin.token });
    expect(read.body).toEqual({
      ...profile,
      id: body.id,
      email: 'front@harbor.example',
      phoneNumber: '+13135550188',
      website: 'https://harbor.example',
      description: null,
      imageFilename: null,
      approval: 'WAITING',
      approvalReason: null,
      idleMinutes: null,
      proposedProfile: null,
    });
    const listed = await test.call('GET /v1/organizations/{id}/services', {
      params: { id: body.id },
      token: admin.token,
    });
    expect(listed.body).toMatchObject([
      { name: 'Rides', type: 'TRANSPORTATION', description: null, organization: { id: body.id, name: profile.name } },
      { name: 'Checkup', type: 'MEDICAL', description: null },
    ]);
    const rows = await sql`select time_zone, terms_version, terms_timestamp is not null as accepted
      from organizations where id = ${body.id}`.many(test.app.db);
    expect(rows).toEqual([{ time_zone: 'America/Detroit', terms_version: expect.any(String), accepted: true }]);
  });

  it('accepts the JSON part as a Blob, as browsers send it', async () => {
    const organization = new Blob([JSON.stringify(profile)], { type: 'application/json' });
    expect((await register(organization)).status).toBe(201);
  });

  it.each([
    ['not json', { organization: "The part 'organization' must be a JSON object." }],
    ['[]', { organization: "The part 'organization' must be a JSON object." }],
    [{ ...profile, name: ' ' }, { name: 'Company Name is required.' }],
    [{ ...profile, organizationType: undefined }, { organizationType: 'Organization type is required.' }],
    [{ ...profile, organizationType: 'CHARITY' }, { organizationType: 'Organization type is required.' }],
    [{ ...profile, phoneNumber: '' }, { phoneNumber: 'Phone Number is required.' }],
    [{ ...profile, phoneNumber: '+1 313' }, { phoneNumber: 'Must be a valid Phone Number.' }],
    [{ ...profile, email: 'front' }, { email: 'Must be a valid Email.' }],
    [
      { ...profile, website: 'javascript:alert(1)' },
      { website: 'Must be a valid Website, such as https://example.org.' },
    ],
    [
      { ...profile, serviceDTOList: [{ name: '', type: 'FOOD' }] },
      { 'serviceDTOList.0.name': 'Service name is required.' },
    ],
    [{ ...profile, serviceDTOList: [{ name: 'Box' }] }, { 'serviceDTOList.0.type': 'Service type is required.' }],
    [{ ...profile, listed: true }, { listed: "This field isn't known." }],
    [
      { ...profile, name: 'Harbor\nhttps://evil.example/', website: 'https://harbor.example/\ta' },
      {
        name: "Company Name can't contain line breaks or invisible characters. Please type it again.",
        website: "This can't contain line breaks or invisible characters. Please type it again.",
      },
    ],
  ])('§5 refuses %j with %j and creates nothing', async (organization, fields) => {
    const count = async () => (await sql<{ n: number }>`select count(*) as n from organizations`.one(test.app.db)).n;
    const before = await count();
    const answer = await register(organization);
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual(fields);
    expect(await count()).toBe(before);
  });

  it('creates one per Idempotency-Key and repeats the answer', async () => {
    const headers = { 'idempotency-key': `registration-${nextNumber()}` };
    const [first, second] = await Promise.all([register(profile, headers), register(profile, headers)]);
    expect(first.body.registrationToken.length).toBeGreaterThan(20);
    expect(second).toMatchObject({ status: 201, body: first.body });
  });
});

describe('the list of organizations', () => {
  it('shows the public only basic fields of approved organizations', async () => {
    const listed = await buildOrganization(test, { name: 'Ámbar Aid' });
    const hidden = await buildOrganization(test, { listed: false });
    const { body } = await test.call('GET /v1/organizations');
    const ids = body.map((item: { id: number }) => item.id);
    expect(ids).toContain(listed.id);
    expect(ids).not.toContain(hidden.id);
    const keys = ['city', 'id', 'imageFilename', 'name', 'organizationType', 'zipCode'];
    expect(Object.keys(body[0]).sort()).toEqual(keys);
    const near = await test.call('GET /v1/organizations', { query: { zipCode: '48201', radius: '5000' } });
    expect(Object.keys(near.body[0]).sort()).toEqual(keys);
  });

  it('sorts by name, ignoring accents and case', async () => {
    for (const name of ['zeta', 'Álamo', 'beta', 'Alba']) await buildOrganization(test, { name: `Sort ${name}` });
    const { body } = await test.call('GET /v1/organizations');
    const names = body.map((item: { name: string }) => item.name).filter((name: string) => name.startsWith('Sort '));
    expect(names).toEqual(['Sort Álamo', 'Sort Alba', 'Sort beta', 'Sort zeta']);
  });

  it('shows staff full records within the radius, and always their own', async () => {
    const far = await buildOrganization(test, { name: 'Far away', zipCode: '90012' });
    const near = await buildOrganization(test, { name: 'Near by', zipCode: '48226' });
    const same = await buildOrganization(test, { name: 'Same ZIP', zipCode: '48201-1234' });
    const staff = await buildSignedIn(test, far.id);
    const { body } = await test.call('GET /v1/organizations', {
      query: { zipCode: '48201', radius: '10' },
      token: staff.token,
    });
    const byId = new Map<number, { distanceMiles: number; services: unknown[]; phoneNumber: string }>(
      body.map((item: { id: number }) => [item.id, item]),
    );
    expect(byId.get(same.id)?.distanceMiles).toBe(0);
    // Detroit 48201 to 48226 is a mile and a half in a straight line.
    expect(byId.get(near.id)?.distanceMiles).toBeGreaterThan(0.5);
    expect(byId.get(near.id)?.distanceMiles).toBeLessThan(3);
    expect(byId.get(far.id)?.distanceMiles).toBeGreaterThan(1900);
    expect(byId.get(near.id)).toMatchObject({ phoneNumber: '+12695550100', services: [{ name: 'Food box' }] });
    const distances = body.map((item: { distanceMiles: number }) => item.distanceMiles);
    expect(distances).toEqual([...distances].sort((a: number, b: number) => a - b));
    const one = await test.call('GET /v1/organizations', {
      query: { zipCode: '48201', radius: '1' },
      token: staff.token,
    });
    expect(one.body.map((item: { id: number }) => item.id)).not.toContain(near.id);
  });

  it('answers miles between ZIP codes by their first five digits', async () => {
    const { token } = await buildSignedIn(test, (await buildOrganization(test)).id);
    const body = { from: '48201-1234', to: ['48226-0001', '48201', '00000'] };
    const answer = await test.call('POST /v1/zip-codes/distances', { body, token });
    expect([answer.status, answer.body]).toEqual([200, { 48226: expect.closeTo(1.5, 0), 48201: 0, '00000': null }]);
  });

  it('matches the ZIP code as text when its location is unknown', async () => {
    const lost = await buildOrganization(test, { zipCode: '00000' });
    const { body } = await test.call('GET /v1/organizations', { query: { zipCode: '00000' } });
    expect(body.map((item: { id: number }) => item.id)).toEqual([lost.id]);
  });

  it('shows pending employees only the public fields', async () => {
    const organization = await buildOrganization(test);
    const pending = await buildSignedIn(test, organization.id, { status: 'PENDING' });
    const { body } = await test.call('GET /v1/organizations', { token: pending.token });
    expect(body[0]).not.toHaveProperty('phoneNumber');
  });

  it.each<Record<string, string>>([
    { zipCode: 'abc' },
    { zipCode: '48201', radius: '-1' },
    { radius: 'ten' },
    { page: '1' },
  ])('refuses %j', async (query) => {
    expect((await test.call('GET /v1/organizations', { query })).status).toBe(400);
  });
});

describe('editing an organization', () => {
  it('is only for its active admins and keeps its services', async () => {
    const organization = await buildOrganization(test);
    const admin = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
    const employee = await buildSignedIn(test, organization.id);
    const stranger = await buildSignedIn(test, (await buildOrganization(test)).id, { userType: 'ADMIN' });
    const put = (token: string, over = {}) =>
      test.call('PUT /v1/organizations/{id}', {
        params: { id: organization.id },
        parts: { organization: { ...profile, ...over } },
        token,
      });
    expect((await put(employee.token)).status).toBe(403);
    expect((await put(stranger.token)).status).toBe(404);
    const changed = await put(admin.token, { name: 'Renamed', serviceDTOList: [] });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ name: 'Renamed', city: 'Detroit' });
    expect((await put(admin.token, { id: organization.id + 1 })).status).toBe(400);
    const services = await test.call('GET /v1/organizations/{id}/services', {
      params: { id: organization.id },
      token: admin.token,
    });
    expect(services.body).toHaveLength(1);
    const rows = await sql`select actor_id from audit_log where action = 'organization.edit'
      and entity_id = ${organization.id}`.many(test.app.db);
    expect(rows).toEqual([{ actor_id: admin.id }]);
  });

  it('is refused when the organization changed since it was read', async () => {
    const organization = await buildOrganization(test);
    const admin = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
    const own = { params: { id: organization.id }, token: admin.token };
    const put = (over = {}) =>
      test.call('PUT /v1/organizations/{id}', { ...own, parts: { organization: { ...profile, ...over } } });
    const known = (await test.call('GET /v1/organizations/{id}', own)).body;
    expect(await put({ name: 'First', before: known })).toMatchObject({ status: 200, body: { name: 'First' } });
    expect(await put({ name: 'Second', before: known })).toMatchObject({
      status: 409,
      body: { code: 'stale', message: expect.stringContaining('Someone else'), current: { name: 'First' } },
    });
    // Of several parallel edits of the same version, one wins.
    const fresh = (await test.call('GET /v1/organizations/{id}', own)).body;
    expect(fresh).toMatchObject({ name: 'First' });
    const race = await Promise.all(['A', 'B', 'C', 'D'].map((name) => put({ name, before: fresh })));
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await put({ before: { name: 7 } })).status).toBe(400);
    expect((await put({ before: { colour: 'blue' } })).status).toBe(400);
    expect((await put({ name: 'Whatever it was' })).status).toBe(200);
  });

  it('reads a name from before line breaks were refused, and takes a new one', async () => {
    const organization = await buildOrganization(test, { name: 'Harbor\n\u202eold' });
    const admin = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
    const own = { params: { id: organization.id }, token: admin.token };
    const put = (over: object) =>
      test.call('PUT /v1/organizations/{id}', { ...own, parts: { organization: { ...profile, ...over } } });
    const known = (await test.call('GET /v1/organizations/{id}', own)).body;
    expect(known.name).toBe('Harbor\n\u202eold');
    const unchanged = await put({ name: known.name, before: known });
    expect([unchanged.status, Object.keys(unchanged.body.fields)]).toEqual([400, ['name']]);
    expect(await put({ before: known })).toMatchObject({ status: 200, body: { name: profile.name } });
  });
});

describe('the daily purge', () => {
  async function purge() {
    await addJob(test.app.db, 'purge-expired', {});
    await test.runJobs();
  }

  async function registerWithLogo(age: string) {
    const { body } = await register(profile, {}, new File([await grayPicture('png', 8, 8)], 'logo.png'));
    await buildUser(test, body.id, { userType: 'ADMIN', status: 'PENDING', verified: false });
    await sql`update organizations set create_timestamp = now() - ${age}::interval where id = ${body.id}`.run(
      test.app.db,
    );
    const { storage_key } = await sql<{ storage_key: string }>`select f.storage_key from organizations o
      join files f on f.id = o.logo_file_id where o.id = ${body.id}`.one(test.app.db);
    return { id: body.id as number, logo: storage_key };
  }

  async function left(id: number) {
    const { n } = await sql<{ n: number }>`
      select (select count(*) from organizations where id = ${id}) + (select count(*) from users where organization_id = ${id})
        + (select count(*) from services where organization_id = ${id}) as n`.one(test.app.db);
    return n;
  }

  it('removes organizations left unverified for 7 days, with all their data', async () => {
    const lapsed = await registerWithLogo('8 days');
    const young = await registerWithLogo('6 days');
    const waiting = await buildOrganization(test, { approval: 'WAITING' });
    await sql`update organizations set create_timestamp = now() - interval '90 days' where id = ${waiting.id}`.run(
      test.app.db,
    );
    await purge();
    expect(await left(lapsed.id)).toBe(0);
    expect(await test.app.files.has(lapsed.logo)).toBe(false);
    expect(await left(young.id)).toBeGreaterThan(1);
    expect(await test.app.files.has(young.logo)).toBe(true);
    expect(await left(waiting.id)).toBeGreaterThan(1);
  });

  it('keeps 30 days and at most 10,000 outbox messages', async () => {
    const add = (to: string, age: string, count: number) =>
      sql`insert into dev_outbox (channel, to_address, body, create_timestamp)
        select 'email', ${to}, '', now() - ${age}::interval from generate_series(1, ${count}::integer)`.run(
        test.app.db,
      );
    const count = async (to: string) =>
      (await sql<{ n: number }>`select count(*) as n from dev_outbox where to_address = ${to}`.one(test.app.db)).n;
    await add('old@example.org', '31 days', 6_000);
    await add('kept@example.org', '29 days', 1);
    await purge();
    expect(await count('old@example.org')).toBe(0);
    expect(await count('kept@example.org')).toBe(1);
    await add('many@example.org', '1 day', 10_000);
    await purge();
    expect(await count('kept@example.org')).toBe(0);
    expect(await count('many@example.org')).toBe(10_000);
  });
});
