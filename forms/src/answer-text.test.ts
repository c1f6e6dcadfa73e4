import { expect, test } from 'vitest';
import { answerText } from './answer-text.ts';

const choices = ['a', { value: 2, text: { default: 'Two', es: 'Dos' } }];

test.each<[string, Record<string, unknown>, unknown, string]>([
  ['a text', { type: 'text' }, 'Hello', 'Hello'],
  ['nothing', { type: 'text' }, undefined, ''],
  ['a number', { type: 'text', inputType: 'number' }, 5, '5'],
  ['a date', { inputType: 'date' }, '2026-01-05', 'Jan 5, 2026'],
  ['a birthday', { name: 'userBirthDate', inputType: 'date' }, '1984-03-09', '03-09-1984'],
  ['a date and time', { inputType: 'datetime-local' }, '2026-01-05T13:07', 'Jan 5, 2026, 1:07 PM'],
  ['a month', { inputType: 'month' }, '2026-01', 'Jan 2026'],
  ['a time', { inputType: 'time' }, '00:30', '12:30 AM'],
  ['a date that is not one', { inputType: 'date' }, 'soon', 'soon'],
  ['a phone number', { inputType: 'tel' }, '+16165550150', '(616) 555-0150'],
  [
    'a date in a row',
    { type: 'multipletext', items: [{ name: 'x', title: 'Since', inputType: 'date' }] },
    { x: '2026-01-05' },
    'Since: Jan 5, 2026',
  ],
  ['a boolean', { type: 'boolean', labelTrue: 'Sure' }, true, 'Sure'],
  ['the other boolean', { type: 'boolean' }, false, 'No'],
  ['a choice', { type: 'radiogroup', choices }, 2, 'Two'],
  ['a special choice', { type: 'radiogroup', choices, showNoneItem: true, noneText: 'Nothing' }, 'none', 'Nothing'],
  ['several choices', { type: 'checkbox', choices }, ['a', 2], 'a; Two'],
  ['a deleted choice', { type: 'radiogroup', choices }, 'z', 'z'],
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
