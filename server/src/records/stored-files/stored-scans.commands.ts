import type { AppContext } from '../../app-context.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { addJob } from '../../db/jobs.commands.ts';
import { sql } from '../../db/sql.ts';
import { describeError } from '../../log.ts';
import { FileMissing } from '../../outside/files/file-store.ts';
import { ScannerAway, TooLargeToScan } from '../../outside/virus-scanner/virus-scanner.ts';
import { record } from '../happenings/record.commands.ts';
import { findFileRecords } from './file-records.queries.ts';

interface UnscannedFile {
  id: number;
  storageKey: string;
}

/**
 * Scans the files that were stored while the scanner was away, until it is away again. Those whose last scan failed come
 * last, so a file that always fails doesn't hold up the others.
 */
export async function scanStoredFiles(app: AppContext, stop?: AbortSignal): Promise<void> {
  const started = new Date();
  while (app.virusScans && !stop?.aborted) {
    const file = await sql<UnscannedFile>`select id, storage_key as "storageKey" from files
      where scan = 'UNSCANNED' and (scan_tried_timestamp is null or scan_tried_timestamp < ${started})
      order by scan_tried_timestamp nulls first, id limit 1`.maybeOne(app.db);
    if (!file) return;
    try {
      const virus = await app.virusScans.scanStored(await app.files.read(file.storageKey), stop);
      if (virus === null) await markClean(app, file);
      else await transaction(app.db, (tx) => removeInfected(tx, file.id, virus));
    } catch (error) {
      await sql`update files set scan_tried_timestamp = clock_timestamp() where id = ${file.id}`.run(app.db);
      if (!(error instanceof TooLargeToScan || error instanceof FileMissing || error instanceof ScannerAway))
        throw error;
      app.log.warn({ fileId: file.id, error: describeError(error) }, 'a stored file could not be scanned for viruses');
      if (error instanceof ScannerAway) return;
    }
  }
}

async function markClean({ db }: AppContext, { id }: UnscannedFile): Promise<void> {
  await sql`update files set scan = 'CLEAN' where id = ${id} and scan = 'UNSCANNED'`.run(db);
}

/** The row stays, so people learn what became of their file. */
async function removeInfected(tx: Tx, id: number, virus: string): Promise<void> {
  const row = await sql<{
    storageKey: string;
  }>`update files set scan = 'INFECTED' where id = ${id} and scan = 'UNSCANNED'
    returning storage_key as "storageKey"`.maybeOne(tx);
  if (!row) return;
  for (const about of await findFileRecords(tx, id)) {
    await record(tx, { caller: null, ...about, action: 'file.infected', detail: { virus, fileId: id } });
  }
  await addJob(tx, 'remove-file', { storageKey: row.storageKey });
}
