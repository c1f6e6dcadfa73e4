import type { NeedsYouKind } from '@kinbridge/contract/needs-you/needs-you.contract';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { itemsOf } from '../needs-you/items.queries.ts';
import type { NoticeItem } from './notice-text.ts';

/** Whether subscription s of person u, of organization o, may be told anything. */
const mayBeTold = sql<boolean>`(u.status = 'ACTIVE' and u.user_type <> 'PATIENT' and o.approval = 'APPROVED'
  and exists (select from sessions x join refresh_tokens t on t.session_id = x.id
    where x.id = s.session_id and x.end_timestamp is null and t.expires_timestamp > now()))`;

/** Queues what is new for people with devices, of these organizations or of all. */
export async function queueNotices(db: Executor, organizationIds: number[] | null): Promise<void> {
  for (const { organizationId, userIds } of await findReaders(db, organizationIds)) {
    // Those who want none are passed over, so that turning them on tells nothing of before.
    await sql`with ${itemsOf({ organizationId, userIds })}
      insert into push_notices (subscription_id, kind, entity_id, since, next_attempt_timestamp)
      select s.id, n.kind, coalesce(n.service_request_id, n.member_id), n.since,
        case when u.send_push_notifications then now() end
      from mine n join users u on u.id = n.user_id join organizations o on o.id = u.organization_id
        join push_subscriptions s on s.user_id = u.id and s.create_timestamp <= n.since
      where ${mayBeTold}
      on conflict do nothing`.run(db);
  }
}

function findReaders(db: Executor, organizationIds: number[] | null) {
  return sql<{ organizationId: number; userIds: number[] }>`
    select o.id as "organizationId", json_agg(distinct u.id) as "userIds"
    from push_subscriptions s join users u on u.id = s.user_id join organizations o on o.id = u.organization_id
    where ${mayBeTold} and (${organizationIds}::bigint[] is null or o.id = any(${organizationIds}::bigint[]))
    group by o.id`.many(db);
}

export interface ClaimedNotice extends NoticeItem {
  subscriptionId: number;
  kind: NeedsYouKind;
  since: Date;
  attempts: number;
  secret: Buffer;
  /** They still want it, and may be told. */
  isWanted: boolean;
}

/** Another process may send it again after this, if this one dies. */
const lease = sql`now() + interval '1 minute'`;
const batchSize = 50;

/** Takes due notices, one of each subscription: a slow address delays others once, however many it has. */
export function claimNotices(db: Executor): Promise<ClaimedNotice[]> {
  return sql<ClaimedNotice>`
    with due as (
      select n.* from push_notices n
      where n.next_attempt_timestamp <= now() and not exists (
        select from push_notices e where e.subscription_id = n.subscription_id and e.next_attempt_timestamp <= now()
          and (e.since, e.kind, e.entity_id) < (n.since, n.kind, n.entity_id))
      order by n.next_attempt_timestamp limit ${batchSize} for update skip locked)
    update push_notices n set attempts = n.attempts + 1, next_attempt_timestamp = ${lease}
    from due join push_subscriptions s on s.id = due.subscription_id join users u on u.id = s.user_id
      join organizations o on o.id = u.organization_id
    where n.subscription_id = due.subscription_id and n.kind = due.kind and n.entity_id = due.entity_id
      and n.since = due.since
    returning n.subscription_id as "subscriptionId", n.kind, n.entity_id as "entityId", n.since, n.attempts, s.secret,
      ${mayBeTold} and u.send_push_notifications as "isWanted",
      exists (select from service_requests r where r.id = n.entity_id and r.organization_id = o.id) as "isSender"`.many(
    db,
  );
}

type NoticeKey = Pick<ClaimedNotice, 'subscriptionId' | 'kind' | 'entityId' | 'since'>;

const isNotice = ({ subscriptionId, kind, entityId, since }: NoticeKey) =>
  sql`subscription_id = ${subscriptionId} and kind = ${kind} and entity_id = ${entityId} and since = ${since}`;

/** Sent, refused for good, or not wanted anymore. */
export function finishNotice(db: Executor, notice: NoticeKey): Promise<void> {
  return sql`update push_notices set next_attempt_timestamp = null where ${isNotice(notice)}`.run(db);
}

/**
 * Tries again within an hour of the first attempt, and then no more. The device's other notices wait as well, so an
 * address that never answers isn't called for each of them.
 */
export function postponeNotice(db: Executor, notice: NoticeKey, seconds: number): Promise<void> {
  return sql`update push_notices set next_attempt_timestamp = case
      when now() + make_interval(secs => ${seconds}::float) < create_timestamp + interval '1 hour'
        then now() + make_interval(secs => ${seconds}::float) end
    where subscription_id = ${notice.subscriptionId} and (next_attempt_timestamp <= now() or ${isNotice(notice)})`.run(
    db,
  );
}

/** The browser doesn't listen anymore. */
export function dropSubscription(db: Executor, id: number): Promise<void> {
  return sql`delete from push_subscriptions where id = ${id}`.run(db);
}
