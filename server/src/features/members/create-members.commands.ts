import type { Tx } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { memberColumns } from '../../records/users/user-columns.ts';
import { lockMembersOf } from './member-locks.commands.ts';
import { asListRows, type DescribedPerson, type RecognizedPerson, recognized } from './recognize-members.queries.ts';

const columns = sql.raw(memberColumns.join(', '));
const sortColumns = sql`first_name, last_name, date_of_birth, email, phone_number, zip_code`;

/** Drawn when a list's row is stored, so that creating its member needn't change the row; a row that is matched wastes it. */
export const nextMemberId = sql`nextval(pg_get_serial_sequence('users', 'id'))`;

/**
 * Parts of a statement: members made of the people in its part `fresh`, and the organization's list of members. With the
 * search text and the sort columns given, no trigger has to look them up. `consent` is the recorded source of their
 * consent to texts; without one they get none.
 */
export function createdMembers(organizationId: number, consent: string | null): RawBuilder<unknown> {
  return sql`
    created as (
      insert into users (id, user_type, status, organization_id, ${columns}, send_sms_texts, sms_consent_source,
        sms_consent_timestamp)
      overriding system value
      select member_id, 'PATIENT', 'ACTIVE', ${organizationId}, ${columns}, ${consent !== null}, ${consent},
        case when ${consent !== null} then now() end
      from fresh order by place
    ), shown as (
      insert into organization_members (organization_id, member_id, search, ${sortColumns})
      select ${organizationId}, member_id, member_search(first_name, last_name, email, phone_number, participant_id),
        ${sortColumns}
      from fresh order by place
    )`;
}

export interface EnteredPerson extends RecognizedPerson {
  created: boolean;
}

interface Entry {
  organizationId: number;
  /** See `createdMembers`. */
  consent: string | null;
  /** Whether people who may be members stay undecided. Otherwise they are created. */
  asksStaff: boolean;
}

/** Recognizes each of these people or creates a member. Planned once, since that takes longer than one person's entry. */
export function recognizedOrCreated(people: DescribedPerson[], entry: Entry): RawBuilder<EnteredPerson> {
  const { organizationId, consent, asksStaff } = entry;
  const notNew = sql`(select * from listed where not new_person)`;
  return sql<EnteredPerson>`
    with listed as materialized (select * from ${asListRows(people)}),
    known as materialized (
      select * from (${recognized(organizationId, notNew)}) found where "isSure" or ${asksStaff}
    ), fresh as materialized (
      select place, ${columns}, ${nextMemberId} as member_id from listed
      where same_as is null and place not in (select place from known) order by place
    ), ${createdMembers(organizationId, consent)}
    select place, id, "isSure", "candidateIds", false as created from known
    union all select l.place, f.member_id, true, '[]', true from listed l join fresh f on f.place = coalesce(l.same_as, l.place)
    where l.place not in (select place from known)`.planned('generic');
}

/** Makes the member visible to these organizations. */
export async function showMemberTo(tx: Tx, memberId: number, organizationIds: number[]): Promise<void> {
  const sorted = [...new Set(organizationIds)].sort((a, b) => a - b);
  await sql`select show_member(o, ${memberId}) from unnest(${sorted}::bigint[]) o`.run(tx);
}

/** Makes the organization's access to these members permanent. */
export async function keepVisible(tx: Tx, organizationId: number, memberIds: RawBuilder<unknown>): Promise<void> {
  await sql`update organization_members set ends_timestamp = null
    where organization_id = ${organizationId} and ends_timestamp is not null and member_id in (${memberIds})`.run(tx);
}

/** The oldest transaction whose members a list may not see while it is matched. */
export async function findOldestTransaction(tx: Tx): Promise<string> {
  const { xid } = await sql<{ xid: string }>`select pg_snapshot_xmin(pg_current_snapshot())::xid::text as xid`.one(tx);
  return xid;
}

/** A member created by a list who already existed when it ended. */
export interface Twin {
  ours: number;
  theirs: number;
}

/**
 * Someone may have entered one of the people of a list, or changed a member, since it was matched. From here to the
 * commit nobody else can create a member of this organization, so existing members are found. `follow` moves the list's
 * data to them; then the list's duplicates are deleted.
 */
export async function settleTwins(
  tx: Tx,
  { organizationId, since, created }: { organizationId: number; since: string; created: RawBuilder<unknown> },
  follow: (twins: Twin[]) => Promise<void>,
): Promise<Twin[]> {
  await lockMembersOf(tx, organizationId, 'alone');
  const others = await sql<{ id: number }>`
    select member_id as id from organization_members where organization_id = ${organizationId}
      and age(xmin) <= age(${since}::xid) and xmin <> pg_current_xact_id()::xid`.many(tx);
  if (others.length === 0) return [];
  const people = sql`(select id as place, * from users where id in (${created}))`;
  const among = sql`u.id = any(${others.map(({ id }) => id)}::bigint[])`;
  const twins = await sql<Twin>`select place as ours, id as theirs
    from (${recognized(organizationId, people, among)}) found where "isSure"`.many(tx);
  if (twins.length === 0) return [];
  await follow(twins);
  await sql`delete from users where id = any(${twins.map(({ ours }) => ours)}::bigint[])`.run(tx);
  return twins;
}
