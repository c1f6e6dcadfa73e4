import type { QuestionFigures, Timeline } from '@kinbridge/contract/forms/form-answers.contract';
import { answerDateText } from '@kinbridge/forms/answer-date';

export type ChartKind =
  | 'bars'
  | 'histogram'
  | 'timeline'
  | 'stacked'
  | 'cells'
  | 'parts'
  | 'answers'
  | 'words'
  | 'total';

const oneScaleForAllRows = new Set(['matrix', 'ranking']);

/** The chart that fits the answers. */
export function chartOf({ type, counts, countsOnly, numbers, timeline, wordsOfLatest }: QuestionFigures): ChartKind {
  if (timeline) return 'timeline';
  if (counts.some(({ row }) => row !== null)) {
    if (!oneScaleForAllRows.has(type)) return 'parts';
    return countsOnly ? 'cells' : 'stacked';
  }
  if (counts.length > 0) return type !== 'text' && type !== 'comment' ? 'bars' : wordsOfLatest ? 'words' : 'answers';
  return numbers ? 'histogram' : 'total';
}

export interface FigureRow {
  row: string;
  total: number;
  parts: { label: string; count: number }[];
}

/** The counts of each row, in the given order. */
export function rowsOf(counts: QuestionFigures['counts']): FigureRow[] {
  const rows = new Map<string, FigureRow>();
  for (const { row, label, count } of counts) {
    const name = row ?? '';
    const found = rows.get(name) ?? { row: name, total: 0, parts: [] };
    found.parts.push({ label, count });
    found.total += count;
    rows.set(name, found);
  }
  return [...rows.values()];
}

/** The name of a timeline step, in full and short for its column. */
export function stepNames(unit: Timeline['unit'], start: string): { name: string; short: string } {
  const year = Number(start.slice(0, 4));
  const date = answerDateText({ type: 'text', name: 'day', inputType: 'date' }, start) ?? start;
  const short = date.split(',')[0] ?? date;
  switch (unit) {
    case 'day':
      return { name: date, short };
    case 'week':
      return { name: `Week of ${date}`, short };
    case 'month':
      return sameNames(answerDateText({ type: 'text', name: 'day', inputType: 'month' }, start.slice(0, 7)) ?? start);
    case 'year':
      return sameNames(String(year));
    case 'decade':
      return sameNames(`${year}s`);
    case 'century':
      return sameNames(`${year}–${year + 99}`);
  }
}

const sameNames = (name: string) => ({ name, short: name });

/** How many of the people who were asked answered. */
export function answeredText({ answered, seen }: Pick<QuestionFigures, 'answered' | 'seen'>, total: number): string {
  if (seen === 0 && total > 0) return 'No one saw this question';
  const who = seen < total ? `${formatNumber(seen)} who saw it` : formatNumber(total);
  return `${formatNumber(answered)} of ${who} answered (${formatPercent(answered, seen)})`;
}

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
export const formatNumber = (value: number) => numbers.format(value);

export function formatPercent(count: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((count / whole) * 100)}%`;
}
