import type { Timeline } from '@kinbridge/contract/forms/form-answers.contract';
import type { Executor } from '../../db/database.ts';
import { zoneOf } from '../../db/day-period.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { type AnswerSearch, answerCondition } from './form-answers.queries.ts';

/** Submissions per local day. */
export function submissionTimeline(db: Executor, search: AnswerSearch): Promise<Timeline | null> {
  return timeline(
    db,
    sql`select (a.create_timestamp at time zone ${zoneOf(search.organizationId)})::date as day, count(*) as times from survey_answers a
      where ${answerCondition(search)} group by 1`,
  );
}

/** How often each date was answered. */
export function answerTimeline(db: Executor, search: AnswerSearch, key: string): Promise<Timeline | null> {
  // Unchecked old values may be invalid dates, so days are added to the first of the month.
  return timeline(
    db,
    sql`select to_date(left(text, 7), 'YYYY-MM') + greatest(coalesce(substr(text, 9, 2), '1')::integer - 1, 0) as day, times
      from (select left(a.data ->> ${key}::text, 10) as text, count(*) as times from survey_answers a
        where ${answerCondition(search)} group by 1) given
      where text ~ '^(?!0000)\\d{4}-(0[1-9]|1[0-2])(-[0-3]\\d)?$'`,
  );
}

/** Equal steps from the first day to the last, as fine as a chart can show. */
async function timeline(db: Executor, days: RawBuilder<unknown>): Promise<Timeline | null> {
  const row = await sql<{ timeline: Timeline | null }>`
    with days as materialized (${days}),
    bounds as (select min(day) as first, max(day) as last, max(day) - min(day) as span from days),
    unit as (select first, last, case when span <= 31 then 'day' when span <= 210 then 'week' when span <= 1100 then 'month'
      when span <= 14610 then 'year' when span <= 146100 then 'decade' else 'century' end as unit from bounds),
    steps as (select unit, step::date as step from unit, lateral generate_series(date_trunc(unit, first::timestamp),
      date_trunc(unit, last::timestamp), ('1 ' || unit)::interval) step),
    counted as (select date_trunc(unit, day::timestamp)::date as step, sum(times) as times from days, unit group by 1)
    select json_build_object('unit', min(unit), 'points', json_agg(json_build_object(
      'start', to_char(step, 'YYYY-MM-DD'), 'count', coalesce(times, 0)) order by step)) as timeline
    from steps left join counted using (step) having count(*) > 0`.maybeOne(db);
  return row?.timeline ?? null;
}
