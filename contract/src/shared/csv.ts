export type CsvRow = (string | number | null)[];

/** Characters that start a formula or are skipped before one, including full-width signs. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;
const usPhoneNumber = /^\+1(\d{3})(\d{3})(\d{4})$/;

/**
 * CSV lines for every export. No cell starts like a formula: US phone numbers are written as (313) 555-0150, and other
 * cells get an apostrophe.
 */
export function csvLines(rows: CsvRow[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number | null): string {
  const text = String(value ?? '').replace(usPhoneNumber, '($1) $2-$3');
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
