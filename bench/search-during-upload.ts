/**
 * Times searches in an organization with 50,000 members before, during and right after an import of 50,000 more.
 * Searches run one at a time, as one person types; they share the import's process and database.
 */
import { tidySearchIndexes } from '../server/src/features/members/member-uploads.commands.ts';
import { addMembers, asOwner } from './fill.ts';
import { buildMemberList } from './member-list-file.ts';
import { openPortal } from './portal.ts';
import { percentile } from './report.ts';

const members = 50_000;
const portal = await openPortal();
const { app, server } = portal;
const place = await portal.addOrganization('Big clinic');

await asOwner(portal.databaseUrl, (owner) => addMembers(owner, place.id, 1, members));
await tidySearchIndexes(app.db);

const searches: Record<string, (n: number) => string> = {
  'part of a name': (n) => `son${1000 + (n % 9000)}`,
  'digits of a phone': (n) => `(616) 20${String(n % 50).padStart(2, '0')}-${1000 + (n % 9000)}`,
  'an e-mail': (n) => `person${1000 + (n % 9000)}@`,
  'a participant id': (n) => `000000${10_000 + (n % 9000)}`,
};
const times = () => Object.fromEntries(Object.keys(searches).map((name) => [name, [] as number[]]));
const idle = times();
const during = times();
const after = times();
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
    // Lets other work in the process run, such as the upload.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const file = await buildMemberList(members, 2);
for (let round = 0; round < 10; round++) await searchOnce(times());
for (let round = 0; round < 250; round++) await searchOnce(idle);
let uploading = true;
const upload = portal.uploadMembers(place, file).finally(() => {
  uploading = false;
});
while (uploading) await searchOnce(during);
const { created } = await upload;
if (created !== members) throw new Error(`only ${created} came in`);
for (let round = 0; round < 250; round++) await searchOnce(after);

const heads = [
  'search',
  'before: median, p99',
  'during the import',
  'right after',
  'ratios during',
  'ratios after',
  'p99 after ≤ 1.5',
];
process.stdout.write(`| ${heads.join(' | ')} |\n|${heads.map(() => '---|').join('')}\n`);
for (const name of Object.keys(searches)) {
  const [first, second, third] = [idle, during, after].map((list) => {
    const sorted = (list[name] ?? []).toSorted((a, b) => a - b);
    return [percentile(sorted, 0.5), percentile(sorted, 0.99)] as const;
  });
  if (!first || !second || !third) continue;
  const inWords = (times: readonly [number, number]) => `${times[0].toFixed(1)}, ${times[1].toFixed(1)} ms`;
  const against = (times: readonly [number, number]) =>
    `${(times[0] / first[0]).toFixed(2)}, ${(times[1] / first[1]).toFixed(2)}`;
  const met = third[1] / first[1] <= 1.5 ? 'met' : 'missed';
  const cells = [name, ...[first, second, third].map(inWords), against(second), against(third), met];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}
await portal.close();
