import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import { type Database, type Tx, transaction } from '../../db/database.ts';
import type { Config } from '../../main/config.ts';
import { audit } from '../audit/audit.commands.ts';
import { findLoginByEmail } from './auth.queries.ts';
import { endAllSessions } from './sessions.commands.ts';
import { hashCode, mintCode } from './tokens.ts';

const maxTries = 5;

/**
 * Across codes, since each new one could be guessed at anew. Short enough that a stranger who uses them up keeps the
 * owner waiting for no longer than a code lives.
 */
export const codeTries = { limit: 10, minutes: 15 };

/** Makes a code that counts for 15 minutes and replaces the one before. */
export async function createResetCode(db: Database, config: Config, userId: number): Promise<string> {
  const code = mintCode();
  await sql`insert into password_resets (user_id, code_hash, expires_timestamp)
    values (${userId}, ${hashCode(config, userId, code)}, now() + interval '15 minutes')
    on conflict (user_id) do update set code_hash = excluded.code_hash, tries = 0,
      expires_timestamp = excluded.expires_timestamp`.execute(db);
  return code;
}

export const wrongCodeText = 'The code is wrong or has expired. Please check it, or ask for a new one.';

/** Sets a new password with a mailed code. Unknown addresses and wrong codes look the same. */
export async function resetPassword(
  db: Database,
  config: Config,
  input: { email: string; code: string; passwordHash: string },
  requestId: string,
): Promise<void> {
  const login = await findLoginByEmail(db, input.email);
  const userId = login?.id ?? 0;
  // The try counts before the code is compared and whatever happens next, so it stands on its own.
  const { rows } = await sql<{ code_hash: Buffer }>`
    update password_resets set tries = tries + 1
    where user_id = ${userId} and tries < ${maxTries} and expires_timestamp > now()
    returning code_hash`.execute(db);
  const given = hashCode(config, userId, input.code);
  const right = rows[0] !== undefined && timingSafeEqual(rows[0].code_hash, given);
  const changed =
    right && (await setPassword(db, userId, given, input.passwordHash, login?.organization_id ?? null, requestId));
  if (!changed) throw new AppError('wrong_code', wrongCodeText, { fields: { token: wrongCodeText } });
}

function setPassword(
  db: Database,
  userId: number,
  codeHash: Buffer,
  passwordHash: string,
  organizationId: number | null,
  requestId: string,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const used =
      await sql`delete from password_resets where user_id = ${userId} and code_hash = ${codeHash} returning 1`.execute(
        tx,
      );
    if (used.rows.length === 0) return false;
    await setLogin(tx, userId, passwordHash);
    await endAllSessions(tx, userId, 'password-reset');
    await audit(tx, {
      actor: { userId },
      requestId,
      organizationId,
      action: 'user.password-reset',
      entityType: 'user',
      entityId: userId,
    });
    return true;
  });
}

/** A change of address that is under way may be the work of whoever knew the old password, so it ends with it. */
async function setLogin(tx: Tx, userId: number, passwordHash: string): Promise<void> {
  await sql`
    with login as (
      update logins set password_hash = ${passwordHash}, pending_email = null where user_id = ${userId}
      returning user_id, email
    )
    delete from email_verifications v using login l where v.user_id = l.user_id and v.email <> l.email`.execute(tx);
}
