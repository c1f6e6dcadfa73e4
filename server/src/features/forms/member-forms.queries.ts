import type { formCalls } from '@kinbridge/contract/forms/forms.contract';
import type { CallOutput } from '@kinbridge/contract/shared/call';
import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';

type MemberForm = CallOutput<(typeof formCalls)['GET /v1/users/{id}/surveys']>[number];

/**
 * Forms assigned to a member, and unassigned answers, newest first. The member sees all, an organization only its own
 * forms. Answered forms are in the answered version.
 */
export async function findMemberForms(
  db: Executor,
  memberId: number,
  organizationId: number | null,
): Promise<MemberForm[]> {
  const own = organizationId === null ? sql`true` : sql`f.organization_id = ${organizationId}`;
  const rows = await sql<{ entry: MemberForm }>`
    with given as (
      select g.id, g.form_id, coalesce(a.survey_id, g.survey_id) as survey_id, g.create_timestamp, g.answer_id
      from survey_assignments g left join survey_answers a on a.id = g.answer_id where g.user_id = ${memberId}
      union all
      select null, a.form_id, a.survey_id, a.create_timestamp, a.id from survey_answers a
      where a.user_id = ${memberId} and not exists (select from survey_assignments g where g.answer_id = a.id)
    )
    select json_build_object('id', g.id, 'surveyId', s.id, 'title', s.title, 'version', s.version,
      'createTimestamp', ${iso('g.create_timestamp')}, 'answerId', g.answer_id) as entry
    from given g join surveys s on s.id = g.survey_id join survey_forms f on f.id = g.form_id
    where ${own} order by g.create_timestamp desc, g.id desc nulls last, g.answer_id desc`.many(db);
  return rows.map((row) => row.entry);
}
