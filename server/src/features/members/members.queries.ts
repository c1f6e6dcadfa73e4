import { notFound } from '../../app-error.ts';
import type { Executor, Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { asUser } from '../../records/users/users.queries.ts';
import { findFewMembers, isSearchForFew } from './few-members.queries.ts';
import { type FoundMembers, hasFilters, type MemberSearch } from './member-search.ts';
import { isListed, neverMissing, sortKeys } from './member-sort-keys.queries.ts';
import { containing, containsWords, isOf, planOf, useTrigrams, wordsIn } from './search-keys.queries.ts';

/** True when the organization sees the member; false for people without one. */
export async function seesMember(db: Executor, organizationId: number | null, memberId: number): Promise<boolean> {
  const rows = await sql`select 1 from visible_members
    where organization_id = ${organizationId} and member_id = ${memberId}`.many(db);
  return rows.length > 0;
}

/**
 * Throws unless the organization sees the member, before a write about them: an erasure that is running ends first, and
 * the next one finds the write.
 */
export async function holdMember(tx: Tx, organizationId: number, memberId: number): Promise<void> {
  const { seen } = await sql<{ seen: boolean }>`select hold_member(${organizationId}, ${memberId}) as seen`.one(tx);
  if (!seen) throw notFound('member');
}

/** A page of members as JSON text, and whom it shows. */
export async function findMembers(db: Executor, search: MemberSearch): Promise<{ page: string; ids: number[] }> {
  const words = wordsOf(search);
  const { content, total, ids } = isSearchForFew(search, words)
    ? await findFewMembers(db, search, words)
    : await findAlone(db, search, words);
  const { size, page: number } = search;
  const rest = { totalElements: total, totalPages: Math.ceil(total / size), size, number };
  return { page: `{"content":${content},${JSON.stringify(rest).slice(1)}`, ids };
}

/**
 * Page and total in one statement. A search finds its matches once and picks the page from them; the full list is read
 * from the index in its order, and its total from the counts.
 */
async function findAlone(db: Executor, search: MemberSearch, words: string[]): Promise<FoundMembers> {
  const everybody = words.length === 0 && !hasFilters(search);
  const { field } = search.sort;
  const query = sql<FoundMembers>`
    with hits as ${everybody ? sql`not materialized` : sql`materialized`} (
      select om.member_id, ${sortKeys[field]} as key from visible_members om
      ${search.status || !isListed(field) ? sql`join users u on u.id = om.member_id` : sql``}
      where ${memberCondition(search, words)}
    ),
    -- Only as many as are shown are put in order; numbering them all first would sort everybody.
    shown as (${shownMembers(search)}),
    -- Each is then looked up by id, for whichever number of them the database expects.
    page as (select id, row_number() over () as place from shown)
    select coalesce((
        select json_agg(${asUser(sql`jsonb_build_array(${search.organizationId}::bigint)`)} order by page.place)
        from page cross join lateral (select * from users where users.id = page.id offset 0) u
          left join lateral (select * from logins where logins.user_id = page.id offset 0) l on true), '[]'::json)::text
        as content,
      ${everybody ? countEverybody(search.organizationId) : sql`(select count(*) from hits)`} as total,
      coalesce((select json_agg(page.id order by page.place) from page), '[]'::json) as ids`;
  return query.planned(planOf(words, 'auto')).one(db);
}

/** Access that expires changes with time alone, so those members are counted live; the others have stored counts. */
function countEverybody(organizationId: number) {
  return sql`((select coalesce(sum(change), 0) from organization_member_counts where organization_id = ${organizationId})
    + (select count(*) from organization_members
      where organization_id = ${organizationId} and ends_timestamp >= now()))::bigint`;
}

/** The ids of the page in order: ties reverse with the direction, and missing values come last either way. */
function shownMembers({ sort, page, size }: MemberSearch) {
  const direction = sql.raw(sort.descending ? 'desc' : 'asc');
  // Inlined, since PostgreSQL assumes an unknown LIMIT returns a tenth of all rows.
  const limit = sql`limit ${sql.lit(size)} ${page > 0 ? sql`offset ${page * size}::bigint` : sql``}`;
  const order = sql`order by hits.key ${direction}, hits.member_id ${direction}`;
  if (neverMissing.has(sort.field)) return sql`select hits.member_id as id from hits ${order} ${limit}`;
  const upTo = sql`limit ${page > 0 ? sql`${(page + 1) * size}::bigint` : sql.lit(size)}`;
  // Null ordering must be explicit for the index to match.
  const read = (which: string) => sql`(select hits.member_id as id, hits.key from hits
    where hits.key is ${sql.raw(which)} ${order} ${upTo})`;
  return sql`select id from (${read('not null')} union all ${read('null')}) listed
    order by key ${direction} nulls last, id ${direction} ${limit}`;
}

function wordsOf({ name = '' }: MemberSearch): string[] {
  const text = name.toLowerCase();
  // Phone numbers are typed with parentheses and dashes but stored as digits.
  return /^[\d\s().+-]*\d{3}[\d\s().+-]*$/.test(text) ? [text.replace(/\D/g, '')] : wordsIn(text);
}

function memberCondition(search: MemberSearch, words: string[]) {
  const id = search.organizationId;
  const conditions = [
    useTrigrams(words)
      ? isOf(sql`om.organization_id`, 'organization_members.organization_id', id)
      : sql`om.organization_id = ${id}`,
    ...(words.length > 0 ? [containsWords('organization_members', sql`om.search`, words)] : []),
    ...(search.birthDate ? [sql`om.date_of_birth = ${search.birthDate}::date`] : []),
    ...(search.status ? [sql`u.status = ${search.status}`] : []),
  ];
  if (search.serviceType || search.serviceName) {
    const service = [
      sql`r.member_id = om.member_id`,
      sql`om.organization_id in (r.organization_id, r.provider_id)`,
      ...(search.serviceType ? [sql`s.type = ${search.serviceType}`] : []),
      ...(search.serviceName ? [sql`s.name ilike ${containing(search.serviceName)}`] : []),
    ];
    conditions.push(sql`exists (select from service_requests r join services s on s.id = r.service_id
      where ${sql.join(service, sql` and `)})`);
  }
  return sql.join(conditions, sql` and `);
}
