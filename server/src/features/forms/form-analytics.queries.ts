import type { Executor } from '../../db/database.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { type AnswerSearch, answerCondition } from './form-answers.queries.ts';

/** Identifies the answers behind the figures. Answers never change, so equal marks mean equal figures. */
export async function findAnswersMark(db: Executor, search: AnswerSearch): Promise<{ total: number; mark: string }> {
  return sql<{ total: number; mark: string }>`
    select count(*) as total, concat_ws(' ', count(*), max(a.id), sum(a.id)) as mark
    from survey_answers a where ${answerCondition(search)}`.one(db);
}

/** How many answers have each key, in one scan. */
export async function countAnswered(
  db: Executor,
  search: AnswerSearch,
  keys: string[],
): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map();
  const each = keys.map((key) => sql<number>`count(*) filter (where a.data ? ${key}::text)`);
  const { counts } = await sql<{ counts: number[] }>`
    select to_json(array[${sql.join(each)}]::bigint[]) as counts
    from survey_answers a where ${answerCondition(search)}`.one(db);
  return new Map(keys.map((key, place) => [key, counts[place] ?? 0]));
}

/**
 * The distinct full answers to a question, with counts. Many answers are equal, so splitting only distinct ones saves
 * most of the work.
 */
function givenAnswers(search: AnswerSearch, key: string): RawBuilder<unknown> {
  return sql`given as materialized (
    select a.data -> ${key}::text as v, count(*) as times from survey_answers a
    where ${answerCondition(search)} and a.data ? ${key}::text group by 1)`;
}

/** The structure of a question's answers: one value, a list, or values in rows of various kinds. */
export type AnswerShape = 'one' | 'list' | 'places' | 'rows' | 'records' | 'table';

export interface ValueCount {
  /** The row, ranking position or column of the value. */
  row: string | null;
  /** The column, if rows and columns both have names. */
  column: string | null;
  value: string;
  count: number;
}

const list = (value: RawBuilder<unknown>) =>
  sql`case when jsonb_typeof(${value}) = 'array' then ${value} else '[]' end`;
const object = (value: RawBuilder<unknown>) =>
  sql`case when jsonb_typeof(${value}) = 'object' then ${value} else '{}' end`;
/** The values in a cell, one or several. */
const several = (value: RawBuilder<unknown>) =>
  sql`case when jsonb_typeof(${value}) = 'array' then ${value} else jsonb_build_array(${value}) end`;

/** The values of one answer as rows of (r, c, v), depending on its shape. */
function valuesOf(shape: AnswerShape, answer: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (shape) {
    case 'one':
      return sql`(select null::text as r, null::text as c, ${answer} as v) x`;
    case 'list':
      return sql`(select null::text as r, null::text as c, e as v from jsonb_array_elements(${list(answer)}) e) x`;
    case 'places':
      return sql`(select n::text as r, null::text as c, e as v
        from jsonb_array_elements(${list(answer)}) with ordinality as p (e, n)) x`;
    case 'rows':
      return sql`(select p.key as r, null::text as c, e as v
        from jsonb_each(${object(answer)}) p, jsonb_array_elements(${several(sql`p.value`)}) e) x`;
    case 'records':
      return sql`(select p.key as r, null::text as c, e as v from jsonb_array_elements(${list(answer)}) o,
        jsonb_each(${object(sql`o`)}) p, jsonb_array_elements(${several(sql`p.value`)}) e) x`;
    case 'table':
      return sql`(select o.key as r, p.key as c, e as v from jsonb_each(${object(answer)}) o,
        jsonb_each(${object(sql`o.value`)}) p, jsonb_array_elements(${several(sql`p.value`)}) e) x`;
  }
}

/** With more distinct values a chart is useless. */
export const maxValues = 500;
/** The same for values in rows and columns. */
export const maxCells = 2_500;

export interface Counted {
  /** Most frequent first. */
  values: ValueCount[];
  /** Whether less frequent values were left out. */
  more: boolean;
}

export async function countValues(
  db: Executor,
  search: AnswerSearch,
  key: string,
  shape: AnswerShape,
): Promise<Counted> {
  const most = shape === 'one' || shape === 'list' ? maxValues : maxCells;
  const rows = await sql<ValueCount>`
    with ${givenAnswers(search, key)}
    select x.r as row, x.c as column, x.v #>> '{}' as value, sum(given.times)::bigint as count
    from given, lateral ${valuesOf(shape, sql`given.v`)}
    where jsonb_typeof(x.v) in ('string', 'number', 'boolean')
    group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit ${most + 1}`.many(db);
  return { values: rows.slice(0, most), more: rows.length > most };
}

