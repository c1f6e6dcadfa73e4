import type { ResultColumn } from './described-columns.ts';
import type { Kinds } from './sql-templates.ts';

/** How a row type differs from the columns of its query. */
export function rowDifferences(row: Map<string, Kinds>, columns: ResultColumn[]): string[] {
  const names = new Set(columns.map(({ name }) => name));
  const missing = [...row].filter(([name, kinds]) => !names.has(name) && !kinds.has('undefined'));
  return [
    ...missing.map(([name]) => `${name} isn't a column of the query`),
    ...columns.flatMap((column) => columnDifference(row.get(column.name), column)),
  ];
}

function columnDifference(kinds: Kinds | undefined, { name, kind, nullable }: ResultColumn): string[] {
  if (kind === 'void') return [];
  if (!kinds) return [`the row type has no ${name}`];
  if (kinds.has('any')) return [];
  const others = [...kinds].filter((one) => one !== 'null' && one !== 'undefined' && one !== kind);
  if (kind !== 'any' && others.length > 0) return [`${name} is ${kind}, not ${others.join(' or ')}`];
  return nullable && !kinds.has('null') ? [`${name} can be null`] : [];
}
