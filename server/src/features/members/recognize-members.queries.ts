import {
  memberFieldNames,
  type OptionalMemberField,
  type requiredMemberFields,
} from '@kinbridge/contract/member-fields/member-fields';
import { maxCandidates } from '@kinbridge/contract/members/members.contract';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { userColumns } from '../../records/users/user-columns.ts';

type RequiredField = (typeof requiredMemberFields)[number];

export interface DescribedPerson
  extends Record<RequiredField, string>,
    Partial<Record<OptionalMemberField, string | null | undefined>> {
  /** Their position in a list. */
  place?: number;
  /** The position of the first person in the list who surely is the same one. */
  sameAs?: number | null;
  /** The member that they are. */
  memberId?: number | null;
  /** Staff say that they are nobody known. */
  newPerson?: boolean | undefined;
}

/** People of one call as rows of a list: what recognizes, creates and fills members reads both alike. */
export function asListRows(people: DescribedPerson[]): RawBuilder<unknown> {
  const rows = people.map(({ place = 1, sameAs, memberId, newPerson = false, ...person }) => ({
    place,
    same_as: sameAs,
    member_id: memberId,
    new_person: newPerson,
    ...Object.fromEntries(memberFieldNames.map((field) => [userColumns[field], person[field]])),
  }));
  return sql`jsonb_populate_recordset(null::member_upload_rows, ${JSON.stringify(rows)}::jsonb)`;
}

/**
 * How a described person p is recognized among the members u, as `compareMembers` does: by participant id, or by last
 * name, birthday, and first name or phone. An odd rank is a possible match, which only staff can decide. Different
 * participant ids always mean different people. Each way has its index. `ListedPeople` applies the same rule to the rows
 * of a list.
 */
const sameFirst = sql`name_key(u.first_name) = name_key(p.first_name)`;
const ways = [
  {
    condition: sql`u.participant_id = p.participant_id`,
    rank: sql`case when ${sameFirst} and (u.date_of_birth = p.date_of_birth) is not false then 0 else 1 end`,
  },
  {
    condition: sql`u.user_type = 'PATIENT' and u.date_of_birth = p.date_of_birth
      and name_key(u.last_name) = name_key(p.last_name) and (u.participant_id is null or p.participant_id is null)
      and (${sameFirst} or u.phone_number = p.phone_number)`,
    rank: sql`case when ${sameFirst} then 2 else 3 end`,
  },
];

/**
 * Whether a description may be this record of a member that the organization sees. People who sign up choose their own
 * details and can read everything stored with their record. So a description matches a record with a sign-in only by
 * its verified address, or if the organization has referred that record before.
 */
function isMatchable(organizationId: number): RawBuilder<unknown> {
  // 'is true' keeps the conditions from becoming joins, which may read every member of the organization for each person.
  return sql`(
    exists (select from visible_members om where om.organization_id = ${organizationId} and om.member_id = u.id)
    and (not exists (select from logins l where l.user_id = u.id and l.email is distinct from lower(p.email))
      or exists (select from service_requests q where q.member_id = u.id
        and ${organizationId}::bigint in (q.organization_id, q.provider_id)))) is true`;
}

export interface RecognizedPerson {
  place: number;
  /** The best match. */
  id: number;
  isSure: boolean;
  /** The members that they may be, the best match first. */
  candidateIds: number[];
}

/**
 * The people who are or may be members that the organization sees. Each is looked up by index, because the planner knows
 * nothing about a call's people or about members created moments ago.
 */
export function recognized(
  organizationId: number,
  people: RawBuilder<unknown>,
  among: RawBuilder<unknown> = sql`true`,
): RawBuilder<RecognizedPerson> {
  const matches = ways.map(
    ({ condition, rank }) => sql`
      select u.id, ${rank} as rank from users u where ${condition} and ${among} and ${isMatchable(organizationId)}`,
  );
  return sql`
    select p.place, best.* from ${people} p cross join lateral (
      select (array_agg(id order by rank, id))[1] as id, min(rank) % 2 = 0 as "isSure",
        to_jsonb((array_agg(id order by rank, id))[1:${maxCandidates}]) as "candidateIds"
      from (${sql.join(matches, sql` union all `)}) found having count(*) > 0
    ) best`;
}

/** Whether their participant id becomes that of a member, who keeps one that they have. */
export const getsId = sql`p.participant_id is not null
  and not exists (select from users own where own.id = p.member_id and own.participant_id is not null)`;

/** The people who would become the second visible member with their participant id. */
export function withTakenId(organizationId: number, people: RawBuilder<unknown>): RawBuilder<{ place: number }> {
  return sql`
    select p.place from ${people} p where ${getsId}
      and exists (select from users u where u.participant_id = p.participant_id and u.id is distinct from p.member_id
        and ${isMatchable(organizationId)})`;
}
