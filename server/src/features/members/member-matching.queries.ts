import { type RawBuilder, sql } from '../../db/sql.ts';

/**
 * How a described person p is recognized among the members u, the surest way first: by participant id, or by last name,
 * birthday, and phone or first name. Different participant ids always mean different people. Each way has its index.
 * `ListedPeople` applies the same rule to the rows of a list.
 */
const byId = sql`u.participant_id = p.participant_id`;
const byBirth = sql`u.user_type = 'PATIENT' and u.date_of_birth = p.date_of_birth and lower(u.last_name) = lower(p.last_name)
  and (u.participant_id is null or p.participant_id is null)
  and (u.phone_number = p.phone_number or lower(u.first_name) = lower(p.first_name))`;

/**
 * People who sign up choose their own details and can read everything stored with their record. So a description
 * matches a record with a sign-in only by its verified address, or if the organization has referred that record before.
 */
function isMatchable(organizationId: number): RawBuilder<unknown> {
  return sql`(not exists (select from logins l where l.user_id = u.id and l.email is distinct from lower(p.email))
    or exists (select from service_requests q where q.member_id = u.id
      and ${organizationId}::bigint in (q.organization_id, q.provider_id)))`;
}

/**
 * The member that each of these people is, among those the organization sees: place and id. `people` has a place and
 * the columns that describe a person in users.
 */
export function matchesOf(
  organizationId: number,
  people: RawBuilder<unknown>,
  condition: RawBuilder<unknown> = sql`true`,
  ways = [byId, byBirth],
): RawBuilder<{ place: number; id: number }> {
  const found = ways.map(
    (way, rank) => sql`
      select p.place, u.id, ${sql.lit(rank)} as rank from ${people} p join users u on ${way}
        join visible_members om on om.organization_id = ${organizationId} and om.member_id = u.id
      where ${condition} and ${isMatchable(organizationId)}`,
  );
  return sql`select distinct on (place) place, id from (${sql.join(found, sql` union all `)}) found
    order by place, rank, id`;
}

/** The same for people without participant ids, each looked up by index: the planner knows nothing about their list. */
export function matchesOneByOne(
  organizationId: number,
  people: string,
  condition?: RawBuilder<unknown>,
): RawBuilder<{ place: number; id: number }> {
  const matches = matchesOf(organizationId, sql`(select person.*)`, condition, [byBirth]);
  return sql`select found.* from ${sql.table(people)} person cross join lateral (${matches}) found`;
}
