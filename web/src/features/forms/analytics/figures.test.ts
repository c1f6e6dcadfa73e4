import type { QuestionFigures } from '@kinbridge/contract/forms/form-answers.contract';
import { describe, expect, it } from 'vitest';
import { answeredText, chartOf, formatPercent, stepNames } from './figures.ts';

const numbers = { minimum: 1, maximum: 2, mean: 1.5, median: 1.5, total: 3, histogram: [] };
const plain = [{ row: null, label: 'Yes', count: 2 }];
const inRows = [
  { row: 'Home', label: 'Good', count: 3 },
  { row: 'Home', label: 'Bad', count: 1 },
  { row: 'Work', label: 'Bad', count: 2 },
  { row: 'Work', label: 'Good', count: 0 },
];

function figures(change: Partial<QuestionFigures>): QuestionFigures {
  return { name: 'q', title: 'Q', type: 'text', answered: 2, seen: 2, counts: [], numbers: null, ...change };
}

describe('question chart', () => {
  it.each([
    ['bars', { type: 'boolean', counts: plain }],
    ['bars', { type: 'rating', counts: plain, numbers }],
    ['histogram', { type: 'text', numbers }],
    ['timeline', { type: 'text', timeline: { unit: 'day', points: [{ start: '2026-01-05', count: 2 }] } }],
    ['answers', { type: 'text', counts: plain }],
    ['answers', { type: 'comment', counts: plain }],
    ['words', { type: 'comment', counts: plain, wordsOfLatest: 2 }],
    ['stacked', { type: 'matrix', counts: inRows }],
    ['stacked', { type: 'ranking', counts: inRows }],
    ['cells', { type: 'matrix', counts: inRows, countsOnly: 'chosen' }],
    ['parts', { type: 'paneldynamic', counts: inRows }],
    ['total', { type: 'file' }],
    ['total', { type: 'comment' }],
  ] as const)('is %s for %o', (kind, change) => {
    expect(chartOf(figures(change as Partial<QuestionFigures>))).toBe(kind);
  });
});

it.each([
  ['day', '2026-01-05', 'Jan 5, 2026', 'Jan 5'],
  ['week', '2026-01-05', 'Week of Jan 5, 2026', 'Jan 5'],
  ['month', '2026-01-01', 'Jan 2026', 'Jan 2026'],
  ['year', '2026-01-01', '2026', '2026'],
  ['decade', '1980-01-01', '1980s', '1980s'],
  ['century', '1901-01-01', '1901–2000', '1901–2000'],
] as const)('names a %s of a timeline', (unit, start, name, short) => {
  expect(stepNames(unit, start)).toEqual({ name, short });
});

it('compares answers with the people who saw the question', () => {
  expect(answeredText({ answered: 3, seen: 4 }, 10)).toBe('3 of 4 who saw it answered (75%)');
  expect(answeredText({ answered: 3, seen: 10 }, 10)).toBe('3 of 10 answered (30%)');
  expect(answeredText({ answered: 0, seen: 0 }, 10)).toBe('No one saw this question');
});

it('shows a dash instead of a percentage of zero', () => {
  expect([formatPercent(1, 3), formatPercent(0, 0)]).toEqual(['33%', '–']);
});
