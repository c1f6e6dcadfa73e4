import { describe, expect, test } from 'vitest';
import { checkDefinition } from './check-definition.ts';
import type { SurveyDefinition } from './form-definition.ts';
import { formTemplates } from './templates/form-templates.ts';

const question = { type: 'text', name: 'q' };
const nested = (depth: number): object => (depth === 0 ? {} : { extra: nested(depth - 1) });

describe("forms that can't be published", () => {
  test.each<[string, unknown, string]>([
    ['an empty form', {}, 'data'],
    ['only a panel', { elements: [{ type: 'panel', name: 'p' }] }, 'data'],
    ["pages that aren't a list", { pages: {} }, 'data.pages'],
    ['a page of the wrong type', { pages: [null] }, 'data.pages'],
    ["elements that aren't a list", { pages: [{ elements: 'x' }] }, 'data.pages.0.elements'],
    ['an unknown type', { elements: [{ type: 'script', name: 'q' }] }, 'data.elements.0.type'],
    ['no type', { elements: [{ name: 'q' }] }, 'data.elements.0.type'],
    ['no name', { elements: [{ type: 'text' }] }, 'data.elements.0.name'],
    ['a number for a name', { elements: [{ type: 'text', name: 5 }] }, 'data.elements.0.name'],
    ['__proto__', { elements: [{ type: 'text', name: '__proto__' }] }, 'data.elements.0.name'],
    ['constructor', { elements: [{ type: 'text', name: 'constructor' }] }, 'data.elements.0.name'],
    ['toString', { elements: [{ ...question, valueName: 'toString' }] }, 'data.elements.0.valueName'],
    ['braces in a name', { elements: [{ type: 'text', name: '{a}' }] }, 'data.elements.0.name'],
    ['a long name', { elements: [{ type: 'text', name: 'x'.repeat(201) }] }, 'data.elements.0.name'],
    [
      'the same name twice, once in a panel',
      { elements: [question, { type: 'panel', name: 'p', elements: [question] }] },
      'data.elements.1.elements.0.name',
    ],
    ['a name reserved for a comment', { elements: [question, { type: 'text', name: 'q-Comment' }] }, 'data'],
    ["a title that isn't text", { title: 5, elements: [question] }, 'data.title'],
    ['a text of the wrong type', { elements: [{ ...question, title: { default: [] } }] }, 'data.elements.0.title'],
    ["choices that aren't a list", { elements: [{ ...question, choices: 'x' }] }, 'data.elements.0.choices'],
    [
      'a choice of the wrong type',
      { elements: [{ ...question, choices: [{ text: 'x' }] }] },
      'data.elements.0.choices',
    ],
    [
      'the same column twice',
      { elements: [{ type: 'matrixdynamic', name: 'm', columns: [{ name: 'c' }, { name: 'c' }] }] },
      'data.elements.0.columns.1.name',
    ],
    [
      'a bad name in a dynamic panel',
      { elements: [{ type: 'paneldynamic', name: 'p', templateElements: [{ type: 'text', name: '' }] }] },
      'data.elements.0.templateElements.0.name',
    ],
    ['an unknown action', { elements: [{ ...question, surveyAction: 'pay' }] }, 'data.elements.0.surveyAction'],
    [
      'an action without a service',
      { elements: [{ ...question, surveyAction: 'createServiceRequest' }] },
      'data.elements.0.serviceId',
    ],
    [
      'an expression that backtracks',
      { elements: [{ ...question, validators: [{ type: 'regex', regex: '^(a+)+$' }] }] },
      'data.elements.0.validators.0.regex',
    ],
    [
      'a rule about a deleted question',
      { elements: [question, { type: 'text', name: 'r', visibleIf: "{q} = 'x' or {gone} notempty" }] },
      'data.elements.1.visibleIf',
    ],
    [
      'a page with a rule about a deleted question',
      { pages: [{ name: 'p', visibleIf: '{gone.row} = 1', elements: [question] }] },
      'data.pages.0.visibleIf',
    ],
    ['deep nesting', { ...nested(50), elements: [question] }, 'data'],
    ['501 questions', { elements: Array.from({ length: 501 }, (_, n) => ({ type: 'text', name: `q${n}` })) }, 'data'],
  ])('%s', (_, form, path) => {
    expect(checkDefinition(form as SurveyDefinition).map((problem) => problem.path)).toContain(path);
  });
});

