/**
 * Searches as they are typed in an organization with 50,000 members: idle, and while the same server takes in a list of
 * 50,000 more for it. One after the other, as one person types; the upload and the searches share process and database.
 */
import { sql } from '../server/src/db/sql.ts';
import { tidySearchIndexes } from '../server/src/features/members/member-uploads.commands.ts';
import { buildMemberList } from './member-list-file.ts';
import { openPortal } from './portal.ts';

const members = 50_000;
const portal = await openPortal();
const { app, server } = portal;
const place = await portal.addOrganization('Big clinic');

await sql`
  with people as (
    insert into users (user_type, status, organization_id, first_name, last_name, email, phone_number, date_of_birth, zip_code,
      participant_id)
    select 'PATIENT', 'ACTIVE', ${place.id}, (array['Mar', 'Jo', 'An', 'Ka', 'Li'])[1 + n % 5] || (array['isol', 'seph', 'drea',
      'ren', 'nda', 'tthew', 'hn'])[1 + n % 7], (array['Ander', 'John', 'Peter', 'Wil', 'Robin', 'Thom'])[1 + n % 6] || 'son' || n,
      'member' || n || '@example.org', '+1616' || lpad((2000000 + n)::text, 7, '0'), date '1940-01-01' + n % 25000,
      lpad((49000 + n % 100)::text, 5, '0'), lpad((90000000 + n)::text, 11, '0')
    from generate_series(1, ${members}::int) n returning *
  )
  insert into organization_members (organization_id, member_id, search, first_name, last_name)
  select organization_id, id, member_search(first_name, last_name, email, phone_number, participant_id), first_name, last_name
  from people`.execute(app.db);
await tidySearchIndexes(app.db);

const searches: Record<string, (n: number) => string> = {
  'part of a name': (n) => `son${1000 + (n % 9000)}`,
  'digits of a phone': (n) => `(616) 20${String(n % 50).padStart(2, '0')}-${1000 + (n % 9000)}`,
  'an e-mail': (n) => `member${1000 + (n % 9000)}@`,
  'a participant id': (n) => `000900${String(10_000 + (n % 9000))}`,
};
const times = () => Object.fromEntries(Object.keys(searches).map((name) => [name, [] as number[]]));
const idle = times();
const during = times();
let turn = 0;

async function searchOnce(into: Record<string, number[]>): Promise<void> {
  for (const [name, text] of Object.entries(searches)) {
    const start = performance.now();
    const answer = await server.inject({
      url: `/v1/organizations/${place.id}/members`,
      query: { size: '10', sort: 'user.firstName,desc', name: text(turn++) },
      headers: { authorization: `Bearer ${place.token}` },
    });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    into[name]?.push(performance.now() - start);
    // What waits for its turn in the process, such as the upload, gets it.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const file = await buildMemberList(members, 1);
for (let round = 0; round < 10; round++) await searchOnce(times());
for (let round = 0; round < 250; round++) await searchOnce(idle);
let uploading = true;
const upload = portal.uploadMembers(place, file).finally(() => {
  uploading = false;
});
while (uploading) await searchOnce(during);
const { created } = await upload;
if (created !== members) throw new Error(`only ${created} came in`);

const at = (list: number[], share: number) =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0;
process.stdout.write('| search | idle: median, p99 | during the upload: median, p99 | ratios |\n|---|---|---|---|\n');
for (const name of Object.keys(searches)) {
  const [before = [], meanwhile = []] = [idle[name], during[name]];
  const [m1, p1, m2, p2] = [at(before, 0.5), at(before, 0.99), at(meanwhile, 0.5), at(meanwhile, 0.99)];
  process.stdout.write(
    `| ${name} | ${m1.toFixed(1)}, ${p1.toFixed(1)} ms | ${m2.toFixed(1)}, ${p2.toFixed(1)} ms (${meanwhile.length}) | ${(m2 / m1).toFixed(2)}, ${(p2 / p1).toFixed(2)} |\n`,
  );
}
await portal.close();
