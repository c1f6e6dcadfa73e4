// entry: encrypts secrets and files with the newest key while the portal runs, adds a key, or goes on after one was lost

import { counted } from '@kinbridge/contract/shared/counted';
import type { Settings } from '../config.ts';
import type { PooledAddress } from '../db/addresses.ts';
import type { Database } from '../db/database.ts';
import { KeyMissing, KeyServiceUnavailable } from '../outside/keys/key-service.ts';
import { proveFileStore } from '../records/stored-files/store-marker.commands.ts';
import { StartError } from '../start-error.ts';
import { countUnreadable, forgetLostKey } from '../upkeep/encryption/encryption-keys.commands.ts';
import { rotateKeys } from '../upkeep/encryption/rotate-keys.ts';
import { withCommandDatabase } from './command-database.ts';
import { readConfig } from './config.ts';
import { createFileStore, encryptStore } from './create-app.ts';
import { explained } from './database-problem.ts';
import { addStoredEncryptionKey, readEncryptionKey } from './keys.ts';
import { runMain, say } from './run-main.ts';

await runMain(async () => {
  const { command, option } = readOrder(process.argv.slice(2));
  const clearFiles = option === '--encrypt-files';
  const settings = readConfig();
  if (command === 'new-key') {
    const path = await addStoredEncryptionKey(settings);
    say(`✓ Added a key to ${path}. Restart Kinbridge, then run: npm run encryption -- rotate`);
    return;
  }
  if (command === 'lost-key') {
    await withCommandDatabase(settings, (db, address) =>
      explained(address.url, () => goOnWithoutKey(settings, { db, address, accepted: option === '--accept-loss' })),
    );
    return;
  }
  if (clearFiles && !settings.fileEncryption) {
    throw new StartError('Set FILE_ENCRYPTION=1 and restart Kinbridge first: otherwise new files stay in clear.');
  }
  await withCommandDatabase(settings, (db, address) =>
    explained(address.url, () => rotate(settings, { db, address, clearFiles })),
  );
});

async function rotate(
  settings: Settings,
  { db, address, clearFiles }: { db: Database; address: PooledAddress; clearFiles: boolean },
): Promise<void> {
  const encryptionKey = await readEncryptionKey(settings, address);
  const files = encryptStore(createFileStore(settings), settings, db, async () => encryptionKey);
  try {
    if (clearFiles) await proveFileStore(db, files, { alone: settings.databaseUrl === undefined, readOnly: true });
    const order = { db, encryptionKey, keyring: files.encryption, clearFiles: clearFiles ? files : null, say };
    if (!(await rotateKeys(order))) process.exitCode = 1;
    say('Earlier keys are needed only for backups from before. Remove them from ENCRYPTION_KEY at the next restart.');
  } catch (error) {
    if (!(error instanceof KeyMissing) && !(error instanceof KeyServiceUnavailable)) throw error;
    throw new StartError(`${error.message} Run it again to continue.`);
  } finally {
    await files.close();
  }
}

/** Lets Kinbridge start with another key, if the one that it was used with can't be found anymore. */
async function goOnWithoutKey(
  settings: Settings,
  { db, address, accepted }: { db: Database; address: PooledAddress; accepted: boolean },
): Promise<void> {
  const isThere = await readEncryptionKey(settings, address).then(
    () => true,
    (error: unknown) => {
      if (error instanceof StartError) return false;
      throw error;
    },
  );
  if (isThere) throw new StartError("The encryption key isn't lost: Kinbridge can start with the one it has.");
  const { authenticators, clientSecrets, files } = await countUnreadable(db);
  const lost = [
    counted(authenticators, 'authenticator app'),
    counted(clientSecrets, 'client secret'),
    counted(files, 'encrypted file'),
  ].join(', ');
  if (!accepted) {
    throw new StartError(
      `Without the key, these can't be read anymore: ${lost}. Nothing was changed. Look for the key in your backups first. To go on without it, add --accept-loss.`,
    );
  }
  await forgetLostKey(db);
  say(
    `✓ The next start can use another key. Can't be read anymore: ${lost}. If the key is found, see docs/OPERATIONS.md.`,
  );
}

type Command = 'rotate' | 'new-key' | 'lost-key';

function readOrder([command = '', option, ...more]: string[]): { command: Command; option: string | undefined } {
  const options = { rotate: '--encrypt-files', 'new-key': undefined, 'lost-key': '--accept-loss' };
  const isCommand = (text: string): text is Command => Object.hasOwn(options, text);
  if (isCommand(command) && more.length === 0 && (option === undefined || option === options[command])) {
    return { command, option };
  }
  throw new StartError(
    "Say 'rotate' to encrypt everything with the newest key of ENCRYPTION_KEY, with --encrypt-files also the files that are still in clear. 'new-key' adds a key to the data folder first. 'lost-key' lets Kinbridge start after the key was lost.",
  );
}
