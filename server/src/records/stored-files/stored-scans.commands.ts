import type { AppContext } from '../../app-context.ts';
import { type Executor, type Tx, transaction } from '../../db/database.ts';
import { addJob } from '../../db/jobs.commands.ts';
import { sql } from '../../db/sql.ts';
import { describeError } from '../../log.ts';
import { FileMissing } from '../../outside/files/file-store.ts';
import { ScannerAway, TooLargeToScan } from '../../outside/virus-scanner/virus-scans.ts';
import { record } from '../happenings/record.commands.ts';

/**
 * Scans the files that were stored while the scanner was away, until it is away again. Those whose last scan failed come
 * last, so a file that always fails doesn't hold up the others.
 */
export async function scanStoredFiles(app: AppContext, stop?: AbortSignal): Promise<void> {
  const started = new Date();
  while (app.virusScans && !stop?.aborted) {
    const file = await sql<{ id: number; storageKey: string }>`select id, storage_key as "storageKey" from files
      where scan = 'UNSCANNED' and (scan_tried_timestamp is null or scan_tried_timestamp < ${started})
      order by scan_tried_timestamp nulls first, id limit 1`.maybeOne(app.db);
    if (!file) return;
    try {
      const virus = await app.virusScans.scanStored(await app.files.read(file.storageKey), stop);
      if (virus === null) {
        await sql`update files set scan = 'CLEAN' where id = ${file.id} and scan = 'UNSCANNED'`.run(app.db);
      } else await transaction(app.db, (tx) => removeInfected(tx, file.id, virus));
    } catch (error) {
      await sql`update files set scan_tried_timestamp = clock_timestamp() where id = ${file.id}`.run(app.db);
      if (!(error instanceof TooLargeToScan || error instanceof FileMissing || error instanceof ScannerAway))
        throw error;
      app.log.warn({ fileId: file.id, error: describeError(error) }, 'a stored file could not be scanned for viruses');
      if (error instanceof ScannerAway) return;
    }
  }
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

/** What a file belongs to, as the audit log names it, and the organization that added it. */
export interface FileRecord {
  organizationId: number;
  entityType: string;
  /** Null if its form's answer hasn't arrived. */
  entityId: number | null;
}

/** A test compares these tables with the database's references to files. */
async function findFileRecords(db: Executor, fileId: number): Promise<FileRecord[]> {
  return sql<FileRecord>`
    select organization_id as "organizationId", 'user' as "entityType", member_id as "entityId"
      from member_documents where file_id = ${fileId}
    union all select organization_id, 'service-request', id from service_requests where file_id = ${fileId}
    union all select organization_id, 'service-request', service_request_id from notes where file_id = ${fileId}
    union all select o.organization_id, 'survey-answer', s.answer_id
      from survey_files s join survey_forms o on o.id = s.form_id where s.file_id = ${fileId}
    union all select organization_id, case when survey_id is null then 'member-upload' else 'survey' end,
      coalesce(survey_id, id) from member_uploads where file_id = ${fileId}
    union all select id, 'organization', id from organizations where logo_file_id = ${fileId}
    union all select organization_id, 'organization', organization_id
      from proposed_profiles where logo_file_id = ${fileId}`.many(db);
}
