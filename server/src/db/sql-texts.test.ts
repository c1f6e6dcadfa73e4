import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { QueryDescriber } from '../testing/described-columns.ts';
import { databaseNamed, templateDatabase } from '../testing/global-setup.ts';
import { type RecordedText, readTexts } from '../testing/recorded-texts.ts';
import { rowDifferences } from '../testing/row-differences.ts';
import { readTemplates, type SqlTemplate } from '../testing/sql-templates.ts';
import './value-parsers.ts';

/** Templates that no test runs in its own process. This list must not get longer. */
const notRun = [
  'member-uploads.commands.ts: select tidy_search_indexes()',
  'form-answers.queries.ts: (a.create_timestamp, a.id) < ($::timestamptz, $)',
  'form-analytics.queries.ts: (select null::text as r, null::text as c, $ as v) x',
  'form-analytics.queries.ts: (select o.key as r, p.key as c, e as v from jsonb_each($) o,',
  'form-analytics.queries.ts: o.value',
];

let templates: SqlTemplate[];
let texts: RecordedText[];
let describer: QueryDescriber;

beforeAll(async () => {
  templates = readTemplates();
  texts = await readTexts(inject('textsFolder'));
  describer = new QueryDescriber(databaseNamed(inject('databaseUrl'), templateDatabase));
  await describer.open();
});
afterAll(() => describer.close());

const keyOf = (strings: string[] = []) => JSON.stringify(strings);

it('every query fits the schema and has the columns of its row type', async () => {
  const byKey = new Map<string, SqlTemplate[]>();
  for (const template of templates) {
    const key = keyOf(template.strings);
    byKey.set(key, [...(byKey.get(key) ?? []), template]);
  }
  const problems = new Set<string>();
  for (const { text, templates: parts } of texts) {
    const queries = byKey.get(keyOf(parts[0])) ?? [];
    if (queries.length === 0) continue;
    const columns = await describer.columns(text).catch((error: Error) => error.message);
    for (const { place, row } of queries) {
      const differences = typeof columns === 'string' ? [columns] : row ? rowDifferences(row, columns) : [];
      for (const difference of differences) problems.add(`${place} ${difference}`);
    }
  }
  expect([...problems].sort()).toEqual([]);
});

it('every template is part of a text that a test runs', () => {
  const run = new Set(texts.flatMap((text) => text.templates.map(keyOf)));
  const missing = templates.filter(({ strings }) => !run.has(keyOf(strings))).map(({ name }) => name);
  console.log(`SQL templates: ${templates.length - missing.length} checked, ${missing.length} not checked`);
  // A run of some files can't know what the others run.
  const required = inject('isWholeRun') ? missing : [];
  expect(required.filter((name) => !notRun.includes(name))).toEqual([]);
});
