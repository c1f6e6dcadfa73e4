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

const columns = sql`u.id, l.email, l.password_hash, l.verified_timestamp is not null as verified, u.user_type,
  u.organization_id`;

/**
 * A sign-up whose link nobody has followed. All other unverified logins are of people whom an organization's directory,
 * or its provider, named.
 */
export const isWaitingSignUp = sql`coalesce(l.verified_timestamp is null and l.has_password
  and not exists (select from scim_people s where s.user_id = l.user_id), false)`;

/** Strangers can add claims to an address, and each password to compare, or email to send, costs something. */
const maxClaims = 5;

/** Who may know a password to this address: its owner, else the newest claims. */
export async function findLoginsWithPassword(db: Executor, email: string): Promise<Login[]> {
  return sql<Login>`select ${columns} from logins l join users u on u.id = l.user_id
    where l.email = ${email.trim().toLowerCase()} and (l.verified_timestamp is not null or l.has_password)
    order by verified desc, u.id desc limit ${maxClaims}`.many(db);
}

/** Who gets a code to this address: its owner, else the first of those whom organizations named. Waiting ones name nobody. */
export async function findLoginsToReset(db: Executor, email: string): Promise<Login[]> {
  return sql<Login>`select ${columns} from logins l join users u on u.id = l.user_id
      left join organizations o on o.id = u.organization_id
    where l.email = ${email.trim().toLowerCase()} and (l.verified_timestamp is not null
      or u.status <> 'INACTIVE' and not ${isWaitingSignUp} and o.approval is distinct from 'WAITING')
    order by verified desc, u.id limit ${maxClaims}`.many(db);
}

/** Whose mailed link to a new password this is, as long as they may still have one. */
export async function findLoginByLink(db: Executor, codeHash: Buffer): Promise<Login | undefined> {
  const reset = await sql<{ user_id: number; email: string }>`
    select r.user_id, l.email from password_resets r join logins l on l.user_id = r.user_id
    where r.code_hash = ${codeHash} and r.is_link and r.expires_timestamp > now()`.maybeOne(db);
  const logins = reset ? await findLoginsToReset(db, reset.email) : [];
  return logins.find(({ id }) => id === reset?.user_id);
}

/** The organization that named an unverified person; null for an owner. */
export async function findClaimingOrganization(db: Executor, userId: number): Promise<string | null> {
  const row = await sql<{ name: string }>`
    select o.name from logins l join users u on u.id = l.user_id join organizations o on o.id = u.organization_id
    where l.user_id = ${userId} and l.verified_timestamp is null`.maybeOne(db);
  return row?.name ?? null;
}

export async function findLoginById(db: Executor, userId: number): Promise<Login | undefined> {
  return sql<Login>`select ${columns} from logins l join users u on u.id = l.user_id
    where l.user_id = ${userId}`.maybeOne(db);
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
