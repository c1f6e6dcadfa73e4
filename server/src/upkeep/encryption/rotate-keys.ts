import { counted, inNumbers } from '@kinbridge/contract/shared/counted';
import type { Database } from '../../db/database.ts';
import type { FileStore } from '../../outside/files/file-store.ts';
import { encryptClearFiles } from '../../records/stored-files/encrypt-files.commands.ts';
import { currentKeyId, type Keyring, renewFileKeys } from '../../records/stored-files/file-keys.commands.ts';
import { forgetEarlierKeys, renewSettings, switchToNewestKey } from './encryption-keys.commands.ts';
import { renewSecrets } from './renew-secrets.commands.ts';

export interface Rotation {
  db: Database;
  /** All keys, the newest first. */
  encryptionKey: string;
  keyring: Keyring;
  /** Encrypts files that are still in clear, if given. */
  clearFiles: FileStore | null;
  say: (line: string) => void;
}

/**
 * Encrypts everything with the newest key, while processes that have all keys go on working. Can be repeated, and
 * continues where it was broken off. False if something can't be read with any of the keys.
 */
export async function rotateKeys({ db, encryptionKey, keyring, clearFiles, say }: Rotation): Promise<boolean> {
  const { key, id } = await switchToNewestKey(db, encryptionKey);
  say(`Key ${id} encrypts from now on.`);
  const keys = { encryptionKey, key };
  await renewSettings(db, keys);
  let isComplete = true;
  const report = (name: string, ids: (number | string)[], problem: string) => {
    if (ids.length === 0) return;
    isComplete = false;
    say(`✗ ${counted(ids.length, name)} ${problem}: ${ids.slice(0, 20).join(', ')}.`);
  };
  for (const { name, renewed, unreadable } of await renewSecrets(db, keys)) {
    say(`${counted(renewed, name)} encrypted again.`);
    report(name, unreadable, "can't be read with these keys");
  }
  const fileKeys = await renewFileKeys(db, keyring, await currentKeyId(db, keyring), (done) =>
    say(`… ${inNumbers(done)} keys of files`),
  );
  say(`${counted(fileKeys.renewed, 'key of a file', 'keys of files')} encrypted again.`);
  report('file', fileKeys.unreadable, "can't be read with these keys");
  await forgetEarlierKeys(db, id);
  if (clearFiles) {
    const { encrypted, damaged } = await encryptClearFiles(db, clearFiles, (done) => say(`… ${inNumbers(done)} files`));
    say(`${counted(encrypted, 'file')} encrypted that ${encrypted === 1 ? 'was' : 'were'} stored in clear.`);
    report('file', damaged, 'lost or changed in the store, see files-repair');
  }
  return isComplete;
}
