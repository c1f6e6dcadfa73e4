import { createHmac, randomUUID } from 'node:crypto';
import type { StaffCaller } from '../../access/caller.ts';
import { AppError, notFound } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import { type Database, type Executor, type Tx, transaction } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { hashOpaqueToken } from '../../opaque-token.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { findScimTokens } from './scim-tokens.queries.ts';

/** Enough to change from one to the next, for several directories. */
const maxTokens = 20;

/** Derived from the nonce, so that a repeated call answers the same token and no table has it. */
export function scimTokenOf({ secret }: Pick<Config, 'secret'>, nonce: string): string {
  return createHmac('sha256', secret).update(`scim token ${nonce}`).digest('base64url');
}

interface CreatedToken {
  id: number;
  nonce: string;
  name: string | null;
  createTimestamp: string;
  expireTimestamp: string;
}

interface NewToken {
  name?: string | null | undefined;
  expireDays: number;
}

export async function createScimToken(
  tx: Tx,
  config: Config,
  caller: StaffCaller,
  { name = null, expireDays }: NewToken,
): Promise<CreatedToken> {
  const { organizationId, userId } = caller;
  await sql`select 1 from organizations where id = ${organizationId} for no key update`.run(tx);
  if ((await findScimTokens(tx, organizationId)).length >= maxTokens) {
    throw new AppError('conflict', `An organization can have ${maxTokens} tokens. Delete one you don't use.`);
  }
  const nonce = randomUUID();
  const created = await sql<Omit<CreatedToken, 'nonce'>>`
    insert into scim_tokens (organization_id, token_hash, created_by, name, expire_timestamp)
    values (${organizationId}, ${hashOpaqueToken(scimTokenOf(config, nonce))}, ${userId}, ${name},
      now() + make_interval(days => ${expireDays}))
    returning id, name, ${iso('create_timestamp')} as "createTimestamp",
      ${iso('expire_timestamp')} as "expireTimestamp"`.one(tx);
  const detail = { tokenId: created.id };
  await record(tx, { caller, action: 'scim-token.create', entityId: caller.organizationId, detail });
  return { ...created, nonce };
}

export function deleteScimToken(db: Database, caller: StaffCaller, id: number): Promise<void> {
  return transaction(db, async (tx) => {
    const deleted = await sql`delete from scim_tokens
      where id = ${id} and organization_id = ${caller.organizationId} returning 1`.maybeOne(tx);
    if (!deleted) throw notFound('token');
    await record(tx, { caller, action: 'scim-token.delete', entityId: caller.organizationId, detail: { tokenId: id } });
  });
}

export async function recordTokenUse(db: Executor, id: number): Promise<void> {
  await sql`update scim_tokens set last_used_timestamp = now() where id = ${id}`.run(db);
}
