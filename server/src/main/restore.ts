// entry: restores a backup into an empty place
import { parseArgs } from 'node:util';
import { counted } from '@kinbridge/contract/shared/counted';
import type { BackupPlace } from '../outside/backups/backup-place.ts';
import { StartError } from '../start-error.ts';
import { openBackupPlace, readBackupAddress } from './backup-places.ts';
import { readConfigWith } from './config.ts';
import { type RestoreOrder, restoreInto } from './restore-into.ts';
import { runMain, say } from './run-main.ts';

await runMain(async () => {
  const order = readOrder(process.argv.slice(2));
  const { target, name: given } = readBackupAddress(order.from);
  const config = readConfigWith(target);
  const place = openBackupPlace(config.backups.target ?? { folder: process.cwd() });
  const name = given ?? (await findNewest(place));
  const from = `${place.description}/${name}`;
  say(`• Checking ${from}`);
  const restored = restoreInto(config, { ...order, from, read: () => place.read(name) });
  const { header, manifest, rows, keys, where } = await restored.finally(() => place.close());
  say(
    `✓ Restored the backup of ${header.startedTimestamp}: ${counted(rows, 'row')} in ${counted(manifest.tables.length, 'table')} and ${counted(manifest.files.count, 'file')}, compared with what the backup says.`,
  );
  say(`  ${where}`);
  if (!header.hasFiles) say('  It has no files, only the database. Copy the folder files from the old data folder.');
  if (keys.length > 0) say(`  Restored the keys ${keys.join(', ')}.`);
  else say('  It has no keys. Copy session-secret, audit-key and encryption-key, or set them, before the start.');
  say('  Members erased since that backup are back. Erase them again: npm run erasures -- apply <list>');
  if (!order.sendWaiting) {
    say('  Texts, emails and mass messages that were waiting will not be sent from here; staff can resend texts.');
  }
});

async function findNewest(place: BackupPlace): Promise<string> {
  const newest = (await place.list()).at(-1);
  if (newest) return newest.name;
  throw new StartError(`No backup was found in ${place.description}.`);
}

function readOrder(given: string[]): RestoreOrder {
  const options = {
    from: { type: 'string' },
    to: { type: 'string' },
    'send-waiting': { type: 'boolean', default: false },
    unauthenticated: { type: 'boolean', default: false },
  } as const;
  try {
    const { values } = parseArgs({ args: given, options });
    const { from, to, unauthenticated } = values;
    if (from) return { from, to, sendWaiting: values['send-waiting'], unauthenticated };
  } catch {
    // The same sentence for everything that isn't an order.
  }
  throw new StartError(
    'Say which backup to restore, such as --from /var/backups/kinbridge/20261117T101500000Z-command.kinbridge-backup, or --from s3://bucket/folder/ for the newest there. --to names an empty folder or database; --send-waiting also sends what was waiting; --unauthenticated takes a backup that is not encrypted although BACKUP_KEY is set.',
  );
}
