import { counted } from '@kinbridge/contract/shared/counted';
import type { Database } from '../../db/database.ts';
import { forgetEarlierKeys, renewDerivationKey, switchToNewestKey } from './encryption-keys.commands.ts';
import { renewSecrets } from './renew-secrets.commands.ts';

export interface Rotation {
  db: Database;
  /** All keys, the newest first. */
  encryptionKey: string;
  say: (line: string) => void;
}

/**
 * Encrypts everything with the newest key, while processes that have all keys go on working. Can be repeated, and
 * continues where it was broken off. False if something can't be read with any of the keys.
 */
export async function rotateKeys({ db, encryptionKey, say }: Rotation): Promise<boolean> {
  const { key, id } = await switchToNewestKey(db, encryptionKey);
  say(`Key ${id} encrypts from now on.`);
  const keys = { encryptionKey, key };
  await renewDerivationKey(db, keys);
  let isComplete = true;
  for (const { name, renewed, unreadable } of await renewSecrets(db, keys)) {
    say(`${counted(renewed, name)} encrypted again.`);
    if (unreadable.length === 0) continue;
    isComplete = false;
    say(`✗ ${counted(unreadable.length, name)} can't be read with these keys: ${unreadable.slice(0, 20).join(', ')}.`);
  }
  await forgetEarlierKeys(db);
  return isComplete;
}
