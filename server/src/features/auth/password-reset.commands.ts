import { timingSafeEqual } from 'node:crypto';
import { isResetLink } from '@kinbridge/contract/auth/auth.contract';
import { countAttempt, forgiveAttempt } from '../../access/attempts.commands.ts';
import type { Visitor } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import { type Database, type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { hashOpaqueToken, mintOpaqueToken } from '../../opaque-token.ts';
import { queueEmail } from '../../records/emails/emails.commands.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { isProven } from '../sign-in-rules/only-single-sign-on.queries.ts';
import { decideAddress, lockAddress } from './address-claims.commands.ts';
import { findKnownTexts, findLoginByLink, findLoginsToReset, type Login } from './auth.queries.ts';
import { type Device, findDevice, forgetOtherDevices, subjectOf } from './device-tokens.commands.ts';
import { findPasswordProblem, isWeakPassword, weakPasswordError } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { endSessions } from './sessions.commands.ts';
import { hashCode, mintCode } from './tokens.ts';
import { countCode, forgiveCode } from './wrong-codes.commands.ts';

const maxTries = 5;

/**
 * Counted across codes, since each new one could be guessed again. Short enough that a stranger who uses them up delays
 * the owner no longer than a code is valid.
 */
const codeTries = { limit: 10, minutes: 15 };

/** Creates a code that is valid for 15 minutes and replaces the previous one. */
export async function createResetCode(db: Database, config: Config, userId: number): Promise<string> {
  const code = mintCode();
  await insertReset(db, userId, hashCode(config, userId, code), false);
  return code;
}

/** Creates a link's token, which lives as long as a code and replaces the one before, too. */
export async function createResetLink(db: Database, userId: number): Promise<string> {
  const token = mintOpaqueToken();
  await insertReset(db, userId, hashOpaqueToken(token), true);
  return token;
}

async function insertReset(db: Database, userId: number, hash: Buffer, isLink: boolean): Promise<void> {
  await sql`insert into password_resets (user_id, code_hash, is_link, expires_timestamp)
    values (${userId}, ${hash}, ${isLink}, now() + interval '15 minutes')
    on conflict (user_id) do update set code_hash = excluded.code_hash, is_link = excluded.is_link, tries = 0,
      device_tries = 0, expires_timestamp = excluded.expires_timestamp`.run(db);
}

const wrongCodeText = 'The code is wrong or has expired. Please check it, or ask for a new one.';
const voidLinkText = 'This link has expired or was already used. Please ask for a new one.';

interface Reset {
  /** Required with a code. */
  email?: string | undefined;
  token: string;
  password: string;
  deviceToken?: string | undefined;
}

/** Sets a new password with an emailed code or link. */
export function resetPassword(app: AppContext, caller: Visitor, { email, ...input }: Reset): Promise<void> {
  return email === undefined || isResetLink(input.token)
    ? resetByLink(app, caller, { email, ...input })
    : resetByCode(app, caller, { email, ...input });
}

/** Nobody guesses a link, so no attempt counts. A weak password doesn't use it up. */
async function resetByLink(app: AppContext, caller: Visitor, input: Reset): Promise<void> {
  const codeHash = hashOpaqueToken(input.token);
  const login = await findLoginByLink(app.db, codeHash);
  if (!login || (input.email ?? login.email) !== login.email) throw wrongToken(voidLinkText);
  const problem = await findPasswordProblem(app, input.password, await findKnownTexts(app.db, login));
  if (problem) throw problem;
  const device = await findDevice(app.db, login.email, input.deviceToken);
  const passwordHash = await hashPassword(input.password);
  const changed = await useCode(app.db, caller, { login, codeHash }, { passwordHash, device });
  if (!changed) throw wrongToken(voidLinkText);
}

function wrongToken(text: string): AppError {
  return new AppError('wrong_code', text, { fields: { token: text } });
}

/**
 * Unknown addresses and wrong codes look the same, so a password is compared with the account's details only once the
 * code is right; a weak one doesn't use up the code.
 */
async function resetByCode(app: AppContext, caller: Visitor, input: Reset & { email: string }): Promise<void> {
  const device = await findDevice(app.db, input.email, input.deviceToken);
  await countAttempt(app.db, subjectOf('code', input.email, device), app.config.limits.perAccount);
  const wrongCodes = subjectOf('wrong code', input.email, device);
  await countAttempt(app.db, wrongCodes, codeTries.limit, codeTries.minutes);
  const problem = await findPasswordProblem(app, input.password, [input.email]);
  if (problem) {
    await forgiveAttempt(app.db, wrongCodes);
    throw problem;
  }
  const passwordHash = await hashPassword(input.password);
  const logins = await findLoginsToReset(app.db, input.email);
  const counted = await countCode(app.db, logins);
  const found = await tryCode(app, counted, input.token, device);
  if (found && (await isWeakPassword(input.password, await findKnownTexts(app.db, found.login)))) {
    await giveTryBack(app.db, counted, device);
    await forgiveCode(app.db, counted);
    await forgiveAttempt(app.db, wrongCodes);
    throw weakPasswordError();
  }
  const changed = found && (await useCode(app.db, caller, found, { passwordHash, device }));
  if (!changed) throw wrongToken(wrongCodeText);
  await forgiveCode(app.db, counted);
  await forgiveAttempt(app.db, wrongCodes);
}

interface RightCode {
  login: Login;
  codeHash: Buffer;
}

/**
 * Finds the login that this code was mailed for. Commits separately: the attempt counts before the code is compared,
 * whatever happens next.
 */
async function tryCode(
  { db, config }: AppContext,
  logins: Login[],
  code: string,
  device: Device | null,
): Promise<RightCode | undefined> {
  const tries = sql.ref(device ? 'device_tries' : 'tries');
  const rows = await sql<{ user_id: number; code_hash: Buffer }>`
    update password_resets set ${tries} = ${tries} + 1
    where user_id = any(${logins.map(({ id }) => id)}::bigint[]) and not is_link and ${tries} < ${maxTries}
      and expires_timestamp > now()
    returning user_id, code_hash`.many(db);
  const right = rows.find((row) => timingSafeEqual(row.code_hash, hashCode(config, row.user_id, code)));
  const login = logins.find(({ id }) => id === right?.user_id);
  return right && login && { login, codeHash: right.code_hash };
}

async function giveTryBack(db: Database, logins: Login[], device: Device | null): Promise<void> {
  const tries = sql.ref(device ? 'device_tries' : 'tries');
  await sql`update password_resets set ${tries} = ${tries} - 1
    where user_id = any(${logins.map(({ id }) => id)}::bigint[]) and ${tries} > 0`.run(db);
}

function useCode(
  db: Database,
  caller: Visitor,
  { login, codeHash }: RightCode,
  reset: { passwordHash: string; device: Device | null },
): Promise<boolean> {
  return transaction(db, async (tx) => {
    await lockAddress(tx, login.email);
    const used = await sql`delete from password_resets
      where user_id = ${login.id} and code_hash = ${codeHash} returning 1`.maybeOne(tx);
    // The code proves the mailbox, and an organization said whose it is. A sign-up needs its link.
    if (!used || !(await decideAddress(tx, { userId: login.id, email: login.email, by: 'mailbox' }))) return false;
    await setPassword(tx, login.id, reset.passwordHash);
    await unlinkProviders(tx, login.id);
    await endSessions(tx, login.id, 'password-reset');
    await forgetOtherDevices(tx, login.id, reset.device);
    await record(tx, {
      caller: { ...caller, userId: login.id },
      organizationId: login.organization_id,
      action: 'user.password-reset',
      entityId: login.id,
    });
    return true;
  });
}

/** A provider may have vouched for somebody else, unless its organization has proven the domain. */
async function unlinkProviders(tx: Tx, userId: number): Promise<void> {
  await sql`delete from linked_identities i using logins l where i.user_id = ${userId} and l.user_id = i.user_id
    and not ${isProven(sql`i.organization_id`, sql`l.email`)}`.run(tx);
}

/**
 * Sets the password and notifies the person. Cancels a pending address change and sign-ins that wait for their second
 * factor, which may come from someone who knew the old password, and codes and links to yet another one.
 */
export async function setPassword(tx: Tx, userId: number, passwordHash: string): Promise<void> {
  const row = await sql<{ email: string }>`
    with login as (
      update logins set password_hash = ${passwordHash}, has_password = true, pending_email = null
      where user_id = ${userId}
      returning user_id, email
    ), pending as (
      delete from second_factor_tokens t using login l where t.user_id = l.user_id
    ), resets as (
      delete from password_resets r using login l where r.user_id = l.user_id
    ), links as (
      delete from email_verifications v using login l where v.user_id = l.user_id and v.email <> l.email
    )
    select email from login`.maybeOne(tx);
  if (row) await queueEmail(tx, { kind: 'password-changed', userId, to: row.email });
}
