import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import { describe, expect, it, test } from 'vitest';
import { checkAnswers } from './answer-check.ts';
import { filesIn } from './answer-files.ts';

const form = (...elements: Record<string, unknown>[]) => ({ elements }) as SurveyDefinition;
const many = (amount: number) => Array.from({ length: amount }, (_, n) => n + 1);

/** Work repeated per value instead of once per question would take hours here. */
describe('answers of the maximum size', () => {
  const numbers = { cellType: 'checkbox', choicesMin: 1, choicesMax: 10_000 };
  const lines = many(20_000).map((n) => `choice ${n}`);
  const rows = <T>(row: T) => many(500).map(() => row);
  test.each<[string, Record<string, unknown>, unknown]>([
    ['numbered choices', { type: 'matrixdynamic', columns: [{ name: 'c', ...numbers }] }, rows({ c: many(500) })],
    [
      'choices shared by a grid',
      { type: 'matrixdynamic', choices: lines, columns: [{ name: 'c', cellType: 'checkbox' }] },
      rows({ c: lines.slice(-500) }),
    ],
    [
      'rates',
      {
        type: 'paneldynamic',
        templateElements: many(400).map((n) => ({ type: 'rating', name: `c${n}`, rateValues: lines })),
      },
      rows(Object.fromEntries(many(400).map((n) => [`c${n}`, lines.at(-1)]))),
    ],
    [
      'repeated matrices',
      { type: 'paneldynamic', templateElements: [{ type: 'matrix', name: 'c', rows: lines, columns: lines }] },
      rows({ c: { [lines[9] ?? '']: lines.at(-1) } }),
    ],
    [
      'nested panels',
      {
        type: 'paneldynamic',
        templateElements: [
          {
            type: 'paneldynamic',
            name: 'c',
            templateElements: many(490).map((n) => ({ type: 'paneldynamic', name: `c${n}`, templateElements: [] })),
          },
        ],
      },
      rows({ c: rows({ c1: [] }) }),
    ],
  ])('are checked against %s', (_, question, answer) => {
    const definition = form({ name: 'q', ...question });
    expect(checkAnswers(definition, { q: answer })).toEqual({});
    expect(filesIn(definition, { q: answer })).toEqual([]);
  });

  it('are checked repeatedly against one form', () => {
    const definition = form(...many(400).map((n) => ({ type: 'dropdown', name: `q${n}`, choices: lines })));
    const answers = Object.fromEntries(many(400).map((n) => [`q${n}`, lines.at(-1)]));
    expect(many(500).filter(() => Object.keys(checkAnswers(definition, answers)).length > 0)).toEqual([]);
  });
});
