import type { Executor } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';

/** Whether an organization's DNS proves the domain of an address. Then its directory and its provider speak for it. */
export function isProven(organizationId: RawBuilder<unknown>, email: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from sign_in_domains d where d.organization_id = ${organizationId}
    and d.domain = substring(${email} from '[^@]*$') and d.proven_timestamp is not null)`;
}

export async function isInProvenDomain(db: Executor, organizationId: number, email: string): Promise<boolean> {
  const proven = isProven(sql`${organizationId}::bigint`, sql`lower(${email}::text)`);
  return (await sql<{ proven: boolean }>`select ${proven} as proven`.one(db)).proven;
}
