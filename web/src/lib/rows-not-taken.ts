/** The rows of a spreadsheet that were not taken, for a spreadsheet: what stands in quotes is text there, and no formula. */
export function rowsNotTakenCsv(rejected: { row: number; reason: string }[]): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""').replace(/^[=+\-@\t\r]/, "'$&")}"`;
  const lines = rejected.map(({ row, reason }) => `${row},${quoted(reason)}`);
  return `\ufeff${['Row,Reason', ...lines].join('\r\n')}\r\n`;
}
