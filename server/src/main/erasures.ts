// entry: lists erasures without identity, and applies such a list after a backup was restored

import { readFile } from 'node:fs/promises';
import { applyErasures, type Erasure, erasure, findErasures } from '../features/erasure/erasures.commands.ts';
import { StartError } from '../start-error.ts';
import { keepDerivationKey } from '../upkeep/encryption/encryption-keys.commands.ts';
import { withCommandDatabase } from './command-database.ts';
import { readConfig } from './config.ts';
import { readEncryptionKey } from './keys.ts';
import { runMain, say } from './run-main.ts';

await runMain(async () => {
  const [order, file, ...more] = process.argv.slice(2);
  if (more.length > 0 || !(order === 'list' ? file === undefined : order === 'apply' && file !== undefined)) {
    throw new StartError("Use 'list' to print all erasures, or 'apply <file>' after you restored a backup.");
  }
  const list = file === undefined ? [] : readList(await readFile(file, 'utf8'));
  const config = readConfig();
  await withCommandDatabase(config, async (db, address) => {
    if (order === 'list') {
      for (const one of await findErasures(db)) say(JSON.stringify(one));
      return;
    }
    const derivationKey = await keepDerivationKey(db, await readEncryptionKey(config, address));
    const applied = await applyErasures(db, { derivationKey }, list);
    say(`${applied} of ${list.length} erasures applied. The database knew the others, or has no such member.`);
  });
});

function readList(text: string): Erasure[] {
  try {
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => erasure.parse(JSON.parse(line)));
  } catch {
    throw new StartError("The file isn't a list of erasures. Use the output of 'list', one erasure a line.");
  }
}
