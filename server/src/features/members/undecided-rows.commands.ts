import { memberFieldNames } from '@kinbridge/contract/member-fields/member-fields';
import type { ListedPerson } from '@kinbridge/contract/members/member-uploads.contract';
import { maxCandidates } from '@kinbridge/contract/members/members.contract';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { userColumns } from '../../records/users/user-columns.ts';
import { allMatchesOf, isMatchable } from './member-matching.queries.ts';
import type { MemberUpload } from './member-uploads.queries.ts';

/** A row that isn't imported, found by comparing it with the members and with other rows. */
export interface LeftOutRow {
  place: number;
  row: number;
  person: ListedPerson;
  /** Why, if it isn't a question whose record it is. */
  reason: string | null;
  candidateIds: number[];
}

type Reason = Pick<LeftOutRow, 'reason' | 'candidateIds'>;
type Found = Pick<LeftOutRow, 'place'> & Reason;

const undecided = (candidateIds: number[]): Reason => ({ reason: null, candidateIds });
const because = (reason: string): Reason => ({ reason, candidateIds: [] });

/** Takes these rows out of the import. */
async function leaveOut(tx: Tx, upload: MemberUpload, found: Found[]): Promise<LeftOutRow[]> {
  if (found.length === 0) return [];
  const reasons = new Map(found.map(({ place, reason, candidateIds }) => [place, { reason, candidateIds }]));
  const facts = memberFieldNames.map((field) => sql`${field}::text, ${sql.ref(userColumns[field])}`);
  const rows = await sql<Pick<LeftOutRow, 'place' | 'row' | 'person'>>`
    delete from member_upload_rows where upload_id = ${upload.id} and place = any(${[...reasons.keys()]}::int[])
    returning place, row_number as row, jsonb_build_object(${sql.join(facts)}) as person`.many(tx);
  return rows.map((row) => ({ ...row, ...because(''), ...reasons.get(row.place) }));
}

/** Rows whose column Member ID has an id are the member that it names, whoever else they look like. */
export async function takeChosenMembers(tx: Tx, upload: MemberUpload): Promise<LeftOutRow[]> {
  const { id, organizationId } = upload;
  await sql`
    with chosen as materialized (
      select chosen_id, merged_into(chosen_id) as member_id
      from (select distinct chosen_id from member_upload_rows where upload_id = ${id} and chosen_id is not null) ids
    )
    update member_upload_rows r set member_id = c.member_id, created = false
    from chosen c join visible_members om on om.organization_id = ${organizationId} and om.member_id = c.member_id
    where r.upload_id = ${id} and r.chosen_id = c.chosen_id`.run(tx);
  const wrong = await sql<{ place: number; chosen: number; seen: boolean }>`
    select r.place, coalesce(r.chosen_id, 0) as chosen, r.member_id is not null as seen
    from member_upload_rows r left join users u on u.id = r.member_id
    where r.upload_id = ${id} and r.chosen_id is not null
      and (r.member_id is null or u.participant_id <> r.participant_id)`.many(tx);
  return leaveOut(
    tx,
    upload,
    wrong.map(({ place, chosen, seen }) => ({ place, ...because(seen ? otherId(chosen) : unknownId(chosen)) })),
  );
}

const unknownId = (id: number) => `Member ID: You have no member with the ID ${id}.`;
const otherId = (id: number) => `Member ID: The member with the ID ${id} has another participant ID.`;

/** Rows that may be members, whom only staff can recognize. */
export async function leaveOutPossible(tx: Tx, upload: MemberUpload, places: number[]): Promise<LeftOutRow[]> {
  if (places.length === 0) return [];
  const chosen = sql`p.upload_id = ${upload.id} and p.place = any(${places}::int[])`;
  const found = await sql<{ place: number; candidateIds: number[] }>`
    select place, to_jsonb((array_agg(id order by rank, id))[1:${maxCandidates}]) as "candidateIds"
    from (
      select place, id, min(rank) as rank
      from (${allMatchesOf(upload.organizationId, sql`member_upload_rows`, chosen)}) every group by place, id) best
    group by place`.many(tx);
  return leaveOut(
    tx,
    upload,
    found.map(({ place, candidateIds }) => ({ place, ...undecided(candidateIds) })),
  );
}