export interface ScalarCounts extends Counted {
  answered: number;
}

/** The same for single-value questions, several in one scan: few distinct combinations remain, and those are split. */
export async function countScalars(
  db: Executor,
  search: AnswerSearch,
  keys: string[],
): Promise<ReadonlyMap<string, ScalarCounts>> {
  const values = keys.map((key) => sql`a.data ->> ${key}::text`);
  const rows = await sql<{ place: number; value: string; count: number; answered: number }>`
    with given as materialized (
      select array[${sql.join(values)}] as v, count(*) as times from survey_answers a
      where ${answerCondition(search)} group by 1
    ), counted as (
      select x.place, x.value, sum(given.times)::bigint as count, sum(sum(given.times)) over question as answered,
        row_number() over (question order by sum(given.times) desc, x.value) as rank
      from given, unnest(given.v) with ordinality as x (value, place) where x.value is not null
      group by 1, 2 window question as (partition by x.place)
    )
    select place, value, count, answered::bigint from counted where rank <= ${maxValues + 1} order by place, rank`.many(
    db,
  );
  return new Map(
    keys.map((key, index) => {
      const own = rows.filter(({ place }) => place === index + 1);
      const values = own.slice(0, maxValues).map(({ value, count }) => ({ row: null, column: null, value, count }));
      return [key, { answered: own[0]?.answered ?? 0, values, more: own.length > maxValues }];
    }),
  );
}

export interface Combination {
  surveyId: number;
  /** The answers in key order. */
  values: unknown[];
  count: number;
}

/** More combinations would take seconds to compare. */
const maxCombinations = 20_000;

/** How often answers to these keys occur together, per version; null if there are too many combinations. */
export async function countCombinations(
  db: Executor,
  search: AnswerSearch,
  keys: string[],
): Promise<Combination[] | null> {
  const values = keys.map((key) => sql`a.data -> ${key}::text`);
  const rows = await sql<Combination>`
    select a.survey_id as "surveyId", to_jsonb(array[${sql.join(values)}]::jsonb[]) as values, count(*) as count
    from survey_answers a where ${answerCondition(search)} group by 1, 2 limit ${maxCombinations + 1}`.many(db);
  return rows.length > maxCombinations ? null : rows;
}

/** The total number of entries in a dynamic panel or matrix. */
export async function countEntries(db: Executor, search: AnswerSearch, key: string): Promise<number> {
  const answer = sql`(a.data -> ${key}::text)`;
  const { entries } = await sql<{ entries: number }>`
    select coalesce(sum(jsonb_array_length(${list(answer)})), 0)::bigint as entries from survey_answers a
    where ${answerCondition(search)} and a.data ? ${key}::text`.one(db);
  return entries;
}

/** Short texts, most frequent first, ignoring spaces and case. */
export async function countTexts(
  db: Executor,
  search: AnswerSearch,
  key: string,
): Promise<Counted & { longest: number }> {
  const rows = await sql<ValueCount & { longest: number }>`
    with given as materialized (
      select left(regexp_replace(btrim(a.data ->> ${key}::text), '\\s+', ' ', 'g'), 200) as text, count(*) as times
      from survey_answers a where ${answerCondition(search)} and a.data ? ${key}::text group by 1)
    select null as row, null as column, (array_agg(text order by times desc, text))[1] as value, sum(times)::bigint as count,
      max(max(length(text))) over () as longest
    from given where text <> '' group by lower(text) order by 4 desc, 3 limit ${maxValues + 1}`.many(db);
  const values = rows.slice(0, maxValues).map(({ longest: _, ...value }) => value);
  return { values, more: rows.length > maxValues, longest: rows[0]?.longest ?? 0 };
}

const marks = '.,;:!?()[]{}"“”„«»/\\|*_~+=<>#@&%$…\n\r\t';
/** Stop words. */
const smallWords =
  `about after all also and any are as at be because been but by can can't could did do does don't down for
  from get got had has have he her here him his how i i'm if in into is it it's its just like me more most much my no not now of
  off on or our out over she so some such than that that's the their them then there these they this those to too up us very
  was we were what when where which who will with would you your el la los las un una de del y que en no se por con para es mi
  me lo al su más muy pero como`.split(/\s+/);

