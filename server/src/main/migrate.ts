// entry: migrates the database and exits
import { readConfig } from './config.ts';
import { prepareDatabase } from './prepare-database.ts';
import { runMain, say } from './run-main.ts';

await runMain(async () => {
  const database = await prepareDatabase(readConfig(), say);
  say(database.applied.length > 0 ? `Migrated: ${database.applied.join(', ')}` : 'The database is up to date.');
  await database.stop();
});
