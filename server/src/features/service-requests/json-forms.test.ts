import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { asJson, asText, type JsonForm } from './json-forms.queries.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe.each([
  ['as text', asText],
  ['as JSON', asJson],
] as const)('JSON made %s', (_, form: JsonForm) => {
  const read = async (json: RawBuilder<unknown>) =>
    JSON.parse((await sql<{ json: string }>`select ${json}::text as json`.one(test.app.db)).json);

  it.each([['a "quote"'], ['back\\slash'], ['two\nlines'], ['\u0001, \u2028 and 🏠'], ['']])(
    'keeps the text %j',
    async (text) => {
      const list = form.list(form.object({ text: 't.text' }), sql`1`, sql`(select ${text}::text as text) t`);
      expect(await read(list)).toEqual([{ text }]);
    },
  );

  it('has every kind of value', async () => {
    const json = form.object({
      number: form.number(sql`7::bigint`),
      yes: form.boolean(sql`true`),
      time: form.timestamp("'2026-03-01T12:00:00.5Z'::timestamptz"),
      made: form.written(sql`'[1]'`),
    });
    expect(await read(json)).toEqual({ number: 7, yes: true, time: '2026-03-01T12:00:00.500Z', made: [1] });
  });

  it('shows missing values as null', async () => {
    const json = form.object({
      text: 'null::text',
      number: form.number(sql`null::bigint`),
      time: form.timestamp('null::timestamptz'),
      object: form.when(sql`false`, form.object({ number: form.number(sql`1`) })),
      nothing: form.nothing,
    });
    expect(await read(json)).toEqual({ text: null, number: null, time: null, object: null, nothing: null });
  });

  it('shows no rows as an empty list', async () => {
    expect(await read(form.list(form.number(sql`t.id`), sql`t.id`, sql`(select 1 as id where false) t`))).toEqual([]);
  });
});
