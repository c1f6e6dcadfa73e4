import type { SignInDomain } from '@kinbridge/contract/single-sign-on/single-sign-on.contract';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** The domain of an email address. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

export async function listDomains(db: Executor, organizationId: number): Promise<SignInDomain[]> {
  return sql<SignInDomain>`
    select domain, proven_timestamp is not null as proven, txt_record as "txtRecord" from sign_in_domains
    where organization_id = ${organizationId} order by domain`.many(db);
}

/** What a domain says about people whom this organization's provider vouches for. */
export async function findStanding(db: Executor, organizationId: number, domain: string) {
  return sql<{ proven: boolean; listed: boolean; provenElsewhere: boolean; anyProven: boolean }>`
    select coalesce(bool_or(d.domain = ${domain} and d.organization_id = ${organizationId}
        and d.proven_timestamp is not null), false) as proven,
      coalesce(bool_or(d.domain = ${domain} and d.organization_id = ${organizationId}), false) as listed,
      coalesce(bool_or(d.domain = ${domain} and d.organization_id <> ${organizationId}
        and d.proven_timestamp is not null), false) as "provenElsewhere",
      coalesce(bool_or(d.organization_id = ${organizationId} and d.proven_timestamp is not null), false) as "anyProven"
    from sign_in_domains d where d.organization_id = ${organizationId} or d.domain = ${domain}`.one(db);
}
