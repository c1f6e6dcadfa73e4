import type { MemberSortField } from '@kinbridge/contract/members/member-sort-fields';
import type { Page, SortBy } from '@kinbridge/contract/shared/paging';
import type { User } from '@kinbridge/contract/users/users.contract';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../db/database.ts';
import { asUser } from '../users/users.queries.ts';

export interface MemberSearch {
  organizationId: number;
  name?: string | undefined;
  birthDate?: string | undefined;
  status?: string | undefined;
  serviceType?: string | undefined;
  serviceName?: string | undefined;
  page: number;
  size: number;
  sort: SortBy<MemberSortField>;
}

/** What the list itself holds, and what is looked up in the members' records for it. */
const listColumns: Partial<Record<MemberSortField, RawBuilder<unknown>>> = {
  firstName: sql`hits.first_name collate person_names`,
  lastName: sql`hits.last_name collate person_names`,
  id: sql`hits.member_id`,
};
const recordColumns: Record<Exclude<MemberSortField, 'firstName' | 'lastName' | 'id'>, RawBuilder<unknown>> = {
  dateOfBirth: sql`u.date_of_birth`,
  email: sql`u.email`,
  phoneNumber: sql`u.phone_number`,
  zipCode: sql`u.zip_code`,
  createTimestamp: sql`u.create_timestamp`,
};

/** True when the organization sees the member. */
export async function seesMember(db: Executor, organizationId: number, memberId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from visible_members
    where organization_id = ${organizationId} and member_id = ${memberId}`.execute(db);
  return rows.length > 0;
}

/**
 * Page and total in one statement. Who is searched for is found once, and the page is picked from them; everybody is
 * counted, and the page is read from the index that holds them in order.
 */
export async function findMembers(db: Executor, search: MemberSearch): Promise<Page<User>> {
  const { rows } = await sql<{ total: number; content: User[] }>`
    with hits as ${isEverybody(search) ? sql`not materialized` : sql`materialized`} (
      select om.member_id, om.first_name, om.last_name
      from visible_members om ${needsUser(search) ? sql`join users u on u.id = om.member_id` : sql``}
      where ${memberCondition(search)}
    ),
    -- Only as many as are shown are put in order; numbering them all first would sort everybody.
    shown as (
      select hits.member_id as id from hits ${memberOrder(search.sort)}
      limit ${search.size} offset ${search.page * search.size}
    ),
    page as (select id, row_number() over () as place from shown)
    select (select count(*) from hits) as total,
      coalesce((select json_agg(${asUser(sql`jsonb_build_array(${search.organizationId}::bigint)`)} order by page.place)
        from page join users u on u.id = page.id left join logins l on l.user_id = u.id), '[]'::json) as content`.execute(
    db,
  );
  const { total, content } = rows[0] ?? { total: 0, content: [] };
  return {
    content,
    totalElements: total,
    totalPages: Math.ceil(total / search.size),
    size: search.size,
    number: search.page,
  };
}

function memberOrder({ field, descending }: MemberSearch['sort']) {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const listed = listColumns[field];
  // In the words of the index, read forwards or backwards: names are never missing, and equal ones turn round as well.
  if (listed) return sql`order by ${listed} ${direction}, hits.member_id ${direction}`;
  const column = recordColumns[field as keyof typeof recordColumns];
  return sql`join users u on u.id = hits.member_id order by ${column} ${direction} nulls last, hits.member_id`;
}

function isEverybody({ name, birthDate, status, serviceType, serviceName }: MemberSearch): boolean {
  return !(name?.trim() || birthDate || status || serviceType || serviceName);
}

function needsUser(search: MemberSearch): boolean {
  return search.birthDate !== undefined || search.status !== undefined;
}

function memberCondition(search: MemberSearch) {
  // A phone number is typed with brackets and dashes; what is kept are its digits.
  const name = (search.name ?? '').toLowerCase();
  const words = /^[\d\s().+-]*\d{3}[\d\s().+-]*$/.test(name) ? [name.replace(/\D/g, '')] : name.split(/\s+/);
  const conditions = [
    sql`om.organization_id = ${search.organizationId}`,
    ...words.filter((word) => word !== '').map((word) => sql`om.search like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`),
    ...(search.birthDate ? [sql`u.date_of_birth = ${search.birthDate}::date`] : []),
    ...(search.status ? [sql`u.status = ${search.status}`] : []),
  ];
  if (search.serviceType || search.serviceName) {
    const service = [
      sql`r.member_id = om.member_id`,
      sql`om.organization_id in (r.organization_id, r.provider_id)`,
      ...(search.serviceType ? [sql`s.type = ${search.serviceType}`] : []),
      ...(search.serviceName ? [sql`s.name ilike ${`%${search.serviceName.replace(/[\\%_]/g, '\\$&')}%`}`] : []),
    ];
    conditions.push(sql`exists (select from service_requests r join services s on s.id = r.service_id
      where ${sql.join(service, sql` and `)})`);
  }
  return sql.join(conditions, sql` and `);
}
