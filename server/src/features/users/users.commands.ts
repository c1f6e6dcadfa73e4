import { readOnlyUserFields, type User, type userUpdate } from '@kinbridge/contract/users/users.contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../../access/actor.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, forbidden, invalidField, notFound } from '../../app-error.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { laterTimestamp } from '../../db/later-timestamp.ts';
import { audit } from '../audit/audit.commands.ts';
import { countAttempt, forgiveAttempt } from '../auth/attempts.commands.ts';
import { findLoginById, holdPassword, type Login } from '../auth/auth.queries.ts';
import { verifyPassword } from '../auth/passwords.ts';
import { seesMember } from '../members/members.queries.ts';
import { findSurvivorId } from '../members/merges.queries.ts';
import { queueEmail } from '../messages/emails.commands.ts';
import { recordUserRead } from './user-read.ts';
import { mayEditUser } from './users.policy.ts';
import { findUser } from './users.queries.ts';

type Update = z.output<typeof userUpdate>;

const columns = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phoneNumber: 'phone_number',
  dateOfBirth: 'date_of_birth',
  addressLine1: 'address_line1',
  addressLine2: 'address_line2',
  city: 'city',
  state: 'state',
  zipCode: 'zip_code',
  sendPushNotifications: 'send_push_notifications',
  sendSmsTexts: 'send_sms_texts',
  participantId: 'participant_id',
} as const;

type Field = keyof typeof columns;

/** Changes a profile. Nothing changes unless every field may, and the record is as the caller last saw it. */
export async function updateUser(
  app: AppContext,
  actor: Actor,
  id: number,
  update: Update,
  requestId: string,
): Promise<User> {
  const checked = await checkCurrentPassword(app, actor, id, update);
  const outcome = await transaction(app.db, async (tx) => {
    await sql`select 1 from users where id = ${id} for update`.execute(tx);
    const viewerId = actor.userId === id ? null : actor.organizationId;
    const before = await findUser(tx, id, viewerId);
    const verdict = mayEditUser(actor, before, await seesMember(tx, actor.organizationId ?? 0, id));
    if (verdict === 'forbidden') throw forbidden();
    if (verdict === 'absent') await refuseMergedAway(tx, actor, id);
    if (verdict === 'absent' || !before) throw notFound('person');
    refuseReadOnlyChanges(before, update);
    if (isStale(before, update)) return { user: before, changed: false, stale: true };
    const changed = changedFields(before, update);
    // Staff and members with a login change their address by a link; a plain member's is only a way to reach them.
    const plain = before.userType === 'PATIENT' && actor.userId !== id;
    const writable = plain ? changed : changed.filter((name) => name !== 'email');
    if (writable.length < changed.length) {
      await askForNewAddress(tx, actor, before, update.email ?? null, checked);
    }
    if (writable.length > 0) await writeFields(tx, id, writable, update);
    if (changed.length > 0) {
      await audit(tx, {
        actor,
        requestId,
        organizationId: before.organizationId,
        action: 'user.edit',
        entityType: 'user',
        entityId: id,
        detail: { fields: changed },
      });
    }
    return { user: (await findUser(tx, id, viewerId)) ?? before, changed: changed.length > 0, stale: false };
  });
  if (!outcome.changed) await recordUserRead(app.db, actor, id, requestId);
  if (outcome.stale) throw staleEdit(outcome.user);
  return outcome.user;
}

/** Whoever was editing a record while a colleague merged it reads where it went. */
async function refuseMergedAway(tx: Tx, actor: Actor, id: number): Promise<void> {
  const survivorId = await findSurvivorId(tx, id);
  if (survivorId === null || !(await seesMember(tx, actor.organizationId ?? 0, survivorId))) return;
  throw new AppError('conflict', `This record was merged into member ${survivorId} meanwhile. Please edit that one.`);
}

/** Outside the transaction, since hashing is slow on purpose. Answers the login whose password was right. */
async function checkCurrentPassword(app: AppContext, actor: Actor, id: number, update: Update): Promise<Login | null> {
  if (update.currentPassword === undefined || actor.userId !== id) return null;
  const subject = `password ${id}`;
  await countAttempt(app.db, subject, app.config.limits.perAccount);
  const login = await findLoginById(app.db, id);
  if (!(await verifyPassword(login?.password_hash, update.currentPassword)) || !login) throw wrongPassword();
  await forgiveAttempt(app.db, subject);
  return login;
}

function wrongPassword(): AppError {
  return invalidField('currentPassword', 'This is not your current password.');
}

function refuseReadOnlyChanges(before: User, update: Update): void {
  for (const name of readOnlyUserFields) {
    if (update[name] !== undefined && JSON.stringify(update[name]) !== JSON.stringify(before[name])) {
      throw invalidField(name, 'This field cannot be changed here.');
    }
  }
}

function isStale(before: User, { updateTimestamp }: Update): boolean {
  return updateTimestamp !== undefined && Date.parse(updateTimestamp) !== Date.parse(before.updateTimestamp);
}

function staleEdit(current: User): AppError {
  const message = 'Somebody else changed this profile meanwhile. Please look at the changes and save again.';
  return new AppError('stale', message, { extra: { current } });
}

function changedFields(before: User, update: Update): Field[] {
  return (Object.keys(columns) as Field[]).filter(
    (name) => update[name] !== undefined && update[name] !== before[name],
  );
}

/** The new address counts once it is verified; until then the old one signs in, and it is told. */
async function askForNewAddress(tx: Tx, actor: Actor, before: User, email: string | null, checked: Login | null) {
  if (actor.userId !== before.id) {
    throw invalidField('email', 'Only this person can change the email address they sign in with.');
  }
  if (email === null) throw invalidField('email', 'Email is required.');
  if (!checked) throw invalidField('currentPassword', 'Please enter your current password to change your email.');
  if (!(await holdPassword(tx, checked))) throw wrongPassword();
  const { rows } = await sql`select 1 from logins where email = ${email}`.execute(tx);
  const message = 'This email is already in use.';
  if (rows.length > 0) throw new AppError('email_in_use', message, { fields: { email: message } });
  await sql`update logins set pending_email = ${email} where user_id = ${before.id}`.execute(tx);
  await queueEmail(tx, { kind: 'verify-new-email', userId: before.id, to: email });
  await queueEmail(tx, { kind: 'email-change-asked', userId: before.id, to: before.email ?? email });
}

async function writeFields(tx: Tx, id: number, changed: Field[], update: Update): Promise<void> {
  const assignments = changed.map((name) => sql`${sql.ref(columns[name])} = ${update[name] ?? null}`);
  await sql`update users set ${sql.join(assignments)},
    update_timestamp = ${laterTimestamp}
    where id = ${id}`.execute(tx);
}
