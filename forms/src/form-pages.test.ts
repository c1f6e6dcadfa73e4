import { expect, test } from 'vitest';
import { withFixedQuestions } from './form-definition.ts';
import { formPages, pickLanguage } from './form-pages.ts';
import { isPlainForm } from './plain-form.ts';
import { formTemplates } from './templates/form-templates.ts';

const text = (name: string) => ({ type: 'text', name });

test('shows one question or panel per page, with the text before it', () => {
  const pages = formPages({
    pages: [
      {
        name: 'home',
        title: 'Home',
        description: 'About your home.',
        elements: [text('a'), { type: 'html', name: 'note' }, text('b'), { type: 'image', name: 'end' }],
      },
      { name: 'home-2', elements: [{ type: 'panel', name: 'p', elements: [text('c'), text('d')] }] },
      { name: 'empty' },
    ],
    elements: [text('loose')],
  });
  expect(pages.map(({ name, elements }) => [name, elements?.map((element) => element.name)])).toEqual([
    ['home', ['a']],
    ['home-2', ['note', 'b', 'end']],
    ['home-2-2', ['p']],
    ['form', ['loose']],
  ]);
  expect(pages.map(({ title }) => title)).toEqual(['Home', 'Home', undefined, undefined]);
  expect(pages.map(({ description }) => description)).toEqual(['About your home.', undefined, undefined, undefined]);
});

test('puts the added fixed questions on the first page', () => {
  const [first] = formPages(withFixedQuestions({ elements: [text('a')] }));
  expect(first?.elements?.map(({ name }) => name)).toEqual([
    'userFirstName',
    'userLastName',
    'userBirthDate',
    'userPhoneNumber',
  ]);
});

test.each([
  [['es-MX', 'en'], ['en', 'es'], 'es'],
  [['fr', 'de'], ['en', 'es'], 'en'],
  [['ZH-cn'], ['en', 'zh-cn'], 'zh-cn'],
  [[], ['ar'], 'ar'],
])('picks for %j from %j: %s', (asked, available, language) => {
  expect(pickLanguage(asked, available)).toBe(language);
});

test('the social needs check-in needs no form library', () => {
  const plain = formTemplates.filter(({ data }) => isPlainForm(withFixedQuestions(data))).map(({ key }) => key);
  expect(plain).toContain('social-needs');
});

test.each([
  ['a complex condition', { ...text('a'), visibleIf: 'age({b}) > 18' }],
  ['an answer inside a text', { ...text('a'), title: 'Hello {userFirstName}' }],
  ['an unknown property', { ...text('a'), maskType: 'numeric' }],
  ['a validator with an expression', { ...text('a'), validators: [{ type: 'expression', expression: '1 = 1' }] }],
  ['a grid without rows', { type: 'matrix', name: 'a', columns: ['x'] }],
  ['a grid of checkboxes', { type: 'matrix', name: 'a', columns: ['x'], rows: ['y'], cellType: 'checkbox' }],
  ['another type', { type: 'matrixdynamic', name: 'a' }],
  ['a name from the prototype', { type: 'constructor', name: 'a' }],
  ['a conditional choice', { type: 'radiogroup', name: 'a', choices: [{ value: 1, visibleIf: '{b} = 1' }] }],
  ['a rating of a thousand steps', { type: 'rating', name: 'a', rateMax: 1000 }],
])('uses SurveyJS for a form with %s', (_, element) => {
  expect(isPlainForm({ elements: [element] })).toBe(false);
});
