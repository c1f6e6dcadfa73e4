import { csvLines } from '@kinbridge/contract/shared/csv';
import type { Executor } from '../../db/database.ts';
import { findReportLines, type ReportLine } from './drill-down.queries.ts';
import type { AskedDays } from './metric-days.queries.ts';

const piece = 2_000;

const head = [
  'Request Type',
  'Service Type',
  'Member ID',
  'Member Zip Code',
  'Outcome',
  'Accepted Within Promise',
  'Second Try',
];

function cellsOf({ type, memberId, zipCode, outcome, inTime, secondTry }: ReportLine) {
  return [type, memberId, zipCode, outcome, inTime === null ? null : yesOrNo(inTime), yesOrNo(secondTry)];
}

const yesOrNo = (value: boolean) => (value ? 'YES' : 'NO');

/**
 * Specification §9: four columns, then how each request ended, one line per request and side, so the lines add up to the cards. Streams with one
 * piece in memory and no connection held in between.
 */
export async function* metricsCsv(
  db: Executor,
  wanted: { organizationId: number; timeZone: string; days: AskedDays },
): AsyncGenerator<string> {
  yield csvLines([head]);
  for (const side of ['outgoing', 'incoming'] as const) {
    let last: ReportLine | null = null;
    for (;;) {
      const lines: ReportLine[] = await findReportLines(db, { ...wanted, side }, last, piece);
      if (lines.length > 0) {
        yield csvLines(lines.map((line) => [side.toUpperCase(), ...cellsOf(line)]));
      }
      if (lines.length < piece) break;
      last = lines.at(-1) ?? null;
    }
  }
}
