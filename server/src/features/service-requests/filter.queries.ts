import type { filterQuery, filterRow } from '@kinbridge/contract/service-requests/service-requests.contract';
import type { Page } from '@kinbridge/contract/shared/paging';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Executor } from '../../db/database.ts';
import { withinPeriod } from '../../db/day-period.ts';
import { patientJson, requestJoins, requestJson } from './service-request-row.queries.ts';

type Query = z.output<typeof filterQuery>;
type Row = z.output<typeof filterRow>;

const sortColumns: Record<NonNullable<Query['sort']>['field'], RawBuilder<unknown>> = {
  firstName: sql`u.first_name collate person_names`,
  lastName: sql`u.last_name collate person_names`,
  id: sql`u.id`,
  dateOfBirth: sql`u.date_of_birth`,
  email: sql`u.email`,
  zipCode: sql`u.zip_code`,
  createTimestamp: sql`hits.create_timestamp`,
};

/** One row per member that the organization sees: the latest request that matches, on either side. */
export async function findLatestPerMember(db: Executor, organizationId: number, query: Query): Promise<Page<Row>> {
  const page = query.page ?? 0;
  const size = query.size ?? 50;
  const sort = query.sort ?? { field: 'firstName', descending: true };
  const order = sql`${sortColumns[sort.field]} ${sql.raw(sort.descending ? 'desc nulls last' : 'asc nulls last')}, u.id`;
  const filtered = query.serviceType || query.serviceName || query.fromDate || query.toDate;
  const { rows } = await sql<{ total: number; content: Row[] }>`
    with hits as materialized (
      select om.member_id, latest.id, latest.create_timestamp from organization_members om
      ${sql.raw(filtered ? 'join' : 'left join')} lateral (
        select r.id, r.create_timestamp from service_requests r join services s on s.id = r.service_id
        where r.member_id = om.member_id and om.organization_id in (r.organization_id, r.provider_id)
          and ${requestCondition(organizationId, query)}
        order by r.create_timestamp desc, r.id desc limit 1) latest on true
      where om.organization_id = ${organizationId} and ${nameCondition(query.name)}
    ),
    page as (
      select hits.*, row_number() over (order by ${order}) as place from hits join users u on u.id = hits.member_id
      order by ${order} limit ${size} offset ${page * size}
    )
    select (select count(*) from hits) as total, coalesce((
      select json_agg(case when page.id is null then json_build_object('patient', (
          select ${patientJson} from users m where m.id = page.member_id))
        else (select ${requestJson} from service_requests r ${requestJoins} where r.id = page.id) end order by page.place)
      from page), '[]'::json) as content`.execute(db);
  const { total, content } = rows[0] ?? { total: 0, content: [] };
  return { content, totalElements: total, totalPages: Math.ceil(total / size), size, number: page };
}

function nameCondition(name: string | undefined) {
  const words = (name ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return sql`true`;
  return sql.join(
    words.map((word) => sql`om.search like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`),
    sql` and `,
  );
}

function requestCondition(organizationId: number, query: Query) {
  const conditions = [
    withinPeriod('r.create_timestamp', organizationId, query),
    ...(query.serviceType ? [sql`s.type = ${query.serviceType}`] : []),
    ...(query.serviceName ? [sql`s.name ilike ${`%${query.serviceName.replace(/[\\%_]/g, '\\$&')}%`}`] : []),
  ];
  return sql.join(conditions, sql` and `);
}
