import { describe, expect, test } from 'vitest';
import {
  answeredYes,
  fixedQuestions,
  formLabel,
  questionsOf,
  saysYes,
  servicesAskedFor,
  withFixedQuestions,
} from './form-definition.ts';

describe('an answer says yes', () => {
  test.each([
    [true, true],
    [false, false],
    ['Yes', true],
    ['no', false],
    [' None ', false],
    ['', false],
    ['NO.', false],
    ['None!', false],
    ['“No”', false],
    ['¡No!', false],
    ['N', false],
    ['n.', false],
    ['?', true],
    ['No food.', true],
    ['Weekly food box', true],
    [0, false],
    [3, true],
    [['none'], false],
    [['none', 'rent'], true],
    [[], false],
    [{ row1: 'no', row2: 'often' }, true],
    [{ row1: 'no' }, false],
    [null, false],
    [undefined, false],
  ])('%j: %s', (answer, expected) => {
    expect(saysYes(answer)).toBe(expected);
  });
});

const form = {
  pages: [
    {
      name: 'one',
      elements: [{ type: 'boolean', name: 'food', surveyAction: 'createServiceRequest' as const, serviceId: 7 }],
    },
    {
      name: 'two',
      elements: [
        {
          type: 'panel',
          name: 'home',
          elements: [
            { type: 'radiogroup', name: 'rent', surveyAction: 'createServiceRequest' as const, serviceId: 9 },
            { type: 'text', name: 'userFirstName' },
          ],
        },
      ],
    },
  ],
};

test('derives actions from the form and the questions answered yes', () => {
  expect(servicesAskedFor(form, { food: true, rent: 'none' })).toEqual([7]);
  expect(servicesAskedFor(form, { food: true, rent: 'late' })).toEqual([7, 9]);
  expect(servicesAskedFor(form, {})).toEqual([]);
});

const group = {
  elements: [
    {
      type: 'paneldynamic',
      name: 'people',
      templateElements: [
        { type: 'boolean', name: 'food', surveyAction: 'createServiceRequest' as const, serviceId: 7 },
        {
          type: 'paneldynamic',
          name: 'bills',
          templateElements: [
            { type: 'text', name: 'rent', surveyAction: 'createServiceRequest' as const, serviceId: 9 },
          ],
        },
      ],
    },
  ],
};

test.each([
  ['one row says yes', { people: [{ food: false }, { food: true }] }, [7]],
  ['several rows say yes', { people: [{ food: true }, { food: true }] }, [7]],
  ['a row of a row says yes', { people: [{ bills: [{ rent: 'no' }, { rent: 'late' }] }] }, [9]],
  ['no row says yes', { people: [{ food: false }, {}, null] }, []],
  ['the answer is outside the group', { food: true, people: 'x' }, []],
])('derives actions from a repeating group: %s', (_, answers, services) => {
  expect(servicesAskedFor(group, answers)).toEqual(services);
});

test.each([
  ["Other says 'no'", { showOtherItem: true }, { q: 'other', 'q-Comment': 'no' }, []],
  ["Other says 'None.' among several", { hasOther: true }, { q: ['other'], 'q-Comment': 'None.' }, []],
  ['Other says more', { showOtherItem: true }, { q: 'other', 'q-Comment': 'Rent' }, [5]],
  ['Other says nothing', { showOtherItem: true }, { q: 'other', 'q-Comment': ' ' }, [5]],
  ['Other says no, another choice is chosen', { showOtherItem: true }, { q: ['a', 'other'], 'q-Comment': 'no' }, [5]],
  ["a choice is named 'other'", { showCommentArea: true }, { q: 'other', 'q-Comment': 'no' }, [5]],
])('derives actions from the text for Other: %s', (_, question, answers, services) => {
  const action = { surveyAction: 'createServiceRequest' as const, serviceId: 5 };
  const elements = [{ type: 'dropdown', name: 'q', choices: ['a'], ...action, ...question }];
  expect(servicesAskedFor({ elements }, answers)).toEqual(services);
});

test.each([
  ['its wording says no', { choices: [{ value: 'item1', text: 'No' }] }, 'item1', false],
  ['its wording says something else', { choices: [{ value: 'item1', text: 'Rent' }] }, 'item1', true],
  ['the value for no', { type: 'boolean', valueTrue: 'Sí', valueFalse: 'Nunca' }, 'Nunca', false],
  ['the value for yes', { type: 'boolean', valueTrue: 'Sí', valueFalse: 'Nunca' }, 'Sí', true],
  ['declined', { choices: ['a'] }, 'refused', false],
  ['several, one of them yes', { choices: ['a'] }, ['none', 'a'], true],
])('decides whether a question is answered yes: %s', (_, question, answer, expected) => {
  expect(answeredYes({ type: 'radiogroup', name: 'q', ...question }, answer)).toBe(expected);
});

test('adds missing fixed questions on a first page without changing the form', () => {
  const shown = withFixedQuestions(form);
  expect(shown.pages?.map(({ name }) => name)).toEqual(['about-you', 'one', 'two']);
  expect(questionsOf(shown).map(({ name }) => name)).toEqual([
    'userLastName',
    'userBirthDate',
    'userPhoneNumber',
    'food',
    'rent',
    'userFirstName',
  ]);
  // Both names are required wherever they are asked.
  const required = questionsOf(shown).filter(({ isRequired }) => isRequired);
  expect(required.map(({ name }) => name)).toEqual(['userLastName', 'userFirstName']);
  expect(questionsOf(form).some(({ isRequired }) => isRequired)).toBe(false);
  expect(form.pages).toHaveLength(2);
  expect(withFixedQuestions({ elements: fixedQuestions })).toEqual({ elements: fixedQuestions });
});

test.each([
  ['Intake', 2, 'Intake V.2'],
  [' ', 1, 'Untitled V.1'],
])('%j in version %d is listed as %j', (title, version, label) => {
  expect(formLabel({ title, version })).toBe(label);
});
