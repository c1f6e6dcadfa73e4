import type { QuestionFigures } from '@kinbridge/contract/surveys/survey-answers.contract';

export type ChartKind = 'bars' | 'histogram' | 'stacked' | 'cells' | 'parts' | 'words' | 'total';

const oneScaleForAllRows = new Set(['matrix', 'ranking']);

/** The chart that fits what the answers add up to. */
export function chartOf({ type, counts, countsOnly, numbers }: QuestionFigures): ChartKind {
  if (counts.some(({ row }) => row !== null)) {
    if (!oneScaleForAllRows.has(type)) return 'parts';
    return countsOnly ? 'cells' : 'stacked';
  }
  if (type === 'text' || type === 'comment') return counts.length > 0 ? 'words' : numbers ? 'histogram' : 'total';
  if (counts.length > 0) return 'bars';
  return numbers ? 'histogram' : 'total';
}

export interface FigureRow {
  row: string;
  total: number;
  parts: { label: string; count: number }[];
}

/** The counts of each row, its parts in the order of `labels` where those are given. */
export function rowsOf(counts: QuestionFigures['counts'], labels?: readonly string[]): FigureRow[] {
  const rows = new Map<string, FigureRow>();
  for (const { row, label, count } of counts) {
    const name = row ?? '';
    const found = rows.get(name) ?? { row: name, total: 0, parts: [] };
    found.parts.push({ label, count });
    found.total += count;
    rows.set(name, found);
  }
  if (labels) {
    const place = new Map(labels.map((label, index) => [label, index]));
    for (const { parts } of rows.values()) {
      parts.sort((a, b) => (place.get(a.label) ?? 0) - (place.get(b.label) ?? 0));
    }
  }
  return [...rows.values()];
}

/** What the colours of stacked bars stand for: in the order of the form where it is known, else as they come. */
export function labelsOf(counts: QuestionFigures['counts'], order: readonly string[]): string[] {
  const present = new Set(counts.map(({ label }) => label));
  const known = order.filter((label) => present.has(label));
  return [...new Set([...known, ...present])];
}

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
export const numberWords = (value: number) => numbers.format(value);

export function percentWords(count: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((count / whole) * 100)}%`;
}
