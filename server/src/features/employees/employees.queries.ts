import type { UserStatus, UserType } from '@kinbridge/contract/users/user-status';
import type { User } from '@kinbridge/contract/users/users.contract';
import { isActiveAdmin, type StaffCaller } from '../../access/caller.ts';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { accountFor, asUser } from '../../records/users/users.queries.ts';
import { isWaitingSignUp } from '../auth/auth.queries.ts';

export interface LockedEmployee {
  id: number;
  status: UserStatus;
  user_type: UserType;
  email: string | null;
  verified: boolean;
  /** Their organization's directory, or its provider, named them, whether or not they have verified their address. */
  is_named: boolean;
}

/** An employee or admin of the organization, locked for the change. */
export async function lockEmployee(db: Executor, organizationId: number, id: number) {
  return sql<LockedEmployee>`
    select u.id, u.status, u.user_type, u.email, l.verified_timestamp is not null as verified,
      l.user_id is not null and not ${isWaitingSignUp} as is_named
    from users u left join logins l on l.user_id = u.id
    where u.id = ${id} and u.organization_id = ${organizationId} and u.user_type <> 'PATIENT'
    for update of u`.maybeOne(db);
}

/**
 * Locks the organization's row, so two admins who remove each other can't both succeed. The lock mode doesn't block new
 * requests, which only reference the organization. Admins whose address is a claim don't count: they may lose it.
 */
export async function lockActiveAdmins(db: Executor, organizationId: number): Promise<number[]> {
  await sql`select 1 from organizations where id = ${organizationId} for no key update`.run(db);
  const rows = await sql<{ id: number }>`
    select u.id from users u join logins l on l.user_id = u.id
    where u.organization_id = ${organizationId} and u.user_type = 'ADMIN' and u.status = 'ACTIVE'
      and l.verified_timestamp is not null order by u.id`.many(db);
  return rows.map((row) => row.id);
}

/** Staff with one of these statuses. Pending addresses are visible only to their owner. */
export async function findEmployees(db: Executor, caller: StaffCaller, statuses: UserStatus[]): Promise<User[]> {
  const { organizationId } = caller;
  const viewer = { organizationId, isAdmin: isActiveAdmin(caller) };
  const rows = await sql<{ user: User }>`
    select ((${asUser()}) - 'pendingEmail') || ${accountFor(viewer)} as "user" from users u left join logins l on l.user_id = u.id
    where u.organization_id = ${organizationId} and u.user_type <> 'PATIENT' and u.status = any(${statuses}::text[])
      and not ${isWaitingSignUp}
    order by u.id desc`.many(db);
  return rows.map((row) => row.user);
}

/** Whose address was proved to be somebody else's; null once they have a login again. */
export async function findLostClaim(db: Executor, id: number) {
  const row = await sql<{ name: string; email: string | null }>`
    select concat(first_name, ' ', last_name) as name, email from users
    where id = ${id} and not exists (select from logins l where l.user_id = users.id)`.maybeOne(db);
  return row ?? null;
}

const isPending = sql`u.user_type <> 'PATIENT' and u.status = 'PENDING' and l.verified_timestamp is not null`;

export async function countPendingEmployees(db: Executor, organizationId: number): Promise<number> {
  const { count } = await sql<{ count: number }>`
    select count(*) as count from users u join logins l on l.user_id = u.id
    where u.organization_id = ${organizationId} and ${isPending}`.one(db);
  return count;
}

/** The facts for an email to an admin; null once there is nothing to decide. */
export async function findPendingEmployee(db: Executor, id: number) {
  const row = await sql<{ name: string; email: string; organization: string }>`
    select concat(u.first_name, ' ', u.last_name) as name, l.email, o.name as organization
    from users u join logins l on l.user_id = u.id join organizations o on o.id = u.organization_id
    where u.id = ${id} and ${isPending}`.maybeOne(db);
  return row ?? null;
}
