/**
 * The members list of an organization with 50,000 members: the whole call, against its SQL alone on the same
 * connection pool. Then the same search right after a further list of 20,000 has been taken in.
 */
import { sql } from '../server/src/db/sql.ts';
import { tidySearchIndexes } from '../server/src/features/members/member-uploads.commands.ts';
import { findMembers } from '../server/src/features/members/members.queries.ts';
import { inTurns } from './measure.ts';
import { openPortal } from './portal.ts';

const members = 50_000;
const portal = await openPortal();
const { app, server } = portal;
const place = await portal.addOrganization('Big clinic');

/** Names of common syllables, so that short searches find many and long ones few. */
async function addMembers(from: number, count: number): Promise<void> {
  await sql`insert into users (user_type, status, organization_id, first_name, last_name, email, phone_number, date_of_birth,
      zip_code, participant_id)
    select 'PATIENT', 'ACTIVE', ${place.id}, (array['Mar', 'Jo', 'An', 'Ka', 'Li'])[1 + n % 5] || (array['isol', 'seph', 'drea', 'ren',
      'nda', 'tthew', 'hn'])[1 + n % 7], (array['Ander', 'John', 'Peter', 'Wil', 'Robin', 'Thom'])[1 + n % 6] || 'son' || n,
      'person' || n || '@example.org', '+1269' || lpad((2000000 + n)::text, 7, '0'), date '1940-01-01' + n % 25000,
      lpad((49000 + n % 100)::text, 5, '0'), lpad(n::text, 11, '0')
    from generate_series(${from}::int, ${from + count - 1}::int) n`.execute(app.db);
  await sql`insert into organization_members (organization_id, member_id, search)
    select organization_id, id, member_search(first_name, last_name, email, phone_number, participant_id)
    from users where organization_id = ${place.id} and user_type = 'PATIENT' and participant_id >= lpad(${String(from)}, 11, '0')`.execute(
    app.db,
  );
}

await addMembers(1, members);
await tidySearchIndexes(app.db);

const views: Record<string, Record<string, string>> = {
  'first page': {},
  'one letter': { name: 'k' },
  'two letters': { name: 'jo' },
  'three letters': { name: 'mar' },
  'a rare search': { name: 'robinson4444' },
  'the digits of a phone': { name: '(269) 201-2345' },
  'a birthday': { birthDate: '1955-06-07' },
  'page 4,000': { page: '3999' },
};

const call = (query: Record<string, string>) => async () => {
  const answer = await server.inject({
    url: `/v1/organizations/${place.id}/members`,
    query: { size: '10', sort: 'user.firstName,desc', ...query },
    headers: { authorization: `Bearer ${place.token}` },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
};

const bare =
  ({ page = '0', ...query }: Record<string, string>) =>
  async () => {
    const sort = { field: 'firstName', descending: true } as const;
    await findMembers(app.db, { organizationId: place.id, page: Number(page), size: 10, sort, ...query });
  };

process.stdout.write('| view | SQL alone | the call | ratio |\n|---|---|---|---|\n');
for (const [view, query] of Object.entries(views)) {
  const { sql: alone = 0, call: whole = 0 } = await inTurns(40, { sql: bare(query), call: call(query) });
  process.stdout.write(
    `| ${view} | ${alone.toFixed(1)} ms | ${whole.toFixed(1)} ms | ${(alone / whole).toFixed(2)} of the rate |\n`,
  );
}

const searched = { name: 'robinson4444' };
const before = (await inTurns(40, { search: call(searched) })).search ?? 0;
await addMembers(members + 1, 20_000);
const untidy = (await inTurns(5, { search: call(searched) })).search ?? 0;
await tidySearchIndexes(app.db);
const after = (await inTurns(40, { search: call(searched) })).search ?? 0;
process.stdout.write(
  `a rare search after 20,000 more: ${(untidy / before).toFixed(2)} × before they were tidied in, ${(after / before).toFixed(2)} × after\n`,
);
await portal.close();
