import type { Passkey, PasskeyTransport } from '@kinbridge/contract/factors/passkeys.contract';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

export async function listPasskeys(db: Executor, userId: number): Promise<Passkey[]> {
  const rows = await sql<ListedPasskey>`select ${listedColumns} from passkeys
    where user_id = ${userId} order by id desc`.many(db);
  return rows.map(toPasskey);
}

export interface ListedPasskey {
  id: number;
  name: string;
  createTimestamp: Date;
  lastUsedTimestamp: Date | null;
}

export const listedColumns = sql`id, name, create_timestamp as "createTimestamp",
  last_used_timestamp as "lastUsedTimestamp"`;

export function toPasskey({ createTimestamp, lastUsedTimestamp, ...row }: ListedPasskey): Passkey {
  return {
    ...row,
    createTimestamp: createTimestamp.toISOString(),
    lastUsedTimestamp: lastUsedTimestamp?.toISOString() ?? null,
  };
}

/** How browsers are told which passkeys a person has. */
export async function listDescriptors(db: Executor, userId: number) {
  const rows = await sql<{ credential_id: Buffer; transports: string[] }>`
    select credential_id, transports from passkeys where user_id = ${userId} order by id`.many(db);
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id.toString('base64url'),
    type: 'public-key' as const,
    transports: transports as PasskeyTransport[],
  }));
}

export interface PasskeyRow {
  id: number;
  user_id: number;
  organization_id: number | null;
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
}

export async function findPasskey(db: Executor, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return sql<PasskeyRow>`
    select p.id, p.user_id, u.organization_id, p.credential_id, p.public_key, p.counter
    from passkeys p join users u on u.id = p.user_id where p.credential_id = ${credentialId}`.maybeOne(db);
}
