import { stoppedReason } from '@kinbridge/contract/mass-messages/mass-message';
import type {
  MassMessage,
  MassMessageRecipient,
  MassMessageSummary,
} from '@kinbridge/contract/mass-messages/mass-messages.contract';
import { type SmsState, smsStates } from '@kinbridge/contract/messages/messages.contract';
import type { Page } from '@kinbridge/contract/shared/paging';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { smsReason } from '../../records/sms/sms-outage.queries.ts';

const countsJson = sql.raw(
  `json_build_object(${smsStates.map((state) => `'${state}', coalesce(sum(n) filter (where state = '${state}'), 0)`).join(', ')})`,
);

/** Reads single texts only for a stopped message. */
const stopped = sql`case when c.stopped_timestamp is null then 0 else (
  select count(*) from sms_messages s where s.campaign_id = c.id and s.state = 'skipped'
    and s.reason = ${sql.lit(stoppedReason)})::int
  + coalesce((select sum(p.queued) from campaign_pieces p where p.campaign_id = c.id), 0)::int end`;

const summaryColumns = sql`c.id, c.message, t.total, t.counts, ${iso('c.create_timestamp')} as "createTimestamp",
  ${stopped} as stopped, ${iso('c.stopped_timestamp')} as "stoppedTimestamp",
  json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name) as sender`;

const summaryJoins = sql`join users u on u.id = c.created_by cross join lateral (
  select coalesce(sum(n), 0)::int as total, ${countsJson} as counts
  from (
    select state, count(*)::int as n from sms_messages s where s.campaign_id = c.id group by state
    union all
    select v.state, v.n from campaign_pieces p cross join lateral (values
      (case when c.stopped_timestamp is null then 'queued' else 'skipped' end, p.queued), ('skipped', p.skipped))
      v (state, n) where p.campaign_id = c.id
  ) g) t`;

/** An organization's mass messages, newest first. */
export async function findMassMessages(
  db: Executor,
  organizationId: number,
  page: number,
  size: number,
): Promise<Page<MassMessageSummary>> {
  const rows = await sql<MassMessageSummary>`select ${summaryColumns}
    from (select * from campaigns where organization_id = ${organizationId} order by id desc
      limit ${size} offset ${page * size}) c ${summaryJoins} order by c.id desc`.many(db);
  const { total } = await sql<{ total: number }>`
    select count(*) as total from campaigns where organization_id = ${organizationId}`.one(db);
  return { content: rows, totalElements: total, totalPages: Math.ceil(total / size), size, number: page };
}

export const failuresShown = 1000;

/** The progress of a mass message. */
export async function findMassMessage(
  db: Executor,
  organizationId: number,
  id: number,
  perSecond: number,
): Promise<MassMessage | null> {
  const massMessage = await sql<Omit<MassMessage, 'secondsLeft'>>`
    select ${summaryColumns}, c.body,
      coalesce((select json_agg(json_build_object('id', f.user_id, 'reason', coalesce(f.reason, '')) order by f.id) from (
        select s.id, s.user_id, s.reason from sms_messages s where s.campaign_id = c.id and s.state = 'failed'
          and s.user_id is not null
        order by s.id limit ${failuresShown}) f), '[]'::json) as failures,
      (select ${iso('min(w.send_after)')} from sms_messages w where w.campaign_id = c.id and w.state = 'queued'
        -- The pause before another try is shorter, and no rest at night.
        having min(w.send_after) > now() + interval '1 minute') as "sendAfter",
      (select ${iso('since')} from sms_outage where next_try is not null) as "sendingPausedSince"
    from campaigns c ${summaryJoins} where c.id = ${id} and c.organization_id = ${organizationId}`.maybeOne(db);
  if (!massMessage) return null;
  if (massMessage.counts.queued === 0) return { ...massMessage, secondsLeft: 0 };
  const before = await countSmsBefore(db, organizationId, { sendAfter: massMessage.sendAfter, lastId: id });
  return { ...massMessage, secondsLeft: Math.ceil(before / perSecond) };
}

/**
 * How many mass texts are sent before an organization's are done: its own up to a mass message, possibly some new
 * ones, and as many of every other organization, since they take turns.
 */
export async function countSmsBefore(
  db: Executor,
  organizationId: number,
  wanted: { sendAfter: string | null; lastId?: number; more?: number },
): Promise<number> {
  const last = wanted.lastId ?? null;
  const { n } = await sql<{ n: number }>`
    with waiting as (
      select w.organization_id, count(*) as n from sms_messages w
      where w.state = 'queued' and w.campaign_id is not null and (w.organization_id = ${organizationId}
        and (${last}::bigint is null or w.campaign_id <= ${last}) or w.organization_id <> ${organizationId}
        and w.send_after <= greatest(now(), ${wanted.sendAfter}::timestamptz))
      group by w.organization_id
      union all
      select c.organization_id, p.queued from campaign_pieces p join campaigns c on c.id = p.campaign_id
      where c.organization_id <> ${organizationId} or ${last}::bigint is null or c.id <= ${last}
    ),
    own as (select coalesce(sum(n), 0) + ${wanted.more ?? 0}::int as n from waiting where organization_id = ${organizationId})
    select (own.n + coalesce((select sum(least(others.n, own.n)) from (
      select sum(n) as n from waiting where organization_id <> ${organizationId} group by organization_id) others), 0))::bigint
      as n
    from own`.one(db);
  return n;
}

/** A mass message's recipients in sending order; it must be the organization's. */
export async function findRecipients(
  db: Executor,
  id: number,
  query: { state: SmsState | undefined; page: number; size: number },
): Promise<Page<MassMessageRecipient>> {
  const where = sql`s.campaign_id = ${id} and s.user_id is not null
    and ${query.state ? sql`s.state = ${query.state}` : sql`true`}`;
  const rows = await sql<MassMessageRecipient>`
    select u.id, case when hidden then 'Former' else u.first_name end as "firstName",
      case when hidden then 'member' else u.last_name end as "lastName", u.user_type as "userType", s.state, ${smsReason()} as reason,
      ${iso('s.update_timestamp')} as "updateTimestamp"
    from (select * from sms_messages s where ${where} order by s.id limit ${query.size}
      offset ${query.page * query.size}) s join users u on u.id = s.user_id
      cross join lateral (select u.user_type = 'PATIENT' and not exists (select from visible_members v
        where v.organization_id = s.organization_id and v.member_id = u.id) as hidden) sight
    order by s.id`.many(db);
  const { total } = await sql<{ total: number }>`select count(*) as total from sms_messages s where ${where}`.one(db);
  const { page: number, size } = query;
  return { content: rows, totalElements: total, totalPages: Math.ceil(total / size), size, number };
}
