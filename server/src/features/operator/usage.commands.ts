import {
  type OrganizationUsage,
  type UsageCount,
  usageCounts,
  type usageOrders,
} from '@kinbridge/contract/operator/operator-usage.contract';
import type { Page, SortBy } from '@kinbridge/contract/shared/paging';
import { type Database, type Executor, transaction } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';

interface Counted {
  organization_id: number | null;
  all: number;
  recent: number;
}

/** Rows of `source` have organization_id and create_timestamp. */
function countRows(source: RawBuilder<unknown>): RawBuilder<Counted> {
  return sql<Counted>`select organization_id, count(*) as all,
    count(*) filter (where create_timestamp > now() - interval '30 days') as recent
    from (${source}) counted group by organization_id`;
}

const counts: Record<UsageCount, RawBuilder<Counted>> = {
  staff: countRows(sql`select organization_id, create_timestamp from users
    where user_type <> 'PATIENT' and status = 'ACTIVE' and organization_id is not null`),
  members: countRows(sql`select organization_id, create_timestamp from organization_members`),
  sent: countRows(sql`select organization_id, create_timestamp from service_requests`),
  received: countRows(sql`select provider_id as organization_id, create_timestamp from service_requests`),
  texts: countRows(sql`select organization_id, create_timestamp from sms_messages
    where state in ('sent', 'delivered') and organization_id is not null`),
  answers: countRows(sql`select f.organization_id, a.create_timestamp
    from survey_answers a join survey_forms f on f.id = a.form_id`),
  files: sql<Counted>`select organization_id, sum(size)::bigint as all,
    coalesce(sum(size) filter (where create_timestamp > now() - interval '30 days'), 0)::bigint as recent
    from (
      select o.organization_id, f.size, f.create_timestamp from files f join (
        select organization_id, file_id from member_documents
        union all select organization_id, file_id from notes where file_id is not null
        union all select organization_id, file_id from service_requests where file_id is not null
        union all select s.organization_id, file_id from survey_files a join survey_forms s on s.id = a.form_id
        union all select id, logo_file_id from organizations where logo_file_id is not null
        union all select organization_id, logo_file_id from proposed_profiles where logo_file_id is not null
      ) o on o.file_id = f.id) owned group by organization_id`,
};

const nothingUsed = Object.fromEntries(
  Object.keys(counts).flatMap((name) => [name, `${name}_recent`].map((key) => [key, 0])),
);

/** Counts what every organization uses. Each count is a statement of its own, so none runs into the time limit. */
export async function countUsage(db: Database): Promise<void> {
  const usage = new Map<number, Record<string, number>>();
  for (const [name, count] of Object.entries(counts)) {
    for (const { organization_id: id, all, recent } of await count.many(db)) {
      if (id !== null) usage.set(id, { ...usage.get(id), [name]: all, [`${name}_recent`]: recent });
    }
  }
  const rows = [...usage].map(([id, row]) => ({ ...nothingUsed, ...row, organization_id: id }));
  await transaction(db, async (tx) => {
    await sql`delete from organization_usage`.run(tx);
    await sql`
      insert into organization_usage (organization_id, staff, staff_recent, members, members_recent, sent, sent_recent,
        received, received_recent, texts, texts_recent, answers, answers_recent, files, files_recent)
      select r.organization_id, r.staff, r.staff_recent, r.members, r.members_recent, r.sent, r.sent_recent,
        r.received, r.received_recent, r.texts, r.texts_recent, r.answers, r.answers_recent, r.files, r.files_recent
      from json_populate_recordset(null::organization_usage, ${JSON.stringify(rows)}) r
        join organizations o on o.id = r.organization_id`.run(tx);
  });
}

type Order = (typeof usageOrders)[number];

const pairs = sql.raw(
  usageCounts.map((name) => `json_build_object('all', u.${name}, 'recent', u.${name}_recent) as ${name}`).join(', '),
);

/** A page of organizations with their last counts. It reads one row for each organization, whatever they use. */
export async function findUsage(
  db: Executor,
  { field, descending }: SortBy<Order>,
  { page, size }: { page: number; size: number },
): Promise<Page<OrganizationUsage>> {
  const column = field === 'name' ? 'o.name' : `u.${field.replace(/Recent$/, '_recent')}`;
  const rows = await sql<OrganizationUsage>`
    select o.id, o.name, ${iso('u.count_timestamp')} as "countTimestamp", ${pairs}
    from organization_usage u join organizations o on o.id = u.organization_id
    order by ${sql.raw(column)} ${sql.raw(descending ? 'desc' : 'asc')}, o.id
    limit ${size} offset ${page * size}`.many(db);
  const { total } = await sql<{ total: number }>`select count(*) as total from organization_usage`.one(db);
  return { content: rows, totalElements: total, totalPages: Math.ceil(total / size), size, number: page };
}
