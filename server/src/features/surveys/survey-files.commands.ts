import { sql } from 'kysely';
import type { Database, Executor, Tx } from '../../db/database.ts';
import { transaction } from '../../db/database.ts';
import { dropFile, insertFile, type StoredFile } from '../files/files.commands.ts';

/** Keeps a file for an answer that is still to come. */
export async function keepSurveyFile(
  tx: Tx,
  formId: number,
  file: StoredFile,
): Promise<{ fileId: string; name: string }> {
  const rowId = await insertFile(tx, file);
  const { rows } = await sql<{ id: string }>`
    insert into survey_files (form_id, file_id) values (${formId}, ${rowId}) returning id`.execute(tx);
  return { fileId: rows[0]?.id ?? '', name: file.fileName };
}

export async function findSurveyFile(db: Executor, organizationId: number, answerId: number, fileId: string) {
  const { rows } = await sql<{ storage_key: string; content_type: string; file_name: string }>`
    select f.storage_key, f.content_type, f.file_name from survey_files s join files f on f.id = s.file_id
      join survey_forms o on o.id = s.form_id
    where s.id = ${fileId}::uuid and s.answer_id = ${answerId} and o.organization_id = ${organizationId}`.execute(db);
  return rows[0] ?? null;
}

/** Files that no answer came for within a day: somebody began a form and did not send it. */
export async function purgeOrphanedSurveyFiles(db: Database): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await sql<{ file_id: number }>`
      delete from survey_files where answer_id is null and create_timestamp < now() - interval '1 day'
      returning file_id`.execute(tx);
    for (const { file_id } of rows) await dropFile(tx, file_id);
  });
}
