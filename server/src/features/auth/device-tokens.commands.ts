import type { Executor, Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { hashOpaqueToken, mintOpaqueToken } from '../../opaque-token.ts';

/**
 * Beyond this limit, tokens that were never sent back are removed first, since scripts leave them, then the least
 * recently used.
 */
const devicesPerAccount = 20;

/** The token is null if only its hash was kept, while the second factor was missing; then the device gets another. */
export type Device = { token: string | null; hash: Buffer };

/** The caller's device; null for a forged, expired or foreign token. */
export async function findDevice(db: Executor, email: string, token: string | undefined): Promise<Device | null> {
  if (token === undefined) return null;
  const hash = hashOpaqueToken(token);
  const rows = await sql`
    select 1 from device_tokens d join logins l on l.user_id = d.user_id
    where d.token_hash = ${hash} and l.email = ${email.trim().toLowerCase()}
      and l.verified_timestamp is not null
      and d.used_timestamp > now() - interval '180 days'`.many(db);
  return rows.length > 0 ? { token, hash } : null;
}

/** The subject of failed attempts: a known device, or all unknown devices of the account. */
export function subjectOf(what: 'login' | 'code' | 'wrong code', email: string, device: Device | null): string {
  return device ? `${what} device ${device.hash.toString('hex')}` : `${what} ${email.trim().toLowerCase()}`;
}

/** Remembers the device of a sign-in, under its token or a new one. */
export async function rememberDevice(tx: Tx, userId: number, device: Device | null): Promise<string> {
  if (device) {
    const token = device.token ?? mintOpaqueToken();
    // A new token replaces the device's old one, so that one device never counts as several.
    const rows = await sql`update device_tokens set token_hash = ${hashOpaqueToken(token)}, used_timestamp = now()
      where token_hash = ${device.hash} and user_id = ${userId} returning 1`.many(tx);
    if (rows.length > 0) return token;
  }
  const token = mintOpaqueToken();
  await sql`
    with oldest as (
      delete from device_tokens where token_hash in (select token_hash from device_tokens where user_id = ${userId}
        order by used_timestamp > create_timestamp desc, used_timestamp desc offset ${devicesPerAccount - 1})
    )
    insert into device_tokens (token_hash, user_id) values (${hashOpaqueToken(token)}, ${userId})`.run(tx);
  return token;
}

/**
 * After a reset only the device it came from stays known, since others may belong to someone who knew the old password.
 */
export async function forgetOtherDevices(tx: Tx, userId: number, device: Device | null): Promise<void> {
  await sql`delete from device_tokens
    where user_id = ${userId} and token_hash is distinct from ${device?.hash ?? null}::bytea`.run(tx);
}
