import type { RequestNeed } from '@kinbridge/contract/needs-you/needs-you.contract';
import { isClosedRow } from '../../access/unapproved-organization.queries.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { peopleOf, type RequestSide, sideColumns } from '../../records/service-requests/request-people.queries.ts';
import { awaitedUntil, hasNotEnded, isOverdue, isStalled } from '../service-requests/service-request-row.queries.ts';

/** What makes row r of service_requests an item, and since when. */
interface Cause {
  kind: RequestNeed;
  side: RequestSide;
  since: RawBuilder<Date | null>;
  isThere: RawBuilder<boolean>;
  from?: RawBuilder<unknown>;
}

const oldest = sql`now() - interval '720 hours'`;

/** Those whose provider was suspended or whose service was deleted. */
const unavailableServices = sql`(
  select s.id, s.deleted_timestamp as since from services s where s.deleted_timestamp > ${oldest}
  union all
  select s.id, coalesce(p.closed_timestamp, p.update_timestamp) from organizations p
    join services s on s.organization_id = p.id and s.deleted_timestamp is null where ${isClosedRow('p')})`;

const sending: Omit<Cause, 'side'>[] = [
  {
    kind: 'DECLINED',
    since: sql`r.status_timestamp`,
    isThere: sql`r.status = 'CANCELLED' and r.declined
      and not exists (select from service_requests next where next.follows_id = r.id)`,
  },
  { kind: 'OVERDUE', since: awaitedUntil, isThere: isOverdue },
  { kind: 'STALLED', since: sql`r.stall_timestamp`, isThere: isStalled },
  { kind: 'COMMENT', since: sql`r.sender_question_timestamp`, isThere: sql`r.sender_question_timestamp is not null` },
  {
    kind: 'SUSPENDED',
    since: sql`unavailable.since`,
    isThere: hasNotEnded,
    from: sql`join ${unavailableServices} unavailable on unavailable.id = r.service_id`,
  },
];

const providing: Omit<Cause, 'side'>[] = [
  { kind: 'WAITING', since: sql`r.status_timestamp`, isThere: sql`r.status = 'REQUESTED'` },
  { kind: 'STALLED', since: sql`r.stall_timestamp`, isThere: isStalled },
  {
    kind: 'COMMENT',
    since: sql`r.provider_question_timestamp`,
    isThere: sql`r.provider_question_timestamp is not null`,
  },
  { kind: 'MEMBER_SAID_NO', since: sql`r.member_no_timestamp`, isThere: sql`r.member_says_no` },
  {
    kind: 'NO_ANSWER',
    since: sql`r.confirmation_timestamp + interval '168 hours'`,
    isThere: sql`r.status = 'PENDING' and r.confirmation_timestamp between ${oldest} - interval '168 hours'
      and now() - interval '168 hours'`,
  },
];

const causes: Cause[] = [
  ...sending.map((cause) => ({ ...cause, side: 'sending' as const })),
  ...providing.map((cause) => ({ ...cause, side: 'providing' as const })),
];

/** Whose items of an organization: those of these people, all active staff of it. */
interface Whose {
  organizationId: number;
  userIds: number[];
}

function findCauses({ organizationId }: Whose, only: RawBuilder<unknown>): RawBuilder<unknown> {
  const found = causes.map(({ kind, side, since, isThere, from = sql`` }) => {
    const [organization, person] = [sql.raw(sideColumns[side].organization), sql.raw(sideColumns[side].person)];
    return sql`
      select ${sql.lit(kind)} as kind, ${sql.lit(side)} as side, r.id, ${since} as since, r.${person} as person_id,
        ${side === 'providing' ? sql`r.service_id` : sql`0`} as service_id
      from service_requests r ${from}
      where r.${organization} = ${organizationId} and ${isThere} and ${since} > ${oldest} ${only}`;
  });
  return sql.join(found, sql` union all `);
}

/**
 * CTEs that end with `owned`: the items of requests per person and side. Whose they are is looked up once for each
 * person who is still active, and otherwise once for each service, not for each of thousands of requests.
 */
export function requestItems(whose: Whose, only: RawBuilder<unknown> = sql``): RawBuilder<unknown> {
  const { organizationId, userIds } = whose;
  const peopleOn = (side: RequestSide) => sql`select k.side, k.person_id, k.service_id, p.id as user_id
    from keys k cross join lateral (${peopleOf(side, 'k')}) p where k.side = ${sql.lit(side)}`;
  return sql`
    waiting as materialized (
      select c.kind, c.side, c.id, c.since, coalesce(u.id, 0) as person_id,
        case when u.id is null then c.service_id else 0 end as service_id
      from (${findCauses(whose, only)}) c
        left join users u on u.id = c.person_id and u.organization_id = ${organizationId} and u.status = 'ACTIVE'
          and u.user_type <> 'PATIENT'
        left join needs_you_done d on d.organization_id = ${organizationId} and d.service_request_id = c.id
          and d.kind = c.kind and d.side = c.side
      where (u.id is null or u.id = any(${userIds}::bigint[])) and (d.since is null or d.since < c.since)
    ),
    keys as (
      select distinct side, person_id, service_id, ${organizationId}::bigint as organization_id,
        ${organizationId}::bigint as provider_id, person_id as created_by, person_id as assignee_id from waiting
    ),
    -- Materialized, since a plan that expects few items would look people up for each.
    people as materialized (${peopleOn('sending')} union all ${peopleOn('providing')}),
    owned as (
      select user_id, kind, side, id, since from waiting join people using (side, person_id, service_id)
      where user_id = any(${userIds}::bigint[])
    )`;
}

/** A CTE `proposed`: members with proposed changes, for the active admins of the organization that added them. */
export function changeItems({ organizationId, userIds }: Whose): RawBuilder<unknown> {
  return sql`
    proposed as (
      select a.id as user_id, m.id as member_id, max(c.create_timestamp) as since
      from proposed_changes c join users m on m.id = c.member_id and m.organization_id = ${organizationId}
        join visible_members v on v.organization_id = ${organizationId} and v.member_id = m.id
        join users a on a.organization_id = ${organizationId} and a.user_type = 'ADMIN' and a.status = 'ACTIVE'
          and a.id = any(${userIds}::bigint[])
        left join needs_you_done d on d.organization_id = ${organizationId} and d.member_id = m.id
      where c.state = 'PENDING' and c.create_timestamp > ${oldest}
      group by a.id, m.id, d.since having d.since is null or max(c.create_timestamp) > d.since
    )`;
}

/** CTEs that end with `mine`: all items, one per person, kind and record. */
export function itemsOf(whose: Whose): RawBuilder<unknown> {
  return sql`${requestItems(whose)}, ${changeItems(whose)},
    mine as (
      select user_id, kind, id as service_request_id, null::bigint as member_id, max(since) as since
      from owned group by user_id, kind, id
      union all select user_id, 'PROPOSED_CHANGE', null, member_id, since from proposed
    )`;
}
