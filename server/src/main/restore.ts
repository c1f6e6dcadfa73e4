// entry: restores a backup into an empty place
import { parseArgs } from 'node:util';
import { counted } from '@kinbridge/contract/shared/counted';
import { StartError } from '../start-error.ts';
import { placeAt } from './backup-places.ts';
import { readConfig } from './config.ts';
import { type RestoreOrder, restoreInto } from './restore-into.ts';
import { runMain } from './run-main.ts';

await runMain(async () => {
  const order = readOrder(process.argv.slice(2));
  const config = readConfig();
  const { place, name } = placeAt(order.from);
  say(`• Checking ${order.from}`);
  const { header, manifest, rows, keys, where } = await restoreInto(config, { ...order, read: () => place.read(name) });
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

function readOrder(given: string[]): RestoreOrder {
  const options = {
    from: { type: 'string' },
    to: { type: 'string' },
    'send-waiting': { type: 'boolean', default: false },
  } as const;
  try {
    const { values } = parseArgs({ args: given, options });
    if (values.from) return { from: values.from, to: values.to, sendWaiting: values['send-waiting'] };
  } catch {
    // The same sentence for everything that isn't an order.
  }
  throw new StartError(
    'Say which backup to restore, such as --from /var/backups/kinbridge/20261117T101500000Z-command.kinbridge-backup. --to names an empty folder or database; --send-waiting also sends what was waiting.',
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
