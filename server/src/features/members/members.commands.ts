import { isIdentityField, memberFieldNames } from '@kinbridge/contract/member-fields/member-fields';
import { nameKey } from '@kinbridge/contract/members/member-matching';
import { type addedMember, type MemberCandidate, maxCandidates } from '@kinbridge/contract/members/members.contract';
import type { User } from '@kinbridge/contract/users/users.contract';
import type { z } from 'zod';
import type { StaffCaller } from '../../access/caller.ts';
import { AppError, invalidField, notFound } from '../../app-error.ts';
import { BeginAgain, type Tx } from '../../db/database.ts';
import { laterTimestamp } from '../../db/later-timestamp.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { auditPerson } from '../../records/audit/audit.commands.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { fillableFields, memberColumns, userColumns } from '../../records/users/user-columns.ts';
import { findUser, viewerOf } from '../../records/users/users.queries.ts';
import { allMatchesOf, isMatchable, isSure, matchesOf } from './member-matching.queries.ts';
import { holdMember } from './members.queries.ts';
import { proposeChanges } from './proposed-changes.commands.ts';

type NewMember = z.output<typeof addedMember>;

/** The recorded source of consent to texts. */
const sources = { staff: 'entered by staff', form: 'entered in a form', directory: 'asked for help' };

/**
 * Finds the member that this surely is, among those the organization sees, or creates one. Staff are asked about a
 * possible match. Concurrent entries of the same person wait for each other and end as one member.
 */
export async function matchOrCreateMember(
  tx: Tx,
  organizationId: number,
  person: NewMember,
  /** Fills a match under their name. Null for the public form, where anyone could have typed it. */
  by: StaffCaller | null,
): Promise<{ id: number; created: boolean }> {
  await lockPerson(tx, organizationId, person);
  const source = by ? sources.staff : sources.form;
  if (person.newPerson) {
    await refuseTakenParticipantId(tx, organizationId, person, null);
    return { id: await createMember(tx, organizationId, person, source), created: true };
  }
  const [best] = await matchesOf(organizationId, described(person)).many(tx);
  if (best && isSure(best)) {
    if (by) await fillBlanks(tx, by, best.id, person);
    return { id: best.id, created: false };
  }
  if (best && by) throw await possibleMatch(tx, organizationId, person);
  return { id: await createMember(tx, organizationId, person, source), created: true };
}

/** Fills the blank fields of the member that staff say this person is. */
export async function fillChosenMember(tx: Tx, caller: StaffCaller, id: number, person: NewMember): Promise<void> {
  await lockPerson(tx, caller.organizationId, person);
  await refuseTakenParticipantId(tx, caller.organizationId, person, id);
  await fillBlanks(tx, caller, id, person);
}

/** Everyone who enters a person that this may be waits until the commit. */
async function lockPerson(tx: Tx, organizationId: number, person: NewMember): Promise<void> {
  await lockMembersOf(tx, organizationId, 'together');
  for (const key of matchKeys(organizationId, person)) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.run(tx);
  }
}

async function possibleMatch(tx: Tx, organizationId: number, person: NewMember): Promise<AppError> {
  const candidates = await sql<MemberCandidate>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName",
      to_char(u.date_of_birth, 'YYYY-MM-DD') as "dateOfBirth", u.phone_number as "phoneNumber",
      u.participant_id as "participantId"
    from (${allMatchesOf(organizationId, described(person))}) found join users u on u.id = found.id
    order by found.rank, u.id limit ${maxCandidates}`.many(tx);
  return new AppError('possible_match', 'This may be someone you know. Say if it is the same person.', {
    extra: { candidates },
  });
}

/** A record that gets a participant id is the only one with it that the organization sees. */
async function refuseTakenParticipantId(
  tx: Tx,
  organizationId: number,
  { participantId, email }: NewMember,
  id: number | null,
): Promise<void> {
  if (!participantId) return;
  const taken = await sql`
    select from users u join visible_members om on om.organization_id = ${organizationId} and om.member_id = u.id
      cross join (select ${email ?? null}::text as email) p
    where u.participant_id = ${participantId} and u.id is distinct from ${id}::bigint and ${isMatchable(organizationId)}
      -- A member who has an id already isn't given this one.
      and not exists (select from users own where own.id = ${id}::bigint and own.participant_id is not null)
    limit 1`.maybeOne(tx);
  if (taken) throw invalidField('participantId', 'Another member has this participant ID. Correct it or leave it out.');
}

/**
 * Creates a member for a person who asked for help in public. Anyone could have typed it, so it never becomes part of
 * a member who is there already; staff are shown possible duplicates. Without consent nobody can text them.
 */
export async function addSelfReferred(
  tx: Tx,
  organizationId: number,
  person: NewMember,
  smsConsent: boolean,
): Promise<number> {
  await lockMembersOf(tx, organizationId, 'together');
  return createMember(tx, organizationId, person, smsConsent ? sources.directory : null);
}

/** Adds a member manually. A match, or the member that they choose, is filled in and becomes permanently visible. */
export async function addMember(
  tx: Tx,
  caller: StaffCaller,
  person: NewMember,
): Promise<{ created: boolean; member: User }> {
  const { organizationId } = caller;
  const { id, created } = await findOrCreateMember(tx, caller, person);
  if (created) {
    await record(tx, { caller, action: 'member.add', entityId: id });
  } else {
    await keepVisible(tx, organizationId, sql`${id}::bigint`);
  }
  const member = await findUser(tx, id, viewerOf(caller, id));
  if (!member) throw notFound('member');
  return { created, member };
}

async function findOrCreateMember(tx: Tx, caller: StaffCaller, person: NewMember) {
  const { patientId: id } = person;
  if (id == null) return matchOrCreateMember(tx, caller.organizationId, person, caller);
  await holdMember(tx, caller.organizationId, id);
  await fillChosenMember(tx, caller, id, person);
  return { id, created: false };
}

/**
 * Single entries and mass messages share the lock. An import takes it alone at its end, to find members created during
 * it, and so does an erasure.
 */
export async function lockMembersOf(tx: Tx, organizationId: number, how: 'together' | 'alone'): Promise<void> {
  const key = sql`hashtextextended(${`members ${organizationId}`}, 0)`;
  if (how === 'alone') await sql`select pg_advisory_xact_lock(${key})`.run(tx);
  else await lockTogether(tx, key);
}

/**
 * For an erasure: until the commit nobody enters a member of the organization, imports a list or texts many people. An
 * import may take minutes, so it isn't waited for.
 */
export async function lockEntries(tx: Tx, organizationId: number): Promise<void> {
  const { locked } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${uploadsKey(organizationId)}) as locked`.one(tx);
  if (!locked) throw importInProgress();
  await lockMembersOf(tx, organizationId, 'alone');
}

