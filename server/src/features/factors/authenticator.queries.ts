import type { Executor, Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

interface StoredSecret {
  /** Encrypted. */
  secret: Buffer;
  confirmed: boolean;
}

export async function findSecret(db: Executor, userId: number): Promise<StoredSecret | undefined> {
  return sql<StoredSecret>`select secret, confirm_timestamp is not null as confirmed
    from authenticators where user_id = ${userId}`.maybeOne(db);
}

/** Whether the app is on; it stays so until the transaction ends. */
export async function lockAuthenticator(tx: Tx, userId: number): Promise<boolean> {
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
