import { describe, expect, it } from 'vitest';
import { type RawBuilder, sql } from './sql.ts';
import type { Executor, Query } from './statements.ts';

async function written(builder: RawBuilder<unknown>): Promise<Pick<Query, 'text' | 'values'>> {
  let sent: Query | undefined;
  await builder.run({
    run: async (query) => {
      sent = query;
      return { rows: [] };
    },
  });
  if (!sent) throw new Error('Nothing was run.');
  return { text: sent.text, values: sent.values };
}

const where = (part: unknown) => sql`select 1 where ${part} and ${2}`;

it.each([
  ['a value', 1, 'select 1 where $1 and $2', [1, 2]],
  ['another value', 7, 'select 1 where $1 and $2', [7, 2]],
  ['a template', sql`a = ${1}`, 'select 1 where a = $1 and $2', [1, 2]],
  ['another template', sql`b = ${1}`, 'select 1 where b = $1 and $2', [1, 2]],
  ['a name', sql.ref('a.b'), 'select 1 where "a"."b" and $1', [2]],
  ['a literal', sql.lit("it's"), "select 1 where 'it''s' and $1", [2]],
  ['another literal', sql.lit('its'), "select 1 where 'its' and $1", [2]],
  ['text that looks like a key', sql.raw('$'), 'select 1 where $ and $1', [2]],
  ['a list', sql.join([1, 2]), 'select 1 where $1, $2 and $3', [1, 2, 2]],
  ['a longer list', sql.join([1, 2, 3]), 'select 1 where $1, $2, $3 and $4', [1, 2, 3, 2]],
  ['a list with a template', sql.join([1, sql`a`]), 'select 1 where $1, a and $2', [1, 2]],
] as const)('writes %s into a query whose text is known', async (_, part, text, values) => {
  expect(await written(where(part))).toEqual({ text, values });
  expect(await written(where(part))).toEqual({ text, values });
});

describe('the number of rows', () => {
  /** A database whose every query gives so many rows. */
  const giving = (count: number) => {
    const rows = Array.from({ length: count }, (_, index) => ({ n: index + 1 }));
    return { run: async () => ({ rows }) } as unknown as Executor;
  };
  const query = sql<{ n: number }>`select n from things
    where id = ${7}`;

  it.each([
    ['one', 1, { n: 1 }],
    ['maybeOne', 0, undefined],
    ['maybeOne', 1, { n: 1 }],
    ['many', 0, []],
    ['many', 2, [{ n: 1 }, { n: 2 }]],
    ['run', 2, undefined],
  ] as const)('%s accepts %i', async (method, count, found) => {
    expect(await query[method](giving(count))).toEqual(found);
  });

  it.each([
    ['one', 0, 'expected one row, got 0: select n from things where id = $1'],
    ['one', 2, 'expected one row, got 2: select n from things where id = $1'],
    ['maybeOne', 2, 'expected at most one row, got 2: select n from things where id = $1'],
  ] as const)('%s refuses %i and names the query', async (method, count, message) => {
    await expect(query[method](giving(count))).rejects.toThrow(message);
  });
});
