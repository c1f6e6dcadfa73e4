import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../db/database.ts';
import { type AnswerSearch, answerCondition } from './survey-answers.queries.ts';

/** How many answers there are, and how many of them answer each key, in one scan. */
export async function countAnswered(
  db: Executor,
  search: AnswerSearch,
  keys: string[],
): Promise<{ total: number; answered: Map<string, number> }> {
  const each = keys.map((key) => sql<number>`count(*) filter (where a.data ? ${key}::text)`);
  const { rows } = await sql<{ total: number; counts: number[] }>`
    select count(*) as total, to_json(array[${sql.join(each)}]::bigint[]) as counts
    from survey_answers a where ${answerCondition(search)}`.execute(db);
  const { total = 0, counts = [] } = rows[0] ?? {};
  return { total, answered: new Map(keys.map((key, place) => [key, counts[place] ?? 0])) };
}

/** How the answers to a question are built: one value, a list, or values in rows of one kind or another. */
export type AnswerShape = 'one' | 'list' | 'places' | 'rows' | 'records' | 'table';

export interface ValueCount {
  /** The row, the place or the column that the value stands in. */
  row: string | null;
  /** The column, where rows and columns both have names. */
  column: string | null;
  value: string;
  count: number;
}

const list = (value: RawBuilder<unknown>) =>
  sql`case when jsonb_typeof(${value}) = 'array' then ${value} else '[]' end`;
const object = (value: RawBuilder<unknown>) =>
  sql`case when jsonb_typeof(${value}) = 'object' then ${value} else '{}' end`;
/** The values in a cell, whether it holds one or several. */
const several = (value: RawBuilder<unknown>) =>
  sql`case when jsonb_typeof(${value}) = 'array' then ${value} else jsonb_build_array(${value}) end`;

/** The values of one answer as rows of (r, c, v); from each shape in its own way. */
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

/** Beyond that many different values a chart says nothing. */
const maxValues = 500;

export async function countValues(
  db: Executor,
  search: AnswerSearch,
  key: string,
  shape: AnswerShape,
): Promise<ValueCount[]> {
  const { rows } = await sql<ValueCount>`
    select x.r as row, x.c as column, x.v #>> '{}' as value, count(*) as count
    from survey_answers a, lateral ${valuesOf(shape, sql`(a.data -> ${key}::text)`)}
    where ${answerCondition(search)} and a.data ? ${key}::text and jsonb_typeof(x.v) in ('string', 'number', 'boolean')
    group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit ${maxValues}`.execute(db);
  return rows;
}

/** The months of dates, and how often each was given. */
export async function countMonths(db: Executor, search: AnswerSearch, key: string): Promise<ValueCount[]> {
  const { rows } = await sql<ValueCount>`
    select null as row, null as column, left(a.data ->> ${key}::text, 7) as value, count(*) as count from survey_answers a
    where ${answerCondition(search)} and a.data ->> ${key}::text ~ '^\\d{4}-\\d{2}'
    group by 3 order by 4 desc, 3 desc limit ${maxValues}`.execute(db);
  return rows;
}

const marks = '.,;:!?()[]{}"“”„«»/\\|*_~+=<>#@&%$…\n\r\t';
/** Words that say nothing about what people need. */
const smallWords =
  `about after all also and any are as at be because been but by can can't could did do does don't down for
  from get got had has have he her here him his how i i'm if in into is it it's its just like me more most much my no not now of
  off on or our out over she so some such than that that's the their them then there these they this those to too up us very
  was we were what when where which who will with would you your el la los las un una de del y que en no se por con para es mi
  me lo al su más muy pero como`.split(/\s+/);

/** The words of free text, each once per answer, most frequent first. */
export async function countWords(db: Executor, search: AnswerSearch, key: string): Promise<ValueCount[]> {
  const { rows } = await sql<ValueCount>`
    select null as row, null as column, word as value, count(*) as count
    from survey_answers a, lateral (
      select distinct btrim(w, '''’-') as word
      from unnest(string_to_array(translate(lower(left(a.data ->> ${key}::text, 2000)), ${marks}, ${' '.repeat(marks.length)}), ' ')) w) x
    where ${answerCondition(search)} and a.data ? ${key}::text and length(word) between 3 and 40
      and word <> all(${smallWords}::text[])
    group by 3 order by 4 desc, 3 limit 50`.execute(db);
  return rows;
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

/** What numbers add up to, and how they spread over ten equal ranges. */
export async function findNumbers(db: Executor, search: AnswerSearch, key: string): Promise<NumberFigures | null> {
  const { rows } = await sql<{ figures: NumberFigures | null }>`
    with numbers as materialized (
      select (v #>> '{}')::double precision as n from survey_answers a,
        lateral jsonb_array_elements(${several(sql`(a.data -> ${key}::text)`)}) v
      where ${answerCondition(search)} and a.data ? ${key}::text and jsonb_typeof(v) = 'number'
    ), bounds as (select min(n) as lowest, max(n) as highest from numbers),
    spread as (
      select case when lowest = highest then 1 else least(width_bucket(n, lowest, highest, ${buckets}), ${buckets}) end as place,
        count(*) as n from numbers, bounds group by 1
    )
    select case when (select lowest from bounds) is not null then json_build_object(
      'minimum', (select lowest from bounds), 'maximum', (select highest from bounds),
      'mean', (select avg(n) from numbers), 'total', (select sum(n) from numbers),
      'median', (select percentile_cont(0.5) within group (order by n) from numbers),
      'histogram', (select json_agg(json_build_object(
          'from', lowest + (highest - lowest) * (place - 1) / steps, 'to', lowest + (highest - lowest) * place / steps,
          'count', coalesce(spread.n, 0)) order by place)
        from bounds, lateral (select case when lowest = highest then 1 else ${buckets} end as steps) s,
          lateral generate_series(1, steps) place left join spread using (place))) end as figures`.execute(db);
  return rows[0]?.figures ?? null;
}
