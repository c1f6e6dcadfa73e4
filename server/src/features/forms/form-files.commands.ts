import type { Database, Executor, Tx } from '../../db/database.ts';
import { transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import {
  dropFile,
  insertFile,
  type NamedFile,
  type StoredFile,
} from '../../records/stored-files/stored-files.commands.ts';
import { takePublicSpace } from './public-file-space.commands.ts';

/** Stores a file for a future answer; `spaceId` is its public reservation. */
export async function keepFormFile(
  tx: Tx,
  formId: number,
  file: StoredFile,
  spaceId: number | null,
): Promise<{ fileId: string; name: string }> {
  const rowId = await insertFile(tx, file);
  const { id: fileId } = await sql<{ id: string }>`
    insert into survey_files (form_id, file_id) values (${formId}, ${rowId}) returning id`.one(tx);
  if (spaceId !== null) await takePublicSpace(tx, spaceId, fileId);
  return { fileId, name: file.fileName };
}

export async function findFormFile(db: Executor, organizationId: number, answerId: number, fileId: string) {
  const row = await sql<NamedFile>`
    select f.storage_key, f.content_type, f.file_name, f.scan from survey_files s join files f on f.id = s.file_id
      join survey_forms o on o.id = s.form_id
    where s.id = ${fileId}::uuid and s.answer_id = ${answerId} and o.organization_id = ${organizationId}`.maybeOne(db);
  return row ?? null;
}

const purgeBatchSize = 200;

/**
 * Removes files without an answer: public ones after an hour, staff's after a day. A file an answer is about to use is
 * locked and stays; a later answer is told it was removed.
 */
export async function purgeOrphanedFormFiles(db: Database): Promise<void> {
  for (let count = purgeBatchSize; count === purgeBatchSize; ) {
    count = await transaction(db, async (tx) => {
      const rows = await sql<{ file_id: number }>`
        delete from survey_files where id in (
          select s.id from survey_files s where s.answer_id is null and s.create_timestamp < now() - interval '1 hour'
            and (s.create_timestamp < now() - interval '1 day'
              or exists (select from public_file_space p where p.survey_file_id = s.id))
          order by s.create_timestamp limit ${purgeBatchSize} for update of s skip locked)
        returning file_id`.many(tx);
      for (const { file_id } of rows) await dropFile(tx, file_id);
      return rows.length;
    });
  }
  // Left by a process that died while storing the bytes.
  await sql`delete from public_file_space where survey_file_id is null
    and create_timestamp < now() - interval '1 hour'`.run(db);
}
