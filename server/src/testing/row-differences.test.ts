import { expect, it } from 'vitest';
import { rowDifferences } from './row-differences.ts';

const id = { name: 'id', kind: 'number', nullable: false };

it.each([
  ['the same columns', { id: ['number'] }, [id], []],
  [
    'a renamed column',
    { id: ['number'] },
    [{ ...id, name: 'key' }],
    ["id isn't a column of the query", 'the row type has no key'],
  ],
  ['a column that may be missing', { id: ['number', 'undefined'] }, [], []],
  ['another type', { id: ['number'] }, [{ ...id, kind: 'string' }], ['id is string, not number']],
  ['a list', { id: ['number[]'] }, [{ ...id, kind: 'string[]' }], ['id is string[], not number[]']],
  ['any type', { id: ['any'] }, [{ ...id, kind: 'string', nullable: true }], []],
  ['an object from JSON', { id: ['object'] }, [{ ...id, kind: 'any' }], []],
  ['a missing null', { id: ['number'] }, [{ ...id, nullable: true }], ['id can be null']],
  ['a null', { id: ['number', 'null'] }, [{ ...id, nullable: true }], []],
  ['a function without a result', { id: ['number'] }, [id, { name: 'notify', kind: 'void', nullable: false }], []],
])('compares a row type with %s', (_, row, columns, differences) => {
  const kinds = new Map(Object.entries(row).map(([name, list]) => [name, new Set(list)]));
  expect(rowDifferences(kinds, columns)).toEqual(differences);
});
