import { csvLines } from '@kinbridge/contract/shared/csv';

/** The skipped rows of an uploaded spreadsheet as a CSV file. */
export function skippedRowsCsv(rejected: { row: number; reason: string }[]): string {
  return `\ufeff${csvLines([['Row', 'Reason'], ...rejected.map(({ row, reason }) => [row, reason])])}`;
}
