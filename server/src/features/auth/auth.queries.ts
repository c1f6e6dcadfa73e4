import type { Executor, Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

export interface Login {
  id: number;
  email: string;
  password_hash: string;
  verified: boolean;
  user_type: string;
  organization_id: number | null;
}

export async function findLoginByEmail(db: Executor, email: string): Promise<Login | undefined> {
  return sql<Login>`
    select u.id, l.email, l.password_hash, l.verified_timestamp is not null as verified, u.user_type, u.organization_id
    from logins l join users u on u.id = l.user_id where l.email = ${email.trim().toLowerCase()}`.maybeOne(db);
}

export async function findLoginById(db: Executor, userId: number): Promise<Login | undefined> {
  return sql<Login>`
    select u.id, l.email, l.password_hash, l.verified_timestamp is not null as verified, u.user_type, u.organization_id
    from logins l join users u on u.id = l.user_id where l.user_id = ${userId}`.maybeOne(db);
}

/**
 * Whether the password checked before the transaction is still current; if so, it is locked until the transaction ends.
 * A reset may have happened in between, since hashing is slow and holds no lock.
 */
export async function holdPassword(tx: Tx, login: Pick<Login, 'id' | 'password_hash'>): Promise<boolean> {
  const rows = await sql`select 1 from logins where user_id = ${login.id} and password_hash = ${login.password_hash}
    for update`.many(tx);
  return rows.length > 0;
}

/** What others know about a login's owner, which their password shouldn't contain. */
export async function findKnownTexts(db: Executor, login: Login): Promise<(string | null)[]> {
  const row = await sql<{ name: string; organization: string | null }>`
    select concat(u.first_name, ' ', u.last_name) as name, o.name as organization
    from users u left join organizations o on o.id = u.organization_id where u.id = ${login.id}`.maybeOne(db);
  return [login.email, row?.name ?? null, row?.organization ?? null];
}
