import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { covers, type ErasureScope } from './erasure.queries.ts';

/** Deletes answers to forms, assigned forms and the member's files. Returns the files that nothing refers to anymore. */
export async function eraseAnswersAndFiles(tx: Tx, scope: ErasureScope): Promise<number[]> {
  const { ids } = scope;
  await sql`delete from survey_assignments t using survey_forms f
    where f.id = t.form_id and t.user_id = any(${ids}::bigint[]) and ${covers(scope, 'f.organization_id')}`.run(tx);
  const answers = await sql<{ id: number }>`
    select a.id from survey_answers a join survey_forms f on f.id = a.form_id
    where a.user_id = any(${ids}::bigint[]) and ${covers(scope, 'f.organization_id')} for update of a`.many(tx);
  const answerIds = answers.map(({ id }) => id);
  const files = await sql<{ file_id: number }>`
    with attached as (delete from survey_files where answer_id = any(${answerIds}::bigint[]) returning file_id),
    documents as (delete from member_documents d where d.member_id = any(${ids}::bigint[])
      and ${covers(scope, 'd.organization_id')} returning d.file_id)
    select file_id from attached union all select file_id from documents`.many(tx);
  await sql`update survey_assignments set answer_id = null where answer_id = any(${answerIds}::bigint[])`.run(tx);
  await sql`delete from survey_answers where id = any(${answerIds}::bigint[])`.run(tx);
  return files.map(({ file_id }) => file_id);
}
