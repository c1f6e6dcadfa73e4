import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { asText } from '../service-requests/json-forms.queries.ts';
import { requestJoins, requestText } from '../service-requests/service-request-row.queries.ts';
import { itemsOf } from './items.queries.ts';

interface Reader {
  userId: number;
  organizationId: number;
}

/** Who declined, commented or sent it, for item n of request r. */
const author = sql`
  select b.id, b.first_name, b.last_name from users b where b.user_type <> 'PATIENT' and b.id = case n.kind
    when 'DECLINED' then (select l.actor_id from audit_log l where l.entity_type = 'service-request' and l.entity_id = r.id
      and l.action = 'service-request.move' and l.detail ->> 'to' = 'CANCELLED' order by l.id desc limit 1)
    -- An answer would have ended the item, so the last comment is the question.
    when 'COMMENT' then (select c.created_by from notes c where c.service_request_id = r.id order by c.id desc limit 1)
    when 'WAITING' then r.created_by end`;

const proposer = sql`
  select b.id, b.first_name, b.last_name from proposed_changes c join users b on b.id = c.proposed_by
  where c.member_id = m.id and c.state = 'PENDING' order by c.create_timestamp desc, c.id desc limit 1`;

const personText = (alias: string) =>
  asText.object({
    id: asText.number(sql.ref(`${alias}.id`)),
    firstName: `${alias}.first_name`,
    lastName: `${alias}.last_name`,
  });

const shared = {
  since: asText.timestamp('n.since'),
  by: asText.when(sql`b.id is not null`, personText('b')),
};

const requestItem = asText.object({ kind: 'n.kind', serviceRequest: requestText, member: asText.nothing, ...shared });
const changeItem = asText.object({
  kind: 'n.kind',
  serviceRequest: asText.nothing,
  member: personText('m'),
  ...shared,
});

/** The total and the newest items, as JSON text in one round trip, with the ids of what they show. */
export async function findNeedsYou(db: Executor, { userId, organizationId }: Reader, size: number) {
  return (
    sql<{ answer: string; requestIds: number[]; memberIds: number[] }>`
    with ${itemsOf({ organizationId, userIds: [userId] })},
    shown as (select * from mine order by since desc, service_request_id desc, member_id desc, kind limit ${size}),
    items as (
      select n.*, ${requestItem} as item from shown n join service_requests r on r.id = n.service_request_id
        ${requestJoins(organizationId)} left join lateral (${author}) b on true
      union all
      select n.*, ${changeItem} from shown n join users m on m.id = n.member_id left join lateral (${proposer}) b on true
    )
    select ${asText.object({
      total: asText.number(sql`(select count(*) from mine)`),
      items: asText.list(
        asText.written(sql`item`),
        sql`since desc, service_request_id desc, member_id desc, kind`,
        sql`items`,
      ),
    })} as answer,
      (select coalesce(json_agg(distinct service_request_id), '[]'::json) from shown where member_id is null) as "requestIds",
      (select coalesce(json_agg(member_id), '[]'::json) from shown where member_id is not null) as "memberIds"`
      // Planning takes longer than most people's items.
      .planned('generic')
      .one(db)
  );
}

/** The totals of those of these people who have any. */
export async function findTotals(
  db: Executor,
  organizationId: number,
  userIds: number[],
): Promise<{ userId: number; total: number }[]> {
  return sql<{ userId: number; total: number }>`
    with ${itemsOf({ organizationId, userIds })}
    select user_id as "userId", count(*) as total from mine group by user_id`
    .planned('generic')
    .many(db);
}
