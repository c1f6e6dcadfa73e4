import { type Caller, isActiveStaff } from '../../access/caller.ts';
import { forbidden, notFound } from '../../app-error.ts';
import type { Executor } from '../../db/database.ts';
import { seesMember } from './members.queries.ts';

/** Throws unless the organization sees the member. */
export async function requireMember(db: Executor, organizationId: number, memberId: number): Promise<void> {
  if (!(await seesMember(db, organizationId, memberId))) throw notFound('member');
}

/** Whose records of a person the caller may read: an organization's, or all of them (null) for the person. */
export async function requireReader(db: Executor, caller: Caller, memberId: number): Promise<number | null> {
  if (caller.userId === memberId) return null;
  if (!isActiveStaff(caller)) throw forbidden();
  await requireMember(db, caller.organizationId, memberId);
  return caller.organizationId;
}
