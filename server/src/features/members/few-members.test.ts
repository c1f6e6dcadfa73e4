import { memberSortFields } from '@kinbridge/contract/members/member-sort-fields';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn } from '../../testing/build.ts';
import { queriesOf } from '../../testing/statements.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { forgetCommonKeys, learnCommonKeys } from './search-keys.queries.ts';

type Staff = Awaited<ReturnType<typeof buildSignedIn>>;

let test: TestApp;
/** Their organization has nine members in ten, so it isn't looked up. */
let nurse: Staff;
let caseworker: Staff;
let clerk: Staff;

/** The caseworker and the clerk have one member in twenty. Some have no phone number, ZIP code or birthday. */
async function addMembers(firstName: string, lastName: string, count: number) {
  await sql`
    with added as (
      insert into users (user_type, status, organization_id, first_name, last_name, phone_number, zip_code, date_of_birth)
      select 'PATIENT', 'ACTIVE', case n % 20 when 0 then ${caseworker.organizationId} when 1 then ${clerk.organizationId}
          else ${nurse.organizationId} end::bigint,
        ${firstName}, ${lastName}::text || 10000 + n * 7919 % 90000,
        case when n % 3 > 0 then '+1269555' || 1000 + n * 7 % 50 end, case when n % 5 > 0 then 49000 + n % 7 end::text,
        case when n % 4 > 0 then date '1980-01-01' + n % 11 end
      from generate_series(1, ${count}::integer) n returning organization_id, id)
    insert into organization_members (organization_id, member_id, search) select organization_id, id, '' from added`.run(
    test.owner,
  );
}

const find = ({ organizationId, token }: Staff, query: Record<string, string>) =>
  test.call('GET /v1/organizations/{id}/members', { params: { id: organizationId }, query, token });

const searches: Record<string, string>[] = [
  { name: 'quibble' },
  { name: 'QUIBBLE quentin' },
  { name: 'quentin quibble uibb' },
  { name: 'quentin quibble uibb ibb' },
  { name: 'quentin quibble17919' },
  { name: 'quibble17919 quentin' },
  { name: 'quentin ibb quibble17919' },
  { name: 'quentin robinson' },
  { name: 'quibble', size: '3' },
  { name: 'quibble', size: '3', page: '1' },
  { name: 'quibble17919' },
  { name: 'quibble_7919' },
  { name: 'quibble qu' },
  { name: 'nobody-here' },
  // Its rare trigrams are those of robinson72598.
  { name: 'obin-son72598' },
  { name: 'roberta obin-son72598' },
  // The index has no trigrams of these.
  { name: '①②③' },
  ...memberSortFields.flatMap((field) => ['asc', 'desc'].map((way) => ({ name: 'quibble', sort: `${field},${way}` }))),
];
const findAll = () =>
  Promise.all(
    [nurse, caseworker, clerk].flatMap((staff) =>
      searches.map(async (query) => [query, (await find(staff, query)).body]),
    ),
  );
const isShared = ({ text }: { text: string }) => text.includes('with ordinality');

describe('searches that find few members', () => {
  let alone: unknown;
  let sharedBefore: number;
  beforeAll(async () => {
    test = await startTestApp();
    forgetCommonKeys();
    nurse = await buildSignedIn(test, (await buildOrganization(test)).id);
    caseworker = await buildSignedIn(test, (await buildOrganization(test)).id);
    clerk = await buildSignedIn(test, (await buildOrganization(test)).id);
    await addMembers('Roberta', 'Robinson', 200);
    await sql`analyze organization_members`.run(test.owner);
    await addMembers('Quentin', 'Quibble', 60);
    const queries = await queriesOf(async () => {
      alone = await findAll();
    });
    sharedBefore = queries.filter(isShared).length;
    await learnCommonKeys(test.app.db, 0);
  });
  afterAll(async () => {
    forgetCommonKeys();
    await test.close();
  });

  it('answer the same together as each with a statement of its own', async () => {
    expect(sharedBefore).toBe(0);
    expect(await findAll()).toEqual(alone);
  });

  it('find only members of the searching organization, in a statement for both', async () => {
    let totals: number[] = [];
    const queries = await queriesOf(async () => {
      const answers = await Promise.all([caseworker, clerk].map((staff) => find(staff, { name: 'quibble17919' })));
      totals = answers.map(({ body }) => body.totalElements);
    });
    expect(totals).toEqual([0, 1]);
    expect(queries.filter(isShared)).toHaveLength(1);
  });

  it.each([
    ['one statement', ['quibble17919', 'quibble25838', 'nobody-here'], 1],
    ['a statement for each number of words', ['quibble17919', 'quentin quibble25838'], 2],
    ['a statement each if many may be found', ['roberta', 'robinson'], 2],
    // No member has it, but most have all its trigrams.
    ['a statement each if many must be read', ['obinson-robert', 'robinson-ober'], 2],
  ])('take %s', async (_, names, statements) => {
    const queries = await queriesOf(() => Promise.all(names.map((name) => find(nurse, { name }))));
    expect(queries.filter(({ text }) => text.includes('search like'))).toHaveLength(statements);
  });
});
