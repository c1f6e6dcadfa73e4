import { memberFieldNames } from '@kinbridge/contract/member-fields/member-fields';
import type { ListedPerson } from '@kinbridge/contract/members/member-uploads.contract';
import type { Tx } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { userColumns } from '../../records/users/user-columns.ts';
import { nextMemberId, type Twin } from './create-members.commands.ts';
import type { MemberUpload } from './member-uploads.queries.ts';
import { getsId, recognized, withTakenId } from './recognize-members.queries.ts';

/** A row that isn't imported, found by comparing it with the members and with other rows. */
export interface LeftOutRow {
  place: number;
  row: number;
  person: ListedPerson;
  /** Why, if it isn't a question whose record it is. */
  reason: string | null;
  candidateIds: number[];
}

/** Says whose record each row of a list is, and takes out the rows that nobody but staff can decide. */
export async function matchRows(tx: Tx, upload: MemberUpload): Promise<LeftOutRow[]> {
  const leftOut = [
    ...(await leaveOut(tx, upload, namedMembers(upload))),
    ...(await leaveOut(tx, upload, recognizedMembers(upload))),
  ];
  await splitDifferentPeople(tx, upload);
  leftOut.push(...(await leaveOut(tx, upload, alikeRows(upload))), ...(await leaveOut(tx, upload, takenIds(upload))));
  if (leftOut.length > 0) leftOut.push(...(await leaveOut(tx, upload, followers(upload, leftOut))));
  await followFirstRows(tx, upload);
  return leftOut;
}

/** Takes rows out of the import: those in the statement's part `wrong`, with a reason or the members that they may be. */
function leaveOut(tx: Tx, { id }: MemberUpload, parts: RawBuilder<unknown>): Promise<LeftOutRow[]> {
  const facts = memberFieldNames.map((field) => sql`${field}::text, r.${sql.ref(userColumns[field])}`);
  return sql<LeftOutRow>`
    with ${parts}
    delete from member_upload_rows r using wrong where r.upload_id = ${id} and r.place = wrong.place
    returning r.place, r.row_number as row, jsonb_build_object(${sql.join(facts)}) as person, wrong.reason,
      wrong."candidateIds"`.many(tx);
}

const nobody = sql`'[]'::jsonb as "candidateIds"`;

/** Rows whose column Member ID has an id are the member that it names, whoever else they look like. */
const namedMembers = ({ id, organizationId }: MemberUpload) => sql`
  chosen as materialized (
    select chosen_id, merged_into(chosen_id) as member_id
    from (select distinct chosen_id from member_upload_rows where upload_id = ${id} and chosen_id is not null) ids
  ), decided as materialized (
    select r.place, c.chosen_id, om.member_id, case
      when om.member_id is null then 'Member ID: You have no member with the ID %s.'
      when u.participant_id <> r.participant_id then 'Member ID: The member with the ID %s has another participant ID.'
      end as problem
    from member_upload_rows r join chosen c on c.chosen_id = r.chosen_id
      left join visible_members om on om.organization_id = ${organizationId} and om.member_id = c.member_id
      left join users u on u.id = om.member_id
    where r.upload_id = ${id}
  ), taken as (
    update member_upload_rows r set member_id = d.member_id, created = false from decided d
    where r.upload_id = ${id} and r.place = d.place and d.problem is null
  ), wrong as (
    select place, format(problem, chosen_id) as reason, ${nobody} from decided where problem is not null
  )`;

/**
 * Sure matches get their member. Follows merges; until the commit nobody can merge these members. Only staff can
 * recognize those who may be members.
 */
const recognizedMembers = ({ id, organizationId }: MemberUpload) => {
  const open = sql`(select * from member_upload_rows
    where upload_id = ${id} and (created or member_id is null) and not new_person)`;
  return sql`
  found as materialized (${recognized(organizationId, open)}),
  taken as (
    update member_upload_rows r set member_id = merged_into(found.id), created = false from found
    where r.upload_id = ${id} and r.place = found.place and found."isSure"
  ), wrong as (
    select place, null::text as reason, "candidateIds" from found where not "isSure"
  )`;
};