/** The lock that imports of an organization's member lists take in turn. */
export function uploadsKey(organizationId: number): RawBuilder<unknown> {
  return sql`hashtextextended(${`member uploads ${organizationId}`}, 0)`;
}

function importInProgress(): BeginAgain {
  const sentence = 'A member import is in progress. Please try again in a few seconds.';
  return new BeginAgain(new AppError('too_many_requests', sentence, { retryAfterSeconds: 3 }));
}

async function lockTogether(tx: Tx, key: RawBuilder<unknown>): Promise<void> {
  const { locked } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock_shared(${key}) as locked`.one(tx);
  if (!locked) throw importInProgress();
}

/** Sorted to avoid deadlocks. */
function matchKeys(organizationId: number, person: NewMember): string[] {
  const keys = [
    person.participantId ? `member ${organizationId} id ${person.participantId}` : null,
    person.dateOfBirth ? `member ${organizationId} born ${nameKey(person.lastName)} ${person.dateOfBirth}` : null,
  ];
  return keys.filter((key) => key !== null).sort();
}

function described(person: NewMember): RawBuilder<unknown> {
  return sql`(select 1 as place, ${person.firstName}::text as first_name, ${person.lastName}::text as last_name,
    ${person.dateOfBirth ?? null}::date as date_of_birth, ${person.phoneNumber ?? null}::text as phone_number,
    ${person.email ?? null}::text as email, ${person.participantId ?? null}::text as participant_id)`;
}

/**
 * Fills only blank fields of a match. Identity fields of a member added by another organization become proposals to it.
 */
async function fillBlanks(tx: Tx, caller: StaffCaller, id: number, person: NewMember): Promise<void> {
  const { organizationId } = caller;
  const given = fillableFields.filter((name) => person[name] != null);
  if (given.length === 0) return;
  const member = await sql<Record<string, unknown> & { added_by: number | null; proposed: string[] }>`
    select ${sql.join(given.map((name) => sql.ref(userColumns[name])))}, organization_id as added_by,
      array(select field from proposed_changes c where c.member_id = users.id and c.organization_id = ${organizationId}
        and c.state = 'PENDING') as proposed
    from users where id = ${id} for update`.maybeOne(tx);
  if (!member) return;
  const blank = given.filter((name) => member[userColumns[name]] === null && !member.proposed.includes(name));
  const addedBy = member.added_by ?? organizationId;
  const proposed = addedBy === organizationId ? [] : blank.filter(isIdentityField);
  const fields = blank.filter((name) => !proposed.some((field) => field === name));
  if (fields.length > 0) {
    await sql`
      update users set ${sql.join(fields.map((name) => sql`${sql.ref(userColumns[name])} = ${person[name]}`))},
        update_timestamp = ${laterTimestamp}
      where id = ${id}`.run(tx);
    const detail = { fields, filled: true };
    await auditPerson(tx, { caller, entityId: id, action: 'user.edit', detail });
  }
  const values = Object.fromEntries(proposed.map((name) => [name, person[name] ?? null]));
  await proposeChanges(tx, { caller, memberId: id, addedBy }, values);
}

/** People whose number was entered manually or in a form may get texts; the source is recorded. Null: no texts. */
async function createMember(tx: Tx, organizationId: number, person: NewMember, source: string | null): Promise<number> {
  const columns = sql.join(memberColumns.map((column) => sql.ref(column)));
  const values = sql.join(memberFieldNames.map((field) => person[field] ?? null));
  const { id } = await sql<{ id: number }>`
    insert into users (user_type, status, organization_id, ${columns}, send_sms_texts, sms_consent_source,
      sms_consent_timestamp)
    values ('PATIENT', 'ACTIVE', ${organizationId}, ${values}, ${source !== null}, ${source},
      case when ${source}::text is not null then now() end)
    returning id`.one(tx);
  await showMemberTo(tx, id, [organizationId]);
  return id;
}

const sortColumns = sql`first_name, last_name, date_of_birth, email, phone_number, zip_code`;

/**
 * Lists the members that a part of the same statement creates. With the search text and the sort columns given, no
 * trigger has to look them up.
 */
export function listCreated(organizationId: number, people: string): RawBuilder<unknown> {
  return sql`insert into organization_members (organization_id, member_id, search, ${sortColumns})
    select ${organizationId}, member_id, member_search(first_name, last_name, email, phone_number, participant_id), ${sortColumns}
    from ${sql.table(people)} order by place`;
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
