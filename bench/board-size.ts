/** How much slower a board is with a hundred thousand requests than with a thousand. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Database, transaction } from '../server/src/db/database.ts';
import { startEmbeddedDatabase } from '../server/src/db/embedded-database.ts';
import { migrate } from '../server/src/db/migrations.ts';
import { sql } from '../server/src/db/sql.ts';
import { startSession } from '../server/src/features/auth/sessions.commands.ts';
import { registerOrganization } from '../server/src/features/organizations/organizations.commands.ts';
import { sumUpCounts } from '../server/src/features/service-requests/counts.commands.ts';
import { createServer } from '../server/src/http/app.ts';
import { readConfig } from '../server/src/main/config.ts';
import { createApp } from '../server/src/main/create-app.ts';
import { inTurns } from './measure.ts';
import { benchKeys } from './portal.ts';

const sizes = { small: 1_000, big: 100_000 };
const dataDir = await mkdtemp(join(tmpdir(), 'kinbridge-bench-'));
const database = await startEmbeddedDatabase({ dataDir, say: () => undefined, durable: false });
const settings = readConfig({ DATA_DIR: dataDir, DEMO: '0' });
await migrate({ ownerUrl: database.ownerUrl, appUrl: database.appUrl, root: settings.root });
const config = { ...settings, ...benchKeys };
const log = pino({ level: 'silent' });
const app = createApp(config, database.appUrl, log);
const server = await createServer(app, log);

async function fill(db: Database, name: string, requests: number): Promise<{ id: number; token: string }> {
  const profile = { name, organizationType: 'CARE_PROVIDER' as const, phoneNumber: '+12695550100', zipCode: '49007' };
  const services = [{ name: 'Food box', type: 'FOOD' as const }];
  const { id } = await transaction(db, (tx) =>
    registerOrganization(tx, { ...profile, serviceDTOList: services }, null, 'bench'),
  );
  await sql`insert into users (user_type, status, organization_id, first_name, last_name, phone_number)
    select 'PATIENT', 'ACTIVE', ${id}, 'First' || n, 'Last' || n, '+1269555' || (1000 + n % 9000)
    from generate_series(1, ${Math.ceil(requests / 4)}) n`.execute(db);
  await sql`insert into organization_members (organization_id, member_id, search)
    select organization_id, id, member_search(first_name, last_name, email, phone_number, participant_id)
    from users where organization_id = ${id} and user_type = 'PATIENT'`.execute(db);
  await sql`insert into service_requests (organization_id, provider_id, service_id, member_id, status, complete_timestamp)
    select ${id}, ${id}, (select id from services where organization_id = ${id}), u.id, st.status,
      case when st.status = 'COMPLETED' then now() end
    from (select id, row_number() over () as n from users where organization_id = ${id} and user_type = 'PATIENT') u
      cross join generate_series(0, 3) k
      cross join lateral (select (array['REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING', 'COMPLETED', 'COMPLETED', 'COMPLETED',
        'CANCELLED'])[1 + (u.n * 4 + k) % 8] as status) st`.execute(db);
  const { rows } = await sql<{
    id: number;
  }>`insert into users (user_type, status, organization_id, first_name, last_name)
    values ('ADMIN', 'ACTIVE', ${id}, 'Ben', 'Chmark') returning id`.execute(db);
  const user = { id: rows[0]?.id ?? 0, user_type: 'ADMIN', organization_id: id };
  const { idToken } = await transaction(db, (tx) => startSession(tx, config, user));
  return { id, token: idToken };
}

const small = await fill(app.db, 'Small', sizes.small);
const big = await fill(app.db, 'Big', sizes.big);
await sumUpCounts(app.db);
await sql`select gin_clean_pending_list('service_requests_outgoing_search'), gin_clean_pending_list('service_requests_incoming_search')`
  .execute(app.db)
  .catch(() => undefined);

const get = (place: { id: number; token: string }, query: string) => async () => {
  const url = `/v1/organizations/${place.id}/incoming-service-requests?${query}`;
  const answer = await server.inject({ url, headers: { authorization: `Bearer ${place.token}` } });
  if (answer.statusCode !== 200) throw new Error(answer.body);
};

const views = {
  'first page of Open, with the counts of every tab': 'page=0&size=50&status=OPEN',
  'tenth page of Completed': 'page=9&size=50&status=COMPLETED',
  'search for one member': 'page=0&size=50&name=last77',
};
process.stdout.write(`| view | 1,000 requests | 100,000 requests | ratio |\n|---|---|---|---|\n`);
for (const [view, query] of Object.entries(views)) {
  const { small: few = 0, big: many = 0 } = await inTurns(100, { small: get(small, query), big: get(big, query) });
  process.stdout.write(`| ${view} | ${few.toFixed(2)} ms | ${many.toFixed(2)} ms | ${(many / few).toFixed(2)} |\n`);
}

await server.close();
await app.close();
await database.stop();
await rm(dataDir, { recursive: true, force: true });
