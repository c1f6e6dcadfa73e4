import type { AppContext } from '../../app-context.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { unusualReadsEmail, unusualReadsOperatorEmail } from './read-alerts.emails.ts';

const alertAction = 'records.alert';

/** What answers with a member's record, or with all those of a form. Lists aren't among them. */
const openings = [
  'user.read',
  'member.requests-read',
  'member.duplicates-read',
  'member.merges-read',
  'member.surveys-read',
  'member.export',
  'document.list',
  'document.read',
  'message.list',
  'message.export',
  'service-request.read',
  'service-request.file-read',
  'survey-answer.read',
  'survey-answer.file-read',
  'survey-answer.export',
];

/**
 * Alerts about everyone who opened or exported more members within an hour than the setting allows, once a day each.
 * Runs every minute on the audit log, so that reading stays as fast as it is.
 */
export async function alertOnReads({ db, config }: Pick<AppContext, 'db' | 'config'>): Promise<void> {
  const limit = config.readAlertPerHour;
  if (limit === 0) return;
  await transaction(db, async (tx) => {
    // A run may take longer than a minute, or come from another worker.
    await sql`select pg_advisory_xact_lock(hashtextextended('read alerts', 0))`.run(tx);
    for (const reader of await findBusyReaders(tx, limit)) {
      if (!(await isKnown(tx, reader))) await alert(tx, reader);
    }
  });
}

interface Reader {
  id: number;
  organizationId: number;
  /** The members they opened or exported. */
  members: number;
}

/** Whether there was an alert about them within a day. */
async function isKnown(tx: Tx, { id, organizationId }: Reader): Promise<boolean> {
  const rows = await sql`select 1 from audit_log where entity_type = 'user' and entity_id = ${id}
    and organization_id = ${organizationId} and action = ${alertAction}
    and create_timestamp > now() - interval '1 day'`.many(tx);
  return rows.length > 0;
}

async function alert(tx: Tx, { id, organizationId, members: count }: Reader): Promise<void> {
  const admins = await findPeople(
    tx,
    sql`u.organization_id = ${organizationId} and u.user_type = 'ADMIN' and u.id <> ${id}`,
  );
  const kind = admins.length > 0 ? unusualReadsEmail : unusualReadsOperatorEmail;
  const people = admins.length > 0 ? admins : await findPeople(tx, sql`u.user_type = 'OPERATOR'`);
  const payload = { count, organizationId };
  const emails = people.map((person) => ({ kind, userId: person.id, to: person.email, payload }));
  await record(tx, { caller: null, organizationId, action: alertAction, entityId: id, detail: { count }, emails });
}

function findPeople(tx: Tx, condition: RawBuilder<unknown>): Promise<{ id: number; email: string }[]> {
  return sql<{ id: number; email: string }>`
    select u.id, l.email from users u join logins l on l.user_id = u.id
    where ${condition} and u.status = 'ACTIVE' and l.verified_timestamp is not null order by u.id`.many(tx);
}

/**
 * The last id of the log that is too old to matter. Ids grow with time, and only they have an index, so it is found by
 * halves. The half hour is for rows of long transactions.
 */
const oldest = sql`
  recursive half (low, high) as (
    select 0::bigint, coalesce((select max(id) from audit_log), 0)
    union all
    select case when recent.id is null then middle else low end, coalesce(recent.id - 1, high)
    from (select low, high, (low + high + 1) / 2 as middle from half where low < high) halves
      left join lateral (select id from (select id, create_timestamp from audit_log where id <= middle
          order by id desc limit 1) before
        where create_timestamp > now() - interval '90 minutes') recent on true
  ), bound as (select max(low) as id from half)`;

/**
 * A day in an export's period is local, a timestamp exact. What the reader wrote in another way bounds nothing, so that no
 * text of theirs can end the count with an error.
 */
function periodEnd(name: 'fromDate' | 'toDate', days: number): RawBuilder<unknown> {
  const text = sql`(o.detail ->> ${name})`;
  return sql`case when ${text} ~ '^[12]\\d{3}-\\d\\d-\\d\\d$'
      then (${text}::date + ${days}::integer)::timestamp at time zone z.time_zone
    when ${text} ~ '^[12]\\d{3}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d[.]\\d{3}Z$' then ${text}::timestamptz end`;
}

/** Counts the distinct members of the few who opened enough records, or exported. */
function findBusyReaders(tx: Tx, limit: number): Promise<Reader[]> {
  return sql<Reader>`
    with ${oldest}, opened as materialized (
      select l.organization_id, l.actor_id, l.action, l.entity_type, l.entity_id, l.detail, l.create_timestamp
      from audit_log l where l.id > (select id from bound) and l.create_timestamp > now() - interval '1 hour'
        and l.organization_id is not null and l.actor_id is not null and l.action = any(${openings}::text[])
    ), busy as (
      select organization_id, actor_id
      from (select organization_id, actor_id, bool_or(action = 'survey-answer.export') as exported
        from opened group by organization_id, actor_id, entity_type, entity_id) record
      group by organization_id, actor_id having count(*) > ${limit} or bool_or(exported)
    ), theirs as (select o.* from opened o join busy using (organization_id, actor_id)
    ), members as (
      select o.organization_id, o.actor_id, u.id from theirs o
        join users u on u.id = o.entity_id and u.user_type = 'PATIENT' and u.id <> o.actor_id
      where o.entity_type = 'user'
      union
      select o.organization_id, o.actor_id, r.member_id from theirs o join service_requests r on r.id = o.entity_id
      where o.entity_type = 'service-request'
      union
      select o.organization_id, o.actor_id, a.user_id from theirs o join survey_answers a on a.id = o.entity_id
      where o.entity_type = 'survey-answer' and a.user_id is not null
      union
      select o.organization_id, o.actor_id, a.user_id from theirs o join surveys s on s.id = o.entity_id
        join organizations z on z.id = o.organization_id
        join survey_answers a on a.form_id = s.form_id and a.user_id is not null
      where o.entity_type = 'survey' and a.create_timestamp <= coalesce(${periodEnd('toDate', 1)}, o.create_timestamp)
        and a.create_timestamp >= coalesce(${periodEnd('fromDate', 0)}, '-infinity')
    )
    select actor_id as id, organization_id as "organizationId", count(*)::integer as members from members
    group by actor_id, organization_id having count(*) > ${limit} order by actor_id, organization_id`.many(tx);
}
