import { expect, it } from 'vitest';
import { type Query, type RawBuilder, sql } from './sql.ts';

async function written(builder: RawBuilder<unknown>): Promise<Pick<Query, 'text' | 'values'>> {
  let sent: Query | undefined;
  await builder.execute({
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
