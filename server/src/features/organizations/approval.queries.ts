import {
  closedApprovals,
  isClosed,
  type OrganizationApproval,
} from '@kinbridge/contract/organizations/organization-approval';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../db/database.ts';

/** Whether an organization, of which a row has this name, is refused or suspended. */
export function isClosedRow(organization: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.raw(organization)}.approval in (${sql.join(closedApprovals.map((value) => sql.lit(value)))})`;
}

/** Whether any of these organizations is refused or suspended. */
export async function isAnyClosed(db: Executor, ids: number[]): Promise<boolean> {
  const { rows } = await sql<{ approval: OrganizationApproval }>`
    select approval from organizations where id = any(${ids}::bigint[])`.execute(db);
  return rows.some(({ approval }) => isClosed(approval));
}
