import type { Submission } from '@kinbridge/contract/forms/form-answers.contract';
import type { SortBy } from '@kinbridge/contract/shared/paging';
import type { Executor } from '../../db/database.ts';
import { type DayPeriod, withinPeriod, zoneOf } from '../../db/day-period.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { containing, wordsIn } from '../members/search-keys.queries.ts';

const answerFields = sql`'id', a.id, 'surveyId', a.survey_id, 'version', s.version, 'data', a.data, 'userId', a.user_id,
  'createTimestamp', ${iso('a.create_timestamp')}`;
const submissionJson = sql<Submission>`json_build_object(${answerFields}, 'user', case when u.id is null then null
  else json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name) end,
  'pausedServices', case when a.paused_service_ids is null then '[]'::json else (
    select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.id) from services p
    where p.id = any(a.paused_service_ids)) end)`;
const answerJoins = sql`join surveys s on s.id = a.survey_id left join users u on u.id = a.user_id`;

type SortField = 'createTimestamp' | 'id' | 'version' | 'lastName';

const sortColumns: Record<SortField, RawBuilder<unknown>> = {
  createTimestamp: sql`a.create_timestamp`,
  id: sql`a.id`,
  version: sql`s.version`,
  lastName: sql`u.last_name collate person_names`,
};

export interface AnswerSearch extends DayPeriod {
  organizationId: number;
  formId: number;
  search?: string | undefined;
}

/** The filter for answers, also for exports and figures. */
export function answerCondition({ organizationId, formId, search, ...period }: AnswerSearch) {
  return sql.join(
    [
      sql`a.form_id = ${formId}`,
      withinPeriod('a.create_timestamp', zoneOf(organizationId), period),
      ...wordsIn(search?.toLowerCase()).map((word) => sql`a.search like ${containing(word)}`),
    ],
    sql` and `,
  );
}

/** A page of submissions with the total, as JSON text in one round trip, and the ids it shows. */
export async function findSubmissionPage(
  db: Executor,
  search: AnswerSearch,
  { page, size, sort }: { page: number; size: number; sort: SortBy<SortField> },
): Promise<{ page: string; ids: number[] }> {
  const direction = sql.raw(sort.descending ? 'desc nulls last' : 'asc nulls last');
  const order = sql`${sortColumns[sort.field]} ${direction}, a.id desc`;
  const where = answerCondition(search);
  // Join all matches only if the order depends on another table.
  const joins = sort.field === 'version' || sort.field === 'lastName' ? answerJoins : sql``;
  return sql<{ page: string; ids: number[] }>`
    with page as (
      select a.id, row_number() over (order by ${order}) as place from survey_answers a ${joins} where ${where}
      order by ${order} limit ${size} offset ${page * size}
    ), total as (select count(*) as n from survey_answers a where ${where})
    select json_build_object(
      'content', coalesce((select json_agg(${submissionJson} order by page.place)
        from page join survey_answers a on a.id = page.id ${answerJoins}), '[]'::json),
      'totalElements', total.n, 'totalPages', ceil(total.n::numeric / ${size}::integer), 'size', ${size}::integer,
      'number', ${page}::integer)::text as page,
      coalesce((select json_agg(page.id order by page.place) from page), '[]'::json) as ids
    from total`.one(db);
}

/** The plain list: newest first, at most 1,000, as JSON text with the total, and the ids it shows. */
export async function findSubmissionList(
  db: Executor,
  search: AnswerSearch,
): Promise<{ list: string; ids: number[]; total: number }> {
  const where = answerCondition(search);
  return sql<{ list: string; ids: number[]; total: number }>`
    with listed as (select * from survey_answers a where ${where} order by a.create_timestamp desc, a.id desc limit 1000)
    select coalesce((select json_agg(${submissionJson} order by a.create_timestamp desc, a.id desc)
        from listed a ${answerJoins}), '[]'::json)::text as list,
      coalesce((select json_agg(a.id order by a.create_timestamp desc, a.id desc) from listed a), '[]'::json) as ids,
      (select count(*) from survey_answers a where ${where}) as total`.one(db);
}

export interface ExportedSubmission extends Submission {
  /** The submission time in the organization's time zone. */
  submittedAt: string;
}

/** The next submissions after this one, in list order. */
export async function findSubmissionsBelow(
  db: Executor,
  search: AnswerSearch,
  below: Pick<Submission, 'id' | 'createTimestamp'> | null,
  limit: number,
): Promise<ExportedSubmission[]> {
  const from = below
    ? sql`(a.create_timestamp, a.id) < (${below.createTimestamp}::timestamptz, ${below.id})`
    : sql`true`;
  const rows = await sql<{ submission: Submission; submittedAt: string }>`
    select ${submissionJson} as submission,
      to_char(a.create_timestamp at time zone ${zoneOf(search.organizationId)}, 'YYYY-MM-DD"T"HH24:MI:SS') as "submittedAt"
    from (select * from survey_answers a where ${answerCondition(search)} and ${from}
      order by a.create_timestamp desc, a.id desc limit ${limit}) a ${answerJoins}
    order by a.create_timestamp desc, a.id desc`.many(db);
  return rows.map(({ submission, submittedAt }) => ({ ...submission, submittedAt }));
}

/** One answer to the organization's form. */
export async function findSubmission(db: Executor, organizationId: number, id: number): Promise<Submission | null> {
  const row = await sql<{ submission: Submission }>`
    select ${submissionJson} as submission from survey_answers a join survey_forms f on f.id = a.form_id ${answerJoins}
    where a.id = ${id} and f.organization_id = ${organizationId}`.maybeOne(db);
  return row?.submission ?? null;
}

/** The organization's form that has this version. */
export async function findFormId(db: Executor, organizationId: number, surveyId: number): Promise<number | null> {
  const row = await sql<{ id: number }>`
    select f.id from surveys s join survey_forms f on f.id = s.form_id
    where s.id = ${surveyId} and f.organization_id = ${organizationId}`.maybeOne(db);
  return row?.id ?? null;
}