/** Splits rows that were treated as one person although the member has another participant id. */
async function splitDifferentPeople(tx: Tx, upload: MemberUpload): Promise<void> {
  await sql`
    update member_upload_rows r set same_as = nullif(other.place, r.place), created = (other.place = r.place),
      member_id = case when other.place = r.place then ${nextMemberId} end
    from (
      select min(r.place) as place, r.same_as, r.participant_id from member_upload_rows r
        join member_upload_rows c on c.upload_id = r.upload_id and c.place = r.same_as
        -- Looked up by id, since the planner knows nothing about members created moments ago.
        cross join lateral (select * from users where users.id = c.member_id offset 0) u
      where r.upload_id = ${upload.id} and r.member_id is null and r.same_as is not null
        and u.participant_id <> r.participant_id
      group by r.same_as, r.participant_id) other
    where r.upload_id = ${upload.id} and r.member_id is null
      and r.same_as = other.same_as and r.participant_id = other.participant_id`.run(tx);
}

/**
 * Rows that may be the same person as an earlier row, as if staff had entered them one after another. Rows are two
 * people if the earlier one turned out to have another participant id.
 */
const alikeRows = ({ id }: MemberUpload) => sql`
  wrong as (
    select r.place, null::text as reason,
      case when b.member_id is null then '[]' else jsonb_build_array(b.member_id) end as "candidateIds"
    from member_upload_rows r
      left join member_upload_rows b on b.upload_id = r.upload_id and b.place = r.may_be
      left join users u on u.id = b.member_id and not b.created
    where r.upload_id = ${id} and r.may_be is not null and r.created
      and (u.participant_id = r.participant_id) is not false
  )`;

/** Decided rows that would give a second visible member the same participant id. */
const takenIds = ({ id, organizationId }: MemberUpload) => sql`
  decided as materialized (
    select * from member_upload_rows p where upload_id = ${id} and (new_person or chosen_id is not null) and ${getsId}
  ), taken as materialized (${withTakenId(organizationId, sql`decided`)}),
  repeated as (
    select distinct p.place from decided p
      join member_upload_rows e on e.upload_id = ${id} and e.participant_id = p.participant_id and e.place < p.place
      left join member_upload_rows b on b.upload_id = e.upload_id and b.place = e.same_as
    where coalesce(e.member_id, b.member_id) is distinct from p.member_id
      and not exists (select from taken t where t.place in (p.place, e.place))
  ), wrong as (
    select place, ${takenSentence('member')} as reason, ${nobody} from taken
    union all select place, ${takenSentence('row')}, ${nobody} from repeated
  )`;

const takenSentence = (who: 'member' | 'row') =>
  sql`${`Participant ID: Another ${who} has this participant ID. Correct it or leave it out.`}::text`;

/** Rows that are surely the same person as one that was left out, and nobody else. */
function followers({ id }: MemberUpload, leftOut: readonly LeftOutRow[]): RawBuilder<unknown> {
  const firsts = leftOut.map(({ person: _, ...first }) => first);
  return sql`
  wrong as (
    select r.place, f."candidateIds",
      case when f.reason is not null then format('The same person as row %s, which wasn''t imported.', f.row) end as reason
    from jsonb_to_recordset(${JSON.stringify(firsts)}::jsonb)
        as f (place integer, "row" integer, reason text, "candidateIds" jsonb)
      join member_upload_rows r on r.upload_id = ${id} and r.same_as = f.place and r.member_id is null
  )`;
}

/** Later rows about a person get the first row's member, and no requests. */
async function followFirstRows(tx: Tx, upload: MemberUpload): Promise<void> {
  await sql`
    update member_upload_rows r set member_id = seen.member_id, repeats = true from (
      select place, member_id, is_created, row_number() over (partition by member_id order by place) as nth
      from (
        select o.place, coalesce(o.member_id, f.member_id) as member_id, f.created is true as is_created
        from member_upload_rows o left join member_upload_rows f
          on o.member_id is null and f.upload_id = o.upload_id and f.place = o.same_as
        where o.upload_id = ${upload.id} and not o.created) others) seen
    where r.upload_id = ${upload.id} and r.place = seen.place and (seen.nth > 1 or seen.is_created)`.run(tx);
}

/** Members whom the import created and who turned out to be others are no candidates. */
export function candidatesAfter(leftOut: LeftOutRow[], twins: Twin[]): LeftOutRow[] {
  const theirs = new Map(twins.map((twin) => [twin.ours, twin.theirs]));
  return leftOut.map((row) => ({ ...row, candidateIds: row.candidateIds.map((id) => theirs.get(id) ?? id) }));
}
