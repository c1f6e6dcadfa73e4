// entry: encrypts secrets with the newest key while the portal runs, or adds a key to the data folder

import { rotateKeys } from '../features/encryption/rotate-keys.ts';
import { StartError } from '../start-error.ts';
import { withCommandDatabase } from './command-database.ts';
import { readConfig } from './config.ts';
import { explained } from './database-problem.ts';
import { addStoredEncryptionKey, readEncryptionKey } from './keys.ts';
import { runMain } from './run-main.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

await runMain(async () => {
  const command = readOrder(process.argv.slice(2));
  const settings = readConfig();
  if (command === 'new-key') {
    const path = await addStoredEncryptionKey(settings);
    say(`✓ Added a key to ${path}. Restart Kinbridge, then run: npm run encryption -- rotate`);
    return;
  }
  await withCommandDatabase(settings, (db, address) =>
    explained(address.url, async () => {
      const encryptionKey = await readEncryptionKey(settings, address);
      if (!(await rotateKeys({ db, encryptionKey, say }))) process.exitCode = 1;
    }),
  );
  say('Earlier keys are needed only for backups from before. Remove them from ENCRYPTION_KEY at the next restart.');
});

function readOrder(given: string[]): 'rotate' | 'new-key' {
  const [command] = given;
  if (given.length === 1 && (command === 'rotate' || command === 'new-key')) return command;
  throw new StartError(
    "Say 'rotate' to encrypt everything with the newest key of ENCRYPTION_KEY, or 'new-key' to add a key to the data folder first.",
  );
}
