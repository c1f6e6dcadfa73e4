import { createHmac, randomInt } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const codes = 10;

/** Ten codes, each for one sign-in without the authenticator app. Only their hashes are stored. */
export async function createRecoveryCodes(tx: Tx, config: Config, userId: number): Promise<string[]> {
  const created = Array.from({ length: codes }, () => `${randomText(5)}-${randomText(5)}`);
  const hashes = created.map((code) => hashRecoveryCode(config, userId, code));
  await sql`insert into recovery_codes (user_id, code_hash) select ${userId}, * from unnest(${hashes}::bytea[])`.run(
    tx,
  );
  return created;
}

/** Uses a code up; false if it is unknown or used. */
export async function useRecoveryCode(tx: Tx, config: Config, userId: number, code: string): Promise<boolean> {
  const used = await sql`update recovery_codes set use_timestamp = now() where user_id = ${userId}
    and code_hash = ${hashRecoveryCode(config, userId, code)} and use_timestamp is null returning 1`.maybeOne(tx);
  return used !== undefined;
}

/** Keyed and bound to the user, since a plain hash of ten characters could be brute-forced. */
function hashRecoveryCode({ derivationKey }: Config, userId: number, code: string): Buffer {
  const typed = code.toLowerCase().replaceAll(/[\s-]/g, '');
  return createHmac('sha256', derivationKey).update(`recovery code ${userId} ${typed}`).digest();
}

function randomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
