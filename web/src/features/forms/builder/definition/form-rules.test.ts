import type { SurveyDefinition, SurveyElement } from '@kinbridge/forms/form-definition';
import { describe, expect, test } from 'vitest';
import { fixedValues, type Item, itemsFromLines, withItemText } from './choices.ts';
import { formChanges } from './form-changes.ts';
import { formProblems } from './form-problems.ts';
import { languagesOf, withText } from './local-text.ts';
import { kindOf } from './question-kinds.ts';
import { readDefinitionText } from './read-definition.ts';

const formOf = (...elements: SurveyElement[]): SurveyDefinition => ({
  title: 'T',
  pages: [{ name: 'page1', elements }],
});

describe('invalid JSON is refused with a sentence', () => {
  test.each([
    ['{', /^This isn't valid JSON/],
    ['[]', /in braces/],
    ['{"pages": 3}', /"pages" must be a list/],
    ['{"pages": [3]}', /Page 1 is not an object/],
    ['{"pages": [{"elements": {}}]}', /Page 1: "elements" must be a list/],
    ['{"pages": [{"elements": [{"name": "a"}]}]}', /Page 1, element 1 has no "type"/],
    ['{"elements": [{"type": "text"}]}', /The form, element 1 has no "name"/],
    ['{"elements": [{"type": "panel", "name": "p", "elements": [null]}]}', /“p”, element 1 is not an object/],
  ])('%s', (text, sentence) => {
    expect(readDefinitionText(text).problem).toMatch(sentence);
  });

  test('everything else is kept', () => {
    const form = {
      pages: [{ name: 'one', elements: [{ type: 'unheard', name: 'a', of: [1] }] }],
      further: { x: null },
    };
    expect(readDefinitionText(JSON.stringify(form)).definition).toEqual(form);
  });
});

describe('texts in several languages', () => {
  test.each([
    [undefined, 'default', 'Hello', 'Hello'],
    ['Hello', 'es', 'Hola', { default: 'Hello', es: 'Hola' }],
    [{ default: 'Hello', es: 'Hola' }, 'es', '', 'Hello'],
    ['Hello', 'default', '', undefined],
    [{ es: 'Hola' }, 'default', 'Hello', { es: 'Hola', default: 'Hello' }],
  ])('%j with %s “%s” becomes %j', (before, locale, words, after) => {
    expect(withText(before, locale, words)).toEqual(after);
  });

  test("finds a form's languages wherever something is translated", () => {
    const form = formOf({
      type: 'radiogroup',
      name: 'a',
      choices: [{ value: 1, text: { default: 'One', ar: 'واحد' } }],
    });
    expect(languagesOf(form)).toEqual(['default', 'ar']);
  });
});

describe('choices', () => {
  const nothing = new Set<unknown>();
  test.each<[Item, string, string, Set<unknown>, Item]>([
    ['Rent', 'default', 'Rents', nothing, 'Rents'],
    ['Rent', 'default', 'Rents', new Set(['Rent']), { value: 'Rent', text: 'Rents' }],
    ['Rent', 'es', 'Alquiler', nothing, { value: 'Rent', text: { default: 'Rent', es: 'Alquiler' } }],
    [{ value: 1, text: 'One' }, 'default', 'Uno', new Set([1]), { value: 1, text: 'Uno' }],
    [
      { value: 'a', text: 'A', visibleIf: 'x' } as Item,
      'default',
      'B',
      nothing,
      { value: 'B', visibleIf: 'x' } as Item,
    ],
  ])('%j in %s as “%s”', (item, locale, words, fixed, expected) => {
    expect(withItemText(item, locale, words, fixed)).toEqual(expected);
  });

  test('published values and those in a rule stay fixed', () => {
    const published = formOf({ type: 'radiogroup', name: 'a', choices: ['x'] });
    const form = formOf(
      { type: 'radiogroup', name: 'a', choices: ['x', 'y', 'z'] },
      { type: 'text', name: 'b', visibleIf: "{a} = 'y'" },
    );
    expect([...fixedValues(form, published, 'a', 'choices')]).toEqual(['x', 'y']);
  });

  test.each<[string, string, unknown]>([
    ['visibleIf', '{a} = 1', 1],
    ['requiredIf', "{a} anyof ['x', 'y']", 'y'],
    ['enableIf', "{a.Lunch} = 'Often'", 'Lunch'],
  ])('a value in %s %s stays fixed', (property, rule, value) => {
    const form = formOf({ type: 'radiogroup', name: 'a' }, { type: 'text', name: 'b', [property]: rule });
    expect(fixedValues(form, null, 'a', 'choices')).toContain(value);
  });

  test('a line relabels the choice in its place if a rule names it', () => {
    expect(itemsFromLines('One\nTwice', ['One', 'Two'], new Set(['Two']))).toEqual([
      'One',
      { value: 'Two', text: 'Twice' },
    ]);
  });

  test('lines become choices, and known ones keep their value', () => {
    expect(itemsFromLines('One\r\n\n  Two \nTwo', [{ value: 1, text: 'One' }])).toEqual([
      { value: 1, text: 'One' },
      'Two',
    ]);
  });
});

describe('problems that block publishing', () => {
  test.each<[string, SurveyDefinition, RegExp]>([
    ['nothing asked', formOf({ type: 'html', name: 'a' }), /no questions yet/],
    ['a name twice', formOf({ type: 'text', name: 'a' }, { type: 'text', name: 'a' }), /have the name “a”/],
    [
      'an action without a service',
      formOf({ type: 'boolean', name: 'a', title: 'Food?', surveyAction: 'createServiceRequest' }),
      /“Food\?” creates a service request/,
    ],
    ['a foreign kind', formOf({ type: 'hologram', name: 'a' }), /“a” is a “hologram”/],
    ['no text', formOf({ type: 'text', name: 'question3' }), /“question3” has no text yet/],
    [
      'a statement without text',
      formOf({ type: 'text', name: 'a' }, { type: 'html', name: 'h', html: ' ' }),
      /“h” has no text yet/,
    ],
    ['no choices', formOf({ type: 'dropdown', name: 'a' }), /has no choices/],
    ['a choice twice', formOf({ type: 'checkbox', name: 'a', choices: ['x', 'x'] }), /a duplicate choice/],
    [
      'a rule about nothing',
      formOf({ type: 'text', name: 'a', visibleIf: '{b} notempty' }),
      /“a” has a rule about “b”, a question that was deleted/,
    ],
    [
      'a rule about a deleted choice',
      formOf(
        { type: 'radiogroup', name: 'a', title: 'Home?', choices: ['x'] },
        { type: 'text', name: 'b', title: 'Since?', visibleIf: "{a} = 'y'" },
      ),
      /“Since\?” has a rule about “y”, which “Home\?” doesn't offer/,
    ],
  ])('%s', (_, form, sentence) => {
    expect(formProblems(form)[0]).toMatch(sentence);
  });

  test('none for a valid form', () => {
    expect(formProblems(formOf({ type: 'radiogroup', name: 'a', choices: ['x', 'y'] }))).toEqual([]);
  });
});

describe('changes since the last version', () => {
  const a: SurveyElement = { type: 'radiogroup', name: 'a', title: 'Bills?', choices: ['Rent', 'Heat'] };
  const [b, c]: SurveyElement[] = [
    { type: 'text', name: 'b' },
    { type: 'text', name: 'c' },
  ] as [SurveyElement, SurveyElement];
  test.each<[string, SurveyDefinition, unknown[]]>([
    ['nothing', formOf(a, b), []],
    ['a new question', formOf(a, b, c), [{ kind: 'added', subject: 'c', details: [] }]],
    ['one less', formOf(a), [{ kind: 'removed', subject: 'b', details: [] }]],
    ['another order', formOf(b, a), [{ kind: 'moved', subject: 'Bills?', details: [] }]],
    [
      'choices and required',
      formOf({ ...a, choices: ['Heat', 'Water'], isRequired: true }, b),
      [
        {
          kind: 'changed',
          subject: 'Bills?',
          details: ['Now required', 'New choice: Water', 'Removed choice: Rent'],
        },
      ],
    ],
    [
      'a rule and the words',
      formOf({ ...a, title: 'Which bills?', visibleIf: '{b} notempty' }, b),
      [
        {
          kind: 'changed',
          subject: 'Bills?',
          details: ['Now asks “Which bills?”', 'Now shown only if a rule is true'],
        },
      ],
    ],
    [
      'the title',
      { ...formOf(a, b), title: 'U' },
      [{ kind: 'changed', subject: 'The form', details: ['Title: “T” is now “U”'] }],
    ],
    [
      'the title in another language',
      { ...formOf(a, b), title: { default: 'T', es: 'U' } },
      [{ kind: 'changed', subject: 'The form', details: ['Translation of the title'] }],
    ],
    [
      'a property that nobody knows',
      formOf(a, { ...b, maxWidth: '3px' }),
      [{ kind: 'changed', subject: 'b', details: ['Other settings'] }],
    ],
  ])('%s', (_, after, changes) => {
    expect(formChanges(formOf(a, b), after)).toEqual(changes);
  });
});

test.each([
  [{ type: 'text', name: 'a', inputType: 'date' }, 'Date', true],
  [{ type: 'text', name: 'a', inputType: 'color' }, 'Short answer', true],
  [{ type: 'matrixdynamic', name: 'a' }, 'Grid with rows to add', false],
  [{ type: 'hologram', name: 'a' }, '“hologram”', false],
])('%j is labeled %s', (element, label, offered) => {
  expect(kindOf(element)).toMatchObject({ label, offered });
});
