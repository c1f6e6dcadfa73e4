/** How much slower the dashboard is for an organization with a million requests than for one with ten thousand. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { transaction } from '../server/src/db/database.ts';
import { startEmbeddedDatabase } from '../server/src/db/embedded-database.ts';
import { migrate } from '../server/src/db/migrations.ts';
import { sql } from '../server/src/db/sql.ts';
import { startSession } from '../server/src/features/auth/sessions.commands.ts';
import { registerOrganization } from '../server/src/features/organizations/organizations.commands.ts';
import { createServer } from '../server/src/http/app.ts';
import { readConfig } from '../server/src/main/config.ts';
import { createApp } from '../server/src/main/create-app.ts';
import { inTurns } from './measure.ts';
import { benchKeys } from './portal.ts';

const sizes = { small: 10_000, big: 1_000_000 };
const years = 5;
const dataDir = await mkdtemp(join(tmpdir(), 'kinbridge-bench-'));
const database = await startEmbeddedDatabase({ dataDir, say: () => undefined, durable: false });
const settings = readConfig({ DATA_DIR: dataDir, DEMO: '0' });
await migrate({ ownerUrl: database.ownerUrl, appUrl: database.appUrl, root: settings.root });
const config = { ...settings, ...benchKeys };
const log = pino({ level: 'silent' });
const app = createApp(config, database.appUrl, log);
const server = await createServer(app, log);

async function register(name: string): Promise<number> {
  const profile = { name, organizationType: 'CARE_PROVIDER' as const, phoneNumber: '+12695550100', zipCode: '49007' };
  const serviceDTOList = Array.from({ length: 8 }, (_, index) => ({ name: `Service ${index}`, type: 'FOOD' as const }));
  const input = { ...profile, serviceDTOList };
  return (await transaction(app.db, (tx) => registerOrganization(tx, input, null, 'bench'))).id;
}

const partners = [await register('One'), await register('Two'), await register('Three')];

/** Half of the requests stay in the organization, the others go to partners; spread evenly over the years. */
async function fill(name: string, requests: number): Promise<{ id: number; token: string }> {
  const id = await register(name);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(
    `insert into users (user_type, status, organization_id, first_name, last_name)
    select 'PATIENT', 'ACTIVE', $1, 'First', n::text from generate_series(1, $2::int) n`,
    [id, requests / 5],
  );
  // Once per request and piece by piece, as they would have come.
  const piece = 50_000;
  for (let start = 0; start < requests; start += piece) {
    await owner.query(
      `with people as (select min(id) as first from users where organization_id = $1 and user_type = 'PATIENT'),
      made as (select n, case when n % 2 = 0 then $1::bigint else ($2::bigint[])[1 + n / 2 % 3] end as provider,
          now() - n * (interval '1 year' * $3::int / $4::float8) as at, 1 + hashint4(n) & 3 as step,
          (abs(hashint8(n::bigint * 7919)) % ($4 / 5)::int) as person,
          -- No two requests take equally long, as in life: a median has to sort them all.
          interval '1 millisecond' * (1000000 + abs(hashint8(n)) % 4000000) as noise
        from generate_series($5::int, $6::int) n)
      insert into service_requests (organization_id, provider_id, service_id, member_id, status, furthest_step,
        create_timestamp, first_response_timestamp, complete_timestamp, search)
      select $1, provider, (select min(id) + n / 6 % 8 from services where organization_id = provider), people.first + person,
        case when n % 3 = 0 then 'OPEN' else 'COMPLETED' end, case when n % 3 = 0 then 2 else 5 end, at,
        at + noise * (1 + n % 71), case when n % 3 > 0 then at + noise * 24 * (1 + n % 13) end, '#'
      from made, people`,
      [id, partners, years, requests, start + 1, Math.min(requests, start + piece)],
    );
  }
  await owner.end();
  const { rows } = await sql<{
    id: number;
  }>`insert into users (user_type, status, organization_id, first_name, last_name)
    values ('ADMIN', 'ACTIVE', ${id}, 'Ben', 'Chmark') returning id`.execute(app.db);
  const user = { id: rows[0]?.id ?? 0, user_type: 'ADMIN', organization_id: id };
  const { idToken } = await transaction(app.db, (tx) => startSession(tx, config, user));
  return { id, token: idToken };
}

const small = await fill('Small', sizes.small);
const big = await fill('Big', sizes.big);
// As the database does by itself in time.
const owner = new pg.Client({ connectionString: database.ownerUrl });
await owner.connect();
await owner.query('checkpoint');
await owner.query('vacuum analyze service_requests');
const { rows: pages } = await owner.query(
  "select relallvisible::float8 / greatest(relpages, 1) as share from pg_class where relname = 'service_requests'",
);
process.stdout.write(`${Math.round(pages[0].share * 100)}% of the pages can be answered from the index alone\n\n`);
await owner.end();

const get = (place: { id: number; token: string }, path: (id: number) => string) => async () => {
  const answer = await server.inject({ url: path(place.id), headers: { authorization: `Bearer ${place.token}` } });
  if (answer.statusCode !== 200) throw new Error(answer.body);
};

const today = new Date().toISOString().slice(0, 10);
const views: Record<string, (id: number) => string> = {
  'dashboard, Last Month': (id) => `/v1/organizations/${id}/metrics?period=month`,
  'dashboard, Last 3 Months': (id) => `/v1/organizations/${id}/metrics?period=3-months`,
  'dashboard, Last Year': (id) => `/v1/organizations/${id}/metrics?period=year`,
  'membersReferred of a year': (id) =>
    `/v1/metrics/membersReferred?orgId=${id}&fromDate=${Number(today.slice(0, 4)) - 1}-01-01`,
  'first page of the requests received in a month': (id) =>
    `/v1/organizations/${id}/metrics/requests?side=incoming&fromDate=${today.slice(0, 8)}01`,
};
process.stdout.write('| view | 10,000 requests | 1,000,000 requests | ratio |\n|---|---|---|---|\n');
for (const [view, path] of Object.entries(views)) {
  const { small: few = 0, big: many = 0 } = await inTurns(7, { small: get(small, path), big: get(big, path) });
  process.stdout.write(`| ${view} | ${few.toFixed(1)} ms | ${many.toFixed(1)} ms | ${(many / few).toFixed(1)} |\n`);
}

await server.close();
await app.close();
await database.stop();
await rm(dataDir, { recursive: true, force: true });
