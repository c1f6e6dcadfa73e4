export type CsvRow = (string | number | null)[];

/** What a spreadsheet takes for a formula, or skips to find one; the full-width signs count as well. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;
const usPhoneNumber = /^\+1(\d{3})(\d{3})(\d{4})$/;

/**
 * Lines of a CSV file, for every export. No cell begins like a formula: US phone numbers are written as
 * (313) 555-0150, and anything else gets an apostrophe in front.
 */
export function csvLines(rows: CsvRow[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number | null): string {
  const text = String(value ?? '').replace(usPhoneNumber, '($1) $2-$3');
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
