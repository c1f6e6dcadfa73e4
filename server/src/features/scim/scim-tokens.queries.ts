import type { OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import type { ScimToken } from '@kinbridge/contract/scim/scim-tokens.contract';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { hashOpaqueToken } from '../../opaque-token.ts';

export async function findScimTokens(db: Executor, organizationId: number): Promise<ScimToken[]> {
  return sql<ScimToken>`
    select id, name, ${iso('create_timestamp')} as "createTimestamp",
      ${iso('last_used_timestamp')} as "lastUsedTimestamp", ${iso('expire_timestamp')} as "expireTimestamp"
    from scim_tokens where organization_id = ${organizationId} order by id desc`.many(db);
}

export interface UsedToken {
  id: number;
  organizationId: number;
  approval: OrganizationApproval;
  /** Its last use isn't recorded yet; once a minute is enough. */
  unrecorded: boolean;
}

/** The token of a directory, unless it expired. */
export async function findUsedToken(db: Executor, token: string): Promise<UsedToken | undefined> {
  return sql<UsedToken>`
    select t.id, t.organization_id as "organizationId", o.approval,
      coalesce(t.last_used_timestamp < now() - interval '1 minute', true) as unrecorded
    from scim_tokens t join organizations o on o.id = t.organization_id
    where t.token_hash = ${hashOpaqueToken(token)} and t.expire_timestamp > now()`.maybeOne(db);
}
