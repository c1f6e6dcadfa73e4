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

describe('table columns', () => {
  it('all stay while shrinking a little is enough', () => {
    expect(keys(500)).toEqual(['id', 'kind', 'name', 'date']);
    expect(keys(470)).toEqual(['id', 'kind', 'name', 'date']);
  });

  it('are hidden in the order of their numbers', () => {
    expect(keys(450)).toEqual(['id', 'kind', 'name']);
    expect(keys(350)).toEqual(['id', 'name']);
  });

  it('without a number always stay', () => {
    expect(keys(10)).toEqual(['id', 'name']);
  });

  it("share the whole width, except those that can't be truncated", () => {
    expect(widths(1000)).toEqual([200, 200, 400, 200]);
    expect(widths(470)).toEqual([100, 90, 180, 100]);
    expect(widths(250)).toEqual([100, 150]);
  });
});
