import { describe, expect, it } from 'vitest';
import { fitColumns } from './data-table-columns.ts';

const columns = [
  { key: 'id', width: 100, rigid: true },
  { key: 'kind', width: 100, hides: 2 },
  { key: 'name', width: 200 },
  { key: 'date', width: 100, hides: 1, rigid: true },
];

const keys = (available: number) => fitColumns(columns, available).map(({ key }) => key);
const widths = (available: number) => fitColumns(columns, available).map(({ width }) => width);

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

  it('share the whole width; what cannot be cut keeps its own', () => {
    expect(widths(1000)).toEqual([200, 200, 400, 200]);
    expect(widths(470)).toEqual([100, 90, 180, 100]);
    expect(widths(250)).toEqual([100, 150]);
  });
});
