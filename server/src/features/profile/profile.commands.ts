import { isDeepStrictEqual } from 'node:util';
import { type IdentityField, isIdentityField } from '@kinbridge/contract/member-fields/member-fields';
import {
  ownEmailChoices,
  readOnlyUserFields,
  type User,
  type userUpdate,
} from '@kinbridge/contract/users/users.contract';
import type { z } from 'zod';
import { countAttempt, linksTo, mailsAnHour } from '../../access/attempts.commands.ts';
import type { Caller } from '../../access/caller.ts';
import { requireProof } from '../../access/proof.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, forbidden, invalidField, notFound } from '../../app-error.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { auditPerson } from '../../records/audit/audit.commands.ts';
import { queueEmail } from '../../records/emails/emails.commands.ts';
import { type ProfileField, userColumns } from '../../records/users/user-columns.ts';
import { writeUserFields } from '../../records/users/user-fields.commands.ts';
import { recordUserRead } from '../../records/users/user-read.ts';
import { findUser, viewerOf } from '../../records/users/users.queries.ts';
import { holdPassword, type Login } from '../auth/auth.queries.ts';
import { checkOwnPassword, wrongPassword } from '../auth/password-change.commands.ts';
import { seesMember } from '../members/members.queries.ts';
import { refuseMergedAway } from '../members/merged-away.ts';
import { proposeChanges, withdrawChanges } from '../members/proposed-changes.commands.ts';
import { mayEditUser } from './profile.policy.ts';

type Update = z.output<typeof userUpdate>;

/** Changes a profile, only if every field is allowed and the caller saw the current record. */
export async function updateUser(app: AppContext, caller: Caller, id: number, update: Update): Promise<User> {
  const { currentPassword } = update;
  const checksPassword = currentPassword !== undefined && caller.userId === id;
  const checked = checksPassword ? await checkOwnPassword(app, caller, currentPassword) : null;
  const outcome = await transaction(app.db, async (tx) => {
    await sql`select 1 from users where id = ${id} for update`.run(tx);
    const viewer = viewerOf(caller, id);
    const before = await findUser(tx, id, viewer);
    const verdict = mayEditUser(caller, before, await seesMember(tx, caller.organizationId, id));
    if (verdict === 'forbidden') throw forbidden();
    if (verdict === 'absent') await refuseMergedAway(tx, caller, id);
    // Erased or terminated since the call began, which waited for the lock.
    const isGone = caller.userId === id && before?.status === 'INACTIVE';
    if (verdict === 'absent' || !before || isGone) throw notFound('person');
    if (isStale(before, update)) return { user: before, changed: false, stale: true };
    refuseReadOnlyChanges(before, update);
    const changed = changedFields(before, update);
    if (caller.userId !== id) refuseOwnChoices(changed);
    const proposed = isOthersMember(caller, before) ? changed.filter(isIdentityField) : [];
    const saved = changed.filter((name) => !proposed.some((field) => field === name));
    // People with a login change their address by a link; for other members it is just contact data.
    const plain = before.userType === 'PATIENT' && caller.userId !== id;
    const writable = plain ? saved : saved.filter((name) => name !== 'email');
    if (writable.length < saved.length) {
      if (caller.userId !== id) throw invalidField('email', 'Only this person can change their sign-in email.');
      requireProof(caller);
      await askForNewAddress(tx, before, update.email ?? null, checked);
    }
    if (writable.length > 0) await writeUserFields(tx, id, writable, update);
    if (saved.length > 0) {
      await auditPerson(tx, { caller, entityId: id, action: 'user.edit', detail: { fields: saved } });
    }
    const values = Object.fromEntries(proposed.map((field) => [field, update[field] ?? null]));
    await proposeOrWithdraw(tx, caller, before, values);
    return { user: (await findUser(tx, id, viewer)) ?? before, changed: changed.length > 0, stale: false };
  });
  if (!outcome.changed) await recordUserRead(app.db, caller, id);
  if (outcome.stale) throw staleEdit(outcome.user);
  return outcome.user;
}

/** True for staff of another organization than the one that added the member. The member's own edits are saved. */
function isOthersMember(caller: Caller, user: User): boolean {
  const { addedByOrganizationId: addedBy } = user;
  return (
    user.userType === 'PATIENT' && caller.userId !== user.id && addedBy !== null && addedBy !== caller.organizationId
  );
}

type ProposedValues = Partial<Record<IdentityField, string | null>>;

/** Proposes values that differ from the accepted ones; an accepted value withdraws an earlier proposal. */
async function proposeOrWithdraw(tx: Tx, caller: Caller, before: User, values: ProposedValues) {
  const { id: memberId, addedByOrganizationId: addedBy, updateTimestamp: seenTimestamp } = before;
  const { organizationId } = caller;
  if (addedBy === null || organizationId === null) return;
  const proposer = { caller: { ...caller, organizationId }, memberId, addedBy, seenTimestamp };
  const accepted: Record<string, unknown> = { ...before };
  for (const { field, value } of before.proposedChanges ?? []) accepted[field] = value;
  const isAccepted = ([field, value]: [string, unknown]) => value === accepted[field];
  const entries = Object.entries(values);
  await proposeChanges(tx, proposer, Object.fromEntries(entries.filter((entry) => !isAccepted(entry))));
  const withdrawn = entries.filter(isAccepted).map(([field]) => field as IdentityField);
  await withdrawChanges(tx, proposer, withdrawn);
}

function refuseReadOnlyChanges(before: User, update: Update): void {
  for (const name of readOnlyUserFields) {
    if (update[name] !== undefined && !isDeepStrictEqual(update[name], before[name])) {
      throw invalidField(name, "You can't change this field here.");
    }
  }
}

function refuseOwnChoices(changed: ProfileField[]): void {
  const choice = ownEmailChoices.find((name) => changed.includes(name));
  if (choice) throw invalidField(choice, 'Only this person can change which emails they get.');
}

function isStale(before: User, { updateTimestamp }: Update): boolean {
  return updateTimestamp !== undefined && Date.parse(updateTimestamp) !== Date.parse(before.updateTimestamp);
}

function staleEdit(current: User): AppError {
  const message = 'Someone else changed this profile. Review their changes and save again.';
  return new AppError('stale', message, { extra: { current } });
}

function changedFields(before: User, update: Update): ProfileField[] {
  return (Object.keys(userColumns) as ProfileField[]).filter(
    (name) => update[name] !== undefined && update[name] !== before[name],
  );
}

/** The new address applies once verified; until then the old one signs in, and is notified. */
async function askForNewAddress(tx: Tx, before: User, email: string | null, checked: Login | null) {
  if (email === null) throw invalidField('email', 'Email is required.');
  if (!checked) throw invalidField('currentPassword', 'Please enter your current password to change your email.');
  if (!(await holdPassword(tx, checked))) throw wrongPassword();
  const rows = await sql`select 1 from logins
    where email = ${email} and verified_timestamp is not null`.many(tx);
  const message = 'This email is already in use.';
  if (rows.length > 0) throw new AppError('email_in_use', message, { fields: { email: message } });
  await sql`update logins set pending_email = ${email} where user_id = ${before.id}`.run(tx);
  await countAttempt(tx, linksTo(email), mailsAnHour, 60);
  await queueEmail(tx, { kind: 'verify-new-email', userId: before.id, to: email });
  await queueEmail(tx, { kind: 'email-change-asked', userId: before.id, to: before.email ?? email });
}
