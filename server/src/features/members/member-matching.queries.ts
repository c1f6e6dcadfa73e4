import { type RawBuilder, sql } from '../../db/sql.ts';

/**
 * How a described person p is recognized among the members u, as `compareMembers` does: by participant id, or by last
 * name, birthday, and first name or phone. An odd rank is a possible match, which only staff can decide. Different
 * participant ids always mean different people. Each way has its index. `ListedPeople` applies the same rule to the rows
 * of a list.
 */
const sameFirst = sql`name_key(u.first_name) = name_key(p.first_name)`;
const byId = {
  condition: sql`u.participant_id = p.participant_id`,
  rank: sql`case when ${sameFirst} and (u.date_of_birth = p.date_of_birth) is not false then 0 else 1 end`,
};
const byBirth = {
  condition: sql`u.user_type = 'PATIENT' and u.date_of_birth = p.date_of_birth
    and name_key(u.last_name) = name_key(p.last_name) and (u.participant_id is null or p.participant_id is null)
    and (${sameFirst} or u.phone_number = p.phone_number)`,
  rank: sql`case when ${sameFirst} then 2 else 3 end`,
};

/**
 * People who sign up choose their own details and can read everything stored with their record. So a description
 * matches a record with a sign-in only by its verified address, or if the organization has referred that record before.
 */
export function isMatchable(organizationId: number): RawBuilder<unknown> {
  return sql`(not exists (select from logins l where l.user_id = u.id and l.email is distinct from lower(p.email))
    or exists (select from service_requests q where q.member_id = u.id
      and ${organizationId}::bigint in (q.organization_id, q.provider_id)))`;
}

export interface MemberMatch {
  place: number;
  id: number;
  /** 0 and 1 by participant id, 2 and 3 by birth; an odd one is possible, an even one sure. */
  rank: number;
}

export const isSure = ({ rank }: Pick<MemberMatch, 'rank'>) => rank % 2 === 0;

/**
 * The members that these people are or may be, among those the organization sees. `people` has a place and the columns
 * that describe a person in users.
 */
export function allMatchesOf(
  organizationId: number,
  people: RawBuilder<unknown>,
  condition: RawBuilder<unknown> = sql`true`,
  ways = [byId, byBirth],
): RawBuilder<unknown> {
  const found = ways.map(
    (way) => sql`
      select p.place, u.id, ${way.rank} as rank from ${people} p join users u on ${way.condition}
        join visible_members om on om.organization_id = ${organizationId} and om.member_id = u.id
      where ${condition} and ${isMatchable(organizationId)}`,
  );
  return sql.join(found, sql` union all `);
}

/** The best match of each person. */
export function matchesOf(...args: Parameters<typeof allMatchesOf>): RawBuilder<MemberMatch> {
  return sql`select distinct on (place) place, id, rank from (${allMatchesOf(...args)}) found
    order by place, rank, id`;
}

/**
 * The sure matches of people without participant ids, each looked up by index: the planner knows nothing about their
 * list.
 */
export function sureMatchesOneByOne(
  organizationId: number,
  people: string,
  condition?: RawBuilder<unknown>,
): RawBuilder<MemberMatch> {
  const matches = matchesOf(organizationId, sql`(select person.*)`, condition, [byBirth]);
  return sql`select found.* from ${sql.table(people)} person cross join lateral (${matches}) found
    where found.rank = 2`;
}
