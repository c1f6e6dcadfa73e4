import type { SurveyElement } from '@kinbridge/forms/form-definition';
import { isPlainForm } from '@kinbridge/forms/plain-form';
import { Model } from 'survey-core';
import { describe, expect, test } from 'vitest';
import { problemWith } from './plain-check.ts';
import { publicFormTexts } from './public-form.texts.ts';

const texts = publicFormTexts('en');
const rows = ['food', 'home'];
const columns = ['never', 'often'];

/** The server checks answers with SurveyJS; the light renderer must accept and refuse the same ones. */
const cases: [string, Partial<SurveyElement> & { type: string }, unknown[]][] = [
  ['an optional ranking', { type: 'ranking', choices: ['a', 'b'] }, [undefined, ['b', 'a']]],
  ['a required ranking', { type: 'ranking', choices: ['a', 'b'], isRequired: true }, [undefined, ['b', 'a']]],
  ['an optional grid', { type: 'matrix', rows, columns }, [undefined, { food: 'often' }]],
  ['a required grid', { type: 'matrix', rows, columns, isRequired: true }, [undefined, { food: 'often' }]],
  [
    'a grid with every row required',
    { type: 'matrix', rows, columns, eachRowRequired: true },
    [undefined, { food: 'often' }, { food: 'often', home: 'never' }],
  ],
  ['a required file', { type: 'file', isRequired: true }, [undefined, [], [{ name: 'a.png', content: 'x' }]]],
  ['a required rating', { type: 'rating', isRequired: true }, [undefined, 3]],
  [
    'choices with a minimum',
    { type: 'checkbox', choices: ['a', 'b', 'c'], showNoneItem: true, minSelectedChoices: 2, maxSelectedChoices: 2 },
    [undefined, ['a'], ['a', 'b'], ['none']],
  ],
  [
    'an email address',
    { type: 'text', inputType: 'email', validators: [{ type: 'email' }] },
    [undefined, 'ada', 'ada@x', 'ada@x.o', 'ada@x.org', 'a.b@x-y.org', 'a..b@x.org', 'a b@x.org', 'ada@x,org'],
  ],
  [
    'a text with length limits',
    { type: 'text', validators: [{ type: 'text', minLength: 2, maxLength: 4 }] },
    [undefined, 'a', 'ab', 'abcd', 'abcde'],
  ],
  [
    'a long text with length limits',
    { type: 'comment', isRequired: true, validators: [{ type: 'text', minLength: 3 }] },
    [undefined, 'ab', 'abc'],
  ],
];

describe.each(cases)('%s', (_name, partial, answers) => {
  const element: SurveyElement = { name: 'q', ...partial };
  test.each(answers.map((answer) => [answer]))('judges %j like the server', (answer) => {
    expect(isPlainForm({ elements: [element] })).toBe(true);
    const form = new Model({ elements: [element] });
    if (answer !== undefined) form.data = { q: answer };
    const problem = problemWith({ element, answer, language: 'en', texts });
    expect(problem === null).toBe(form.validate(false, false));
  });
});

test('refuses more choices than the maximum', () => {
  const element = { type: 'checkbox', name: 'q', choices: ['a', 'b', 'c'], maxSelectedChoices: 2 };
  const problem = problemWith({ element, answer: ['a', 'b', 'c'], language: 'en', texts });
  expect(problem).toBe('Please choose at most 2.');
});

test('asks for a missing signature with its own message', () => {
  const element = { type: 'signaturepad', name: 'q', isRequired: true };
  expect(problemWith({ element, answer: undefined, language: 'en', texts })).toBe(texts.missingSignature);
});

test.each([
  ['date', { min: '2026-02-01' }, '2026-01-31', 'Please enter Feb 1, 2026 or later.', 'Escriba 1 feb 2026 o después.'],
  ['date', { max: '2026-02-01' }, '2026-02-02', 'Please enter Feb 1, 2026 or earlier.', 'Escriba 1 feb 2026 o antes.'],
  ['time', { min: '13:05' }, '09:00', 'Please enter 1:05 PM or later.', 'Escriba 1:05 p.m. o después.'],
  [
    'month',
    { min: '2026-02' },
    '2025-12',
    'Please enter February 2026 or later.',
    'Escriba febrero de 2026 o después.',
  ],
  ['number', { min: 3 }, 2, 'Please enter 3 or more.', 'Escriba 3 o más.'],
])('says the bound of a %s %j as people write it', (inputType, bound, answer, english, spanish) => {
  const element = { type: 'text', name: 'q', inputType, ...bound };
  const said = (language: string) => problemWith({ element, answer, language, texts: publicFormTexts(language) });
  expect([said('en'), said('es')].map((text) => text?.replaceAll(/\s/g, ' '))).toEqual([english, spanish]);
});
