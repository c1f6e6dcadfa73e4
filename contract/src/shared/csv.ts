export type CsvRow = (string | number | null)[];

/**
 * Where a program could read a formula, full-width signs included: at the start of a cell, after what it skips there,
 * and after `;`, a tab or a line break inside a cell. An Excel that separates by `;` cuts cells there, since it doesn't
 * take our quotes for the start of its own cells.
 */
const formulaStart = /^(?=[\t\r\n])|(^|[;\t\r\n\v\f\u0085\u2028\u2029])(?=[ \u00a0"]*[=+\-@＝＋－＠])/g;
const usPhoneNumber = /^\+1(\d{3})(\d{3})(\d{4})$/;

/**
 * CSV lines for every export. Nothing in a cell starts like a formula: US phone numbers are written as (313) 555-0150,
 * and everything else gets an apostrophe.
 */
export function csvLines(rows: CsvRow[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number | null): string {
  const text = String(value ?? '').replace(usPhoneNumber, '($1) $2-$3');
  const safe = text.replace(formulaStart, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
