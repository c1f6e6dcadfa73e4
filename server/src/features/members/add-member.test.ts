import { nameKey } from '@kinbridge/contract/members/member-matching';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, nextNumber } from '../../testing/build.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

type Person = Awaited<ReturnType<typeof buildSignedIn>>;

let test: TestApp;
let nurse: Person;
let stranger: Person;

beforeAll(async () => {
  test = await startTestApp();
  const [clinic, pantry] = [await buildOrganization(test), await buildOrganization(test)];
  [nurse, stranger] = [await buildSignedIn(test, clinic.id), await buildSignedIn(test, pantry.id)];
});
afterAll(() => test.close());

const add = (body: object, by = nurse, more: object = {}) =>
  test.call('POST /v1/organizations/{id}/members', {
    params: { id: by.organizationId },
    body,
    token: by.token,
    ...more,
  });
const similar = async (body: object, by = nurse) =>
  (
    await test.call('POST /v1/organizations/{id}/members/similar', {
      params: { id: by.organizationId },
      body,
      token: by.token,
    })
  ).body.map(({ member, reasons }: { member: { firstName: string }; reasons: string[] }) => [
    member.firstName,
    ...reasons,
  ]);
const countOf = async (lastName: string) => {
  const row = await sql<{ n: number }>`
    select count(*)::int as n from users where last_name = ${lastName}`.maybeOne(test.app.db);
  return row?.n;
};
const newLastName = () => `Added${nextNumber()}`;

describe('Add Member', () => {
  it('adds a member the organization sees, and logs it', async () => {
    const person = {
      firstName: 'Rosa',
      lastName: newLastName(),
      dateOfBirth: '1990-03-04',
      phoneNumber: '(269) 555-0142',
      email: '',
      addressLine1: '1 Main St',
      city: 'Kalamazoo',
      state: 'MI',
      zipCode: '49007',
    };
    const { status, body } = await add(person);
    expect(status).toBe(201);
    const member = { ...person, phoneNumber: '+12695550142', email: null, sendSmsTexts: true };
    expect(body).toMatchObject({ created: true, member: { ...member, addedByOrganizationId: nurse.organizationId } });
    const read = await test.call('GET /v1/users/{id}', { params: { id: body.member.id }, token: nurse.token });
    expect(read.body).toMatchObject(member);
    const rows = await sql`select actor_id, organization_id from audit_log
      where action = 'member.add' and entity_id = ${body.member.id}`.many(test.app.db);
    expect(rows).toEqual([{ actor_id: nurse.id, organization_id: nurse.organizationId }]);
  });

  it('adds one person per Idempotency-Key', async () => {
    const lastName = newLastName();
    const headers = { 'idempotency-key': lastName };
    const [one, other] = await Promise.all([
      add({ firstName: 'Ana', lastName }, nurse, { headers }),
      add({ firstName: 'Ana', lastName }, nurse, { headers }),
    ]);
    expect([one.status, one.body.member.id]).toEqual([201, other.body.member.id]);
    expect(await countOf(lastName)).toBe(1);
  });

  it('creates one member when two people add the same person in parallel', async () => {
    const person = { firstName: 'Ana', lastName: newLastName(), dateOfBirth: '1990-03-04' };
    const answers = await Promise.all([add(person), add(person)]);
    expect(answers.map(({ body }) => body.created).sort()).toEqual([false, true]);
    expect(await countOf(person.lastName)).toBe(1);
  });

  it('fills only blank fields of a matching member', async () => {
    const person = { firstName: 'Ana', lastName: newLastName(), dateOfBirth: '1990-03-04', city: 'Kalamazoo' };
    const { body: first } = await add(person);
    const { body } = await add({ ...person, city: 'Detroit', state: 'MI' });
    expect(body).toMatchObject({ created: false, member: { id: first.member.id, city: 'Kalamazoo', state: 'MI' } });
  });

  it('asks about a possible match, and takes the answer', async () => {
    const twin = { lastName: newLastName(), dateOfBirth: '1990-03-04', phoneNumber: '+12695550188' };
    const { body: first } = await add({ ...twin, firstName: 'Nils' });
    const typed = { ...twin, firstName: 'Ursula', city: 'Detroit' };
    const asked = await add(typed);
    expect([asked.status, asked.body.code, asked.body.candidates.map(({ id }: { id: number }) => id)]).toEqual([
      409,
      'possible_match',
      [first.member.id],
    ]);
    expect(await countOf(twin.lastName)).toBe(1);
    const same = (await add({ ...typed, patientId: first.member.id })).body;
    expect(same).toMatchObject({ created: false, member: { id: first.member.id, firstName: 'Nils', city: 'Detroit' } });
    expect((await add({ ...typed, newPerson: true })).body).toMatchObject({ created: true });
    expect((await add({ ...typed, patientId: first.member.id }, stranger)).status).toBe(404);
    expect(await countOf(twin.lastName)).toBe(2);
  });

  it('keeps the hint on both records of a new person who matches possibly', async () => {
    const twin = { lastName: newLastName(), dateOfBirth: '1990-03-04', phoneNumber: '+12695550189' };
    const { body: first } = await add({ ...twin, firstName: 'Nils' });
    const { body: second } = await add({ ...twin, firstName: 'Ursula', newPerson: true });
    const [nils, ursula] = [first.member.id, second.member.id];
    const similarTo = async (id: number) => {
      const { body } = await test.call('GET /v1/users/{id}/duplicates', { params: { id }, token: nurse.token });
      return body.duplicates.map(({ member }: { member: { id: number } }) => member.id);
    };
    expect([await similarTo(nils), await similarTo(ursula)]).toEqual([[ursula], [nils]]);
  });

  it('compares names as the browser does', async () => {
    const names = [
      "O'Brien",
      'O’BRIEN',
      'Muñoz-Peña',
      'Wałęsa',
      'Đỗ Thị',
      'ØRSTED',
      '???',
      'Zoe\u0308',
      'Ｊｏ',
      'ЮЛИЯ',
      'ßa',
      '王',
      '',
    ];
    const rows = await sql<{ key: string }>`
      select name_key(name) as key from unnest(${names}::text[]) with ordinality as n (name, place) order by place`.many(
      test.app.db,
    );
    expect(rows.map(({ key }) => key)).toEqual(names.map(nameKey));
  });

  it("doesn't match members of other organizations", async () => {
    const person = { firstName: 'Ana', lastName: newLastName(), dateOfBirth: '1990-03-04' };
    await add(person, stranger);
    expect((await add(person)).body.created).toBe(true);
  });

  it.each([
    [{ firstName: ' ', lastName: 'Vega' }, 'firstName'],
    [{ firstName: 'Ana' }, 'lastName'],
    [{ firstName: 'Ana', lastName: 'Vega', phoneNumber: '12' }, 'phoneNumber'],
    [{ firstName: 'Ana', lastName: 'Vega', dateOfBirth: '2990-01-01' }, 'dateOfBirth'],
    [{ firstName: 'Ana', lastName: 'Vega', participantId: '12' }, 'participantId'],
    [{ firstName: 'Ana', lastName: 'Vega', zipCode: 'x' }, 'zipCode'],
  ])('refuses %j because of %s', async (person, field) => {
    const { status, body } = await add(person);
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
  });
});

