import { type filterQuery, type filterRow, noRequest } from '@kinbridge/contract/service-requests/boards.contract';
import type { Page } from '@kinbridge/contract/shared/paging';
import type { z } from 'zod';
import type { Executor } from '../../db/database.ts';
import { withinPeriod, zoneOf } from '../../db/day-period.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { containing, wordsIn } from '../members/search-keys.queries.ts';
import { memberJson, requestJoins, requestJson } from './service-request-row.queries.ts';

type Query = z.output<typeof filterQuery>;
/** The fields that filter members, without paging and order. */
export type MemberFilter = Pick<Query, 'name' | 'serviceType' | 'serviceName' | 'fromDate' | 'toDate'>;
type Row = z.output<typeof filterRow>;

const sortColumns: Record<NonNullable<Query['sort']>['field'], RawBuilder<unknown>> = {
  firstName: sql`u.first_name collate person_names`,
  lastName: sql`u.last_name collate person_names`,
  id: sql`u.id`,
  dateOfBirth: sql`u.date_of_birth`,
  email: sql`u.email`,
  zipCode: sql`u.zip_code`,
  createTimestamp: sql`latest.create_timestamp`,
};

/** One row per visible member: the latest matching request on either side. */
export async function findLatestPerMember(db: Executor, organizationId: number, query: Query): Promise<Page<Row>> {
  const page = query.page ?? 0;
  const size = query.size ?? 50;
  const sort = query.sort ?? { field: 'firstName', descending: true };
  const order = sql`${sortColumns[sort.field]} ${sql.raw(sort.descending ? 'desc nulls last' : 'asc nulls last')}, u.id`;
  const latest = (member: string) => sql`left join lateral (
    select r.id, r.create_timestamp from service_requests r join services s on s.id = r.service_id
    where r.member_id = ${sql.raw(member)} and ${organizationId}::bigint in (r.organization_id, r.provider_id)
      and ${requestCondition(organizationId, query)}
    order by r.create_timestamp desc, r.id desc limit 1) latest on true`;
  // Looks up the latest request only for the page, unless the order needs it for everyone.
  const { total, content } = await sql<{ total: number; content: Row[] }>`
    with hits as materialized (${matchingMembers(organizationId, query)}),
    sorted as (
      select u.id as member_id from hits join users u on u.id = hits.member_id
      ${sort.field === 'createTimestamp' ? latest('hits.member_id') : sql``}
      order by ${order} limit ${size} offset ${page * size}
    ),
    page as (select sorted.member_id, row_number() over () as place from sorted)
    select (select count(*) from hits) as total, coalesce((
      select json_agg(case when latest.id is null then (${JSON.stringify(noRequest)}::jsonb || jsonb_build_object('patient', (
          select ${memberJson} from users m where m.id = page.member_id)))::json
        else (select ${requestJson} from service_requests r ${requestJoins(organizationId)} where r.id = latest.id) end order by page.place)
      from page ${latest('page.member_id')}), '[]'::json) as content`.one(db);
  return { content, totalElements: total, totalPages: Math.ceil(total / size), size, number: page };
}

export async function findMatchingMemberIds(
  db: Executor,
  organizationId: number,
  query: MemberFilter,
): Promise<number[]> {
  const { ids } = await sql<{ ids: number[] }>`
    select coalesce(json_agg(m.member_id), '[]'::json) as ids from (${matchingMembers(organizationId, query)}) m`.one(
    db,
  );
  return ids;
}

/** The ids of visible members that match the filter, as `member_id`. */
export function matchingMembers(organizationId: number, query: MemberFilter): RawBuilder<unknown> {
  const filtered = query.serviceType || query.serviceName || query.fromDate || query.toDate;
  const requested = sql`om.member_id in (
    select r.member_id from service_requests r join services s on s.id = r.service_id
    where ${organizationId}::bigint in (r.organization_id, r.provider_id) and ${requestCondition(organizationId, query)})`;
  return sql`select om.member_id from visible_members om where om.organization_id = ${organizationId}
    and ${nameCondition(query.name)} and ${filtered ? requested : sql`true`}`;
}

function nameCondition(name: string | undefined) {
  const words = wordsIn(name?.toLowerCase());
  if (words.length === 0) return sql`true`;
  return sql.join(
    words.map((word) => sql`om.search like ${containing(word)}`),
    sql` and `,
  );
}

function requestCondition(organizationId: number, query: MemberFilter) {
  const conditions = [
    withinPeriod('r.create_timestamp', zoneOf(organizationId), query),
    ...(query.serviceType ? [sql`s.type = ${query.serviceType}`] : []),
    ...(query.serviceName ? [sql`s.name ilike ${containing(query.serviceName)}`] : []),
  ];
  return sql.join(conditions, sql` and `);
}
