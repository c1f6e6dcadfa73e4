import { commandCaller } from '../../access/caller.ts';
import { type Database, type Executor, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { encryptionKeySetting } from '../../encrypted-secret.ts';
import { samlKeySetting } from '../../features/single-sign-on/saml-key-pair.commands.ts';
import { transitPrefix } from '../../outside/keys/transit-key-service.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { earlierSetting } from './encryption-keys.commands.ts';

/** What can't be read without the key: everything that is encrypted, apart from what a key service encrypted. */
export interface Unreadable {
  authenticators: number;
  clientSecrets: number;
  files: number;
}

export async function countUnreadable(db: Executor): Promise<Unreadable> {
  return sql<Unreadable>`select (select count(*)::integer from authenticators) as authenticators,
    (select count(*)::integer from identity_providers where client_secret is not null) as "clientSecrets",
    (select count(*)::integer from file_keys where not starts_with(key_id, ${transitPrefix})) as files`.one(db);
}

/** Lets the next start use another key. What the lost one encrypted stays as it is, and unreadable. */
export async function forgetLostKey(db: Database): Promise<void> {
  await transaction(db, async (tx) => {
    const detail = await countUnreadable(tx);
    // Another key pair for SAML is made when it is needed.
    await sql`delete from settings where name in (${encryptionKeySetting}, ${earlierSetting}, ${samlKeySetting})`.run(
      tx,
    );
    const what = { action: 'encryption.lost-key', entityId: null, detail: { ...detail } } as const;
    await record(tx, { caller: commandCaller, ...what });
  });
}