/**
 * Rows that may be the same person as an earlier row, as if staff had entered them one after another. Rows are two
 * people if the earlier one turned out to have another participant id.
 */
export async function leaveOutAlike(tx: Tx, upload: MemberUpload): Promise<LeftOutRow[]> {
  const found = await sql<{ place: number; earlier: number | null }>`
    select r.place, b.member_id as earlier from member_upload_rows r
      left join member_upload_rows b on b.upload_id = r.upload_id and b.place = r.may_be
      left join users u on u.id = b.member_id and not b.created
    where r.upload_id = ${upload.id} and r.may_be is not null and r.created
      and (u.participant_id = r.participant_id) is not false`.many(tx);
  return leaveOut(
    tx,
    upload,
    found.map(({ place, earlier }) => ({ place, ...undecided(earlier === null ? [] : [earlier]) })),
  );
}

/** Decided rows that would give a second visible member the same participant id. */
export async function leaveOutTakenIds(tx: Tx, upload: MemberUpload): Promise<LeftOutRow[]> {
  const { id, organizationId } = upload;
  const decided = sql`p.upload_id = ${id} and (p.new_person or p.chosen_id is not null)
    and p.participant_id is not null
    and not exists (select from users own where own.id = p.member_id and own.participant_id is not null)`;
  const members = await sql<{ place: number }>`
    select distinct p.place from member_upload_rows p join users u on u.participant_id = p.participant_id
      join visible_members om on om.organization_id = ${organizationId} and om.member_id = u.id
    where ${decided} and u.id <> p.member_id and ${isMatchable(organizationId)}`.many(tx);
  const others = await leaveOut(
    tx,
    upload,
    members.map(({ place }) => ({ place, ...because(takenSentence('member')) })),
  );
  const rows = await sql<{ place: number }>`
    select distinct p.place from member_upload_rows p
      join member_upload_rows e on e.upload_id = ${id} and e.participant_id = p.participant_id and e.place < p.place
      left join member_upload_rows b on b.upload_id = e.upload_id and b.place = e.same_as
    where ${decided} and coalesce(e.member_id, b.member_id) is distinct from p.member_id`.many(tx);
  const repeated = rows.map(({ place }) => ({ place, ...because(takenSentence('row')) }));
  return [...others, ...(await leaveOut(tx, upload, repeated))];
}

const takenSentence = (who: 'member' | 'row') =>
  `Participant ID: Another ${who} has this participant ID. Correct it or leave it out.`;

/** Rows that are surely the same person as one that was left out, and nobody else. */
export async function leaveOutFollowers(
  tx: Tx,
  upload: MemberUpload,
  leftOut: readonly LeftOutRow[],
): Promise<LeftOutRow[]> {
  if (leftOut.length === 0) return [];
  const byPlace = new Map(leftOut.map((row) => [row.place, row]));
  const found = await sql<{ place: number; first: number }>`
    select place, coalesce(same_as, 0) as first from member_upload_rows where upload_id = ${upload.id} and member_id is null
      and same_as = any(${[...byPlace.keys()]}::int[])`.many(tx);
  return leaveOut(
    tx,
    upload,
    found.map(({ place, first }) => {
      const { row = 0, reason = null, candidateIds = [] } = byPlace.get(first) ?? {};
      return { place, ...(reason === null ? undecided(candidateIds) : because(followsSentence(row))) };
    }),
  );
}

const followsSentence = (row: number) => `The same person as row ${row}, which wasn't imported.`;

/** Members whom the import created and who turned out to be others are no candidates. */
export function candidatesAfter(leftOut: LeftOutRow[], twins: ReadonlyMap<number, number>): LeftOutRow[] {
  if (twins.size === 0) return leftOut;
  return leftOut.map((row) => ({ ...row, candidateIds: row.candidateIds.map((id) => twins.get(id) ?? id) }));
}
