// entry: finds rows without bytes and bytes without rows; repairs them with --repair
import { repairFiles, repairSentences } from '../records/stored-files/files-repair.commands.ts';
import { proveFileStore } from '../records/stored-files/store-marker.commands.ts';
import { StartError } from '../start-error.ts';
import { withCommandDatabase } from './command-database.ts';
import { readConfig } from './config.ts';
import { createFileStore } from './create-app.ts';
import { runMain, say } from './run-main.ts';

await runMain(async () => {
  const order = readOrder(process.argv.slice(2));
  const config = readConfig();
  const store = createFileStore(config);
  try {
    const report = await withCommandDatabase(config, async (db) => {
      await proveFileStore(db, store, { alone: config.databaseUrl === undefined, readOnly: true });
      return repairFiles(db, store, order);
    });
    say(repairSentences(report, order.repair).join('\n'));
    if (report.lost.length > 0 || report.suspicious) process.exitCode = 1;
  } finally {
    await store.close();
  }
});

function readOrder(given: string[]) {
  const unknown = given.find((argument) => !['--repair', '--even-most'].includes(argument));
  if (unknown) {
    throw new StartError(`'${unknown}' is not known here. Call it alone to look, or with --repair to repair.`);
  }
  return { repair: given.includes('--repair'), evenMost: given.includes('--even-most') };
}