describe('similar members', () => {
  const lastName = 'Quill-Añez';
  const known = {
    firstName: 'Rosalinda',
    lastName,
    dateOfBirth: '1990-03-04',
    phoneNumber: '+12695550177',
    email: 'rosa@example.org',
    participantId: '00418226731',
  };
  beforeAll(async () => {
    await add(known);
    await add({ ...known, firstName: 'Rosanna' }, stranger);
  });

  it.each<[object, string[]]>([
    [{ firstName: 'rosa', lastName: 'qui' }, ['similar name']],
    [{ firstName: 'Ro', lastName: 'Qu' }, ['similar name']],
    [{ firstName: 'ROSALINDA', lastName, dateOfBirth: '1990-03-04' }, ['same name and birthday']],
    [{ lastName, phoneNumber: '(269) 555-0177' }, ['same phone and last name']],
    [{ phoneNumber: '2695550177', dateOfBirth: '1990-03-04' }, ['same phone and birthday']],
    [{ firstName: 'Rosalinda', email: 'ROSA@example.org' }, ['same email and first name']],
    [{ participantId: '00418226731' }, ['same participant ID']],
  ])('match %j: %j', async (typed, reasons) => expect(await similar(typed)).toEqual([['Rosalinda', ...reasons]]));

  it.each([
    [{ firstName: 'Rosa' }],
    [{ firstName: 'osa', lastName: 'Quill' }],
    [{ firstName: 'Rosa', lastName: '%' }],
    [{ phoneNumber: '2695550177' }],
    [{}],
  ])('are none for %j', async (typed) => expect(await similar(typed)).toEqual([]));

  it('shows only members the organization sees', async () => {
    expect(await similar({ firstName: 'Rosa', lastName: 'Quill' }, stranger)).toEqual([['Rosanna', 'similar name']]);
  });
});
