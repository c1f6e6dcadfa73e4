import type { OrganizationWarning } from '@kinbridge/contract/operator/operator-organizations.contract';
import type { Executor } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';

/** From this length on, a name contained in another is suspicious. */
const shortestContained = 9;
/** Of each kind. More say nothing new, and a common name would fill the page. */
const maxWarnings = 20;
/** Also makes the planner look up each one by index, before it has statistics. */
const maxFound = 100;

type WarningRow = OrganizationWarning & { id: number };

/** What organizations share with others, by their ids. */
export function findWarnings(db: Executor, ids: number[]): Promise<Map<number, OrganizationWarning[]>> {
  return findShared(db, sql`select * from organizations where id = any(${ids}::bigint[])`);
}

/** What they would share with others if the changes that they proposed were accepted. */
export function findProposedWarnings(db: Executor, ids: number[]): Promise<Map<number, OrganizationWarning[]>> {
  return findShared(
    db,
    sql`select o.id, p.name, p.address_line1, p.zip_code, o.email, p.website
      from proposed_profiles p join organizations o on o.id = p.organization_id where o.id = any(${ids}::bigint[])`,
  );
}

/**
 * Every comparison finds the others by index: the names that contain one by its trigrams, and the names that one contains
 * by all its parts.
 */
async function findShared(
  db: Executor,
  organizations: RawBuilder<unknown>,
): Promise<Map<number, OrganizationWarning[]>> {
  const rows = await sql<WarningRow>`
    with shown as materialized (
      select o.id, plain_organization_name(o.name) as plain, plain_address(o.address_line1, o.zip_code) as place,
        array(select own_domain(o.email) union select own_domain(o.website)
          union select own_domain(l.email) from users u join logins l on l.user_id = u.id
          where u.organization_id = o.id and u.user_type = 'ADMIN' and u.status <> 'INACTIVE') as domains
      from (${organizations}) o
    ),
    alike as (
      select s.id, case when o.plain = s.plain then 'same-name' else 'similar-name' end as kind, null as domain,
        o.id as other_id, o.name
      from shown s cross join lateral (
        select o.id, o.name, plain_organization_name(o.name) as plain from organizations o
        where plain_organization_name(o.name) = any (
          array(select substr(s.plain, first, length) from generate_series(1, length(s.plain)) first,
            generate_series(${shortestContained}::int, length(s.plain) - first + 1) length) || s.plain)
        limit ${maxFound}) o
      union all
      select s.id, 'similar-name', null, o.id, o.name
      from shown s cross join lateral (
        select o.id, o.name from organizations o
        where plain_organization_name(o.name) like '%' || s.plain || '%' and plain_organization_name(o.name) <> s.plain
        limit ${maxFound}) o
      where length(s.plain) >= ${shortestContained}::int
      union all
      select s.id, 'same-address', null, o.id, o.name
      from shown s cross join lateral (
        select o.id, o.name from organizations o where plain_address(o.address_line1, o.zip_code) = s.place
        limit ${maxFound}) o
      union all
      (select distinct on (s.id, o.id) s.id, 'same-domain', d.domain, o.id, o.name
      from shown s cross join unnest(s.domains) d(domain) cross join lateral (
        (select o.id, o.name from organizations o where own_domain(o.email) = d.domain limit ${maxFound})
        union (select o.id, o.name from organizations o where own_domain(o.website) = d.domain limit ${maxFound})
        union (select o.id, o.name from logins l join users u on u.id = l.user_id
            join organizations o on o.id = u.organization_id
          where split_part(l.email, '@', 2) = d.domain and u.user_type = 'ADMIN' and u.status <> 'INACTIVE'
          limit ${maxFound})) o
      order by s.id, o.id, d.domain)
    ),
    counted as (
      select a.id, a.kind, a.domain, a.other_id, a.name,
        row_number() over (partition by a.id, a.kind order by a.other_id) as place
      from alike a where a.id <> a.other_id
    )
    select c.id, c.kind, c.domain, json_build_object('id', c.other_id, 'name', c.name) as organization
    from counted c where c.place <= ${maxWarnings}
    order by c.id, c.other_id, c.kind`.many(db);
  const found = new Map<number, OrganizationWarning[]>();
  for (const { id, ...warning } of rows) found.set(id, [...(found.get(id) ?? []), warning]);
  return found;
}
