import {
  type ListedPerson,
  maxUndecided,
  type UploadResult,
} from '@kinbridge/contract/members/member-uploads.contract';
import type { MemberCandidate } from '@kinbridge/contract/members/members.contract';
import type { Executor, Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { LeftOutRow } from './match-rows.commands.ts';

type Rejected = UploadResult['rejected'][number];

interface Undecided {
  candidateIds: number[];
}

/** A row whose record staff have to say. */
export interface UndecidedRow extends Undecided {
  row: number;
  person: ListedPerson;
}

/** Stored instead of names, which are looked up each time. */
const unnamedReason =
  'This may be someone you know. Put the ID of their record into the column Member ID, or NEW if it is somebody else.';

function reasonFor(candidates: MemberCandidate[]): string {
  if (candidates.length === 0) return unnamedReason;
  const names = candidates.map(({ id, firstName, lastName }) => `${firstName} ${lastName} (ID ${id})`);
  return `This may be ${names.join(' or ')}. Put the ID into the column Member ID if it is, or NEW if it is somebody else.`;
}

/** The members with these ids, or those they were merged into, as far as the organization still sees them. */
export async function findCandidates(db: Executor, organizationId: number, rows: readonly Undecided[]) {
  const ids = [...new Set(rows.flatMap(({ candidateIds }) => candidateIds))];
  const found = await sql<MemberCandidate & { listedId: number }>`
    select listed.id as "listedId", u.id, u.first_name as "firstName", u.last_name as "lastName",
      to_char(u.date_of_birth, 'YYYY-MM-DD') as "dateOfBirth", u.phone_number as "phoneNumber",
      u.participant_id as "participantId"
    from users listed
      join users u on u.id = case when listed.merged_into_id is null then listed.id else merged_into(listed.id) end
      join visible_members om on om.organization_id = ${organizationId} and om.member_id = u.id
    where listed.id = any(${ids}::bigint[])`.many(db);
  const byId = new Map(found.map(({ listedId, ...candidate }) => [listedId, candidate]));
  return ({ candidateIds }: Undecided): MemberCandidate[] => {
    const candidates = candidateIds.flatMap((id) => byId.get(id) ?? []);
    return [...new Map(candidates.map((candidate) => [candidate.id, candidate])).values()];
  };
}

/** Undecided rows as the caller sees them. */
async function describeUndecided(
  db: Executor,
  organizationId: number,
  rows: readonly UndecidedRow[],
): Promise<Map<number, Rejected>> {
  const candidatesOf = await findCandidates(db, organizationId, rows);
  return new Map(
    rows.map((undecided, place) => {
      const { row, person } = undecided;
      const candidates = candidatesOf(undecided);
      const facts = place < maxUndecided && { person, candidates };
      return [row, { row, reason: reasonFor(candidates), ...facts }];
    }),
  );
}

/** The rejected rows of a list in its order; the stored ones don't name members. */
export function rejectedRows(read: Rejected[], leftOut: readonly LeftOutRow[]): Rejected[] {
  const more = leftOut.map(({ row, reason }) => ({ row, reason: reason ?? unnamedReason }));
  return [...read, ...more].sort((one, other) => one.row - other.row);
}

/** Those that aren't rejected for another reason, in the order of the list. */
export function undecidedOf(leftOut: readonly LeftOutRow[]): LeftOutRow[] {
  return leftOut.filter(({ reason }) => reason === null).sort((one, other) => one.row - other.row);
}

/** The rejected rows with what the undecided ones may be today. */
export async function describeRejected(
  db: Executor,
  organizationId: number,
  rejected: Rejected[],
  undecided: readonly UndecidedRow[],
): Promise<Rejected[]> {
  if (undecided.length === 0) return rejected;
  const described = await describeUndecided(db, organizationId, undecided);
  return rejected.map((entry) => described.get(entry.row) ?? entry);
}

export function findUndecided(db: Executor, uploadId: number): Promise<UndecidedRow[]> {
  return sql<UndecidedRow>`
    select row_number as row, to_jsonb(person) as person, to_jsonb(candidate_ids) as "candidateIds" from member_upload_skipped_rows
    where upload_id = ${uploadId} and person is not null order by row_number`.many(db);
}

/** The reasons of undecided rows with today's names, for a file with them. */
export async function findReasons(
  db: Executor,
  organizationId: number,
  uploadId: number,
): Promise<ReadonlyMap<number, string>> {
  const described = await describeUndecided(db, organizationId, await findUndecided(db, uploadId));
  return new Map([...described].map(([row, { reason }]) => [row, reason]));
}

export const shownCandidates = (rejected: Rejected[]): number[] => [
  ...new Set(rejected.flatMap(({ candidates = [] }) => candidates.map(({ id }) => id))),
];

/** Remembers what the skipped rows with these numbers may be. */
export async function insertUndecided(tx: Tx, uploadId: number, rows: readonly UndecidedRow[]): Promise<void> {
  await sql`
    update member_upload_skipped_rows s set person = listed.person,
      candidate_ids = array(select jsonb_array_elements_text(listed.ids)::bigint)
    from unnest(${rows.map(({ row }) => row)}::int[], ${rows.map(({ person }) => JSON.stringify(person))}::jsonb[],
      ${rows.map(({ candidateIds }) => JSON.stringify(candidateIds))}::jsonb[]) as listed (row_number, person, ids)
    where s.upload_id = ${uploadId} and s.row_number = listed.row_number`.run(tx);
}
