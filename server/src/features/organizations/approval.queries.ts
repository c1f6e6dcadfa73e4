import type { OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import { isClosedRow } from '../../access/unapproved-organization.queries.ts';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** The name of a refused or suspended organization among these, or null. */
export async function findClosedAmong(db: Executor, ids: number[]): Promise<string | null> {
  const row = await sql<{ name: string }>`
    select o.name from organizations o where o.id = any(${ids}::bigint[]) and ${isClosedRow('o')} limit 1`.maybeOne(db);
  return row?.name ?? null;
}

/** An organization's approval, locked for the decision. */
export async function lockApproval(db: Executor, id: number) {
  return sql<{
    name: string;
    approval: OrganizationApproval;
    verified: boolean;
    approvedBefore: boolean;
    updated: Date;
  }>`
    select name, approval, verified_timestamp is not null as verified, approved_timestamp is not null as "approvedBefore",
      update_timestamp as updated
    from organizations where id = ${id} for no key update`.maybeOne(db);
}

/** The facts for an approval email; null for a deleted organization. */
export async function findApproval(db: Executor, id: number) {
  const row = await sql<{ name: string; approval: OrganizationApproval; reason: string | null }>`
    select name, approval, approval_reason as reason from organizations where id = ${id}`.maybeOne(db);
  return row ?? null;
}
