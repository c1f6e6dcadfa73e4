// entry: encrypts secrets and files with the newest key while the portal runs, or adds a key to the data folder

import type { Settings } from '../config.ts';
import type { PooledAddress } from '../db/addresses.ts';
import type { Database } from '../db/database.ts';
import { rotateKeys } from '../features/encryption/rotate-keys.ts';
import { proveFileStore } from '../features/stored-files/store-marker.commands.ts';
import { KeyMissing, KeyServiceUnavailable } from '../outside/keys/key-service.ts';
import { StartError } from '../start-error.ts';
import { withCommandDatabase } from './command-database.ts';
import { readConfig } from './config.ts';
import { createFileStore, encryptStore } from './create-app.ts';
import { explained } from './database-problem.ts';
import { addStoredEncryptionKey, readEncryptionKey } from './keys.ts';
import { runMain } from './run-main.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

await runMain(async () => {
  const { command, clearFiles } = readOrder(process.argv.slice(2));
  const settings = readConfig();
  if (command === 'new-key') {
    const path = await addStoredEncryptionKey(settings);
    say(`✓ Added a key to ${path}. Restart Kinbridge, then run: npm run encryption -- rotate`);
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

function readOrder(given: string[]): { command: 'rotate' | 'new-key'; clearFiles: boolean } {
  const [command, ...options] = given;
  const clearFiles = command === 'rotate' && options.length === 1 && options[0] === '--encrypt-files';
  if ((command === 'rotate' || command === 'new-key') && (options.length === 0 || clearFiles)) {
    return { command, clearFiles };
  }
  throw new StartError(
    "Say 'rotate' to encrypt everything with the newest key of ENCRYPTION_KEY, with --encrypt-files also the files that are still in clear. 'new-key' adds a key to the data folder first.",
  );
}
