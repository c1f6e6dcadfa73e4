import { expect, test } from 'vitest';
import { answerText } from './answer-text.ts';

const choices = ['a', { value: 2, text: { default: 'Two', es: 'Dos' } }];

test.each<[string, Record<string, unknown>, unknown, string]>([
  ['a text', { type: 'text' }, 'Hello', 'Hello'],
  ['nothing', { type: 'text' }, undefined, ''],
  ['a number', { type: 'text', inputType: 'number' }, 5, '5'],
  ['a boolean', { type: 'boolean', labelTrue: 'Sure' }, true, 'Sure'],
  ['the other boolean', { type: 'boolean' }, false, 'No'],
  ['a choice', { type: 'radiogroup', choices }, 2, 'Two'],
  ['a special choice', { type: 'radiogroup', choices, showNoneItem: true, noneText: 'Nothing' }, 'none', 'Nothing'],
  ['several choices', { type: 'checkbox', choices }, ['a', 2], 'a; Two'],
  ['a choice that is gone', { type: 'radiogroup', choices }, 'z', 'z'],
  ['a rating', { type: 'rating', rateValues: [{ value: 1, text: 'Poor' }] }, 1, 'Poor'],
  ['a matrix', { type: 'matrix', rows: [{ value: 'r', text: 'Row' }], columns: choices }, { r: 2 }, 'Row: Two'],
  [
    'rows',
    { type: 'matrixdynamic', columns: [{ name: 'c', title: 'Col' }], choices },
    [{ c: 2 }, { c: 'a' }],
    'Col: Two; Col: a',
  ],
  [
    'lines',
    { type: 'multipletext', items: [{ name: 'x' }, { name: 'y', title: 'Why' }] },
    { x: '1', y: '2' },
    'x: 1, Why: 2',
  ],
  ['panels', { type: 'paneldynamic', templateElements: [{ type: 'boolean', name: 'b' }] }, [{ b: true }], 'b: Yes'],
  ['a file', { type: 'file' }, [{ fileId: '00000000-0000-4000-8000-000000000000', name: 'id.png' }], 'id.png'],
])('%s', (_, question, answer, text) => {
  expect(answerText({ type: 'text', name: 'q', ...question }, answer)).toBe(text);
});
