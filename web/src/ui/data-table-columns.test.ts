import { describe, expect, it } from 'vitest';
import { fitColumns } from './data-table-columns.ts';

const columns = [
  { key: 'id', width: 100 },
  { key: 'kind', width: 100, hides: 2 },
  { key: 'name', width: 200 },
  { key: 'date', width: 100, hides: 1 },
];

const keys = (available: number) => fitColumns(columns, available).map(({ key }) => key);

describe('the columns of a table', () => {
  it('all stay while a little squeezing is enough', () => {
    expect(keys(500)).toEqual(['id', 'kind', 'name', 'date']);
    expect(keys(470)).toEqual(['id', 'kind', 'name', 'date']);
  });

  it('go in the order of their numbers', () => {
    expect(keys(450)).toEqual(['id', 'kind', 'name']);
    expect(keys(350)).toEqual(['id', 'name']);
  });

  it('stay without a number, however narrow it gets', () => {
    expect(keys(10)).toEqual(['id', 'name']);
  });

  it('share the whole width', () => {
    expect(fitColumns(columns, 1000).map(({ width }) => width)).toEqual([200, 200, 400, 200]);
    expect(fitColumns(columns, 285).map(({ width }) => width)).toEqual([95, 190]);
  });
});
