/** Fills the database with rows in SQL and vacuums it as a night would. */
/** Slows down a portal statement, to see that the bench notices. */
import pg from 'pg';
import { pino } from 'pino';
import { visitor } from '../server/src/access/caller.ts';
import { directAddresses } from '../server/src/db/addresses.ts';
import { createDatabase, type Database, transaction } from '../server/src/db/database.ts';
import { createPool } from '../server/src/db/pool.ts';
import { registerOrganization } from '../server/src/features/organizations/organizations.commands.ts';
import { countOverdueRequests, sumUpCounts } from '../server/src/features/service-requests/counts.commands.ts';

export interface Size {
  members: number;
  requests: number;
  years: number;
}

export type Urls = { appUrl: string; ownerUrl: string };

export async function withDatabase<T>({ appUrl }: Urls, work: (db: Database) => Promise<T>): Promise<T> {
  const db = createDatabase(createPool(directAddresses(appUrl).pooled, 2, pino({ level: 'silent' })));
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Fills one organization. */
export async function fillOrganization(urls: Urls, size: Size, staff: number): Promise<void> {
  const profile = { organizationType: 'CARE_PROVIDER' as const, phoneNumber: '+12695550100', zipCode: '49007' };
  const serviceDTOList = [{ name: 'Food box', type: 'FOOD' as const }];
  await withDatabase(urls, async (db) => {
    const { id } = await transaction(db, (tx) =>
      registerOrganization(tx, visitor('bench'), { name: 'Big clinic', ...profile, serviceDTOList }, null),
    );
    await asOwner(urls.ownerUrl, async (owner) => {
      await owner.query(
        "update organizations set approval = 'APPROVED', verified_timestamp = now(), approved_timestamp = now() where id = $1",
        [id],
      );
      await addStaff(owner, id, staff);
      await withoutIndexes(owner, async () => {
        await addMembers(owner, id, 1, size.members);
        await addRequests(owner, id, size);
        await addHistory(owner, id);
      });
      await countOverdueRequests(db);
      await sumUpCounts(db);
      await tidy(owner);
    });
  });
}

/** Two admins, who are notified of every new request, and employees. */
async function addStaff(owner: pg.Client, organizationId: number, count: number): Promise<void> {
  await owner.query(
    `with people as (
      insert into users (user_type, status, organization_id, first_name, last_name, phone_number)
      select case when n <= 2 then 'ADMIN' else 'EMPLOYEE' end, 'ACTIVE', $1, 'Staff', 'Number' || n, '+1269555' || (1000 + n)
      from generate_series(1, $2::int) n returning *)
    insert into logins (user_id, email, password_hash, verified_timestamp)
    select id, 'staff' || id || '@example.org', 'none', now() from people`,
    [organizationId, count],
  );
}

/** Names from common syllables, so a first name matches many and a last name one. */
export async function addMembers(owner: pg.Client, organizationId: number, from: number, count: number) {
  // Older checkouts have fewer sort columns.
  const { rows } = await owner.query<{ names: string }>(
    `select string_agg(', ' || column_name, '') as names from information_schema.columns
    where table_name = 'organization_members' and column_name in ('date_of_birth', 'email', 'phone_number', 'zip_code')`,
  );
  const sorted = rows[0]?.names ?? '';
  await owner.query(
    `with people as (
      insert into users (user_type, status, organization_id, first_name, last_name, email, phone_number, date_of_birth,
        zip_code, participant_id)
      select 'PATIENT', 'ACTIVE', $1, (array['Mar', 'Jo', 'An', 'Ka', 'Li'])[1 + n % 5]
          || (array['isol', 'seph', 'drea', 'ren', 'nda', 'tthew', 'hn'])[1 + n % 7],
        (array['Ander', 'John', 'Peter', 'Wil', 'Robin', 'Thom'])[1 + n % 6] || 'son' || n, 'person' || n || '@example.org',
        '+1616' || lpad((2000000 + n)::text, 7, '0'), date '1940-01-01' + n % 25000, lpad((49000 + n % 100)::text, 5, '0'),
        lpad(n::text, 11, '0')
      from generate_series($2::int, $3::int) n returning *
    )
    insert into organization_members (organization_id, member_id, search, first_name, last_name${sorted})
    select organization_id, id, member_search(first_name, last_name, email, phone_number, participant_id), first_name, last_name
      ${sorted}
    from people order by id`,
    [organizationId, from, from + count - 1],
  );
}

/** The version of every filled request: a distinctive number. */
export const filledVersion = 70_000;

/** Requests in every status over the years; the first id is far from any member's. */
export async function addRequests(owner: pg.Client, organizationId: number, { members, requests, years }: Size) {
  const piece = 50_000;
  for (let start = 0; start < requests; start += piece) {
    await owner.query(
      `with people as (select min(id) as first from users where organization_id = $1 and user_type = 'PATIENT'),
      staff as (select array_agg(id order by id) as ids from users where organization_id = $1 and user_type <> 'PATIENT'),
      base as (select greatest(5000000, coalesce(max(id), 0)) as id from service_requests),
      made as (
        select n, base.id + n - $5::int + 1 as id, people.first + n::bigint * 7919 % $2::int as member_id,
          staff.ids[1 + n % cardinality(staff.ids)] as agent, now() - ($3::int - n) * (interval '1 year' * $4::int / $3::float8) as at,
          -- No two take equally long, as in life: a median has to sort them all.
          interval '1 millisecond' * (1000000 + abs(hashint8(n)) % 4000000) as noise,
          (array['REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING', 'COMPLETED', 'COMPLETED', 'COMPLETED', 'CANCELLED'])[1 + n % 8] as status
        from generate_series($5::int, $6::int) n, people, staff, base
      ),
      service as (select min(s.id) as id, min(s.name) as name, min(o.name) as organization
        from services s join organizations o on o.id = s.organization_id where o.id = $1)
      insert into service_requests (id, organization_id, provider_id, service_id, member_id, assignee_id, status, version,
        description, created_by, furthest_step, create_timestamp, update_timestamp, status_timestamp, responded_timestamp,
        complete_timestamp, search, due_timestamp, response_hours)
      overriding system value
      select made.id, $1, $1, service.id, member_id, case when made.status <> 'REQUESTED' then agent end, made.status, ${filledVersion},
        'Needs a food box every week, and somebody to carry it up the stairs.', agent,
        coalesce(array_position(array['REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING', 'COMPLETED'], made.status), 2),
        at, at + noise * 40, at + noise * 30, case when made.status <> 'REQUESTED' then at + noise end,
        case when made.status = 'COMPLETED' then at + noise * 30 end,
        request_search_text(made.id, m.first_name, m.last_name, service.name, service.organization, service.organization,
          a.first_name, a.last_name, c.first_name, c.last_name), at + interval '48 hours', 48
      from service, made join users m on m.id = member_id
        left join users a on a.id = agent and made.status <> 'REQUESTED' left join users c on c.id = agent
      order by made.id`,
      [organizationId, members, requests, years, start + 1, Math.min(requests, start + piece)],
    );
  }
  await owner.query(
    `select setval(pg_get_serial_sequence('service_requests', 'id'), (select max(id) from service_requests))`,
  );
}

/** Timeline rows: audit rows, comments and texts. */
export async function addHistory(owner: pg.Client, organizationId: number): Promise<void> {
  await owner.query(
    `insert into audit_log (create_timestamp, organization_id, actor_id, action, entity_type, entity_id, detail)
    select at, $1, created_by, action, 'service-request', id, detail from (
      select id, created_by, create_timestamp as at, 'service-request.create' as action,
        jsonb_build_object('memberId', member_id, 'serviceId', service_id, 'assigneeId', null) as detail
      from service_requests where organization_id = $1
      union all
      select id, created_by, create_timestamp + step * interval '7 hours', 'service-request.move',
        jsonb_build_object('from', path[step], 'to', path[step + 1])
      from service_requests, (select array['REQUESTED', 'OPEN', 'IN_PROGRESS', 'PENDING', 'COMPLETED'] as path) p,
        generate_series(1, furthest_step - 1) step where organization_id = $1
      union all
      select id, created_by, create_timestamp + visit * interval '5 hours', 'service-request.read', '{}'
      from service_requests, generate_series(1, 2) visit where organization_id = $1
    ) happened order by at`,
    [organizationId],
  );
  await owner.query(
    `insert into notes (service_request_id, content, created_by, organization_id, create_timestamp, update_timestamp)
    select r.id, 'Called and left a message. They are home in the mornings and would like the box by noon. Call ' || n,
      r.created_by, $1, r.create_timestamp + n * interval '9 hours', r.create_timestamp + n * interval '9 hours'
    from service_requests r, generate_series(1, (r.id % 4)::int) n where r.organization_id = $1`,
    [organizationId],
  );
  // Every request was texted to its member; each admin has about nine thousand texts.
  await owner.query(
    `insert into sms_messages (kind, organization_id, service_request_id, user_id, phone_number, body, state, create_timestamp)
    select case when u.user_type = 'PATIENT' then 'request-member' else 'request-employee' end, $1, r.id, u.id, u.phone_number,
      'Your request #' || r.id || ' for Food box was received. We will call you.', 'delivered', r.create_timestamp
    from service_requests r cross join lateral (select * from users where id = r.member_id union all
      select * from users where r.id % 11 = 0 and organization_id = $1 and user_type = 'ADMIN') u
    where r.organization_id = $1 order by r.id`,
    [organizationId],
  );
}

/** Creates the indexes of large tables after their rows, which is much faster. */
export async function withoutIndexes(owner: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition from pg_index
    where not indisunique and indrelid in ('service_requests'::regclass, 'organization_members'::regclass,
      'audit_log'::regclass, 'notes'::regclass, 'sms_messages'::regclass)`,
  );
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  await work();
  await owner.query("set maintenance_work_mem = '256MB'");
  for (const { definition } of rows) await owner.query(definition);
}

/** Counts, vacuums and analyzes, as after a night. */
export async function tidy(owner: pg.Client): Promise<void> {
  await owner.query(`select gin_clean_pending_list(c.oid) from pg_class c join pg_am a on a.oid = c.relam
    where a.amname = 'gin' and c.relkind = 'i'`);
  await owner.query('vacuum (analyze)');
  await owner.query('checkpoint');
}

export async function asOwner<T>(url: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** Every portal call looks up its session, which bare doesn't: here among many, without an index. */
const plants: Record<string, string> = {
  'slow-query': `
    alter table sessions drop constraint sessions_pkey cascade;
    insert into sessions (user_id) select (select min(id) from users) from generate_series(1, 200000);
    analyze sessions`,
};

export async function plantSlowQuery(name: string, ownerUrl: string): Promise<void> {
  const sql = plants[name];
  if (!sql) throw new Error(`There is nothing to plant called ${name}. There is: ${Object.keys(plants).join(', ')}.`);
  await asOwner(ownerUrl, (owner) => owner.query(sql));
}
