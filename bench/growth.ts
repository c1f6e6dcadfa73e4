/** Measures how much slower lists and figures are with 100,000 and a million requests than with 10,000. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { learnCommonKeys } from '../server/src/features/members/search-keys.queries.ts';
import { countOverdueRequests, sumUpCounts } from '../server/src/features/service-requests/counts.commands.ts';
import { addMembers, addRequests, asOwner, tidy, withoutIndexes } from './fill.ts';
import { openPortal, type Place } from './portal.ts';
import { inTurns } from './report.ts';

const sizes = (globalThis.bench.arguments[0] ?? '10000,100000,1000000').split(',').map(Number);
const years = 5;
const say = (line: string) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);

interface View {
  /** The maximum ratio of the largest to the smallest. */
  mark?: number;
  call(place: Place, requests: number): { url: string; body?: object };
}

const today = new Date().toISOString().slice(0, 10);
const lastYear = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;
const board = (body: object) => (place: Place) => ({
  url: `/v1/organizations/${place.id}/incoming-service-requests/search`,
  body: { page: 0, size: 50, sort: 'id,desc', ...body },
});
const members = (place: Place, name?: string) => ({
  url: `/v1/organizations/${place.id}/members/search`,
  body: { page: 0, size: 10, sort: 'user.firstName,desc', ...(name && { name }) },
});
const figures = (period: string) => (place: Place) => ({
  url: `/v1/organizations/${place.id}/metrics?period=${period}`,
});

const views: Record<string, View> = {
  'board, first page': { mark: 2, call: board({ status: 'OPEN' }) },
  'tab counts': { mark: 2, call: ({ id }) => ({ url: `/v1/organizations/${id}/incoming-service-requests/counts` }) },
  'members, first page': { mark: 2, call: (place) => members(place) },
  'member search, rare': { mark: 8, call: (place, requests) => members(place, `robinson${memberNumber(requests)}`) },
  'board search for one member': {
    mark: 8,
    call: (place, requests) => board({ name: `robinson${memberNumber(requests)}`, withCancelled: 'true' })(place),
  },
  'board, tenth page of Completed': { call: board({ status: 'COMPLETED', page: 9 }) },
  'board sorted by member name': { call: board({ status: 'OPEN', sort: 'memberName,asc' }) },
  'metrics, Last Month': { call: figures('month') },
  'metrics, Last Year': { call: figures('year') },
  'membersReferred over a year': {
    call: ({ id }) => ({ url: `/v1/metrics/membersReferred?orgId=${id}&fromDate=${lastYear}` }),
  },
  'requests behind a number, first page': {
    call: ({ id }) => ({
      url: `/v1/organizations/${id}/metrics/requests?side=incoming&fromDate=${today.slice(0, 8)}01`,
    }),
  },
};

function membersOf(requests: number): number {
  return requests / 5;
}

/** The only member named Robinson. */
function memberNumber(requests: number): number {
  return Math.floor((membersOf(requests) * 0.9) / 6) * 6 + 4;
}

const portal = await openPortal();
try {
  const places: Place[] = [];
  await asOwner(portal.databaseUrl, async (owner) => {
    await withoutIndexes(owner, async () => {
      for (const requests of sizes) {
        say(`Filling in ${requests} requests`);
        const place = await portal.addOrganization(`Clinic ${requests}`);
        await addMembers(owner, place.id, 1, membersOf(requests));
        await addRequests(owner, place.id, { members: membersOf(requests), requests, years });
        places.push(place);
      }
      say('Making the indexes');
    });
    await countOverdueRequests(portal.app.db);
    await sumUpCounts(portal.app.db);
    await tidy(owner);
  });
  await learnCommonKeys(portal.app.db);
  const table: Record<string, number[]> = {};
  const rounds = Number(globalThis.bench.rounds ?? 15);
  const heads = ['view', ...sizes.map((size) => `${size.toLocaleString('en-US')} requests`), 'ratio', 'mark'];
  process.stdout.write(`| ${heads.join(' | ')} |\n|${heads.map(() => '---|').join('')}\n`);
  for (const [name, view] of Object.entries(views)) {
    // A session expires after 15 minutes.
    const signedIn = await Promise.all(places.map((place) => portal.signIn(place)));
    const works = signedIn.map((place, index) => [sizes[index], () => get(place, view, sizes[index] ?? 0)] as const);
    const times = await inTurns(rounds, Object.fromEntries(works));
    const list = sizes.map((size) => times[size] ?? 0);
    table[name] = list;
    const ratio = (list.at(-1) ?? 0) / (list[0] ?? 1);
    const mark = view.mark === undefined ? '–' : `≤ ${view.mark}: ${ratio <= view.mark ? 'met' : 'missed'}`;
    const cells = [name, ...list.map((time) => `${time.toFixed(1)} ms`), ratio.toFixed(1), mark];
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
    if (view.mark !== undefined && ratio > view.mark * 1.1) process.exitCode = 1;
  }
  await writeFile(
    join(globalThis.bench.root, '.cache', 'bench', 'growth.json'),
    JSON.stringify({ sizes, table }, null, 2),
  );
} finally {
  await portal.close();
}

async function get(place: Place, view: View, requests: number): Promise<void> {
  const { url, body } = view.call(place, requests);
  const headers = { authorization: `Bearer ${place.token}` };
  const answer = await portal.server.inject(
    body ? { method: 'POST', url, headers, payload: body } : { method: 'GET', url, headers },
  );
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
}
