import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, serviceIds } from '../../testing/build.ts';
import { buildXlsx } from '../../testing/spreadsheets.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let nurse: Awaited<ReturnType<typeof buildSignedIn>>;

beforeAll(async () => {
  test = await startTestApp();
  const clinic = await buildOrganization(test);
  nurse = await buildSignedIn(test, clinic.id);
  const [serviceId = 0] = await serviceIds(test, clinic.id);
  const file = await buildXlsx([
    ['First Name', 'Last Name', 'Date of Birth', 'Phone', 'Email', 'Participant ID', 'Zip'],
    ['Marisol', 'Vega', '1987-02-19', '(269) 555-0142', 'sunny@example.org', '00418226731', '49007'],
    ['Ángel', 'Ruiz', '1990-03-04', '(313) 555-0150', null, null, '48201'],
    ['zoe', 'O\u2019Neil', null, null, null, null, null],
    ['Tom 100%', 'Under_score', '1990-03-04', null, null, null, null],
  ]);
  await test.call('POST /v1/organizations/{id}/services/upload-patients', {
    params: { id: clinic.id },
    query: { serviceIds: String(serviceId), serviceStatus: 'REQUESTED' },
    parts: { file },
    token: nurse.token,
  });
  await sql`update users set status = 'INACTIVE' where first_name = 'zoe'`.run(test.app.db);
});
afterAll(() => test.close());

const list = (query: Record<string, string> = {}) =>
  test.call('GET /v1/organizations/{id}/members', { params: { id: nurse.organizationId }, query, token: nurse.token });
const names = async (query: Record<string, string>) =>
  (await list(query)).body.content.map((member: { firstName: string }) => member.firstName);

describe('§7 the members of an organization', () => {
  it.each<[Record<string, string>, string[]]>([
    [{ name: 'aris' }, ['Marisol']],
    [{ name: 'VEGA mari' }, ['Marisol']],
    [{ name: 'g' }, ['Marisol', 'Ángel']],
    [{ name: '555-0142' }, ['Marisol']],
    [{ name: '(313) 555' }, ['Ángel']],
    [{ name: 'sunny@' }, ['Marisol']],
    [{ name: '418226' }, ['Marisol']],
    [{ name: '100%' }, ['Tom 100%']],
    [{ name: 'r_s' }, ['Tom 100%']],
    [{ name: '%' }, ['Tom 100%']],
    [{ birthDate: '1990-03-04' }, ['Tom 100%', 'Ángel']],
    [{ birthDate: '1990-03-04T00:00:00Z', name: 'ruiz' }, ['Ángel']],
    [{ birthDate: '', name: '' }, ['zoe', 'Tom 100%', 'Marisol', 'Ángel']],
    [{ status: 'INACTIVE' }, ['zoe']],
    [{ serviceType: 'FOOD', name: 'mar' }, ['Marisol']],
    [{ serviceType: 'HOUSING' }, []],
    [{ serviceName: 'ood b', birthDate: '1987-02-19' }, ['Marisol']],
    [{ entityType: 'ORGANIZATION', role: 'PATIENT', size: '2', page: '1' }, ['Marisol', 'Ángel']],
    [{ sort: 'user.lastName,asc' }, ['zoe', 'Ángel', 'Tom 100%', 'Marisol']],
    [{ sort: 'dateOfBirth,asc', size: '1' }, ['Marisol']],
    [{ sort: 'createTimestamp,desc' }, ['Tom 100%', 'zoe', 'Ángel', 'Marisol']],
    [{ sort: 'id,desc' }, ['Tom 100%', 'zoe', 'Ángel', 'Marisol']],
    [{ sort: 'email,asc', size: '1' }, ['Marisol']],
    [{ sort: 'dateOfBirth,asc' }, ['Marisol', 'Ángel', 'Tom 100%', 'zoe']],
    [{ sort: 'dateOfBirth,desc' }, ['Tom 100%', 'Ángel', 'Marisol', 'zoe']],
    [{ sort: 'phoneNumber,asc', name: 'e' }, ['Marisol', 'Ángel', 'zoe', 'Tom 100%']],
    [{ sort: 'phoneNumber,desc', size: '3' }, ['Ángel', 'Marisol', 'Tom 100%']],
    [{ sort: 'zipCode,desc', size: '1', page: '1' }, ['Ángel']],
    [{ sort: 'email,desc', size: '2', page: '1' }, ['zoe', 'Ángel']],
    [{ page: '9' }, []],
  ])('%j', async (query, expected) => expect(await names(query)).toEqual(expected));

  it('are paged with a total', async () => {
    const { body } = await list({ size: '3' });
    expect(body).toMatchObject({ totalElements: 4, totalPages: 2, size: 3, number: 0 });
    expect((await list()).body.size).toBe(50);
  });

  it('have a stored count that equals the live count', async () => {
    const rows = await sql<{ live: number; kept: number }>`
      select (select count(*) from organization_members where organization_id = ${nurse.organizationId}) as live,
        (select sum(change)::bigint from organization_member_counts where organization_id = ${nurse.organizationId}) as kept`.many(
      test.app.db,
    );
    expect(rows).toEqual([{ live: 4, kept: 4 }]);
  });

  it.each<[Record<string, string>]>([
    [{ birthDate: '1900-01-01' }],
    [{ birthDate: '1990-02-30' }],
    [{ birthDate: '1990-03-04 or so' }],
    [{ sort: 'password,asc' }],
    [{ page: '-1' }],
    [{ size: '0' }],
    [{ unknown: 'x' }],
  ])('refuse %j', async (query) => expect((await list(query)).status).toBe(400));

  it('say which service types they can be filtered by', async () => {
    expect((await list({ serviceType: 'food' })).body.message).toMatch(/^Service type must be one of .*, FOOD, /);
  });

  it('are sorted by a new name immediately', async () => {
    const rename = (from: string, to: string) =>
      sql`update users set first_name = ${to} where first_name = ${from}`.run(test.app.db);
    await rename('Marisol', 'Étienne');
    expect(await names({ sort: 'firstName,asc' })).toEqual(['Ángel', 'Étienne', 'Tom 100%', 'zoe']);
    await rename('Étienne', 'Marisol');
    expect(await names({ sort: 'firstName,asc' })).toEqual(['Ángel', 'Marisol', 'Tom 100%', 'zoe']);
  });

  it('are sorted by a changed birthday, email, phone or ZIP code', async () => {
    const change = (values: object) =>
      test.call('PUT /v1/users/{id}', { params: { id: zoe }, body: values, token: nurse.token });
    const zoe = (await list({ name: 'zoe' })).body.content[0].id;
    await change({ dateOfBirth: '1930-01-01', email: 'a@example.org', phoneNumber: '+12015550123', zipCode: '10001' });
    for (const field of ['dateOfBirth', 'email', 'phoneNumber', 'zipCode'])
      expect((await names({ sort: `${field},asc` }))[0]).toBe('zoe');
  });

  it("are not found for another organization's id", async () => {
    expect((await list({ entityId: '999999' })).status).toBe(404);
  });
});
