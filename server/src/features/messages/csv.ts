/**
 * One CSV file. A cell that a spreadsheet would take for a formula gets an apostrophe in front, so that
 * a member's name can never run anything on somebody's desk.
 */
export function toCsv(header: string[], rows: (string | number | null)[][]): string {
  return [header, ...rows]
    .map((row) => row.map(cell).join(','))
    .join('\r\n')
    .concat('\r\n');
}

function cell(value: string | number | null): string {
  const text = String(value ?? '');
  const defused = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}
