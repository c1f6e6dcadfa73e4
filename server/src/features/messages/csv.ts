export type CsvRow = (string | number | null)[];

/** One CSV file. */
export function toCsv(header: string[], rows: CsvRow[]): string {
  return csvLines([header, ...rows]);
}

/**
 * Lines of a CSV file. A cell that a spreadsheet would take for a formula gets an apostrophe in front, so that
 * a member's name can never run anything on somebody's desk.
 */
export function csvLines(rows: CsvRow[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number | null): string {
  const text = String(value ?? '');
  const defused = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}
