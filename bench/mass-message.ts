/** Measures a mass message to 50,000 people: finding them, accepting it, and sending it. */

import pg from 'pg';
import { sql } from '../server/src/db/sql.ts';
import { writeMassMessages } from '../server/src/features/mass-messages/pieces.commands.ts';
import { deliverSms } from '../server/src/records/sms/sms-delivery.commands.ts';
import { openPortal, type Place } from './portal.ts';
import { inTurns } from './report.ts';

const sizes = { small: 1_000, big: 50_000 };
const portal = await openPortal();
const { app, server } = portal;

async function fill(name: string, members: number, area: string): Promise<Place> {
  const place = await portal.addOrganization(name);
  for (let from = 1; from <= members; from += 5_000)
    await addMembers(place, area, from, Math.min(from + 4_999, members));
  return place;
}

async function addMembers(place: Place, area: string, from: number, to: number): Promise<void> {
  await sql`with people as (
      insert into users (user_type, status, first_name, last_name, phone_number)
      select 'PATIENT', 'ACTIVE', 'First' || n % 1000, 'Last' || n, ${area} || (1000000 + n)
      from generate_series(${from}::int, ${to}::int) n returning *),
    listed as (
      insert into organization_members (organization_id, member_id) select ${place.id}, id from people
      returning member_id)
    insert into service_requests (organization_id, provider_id, service_id, member_id, status)
    select ${place.id}, ${place.id}, ${place.serviceId}, member_id, 'OPEN' from listed
      cross join generate_series(1, 2) where member_id % 10 <> 0`.run(app.db);
}

const places = { small: await fill('Small', sizes.small, '+1231'), big: await fill('Big', sizes.big, '+1269') };
// As the table owner, as autovacuum would.
const owner = new pg.Client({ connectionString: portal.databaseUrl });
await owner.connect();
await owner.query('vacuum analyze');
await owner.end();

const call = (method: 'GET' | 'POST', url: string, place: Place, payload?: object) => async () => {
  const headers = { authorization: `Bearer ${place.token}` };
  const answer = await server.inject({ method, url, headers, ...(payload && { payload }) });
  if (answer.statusCode >= 400) throw new Error(answer.body);
};
const print = (what: string, few: number, many: number) =>
  process.stdout.write(`| ${what} | ${few.toFixed(1)} ms | ${many.toFixed(1)} ms | ${(many / few).toFixed(2)} |\n`);
const rounds = 10;

process.stdout.write('| what | 1,000 members | 50,000 members | ratio |\n|---|---|---|---|\n');
for (const [view, query] of Object.entries({
  'members, first page': 'page=0&size=10',
  'members by service type and date': 'page=0&size=10&serviceType=FOOD&fromDate=2020-01-01',
  'search for one member': 'page=0&size=10&name=last777',
  'members by date of the last service': 'page=0&size=10&sort=createTimestamp,desc',
})) {
  const get = (place: Place) => call('GET', `/v1/organizations/${place.id}/service-requests/filter?${query}`, place);
  const { small = 0, big = 0 } = await inTurns(rounds, { small: get(places.small), big: get(places.big) });
  print(view, small, big);
}
const preview = (place: Place) => call('POST', '/v1/campaigns/preview', place, { filter: {}, message: 'Hello' });
const shown = await inTurns(3, { small: preview(places.small), big: preview(places.big) });
print('preview for everybody', shown.small ?? 0, shown.big ?? 0);

const taken: number[] = [];
for (const place of Object.values(places)) {
  const start = performance.now();
  await call('POST', '/v1/messages/sendSMSToIdsList', place, { filter: {}, message: 'Hello' })();
  taken.push(performance.now() - start);
}
print('accepting one for everybody', taken[0] ?? 0, taken[1] ?? 0);

const start = performance.now();
await writeMassMessages(app);
process.stdout.write(`Writing the texts of both in the background: ${Math.round(performance.now() - start)} ms\n`);

const sending = new AbortController();
Object.assign(app, { sms: { name: 'console', send: async () => ({ kind: 'unknown', reason: 'only measured' }) } });
Object.assign(app.config, { smsPerSecond: 10_000 });
setTimeout(() => sending.abort(), 5_000);
await deliverSms(app, sending.signal);
const { n } = await sql<{ n: number }>`select count(*) as n from sms_messages where state = 'unknown'`.one(app.db);
process.stdout.write(`Sent in 5 seconds with 51,000 waiting: ${n}\n`);
await portal.close();
