// entry: lists erasures without identity, and applies such a list after a backup was restored

import { readFile } from 'node:fs/promises';
import { applyErasures, type Erasure, findErasures } from '../features/erasure/erasures.commands.ts';
import { StartError } from '../start-error.ts';
import { withCommandDatabase } from './command-database.ts';
import { readConfig } from './config.ts';
import { runMain } from './run-main.ts';

await runMain(async () => {
  const [order, file, ...more] = process.argv.slice(2);
  if (more.length > 0 || !(order === 'list' ? file === undefined : order === 'apply' && file !== undefined)) {
    throw new StartError("Use 'list' to print all erasures, or 'apply <file>' after you restored a backup.");
  }
  const list = file === undefined ? [] : readList(await readFile(file, 'utf8'));
  await withCommandDatabase(readConfig(), async (db) => {
    if (order === 'list') {
      for (const erasure of await findErasures(db)) process.stdout.write(`${JSON.stringify(erasure)}\n`);
      return;
    }
    const applied = await applyErasures(db, list);
    process.stdout.write(`${applied} of ${list.length} erasures applied. The others were already in the database.\n`);
  });
});

function readList(text: string): Erasure[] {
  try {
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line));
  } catch {
    throw new StartError("The file isn't a list of erasures. Use the output of 'list', one erasure a line.");
  }
}
