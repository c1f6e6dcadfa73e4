import type { OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** The state of an organization's registration, locked until the sign-up is done. */
export async function findRegistration(db: Executor, organizationId: number) {
  return sql<{ verified: boolean; approval: OrganizationApproval }>`
    select verified_timestamp is not null as verified, approval from organizations where id = ${organizationId}
    for update`.maybeOne(db);
}

export async function findOrganizationName(db: Executor, id: number): Promise<string | null> {
  const row = await sql<{ name: string }>`select name from organizations where id = ${id}`.maybeOne(db);
  return row?.name ?? null;
}