const offering = [
  { type: 'radiogroup', name: 'one', choices: ['a', { value: 2, text: 'Two' }], showOtherItem: true },
  { type: 'checkbox', name: 'some', choices: ['a', 'b'], showNoneItem: true },
  { type: 'matrix', name: 'grid', rows: ['Lunch'], columns: ['Often'] },
  { type: 'dropdown', name: 'far', choicesByUrl: { url: 'https://example.org' } },
];

test.each([
  ["{one} = 'gone'", 'gone'],
  ["{one} <> 'a' and ({some} contains 'gone')", 'gone'],
  ["{some} anyof ['a', 'gone']", 'gone'],
  ["{one} = 'none'", 'none'],
  ['{one} = 3', '3'],
  ["{grid.Lunch} = 'Never'", 'Never'],
  ["{grid.Dinner} = 'Often'", 'Dinner'],
])('a rule about a deleted choice is refused: %s', (visibleIf, missing) => {
  const elements = [...offering, { type: 'text', name: 'r', title: 'Rule?', visibleIf }];
  const [problem] = checkDefinition({ elements } as SurveyDefinition);
  expect(problem?.path).toBe('data.elements.4.visibleIf');
  expect(problem?.message).toMatch(`“Rule?” has a rule about “${missing}”`);
});

test.each([
  "{one} = 'A' or {one} = '2' or {one} = 'other'",
  "{one} contains 'part' and {some} = 'none' and {some} anyof ['a', 'b']",
  "{grid.Lunch} = 'Often' and {far} = 'Anything' and {one} notempty",
])('a rule about existing choices can be published: %s', (visibleIf) => {
  const elements = [...offering, { type: 'text', name: 'r', visibleIf }];
  expect(checkDefinition({ elements } as SurveyDefinition)).toEqual([]);
});

test('the templates can be published', () => {
  for (const { data } of formTemplates) expect(checkDefinition(data)).toEqual([]);
});

test.each([
  "{q} = 'a {word} in braces'",
  '{Q.row} > 1 and {q[0].x} notempty',
  "{q-Comment} contains 'x' or {userFirstName} notempty",
  '{panel.inner} = 1 and {row.inner} = 1 and {inner} = 2',
  '{total} > 3',
])('a rule about existing questions can be published: %s', (visibleIf) => {
  const panel = { type: 'paneldynamic', name: 'p', templateElements: [{ type: 'text', name: 'inner' }] };
  const form = {
    calculatedValues: [{ name: 'total', expression: '1' }],
    elements: [question, panel, { type: 'text', name: 'r', visibleIf }],
  };
  expect(checkDefinition(form as SurveyDefinition)).toEqual([]);
});

test.each([
  ['(', "This regular expression isn't valid. Please check it."],
  [5, "This regular expression isn't valid. Please check it."],
  ['^\\p{L}+$', "This regular expression uses \\p, which isn't supported. Please write it without."],
  ['(a)\\1', "This regular expression uses \\1, which isn't supported. Please write it without."],
  ['\\\\p(a+)+$', 'This regular expression could take too long to check. Please write a simpler one.'],
])('says why the regular expression %j is refused', (regex, message) => {
  const elements = [{ ...question, validators: [{ type: 'regex', regex }] }];
  expect(checkDefinition({ elements })).toEqual([{ path: 'data.elements.0.validators.0.regex', message }]);
});
