// entry: takes a backup of the database and the files
import { parseArgs } from 'node:util';
import { counted } from '@kinbridge/contract/shared/counted';
import { backupName } from '../outside/backups/backup-place.ts';
import { reasonOf, StartError } from '../start-error.ts';
import { takeBackup } from '../upkeep/backups/backups.commands.ts';
import { keysToBackUp, openBackupPlace, readBackupAddress, readVersion, runScheduledBackup } from './backup-places.ts';
import { withOwnerDatabase } from './command-database.ts';
import { readConfigWith } from './config.ts';
import { createFileStore } from './create-app.ts';
import { runMain, say } from './run-main.ts';

await runMain(async () => {
  const { to, scheduled } = readOrder(process.argv.slice(2));
  if (scheduled) return runOnSchedule();
  const { target, name = backupName('command') } = to ? { ...readBackupAddress(to) } : {};
  const config = readConfigWith(target);
  if (config.backups.target === null) {
    throw new StartError('Say where to, such as --to /var/backups/kinbridge, or set BACKUP_TARGET.');
  }
  const files = createFileStore(config);
  const place = openBackupPlace(config.backups.target);
  try {
    const taken = await withOwnerDatabase(config, async (ownerUrl) =>
      takeBackup({
        ownerUrl,
        files,
        version: await readVersion(config.root),
        keys: await keysToBackUp(config),
        reason: 'command',
        place,
        name,
        backupKey: config.backups.key,
      }),
    ).catch((error: unknown) => {
      if (error instanceof StartError) throw error;
      throw new StartError(`The backup failed, and nothing was kept: ${reasonOf(error)}.`);
    });
    const { rows, files: stored, bytes, missing } = taken;
    say(`✓ Backed up ${counted(rows, 'row')} and ${counted(stored, 'file')} in ${counted(bytes, 'byte')}:`);
    say(`  ${place.description}/${name}`);
    if (missing > 0) say(`  ${counted(missing, 'file')} had no contents anymore. files-repair says which.`);
    if (config.backups.key === undefined) {
      say('  It is not encrypted, and does not hold the keys in the data folder. Set BACKUP_KEY for both.');
    }
  } finally {
    await files.close();
    await place.close();
  }
});

/** For a timer of yours: what a worker with the owner's address does by itself. */
async function runOnSchedule(): Promise<void> {
  const config = readConfigWith(undefined);
  if (config.backups.target === null) throw new StartError('Set BACKUP_TARGET, where scheduled backups go.');
  const taken = await withOwnerDatabase(config, (ownerUrl) => runScheduledBackup(config, ownerUrl)).catch(
    (error: unknown) => {
      throw new StartError(`The backup failed, and nothing was kept: ${reasonOf(error)}.`);
    },
  );
  say(taken ? `✓ Backed up: ${taken.name}` : 'No backup is due.');
  if (taken?.testProblem) throw new StartError(`Its restore test failed: ${taken.testProblem}`);
}

function readOrder(given: string[]): { to?: string; scheduled?: boolean } {
  try {
    const options = { to: { type: 'string' }, scheduled: { type: 'boolean' } } as const;
    const { values } = parseArgs({ args: given, options });
    if (values.to !== undefined && values.scheduled) throw new Error('one of them');
    return values;
  } catch {
    throw new StartError(
      'Only --to is known here, with a folder or a file, such as --to /var/backups/kinbridge, or --scheduled alone.',
    );
  }
}