/** Words are counted only in the latest answers: more would take long and show the same. */
export const wordAnswers = 5_000;

/** The words of free text, each once per answer, most frequent first. */
export async function countWords(db: Executor, search: AnswerSearch, key: string): Promise<ValueCount[]> {
  return sql<ValueCount>`
    with latest as (
      select a.id, translate(lower(left(a.data ->> ${key}::text, 2000)), ${marks}, ${' '.repeat(marks.length)}) as text
      from survey_answers a where ${answerCondition(search)} and a.data ? ${key}::text
      order by a.create_timestamp desc, a.id desc limit ${wordAnswers}
    ), words as (
      select distinct latest.id, btrim(w, '''’-') as word from latest, unnest(string_to_array(latest.text, ' ')) w
    ), counted as (select word, count(*) as times from words group by 1)
    select null as row, null as column, word as value, times as count from counted
    where length(word) between 3 and 40 and word <> all(${smallWords}::text[])
    order by times desc, word limit 50`.many(db);
}

export interface NumberFigures {
  minimum: number;
  maximum: number;
  mean: number;
  median: number;
  total: number;
  histogram: { from: number; to: number; count: number }[];
}

const buckets = 10;

export function findNumbers(db: Executor, search: AnswerSearch, key: string): Promise<NumberFigures | null> {
  return addUp(db, givenAnswers(search, key));
}

/** The same from values that are already counted. */
export function addUpCounted(db: Executor, counted: ValueCount[]): Promise<NumberFigures | null> {
  const numbers = counted.filter(({ value }) => /^-?\d+(\.\d+)?$/.test(value));
  const [values, times] = [numbers.map(({ value }) => value), numbers.map(({ count }) => count)];
  return addUp(
    db,
    sql`given as (select v::jsonb as v, times from unnest(${values}::text[], ${times}::bigint[]) as c (v, times))`,
  );
}

/** Larger numbers are refused now, but some were stored earlier and would break the sums. */
const largestNumber = 1e15;

/**
 * Number statistics and a histogram of at most ten ranges. Ranges start at round numbers, and whole-number ranges end
 * before the next starts.
 */
async function addUp(db: Executor, given: RawBuilder<unknown>): Promise<NumberFigures | null> {
  const { figures } = await sql<{ figures: NumberFigures | null }>`
    with ${given}, numbers as materialized (
      select exact, exact::double precision as n, sum(given.times) as times
      from given, lateral jsonb_array_elements(${several(sql`given.v`)}) x,
        lateral (select case when jsonb_typeof(x) = 'number' then x::numeric end as exact offset 0) e
      where abs(exact) <= ${largestNumber}::numeric group by 1
    ), bounds as (select min(exact) as lowest, max(exact) as highest, bool_and(exact = trunc(exact)) as whole,
      sum(times) as amount, sum(n * times) as total from numbers),
    upwards as (select n, sum(times) over (order by n) as upto from numbers),
    steps as (
      select whole, lowest, coalesce(min(width) filter (where floor(highest / width) - floor(lowest / width) < ${buckets}),
        highest) as width
      from bounds, lateral (select m * 10::numeric ^ e as width from unnest(array[1, 2, 5]) m, generate_series(-6, 15) e) w
      where not whole or width >= 1 group by 1, 2, highest
    ),
    spread as (select floor(exact / width) as place, sum(times) as n from numbers, steps group by 1),
    ranges as (select p as place from (select min(place) as first, max(place) as last from spread) s,
      lateral generate_series(first, last) p)
    select case when (select lowest from bounds) is not null then json_build_object(
      'minimum', (select lowest from bounds), 'maximum', (select highest from bounds),
      'mean', (select total / amount from bounds), 'total', (select total from bounds),
      'median', (select (min(n) filter (where upto > div(amount - 1, 2)) + min(n) filter (where upto > div(amount, 2))) / 2
        from upwards, bounds),
      'histogram', (select json_agg(json_build_object(
          'from', trim_scale(place * width), 'to', trim_scale((place + 1) * width - case when whole then 1 else 0 end),
          'count', coalesce(spread.n, 0)) order by place)
        from steps, ranges left join spread using (place))) end as figures`.one(db);
  return figures;
}
