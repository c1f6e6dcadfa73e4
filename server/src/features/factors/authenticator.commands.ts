import type { Caller } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, invalidField } from '../../app-error.ts';
import { type Executor, type Tx, transaction } from '../../db/database.ts';
import { lockCurrentKey } from '../../db/encryption-keys.queries.ts';
import { sql } from '../../db/sql.ts';
import { decryptSecret, encryptSecret } from '../../encrypted-secret.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { keepBreakGlass } from '../sign-in-rules/only-single-sign-on.queries.ts';
import { tryCode } from './code-attempts.commands.ts';
import { createRecoveryCodes, useRecoveryCode } from './recovery-codes.commands.ts';
import { isTotpCode, newTotpSecret, stepOfCode, totpUri } from './totp.ts';

export const authenticatorPurpose = (userId: number) => `authenticator of user ${userId}`;

/** Offers a secret, which replaces one that was never confirmed. */
export async function beginAuthenticator(app: AppContext, userId: number, email: string) {
  const secret = await newTotpSecret();
  const begun = await transaction(app.db, async (tx) => {
    const encrypted = encryptSecret(await lockCurrentKey(tx, app.config), authenticatorPurpose(userId), secret);
    return sql`insert into authenticators as a (user_id, secret) values (${userId}, ${encrypted})
      on conflict (user_id) do update set secret = excluded.secret, create_timestamp = now()
      where a.confirm_timestamp is null returning 1`.maybeOne(tx);
  });
  if (!begun) throw alreadyOn();
  return { secret, uri: await totpUri(secret, email) };
}

/** Switches the app on with its first code. Returns the recovery codes, which nobody can read again. */
export async function confirmAuthenticator(app: AppContext, caller: Caller, code: string): Promise<string[]> {
  const found = await findSecret(app.db, caller.userId);
  if (found?.confirmed) throw alreadyOn();
  const isRight = () =>
    transaction(app.db, async (tx) => {
      const step = found ? await stepOf(app, caller.userId, found.secret, code) : null;
      const confirmed = await sql`update authenticators set confirm_timestamp = now(), last_step = ${step}
        where user_id = ${caller.userId} and confirm_timestamp is null and secret = ${found?.secret ?? null}
          and ${step}::bigint is not null returning 1`.maybeOne(tx);
      if (!confirmed) return null;
      await record(tx, { caller, action: 'totp.enabled', entityId: caller.userId });
      return createRecoveryCodes(tx, app.config, caller.userId);
    });
  const created = await tryCode(app.db, caller, 'totp', isRight);
  if (!created) throw wrongCode();
  return created;
}

/** Uses up a code of the app, so it can't be used again. False if it is wrong, of another time, or used. */
export async function useAuthenticatorCode(tx: Tx, app: AppContext, userId: number, code: string): Promise<boolean> {
  const found = await findSecret(tx, userId);
  if (!found?.confirmed) return false;
  const step = await stepOf(app, userId, found.secret, code);
  if (step === null) return false;
  const used = await sql`update authenticators set last_step = ${step}
    where user_id = ${userId} and last_step < ${step} and confirm_timestamp is not null returning 1`.maybeOne(tx);
  return used !== undefined;
}

/** Switches the app off with one of its codes or a recovery code. The caller's password was checked before. */
export async function switchOffAuthenticator(app: AppContext, caller: Caller, email: string, code: string) {
  const { userId } = caller;
  const isRight = () =>
    transaction(app.db, async (tx) => {
      const right =
        (await useAuthenticatorCode(tx, app, userId, code)) || (await useRecoveryCode(tx, app.config, userId, code));
      if (!right) return null;
      await removeAuthenticator(tx, userId);
      await keepBreakGlass(tx, userId);
      await record(tx, {
        caller,
        action: 'totp.disabled',
        entityId: userId,
        emails: [{ kind: 'authenticator-off', userId, to: email }],
      });
      return true;
    });
  if (!(await tryCode(app.db, caller, 'totp', isRight))) throw wrongCode();
}

/** Replaces the recovery codes by new ones; null without an app. */
export function renewRecoveryCodes(app: AppContext, caller: Caller, email: string): Promise<string[] | null> {
  const { userId } = caller;
  return transaction(app.db, async (tx) => {
    if (!(await lockAuthenticator(tx, userId))) return null;
    await sql`delete from recovery_codes where user_id = ${userId}`.run(tx);
    await record(tx, {
      caller,
      action: 'totp.recovery-codes',
      entityId: userId,
      emails: [{ kind: 'recovery-codes', userId, to: email }],
    });
    return createRecoveryCodes(tx, app.config, userId);
  });
}

/** Removes the app with its recovery codes. */
export async function removeAuthenticator(tx: Tx, userId: number): Promise<void> {
  await sql`with codes as (delete from recovery_codes where user_id = ${userId})
    delete from authenticators where user_id = ${userId}`.run(tx);
}

async function stepOf(app: AppContext, userId: number, encrypted: Buffer, code: string): Promise<number | null> {
  // A recovery code is tried too, and must work without the key.
  if (!isTotpCode(code)) return null;
  return stepOfCode(decryptSecret(app.config.encryptionKey, authenticatorPurpose(userId), encrypted), code, Date.now());
}

function wrongCode(): AppError {
  return invalidField('code', "This code isn't right, or it was used before. Enter the newest code of your app.");
}

function alreadyOn(): AppError {
  return new AppError('conflict', 'Your authenticator app is already on. Switch it off before you set up another.');
}

interface StoredSecret {
  /** Encrypted. */
  secret: Buffer;
  confirmed: boolean;
}

async function findSecret(db: Executor, userId: number): Promise<StoredSecret | undefined> {
  return sql<StoredSecret>`select secret, confirm_timestamp is not null as confirmed
    from authenticators where user_id = ${userId}`.maybeOne(db);
}

/** Whether the app is on; it stays so until the transaction ends. */
async function lockAuthenticator(tx: Tx, userId: number): Promise<boolean> {
  const row = await sql`select 1 from authenticators where user_id = ${userId} and confirm_timestamp is not null
    for update`.maybeOne(tx);
  return row !== undefined;
}

export async function findAuthenticator(db: Executor, userId: number) {
  return sql<{ enabled: boolean; recoveryCodesLeft: number }>`
    select exists (select from authenticators where user_id = ${userId} and confirm_timestamp is not null) as enabled,
      (select count(*)::integer from recovery_codes where user_id = ${userId} and use_timestamp is null)
        as "recoveryCodesLeft"`.one(db);
}
