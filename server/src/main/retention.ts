// entry: lists what the daily retention run will delete; deletes nothing

import { StartError } from '../start-error.ts';
import { dueLines, listDue } from '../upkeep/retention/retention.ts';
import { withCommandDatabase } from './command-database.ts';
import { readConfig } from './config.ts';
import { explained } from './database-problem.ts';
import { runMain, say } from './run-main.ts';

await runMain(async () => {
  const [command, ...more] = process.argv.slice(2);
  if (command !== 'list' || more.length > 0) {
    throw new StartError("Say 'list' to see what the next run deletes. The worker runs it every day at 03:37 UTC.");
  }
  const config = readConfig();
  await withCommandDatabase(config, (db, { url }) =>
    explained(url, async () => say(dueLines(await listDue(db, config), config).join('\n'))),
  );
});
