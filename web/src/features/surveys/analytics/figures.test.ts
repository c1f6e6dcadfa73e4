import type { QuestionFigures } from '@kinbridge/contract/surveys/survey-answers.contract';
import { describe, expect, it } from 'vitest';
import { chartOf, labelsOf, percentWords, rowsOf } from './figures.ts';

const numbers = { minimum: 1, maximum: 2, mean: 1.5, median: 1.5, total: 3, histogram: [] };
const plain = [{ row: null, label: 'Yes', count: 2 }];
const inRows = [
  { row: 'Home', label: 'Good', count: 3 },
  { row: 'Home', label: 'Bad', count: 1 },
  { row: 'Work', label: 'Bad', count: 2 },
  { row: 'Work', label: 'Good', count: 0 },
];

function figures(change: Partial<QuestionFigures>): QuestionFigures {
  return { name: 'q', title: 'Q', type: 'text', answered: 2, counts: [], numbers: null, ...change };
}

describe('the chart of a question', () => {
  it.each([
    ['bars', { type: 'boolean', counts: plain }],
    ['bars', { type: 'rating', counts: plain, numbers }],
    ['histogram', { type: 'text', numbers }],
    ['words', { type: 'comment', counts: plain }],
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

describe('the rows of a matrix', () => {
  it('have their parts in one order, whatever was chosen most often', () => {
    const labels = labelsOf(inRows, ['Bad', 'Good', 'Never chosen']);
    expect(labels).toEqual(['Bad', 'Good']);
    expect(rowsOf(inRows, labels)).toEqual([
      {
        row: 'Home',
        total: 4,
        parts: [
          { label: 'Bad', count: 1 },
          { label: 'Good', count: 3 },
        ],
      },
      {
        row: 'Work',
        total: 2,
        parts: [
          { label: 'Bad', count: 2 },
          { label: 'Good', count: 0 },
        ],
      },
    ]);
  });
});

it('says nothing of a share of nothing', () => {
  expect([percentWords(1, 3), percentWords(0, 0)]).toEqual(['33%', '–']);
});
