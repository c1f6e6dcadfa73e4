import type { FactorMethod } from '@kinbridge/contract/auth/auth.contract';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

interface Factors {
  totp: boolean;
  passkey: boolean;
  recovery: boolean;
  required: boolean;
}

/**
 * The factors that complete a sign-in; none if it is complete. An authenticator app is always asked for, a passkey only
 * of operators and if the organization requires a second factor.
 */
export async function findNeededFactors(db: Executor, userId: number): Promise<FactorMethod[]> {
  const found = await sql<Factors>`
    select exists (select from authenticators where user_id = u.id and confirm_timestamp is not null) as totp,
      exists (select from passkeys where user_id = u.id) as passkey,
      exists (select from recovery_codes where user_id = u.id and use_timestamp is null) as recovery,
      u.user_type = 'OPERATOR' or u.user_type <> 'PATIENT' and coalesce(o.require_second_factor, false) as required
    from users u left join organizations o on o.id = u.organization_id
    where u.id = ${userId} and u.second_factor`.maybeOne(db);
  if (!found || !(found.totp || found.required)) return [];
  return (['totp', 'passkey', 'recovery'] as const).filter((method) => found[method]);
}

export interface PendingSignIn {
  userId: number;
  organizationId: number | null;
}

/** A sign-in that waits for its second factor; undefined if its token is unknown, expired or used up. */
export async function findPendingSignIn(db: Executor, tokenHash: Buffer): Promise<PendingSignIn | undefined> {
  return sql<PendingSignIn>`select u.id as "userId", u.organization_id as "organizationId"
    from second_factor_tokens t join users u on u.id = t.user_id
    where t.token_hash = ${tokenHash} and t.expires_timestamp > now() and t.tries < ${maxTries}`.maybeOne(db);
}

/** How many answers a token takes. */
export const maxTries = 5;
