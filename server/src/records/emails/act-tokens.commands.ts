import type { Config } from '../../config.ts';
import type { Executor, Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { hashOpaqueToken, mintOpaqueToken } from '../../opaque-token.ts';

/** One employee, and the one record that the link lets them act on. */
export type ActTarget = { userId: number } & ({ serviceRequestId: number } | { serviceId: number });

/**
 * A token for links in an email, valid for 7 days. Created when the email is written, so that only the email has it: the
 * database keeps its hash.
 */
export async function createActToken(db: Executor, target: ActTarget): Promise<string> {
  const token = mintOpaqueToken();
  const { serviceRequestId = null, serviceId = null } = target as { serviceRequestId?: number; serviceId?: number };
  await sql`insert into act_tokens (token_hash, user_id, service_request_id, service_id, expire_timestamp)
    values (${hashOpaqueToken(token)}, ${target.userId}, ${serviceRequestId}, ${serviceId}, now() + interval '7 days')`.run(
    db,
  );
  return token;
}

/** Links that were mailed to a person stay dead, also if the person becomes active again. */
export async function expireActTokens(tx: Tx, userId: number): Promise<void> {
  await sql`update act_tokens set expire_timestamp = least(expire_timestamp, now()) where user_id = ${userId}`.run(tx);
}

/** Where the token's link leads. `decline` opens the page at the reasons. */
export function actUrl(config: Pick<Config, 'publicUrl'>, token: string, action?: 'decline'): string {
  return `${config.publicUrl}/act/${token}${action ? `?action=${action}` : ''}`;
}
