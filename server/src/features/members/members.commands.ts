import type { addedMember } from '@kinbridge/contract/members/members.contract';
import type { User } from '@kinbridge/contract/users/users.contract';
import type { z } from 'zod';
import type { StaffCaller } from '../../access/caller.ts';
import { AppError, invalidField, notFound } from '../../app-error.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { fillableFields } from '../../records/users/user-columns.ts';
import { findUser, viewerOf } from '../../records/users/users.queries.ts';
import { keepVisible, recognizedOrCreated } from './create-members.commands.ts';
import { fillBlanks } from './fill-blanks.commands.ts';
import { lockMembersOf, lockPerson } from './member-locks.commands.ts';
import { holdMember } from './members.queries.ts';
import { notifyOfMember } from './proposed-changes.commands.ts';
import { asListRows, withTakenId } from './recognize-members.queries.ts';
import { findCandidates } from './undecided-rows.queries.ts';

type NewMember = z.output<typeof addedMember>;

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
  if (person.newPerson) await refuseTakenId(tx, organizationId, person);
  const consent = by ? 'entered by staff' : 'entered in a form';
  const entry = { organizationId, consent, asksStaff: by !== null };
  const { id, isSure, candidateIds, created } = await recognizedOrCreated([person], entry).one(tx);
  if (!isSure) throw await possibleMatch(tx, organizationId, candidateIds);
  if (by && !created) await fillMember(tx, by, id, person);
  return { id, created };
}

/** Fills the blank fields of the member that staff say this person is. */
export async function fillChosenMember(tx: Tx, caller: StaffCaller, id: number, person: NewMember): Promise<void> {
  await lockPerson(tx, caller.organizationId, person);
  await refuseTakenId(tx, caller.organizationId, { ...person, memberId: id });
  await fillMember(tx, caller, id, person);
}

async function possibleMatch(tx: Tx, organizationId: number, candidateIds: number[]): Promise<AppError> {
  const candidatesOf = await findCandidates(tx, organizationId, [{ candidateIds }]);
  return new AppError('possible_match', 'This may be someone you know. Say if it is the same person.', {
    extra: { candidates: candidatesOf({ candidateIds }) },
  });
}

/** A record that gets a participant id is the only one with it that the organization sees. */
async function refuseTakenId(tx: Tx, organizationId: number, person: NewMember & { memberId?: number }): Promise<void> {
  if (!person.participantId) return;
  const taken = await withTakenId(organizationId, asListRows([person])).maybeOne(tx);
  if (taken) throw invalidField('participantId', 'Another member has this participant ID. Correct it or leave it out.');
}

async function fillMember(tx: Tx, caller: StaffCaller, id: number, person: NewMember): Promise<void> {
  if (fillableFields.every((field) => person[field] == null)) return;
  // What the log says was filled was blank until the commit.
  await sql`select from users where id = ${id} for no key update`.run(tx);
  for (const addedBy of await fillBlanks(tx, caller, asListRows([{ ...person, memberId: id }]))) {
    await notifyOfMember(tx, { caller, addedBy, memberId: id });
  }
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
  const entry = { organizationId, consent: smsConsent ? 'asked for help' : null, asksStaff: false };
  const { id } = await recognizedOrCreated([{ ...person, newPerson: true }], entry).one(tx);
  return id;
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
