// entry: archives a month of the tables that only grow, or checks the archived files with --verify
import { counted } from '@kinbridge/contract/shared/counted';
import type { Settings } from '../config.ts';
import { directAddresses } from '../db/addresses.ts';
import { createDatabase } from '../db/database.ts';
import { createOwnerPool } from '../db/pool.ts';
import { createLog } from '../log.ts';
import { StartError } from '../start-error.ts';
import { archiveMonth } from '../upkeep/archive/archive.commands.ts';
import { type ArchiveMonth, findPieces, readMonth } from '../upkeep/archive/archive.queries.ts';
import { readPiece } from '../upkeep/archive/archive-pieces.ts';
import { withOwnerDatabase } from './command-database.ts';
import { readConfig } from './config.ts';
import { createFileStore, encryptStore } from './create-app.ts';
import { readEncryptionKey } from './keys.ts';
import { fail, runMain, say } from './run-main.ts';

await runMain(async () => {
  const month = readOrder(process.argv.slice(2));
  const config = readConfig();
  await withOwnerDatabase(config, (ownerUrl) => carryOut(config, ownerUrl, month));
});

async function carryOut(config: Settings, ownerUrl: string, month: ArchiveMonth | null): Promise<void> {
  const log = createLog('silent');
  const db = createDatabase(createOwnerPool(ownerUrl, 2, log));
  const readKey = () => readEncryptionKey(config, directAddresses(ownerUrl).pooled);
  const files = encryptStore(createFileStore(config), config, db, readKey);
  try {
    if (month) {
      const written = await archiveMonth(db, { files, log }, month);
      say(`✓ Archived ${month.name}: ${counted(written.rows, 'row')} in ${counted(written.files, 'file')}.`);
      return;
    }
    const pieces = await findPieces(db);
    for (const piece of pieces) await readPiece(files, piece).catch((error: Error) => fail(error.message));
    if (!process.exitCode) say(`✓ ${counted(pieces.length, 'archived file')} as written.`);
  } finally {
    await files.close();
    await db.destroy();
  }
}

/** The month to archive; null to verify. */
function readOrder([given, ...rest]: string[]): ArchiveMonth | null {
  const month = readMonth(given ?? '');
  if (rest.length === 0 && (month || given === '--verify')) return month;
  throw new StartError(
    "Say which month to archive, such as 2026-05, or 'before' for the rows from before there were months. --verify checks the archived files.",
  );
}
