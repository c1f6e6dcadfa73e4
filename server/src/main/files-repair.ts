// entry: finds rows without bytes and bytes without rows; repairs them with --repair

import { directAddresses } from '../db/addresses.ts';
import { createDatabase, createPool } from '../db/database.ts';
import { startEmbeddedDatabase } from '../db/embedded-database.ts';
import { repairFiles } from '../features/stored-files/files-repair.commands.ts';
import { repairSentences } from '../features/stored-files/files-repair.texts.ts';
import { proveFileStore } from '../features/stored-files/store-marker.commands.ts';
import { createLog } from '../log.ts';
import { StartError } from '../start-error.ts';
import { readConfig } from './config.ts';
import { createFileStore } from './create-app.ts';
import { runMain } from './run-main.ts';

await runMain(async () => {
  const order = readOrder(process.argv.slice(2));
  const config = readConfig();
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedDatabase({ dataDir: config.dataDir, say: () => undefined });
  const db = createDatabase(
    createPool(directAddresses(config.databaseUrl ?? embedded?.appUrl ?? '').pooled, 2, createLog('silent')),
  );
  const store = createFileStore(config);
  try {
    await proveFileStore(db, store, { alone: embedded !== null, readOnly: true });
    const report = await repairFiles(db, store, order);
    process.stdout.write(`${repairSentences(report, order.repair).join('\n')}\n`);
    if (report.lost.length > 0 || report.suspicious) process.exitCode = 1;
  } finally {
    await store.close();
    await db.destroy();
    // An adopted database belongs to a running portal.
    if (embedded && !embedded.adopted) await embedded.stop();
  }
});

function readOrder(given: string[]) {
  const unknown = given.find((argument) => !['--repair', '--even-most'].includes(argument));
  if (unknown) {
    throw new StartError(`'${unknown}' is not known here. Call it alone to look, or with --repair to repair.`);
  }
  return { repair: given.includes('--repair'), evenMost: given.includes('--even-most') };
}
