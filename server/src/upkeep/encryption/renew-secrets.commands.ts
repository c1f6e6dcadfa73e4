import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import { sql } from '../../db/sql.ts';
import { renewSecret, SecretUnreadable } from '../../encrypted-secret.ts';
import { authenticatorPurpose } from '../../features/factors/authenticator.commands.ts';
import { pushPurpose } from '../../features/push-notifications/subscriptions.commands.ts';
import { secretPurpose } from '../../features/single-sign-on/oidc-sign-in.ts';

interface StoredSecret {
  id: number;
  value: Buffer;
}

/** Secrets of one column, by the id of the record they belong to. */
interface SecretColumn {
  name: string;
  purpose(id: number): string;
  findAfter(db: Database, id: number): Promise<StoredSecret[]>;
  /** Leaves a value alone that changed since it was read. */
  replace(db: Database, id: number, values: { old: Buffer; fresh: Buffer }): Promise<void>;
}

/** Every column with encrypted secrets. Keys are in `settings`. */
const columns: SecretColumn[] = [
  {
    name: 'authenticator app',
    purpose: authenticatorPurpose,
    findAfter: (db, id) =>
      sql<StoredSecret>`select user_id as id, secret as value from authenticators where user_id > ${id}
        order by user_id limit 500`.many(db),
    replace: (db, id, { old, fresh }) =>
      sql`update authenticators set secret = ${fresh} where user_id = ${id} and secret = ${old}`.run(db),
  },
  {
    name: 'client secret',
    purpose: secretPurpose,
    findAfter: (db, id) =>
      sql<StoredSecret>`select organization_id as id, coalesce(client_secret, '') as value from identity_providers
        where organization_id > ${id} and kind = 'oidc' and client_secret is not null
        order by organization_id limit 500`.many(db),
    replace: (db, id, { old, fresh }) =>
      sql`update identity_providers set client_secret = ${fresh}
        where organization_id = ${id} and kind = 'oidc' and client_secret = ${old}`.run(db),
  },
  {
    name: 'push subscription',
    purpose: pushPurpose,
    findAfter: (db, id) =>
      sql<StoredSecret>`select id, secret as value from push_subscriptions where id > ${id}
        order by id limit 500`.many(db),
    replace: (db, id, { old, fresh }) =>
      sql`update push_subscriptions set secret = ${fresh} where id = ${id} and secret = ${old}`.run(db),
  },
];

export interface RenewedSecrets {
  name: string;
  renewed: number;
  /** Ids of records whose secret no given key decrypts. */
  unreadable: number[];
}

/** Encrypts every secret with `key` that has another. Can be repeated and broken off. */
export async function renewSecrets(
  db: Database,
  keys: { encryptionKey: string; key: string },
): Promise<RenewedSecrets[]> {
  const results: RenewedSecrets[] = [];
  for (const column of columns) {
    const result: RenewedSecrets = { name: column.name, renewed: 0, unreadable: [] };
    for await (const secrets of inBatches(0, (after: number) => column.findAfter(db, after))) {
      for (const { id, value } of secrets) {
        try {
          const fresh = renewSecret(keys, column.purpose(id), value);
          if (!fresh) continue;
          await column.replace(db, id, { old: value, fresh });
          result.renewed++;
        } catch (error) {
          if (!(error instanceof SecretUnreadable)) throw error;
          result.unreadable.push(id);
        }
      }
    }
    results.push(result);
  }
  return results;
}
