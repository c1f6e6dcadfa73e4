import { closedApprovals } from '@kinbridge/contract/organizations/organization-approval';
import { type RawBuilder, sql } from '../db/sql.ts';

/** Whether the organization in this row is refused or suspended. */
export function isClosedRow(organization: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.raw(organization)}.approval in (${sql.join(closedApprovals.map((value) => sql.lit(value)))})`;
}
