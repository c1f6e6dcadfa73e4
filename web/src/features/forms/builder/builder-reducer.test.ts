import type { SurveyDefinition, SurveyElement } from '@kinbridge/forms/form-definition';
import { describe, expect, test } from 'vitest';
import { type BuilderAction, type BuilderState, builderReducer, openBuilder } from './builder-reducer.ts';
import { dependents } from './builder-rules.ts';
import { childrenOf, find, keyOf, walk } from './builder-tree.ts';

const form: SurveyDefinition = {
  title: 'Intake',
  logo: 'kept',
  pages: [
    {
      name: 'page1',
      elements: [
        { type: 'text', name: 'a' },
        {
          type: 'panel',
          name: 'p',
          elements: [
            { type: 'text', name: 'b' },
            { type: 'text', name: 'c', visibleIf: '{a} notempty' },
          ],
        },
        { type: 'futurekind', name: 'd', secret: { of: ['another', 'builder'] } },
      ],
    },
    { name: 'page2', elements: [{ type: 'boolean', name: 'e' }] },
  ],
};

/** The form in one line: pages separated by |, panels in parentheses. */
function outline({ definition }: Pick<BuilderState, 'definition'>): string {
  const words = (element: SurveyElement): string =>
    element.type === 'panel' ? `${element.name}(${childrenOf(element).map(words).join(' ')})` : element.name;
  return (definition.pages ?? []).map((page) => childrenOf(page).map(words).join(' ')).join(' | ');
}

function keyNamed({ definition }: BuilderState, name: string): string {
  const found = [...walk(definition)].find(({ node }) => node.name === name);
  return found ? keyOf(found.node) : '';
}

function run(state: BuilderState, ...actions: ((state: BuilderState) => BuilderAction)[]): BuilderState {
  return actions.reduce((before, action) => builderReducer(before, action(before)), state);
}

const json = (value: unknown) => JSON.parse(JSON.stringify(value));

test('opening a form changes nothing, and unknown properties are kept', () => {
  expect(json(openBuilder(form).definition)).toEqual(form);
});

test('a form without pages gets one', () => {
  expect(outline(openBuilder({ elements: [{ type: 'text', name: 'a' }] }))).toBe('a');
  expect(json(openBuilder({}).definition)).toEqual({ pages: [{ name: 'page1', elements: [] }] });
});

describe('moving with the keyboard steps through the form', () => {
  test.each([
    ['a', 1, 'p(a b c) d | e'],
    ['b', -1, 'a b p(c) d | e'],
    ['b', 1, 'a p(c b) d | e'],
    ['c', 1, 'a p(b) c d | e'],
    ['d', -1, 'a p(b c d) | e'],
    ['d', 1, 'a p(b c) | d e'],
    ['e', -1, 'a p(b c) d e | '],
    ['p', 1, 'a d p(b c) | e'],
    ['a', -1, 'a p(b c) d | e'],
    ['e', 1, 'a p(b c) d | e'],
    ['page2', -1, 'e | a p(b c) d'],
    ['page1', -1, 'a p(b c) d | e'],
  ] as const)('%s by %d: %s', (name, by, expected) => {
    const state = openBuilder(form);
    expect(outline(run(state, (one) => ({ type: 'move by', key: keyNamed(one, name), by })))).toBe(expected);
  });
});

describe('moving to a place', () => {
  test.each([
    ['a', 'page1', 3, 'p(b c) d a | e'],
    ['a', 'page1', 1, 'a p(b c) d | e'],
    ['d', 'p', 1, 'a p(b d c) | e'],
    ['c', 'page2', 0, 'a p(b) d | c e'],
    ['p', 'page2', 1, 'a d | e p(b c)'],
    ['p', 'p', 0, 'a p(b c) d | e'],
  ])('%s into %s at %d: %s', (name, parent, index, expected) => {
    const moved = run(openBuilder(form), (state) => ({
      type: 'move',
      key: keyNamed(state, name),
      place: { parent: keyNamed(state, parent), index },
    }));
    expect(outline(moved)).toBe(expected);
  });
});

test('adds a question after the selection, with a unique name, and selects it', () => {
  const state = run(
    openBuilder(form),
    (one) => ({ type: 'select', key: keyNamed(one, 'b') }),
    () => ({ type: 'add', element: { type: 'text', name: 'question' } }),
    () => ({ type: 'add', element: { type: 'text', name: 'question' } }),
  );
  expect(outline(state)).toBe('a p(b question1 question2 c) d | e');
  expect(state.selected).toBe(keyNamed(state, 'question2'));
});

test('adds a question at the end if nothing is selected', () => {
  const add: BuilderAction = { type: 'add', element: { type: 'text', name: 'question' } };
  expect(outline(builderReducer(openBuilder(form), add))).toBe('a p(b c) d | e question1');
  expect(outline(builderReducer(openBuilder({}), add))).toBe('question1');
});

test('puts a copy after the original, with new names inside too', () => {
  const copied = run(openBuilder(form), (state) => ({ type: 'duplicate', key: keyNamed(state, 'p') }));
  expect(outline(copied)).toBe('a p(b c) p2(b2 c2) d | e');
});

test('removing selects a neighbor, and the last page stays', () => {
  const without = run(openBuilder(form), (state) => ({ type: 'remove', key: keyNamed(state, 'a') }));
  expect(outline(without)).toBe('p(b c) d | e');
  expect(without.selected).toBe(keyNamed(without, 'p'));
  const one = run(without, (state) => ({ type: 'remove', key: keyNamed(state, 'page1') }));
  expect(outline(run(one, (state) => ({ type: 'remove', key: keyNamed(state, 'page2') })))).toBe('e');
});

test('breaks the page after the selection, or after its panel', () => {
  const broken = (name: string) =>
    outline(
      run(
        openBuilder(form),
        (state) => ({ type: 'select', key: keyNamed(state, name) }),
        () => ({ type: 'break page' }),
      ),
    );
  expect(broken('a')).toBe('a | p(b c) d | e');
  expect(broken('b')).toBe('a p(b c) | d | e');
});

test('renaming updates the rules about it and refuses names in use or blank', () => {
  const rename = (name: string) =>
    run(openBuilder(form), (state) => ({ type: 'rename', key: keyNamed(state, 'a'), name }));
  expect(json(rename('first').definition.pages?.[0]?.elements?.[1]).elements[1].visibleIf).toBe('{first} notempty');
  expect(outline(rename('e'))).toBe('a p(b c) d | e');
  expect(outline(rename(' '))).toBe('a p(b c) d | e');
});

test('undo and redo work, and typing in one place is one step', () => {
  const type = (title: string) => (state: BuilderState) =>
    ({ type: 'change', key: keyNamed(state, 'a'), changes: { title } }) as const;
  const typed = run(openBuilder(form), type('W'), type('Wh'), type('Who'), (state) => ({
    type: 'remove',
    key: keyNamed(state, 'd'),
  }));
  const undo = () => ({ type: 'undo' }) as const;
  const redo = () => ({ type: 'redo' }) as const;
  expect(outline(typed)).toBe('a p(b c) | e');
  expect(outline(run(typed, undo))).toBe('a p(b c) d | e');
  expect(json(run(typed, undo, undo).definition)).toEqual(form);
  expect(json(run(typed, undo, undo, redo, redo).definition)).toEqual(json(typed.definition));
  expect(json(run(typed, undo, undo, undo).definition)).toEqual(form);
  expect(run(typed, undo, type('X')).future).toEqual([]);
});

test('removes a property that becomes undefined', () => {
  const state = run(openBuilder(form), (one) => ({
    type: 'change',
    key: keyNamed(one, 'd'),
    changes: { secret: undefined, isRequired: true },
  }));
  expect(json(state.definition).pages[0].elements[2]).toEqual({ type: 'futurekind', name: 'd', isRequired: true });
});

test('pasted JSON replaces the whole form, and can be undone', () => {
  const state = builderReducer(openBuilder(form), {
    type: 'replace',
    definition: { elements: [{ type: 'text', name: 'x' }] },
  });
  expect(outline(state)).toBe('x');
  expect(outline(builderReducer(state, { type: 'undo' }))).toBe('a p(b c) d | e');
});

describe('removing a question with rules about it', () => {
  const rules: SurveyDefinition = {
    pages: [
      {
        name: 'page1',
        elements: [
          { type: 'boolean', name: 'ride' },
          { type: 'text', name: 'where', visibleIf: "{ride} = true and {when} = 'now'" },
          { type: 'text', name: 'when', visibleIf: 'age({ride}) > 3' },
        ],
      },
      { name: 'page2', visibleIf: '{ride} = true', elements: [{ type: 'text', name: 'other' }] },
    ],
  };
  const node = (state: BuilderState) => find(state.definition, keyNamed(state, 'ride'))?.node ?? {};
  const left = (state: BuilderState) =>
    [...walk(state.definition)].flatMap(({ node: { name, visibleIf } }) => (visibleIf ? [[name, visibleIf]] : []));

  test('lists the pages and questions with such a rule', () => {
    const state = openBuilder(rules);
    expect(dependents(state.definition, node(state)).map(({ name }) => name)).toEqual(['where', 'when', 'page2']);
  });

  test('removes those rules and no others', () => {
    const state = run(openBuilder(rules), (before) => ({ type: 'remove', key: keyNamed(before, 'ride'), rules: true }));
    expect(left(state)).toEqual([['where', "{when} = 'now'"]]);
    expect(left(run(state, () => ({ type: 'undo' })))).toHaveLength(3);
  });

  test('keeps the rules on request', () => {
    const remove = (before: BuilderState) => ({ type: 'remove', key: keyNamed(before, 'ride'), rules: false }) as const;
    expect(left(run(openBuilder(rules), remove))).toHaveLength(3);
  });
});

describe('naming a new question after its title', () => {
  const blank: SurveyDefinition = {
    pages: [
      {
        name: 'page1',
        elements: [
          { type: 'text', name: 'question1' },
          { type: 'text', name: 'after', title: 'So, {question1}?', visibleIf: '{question1} notempty' },
        ],
      },
    ],
  };
  const ask = (title: unknown) => (state: BuilderState) =>
    ({ type: 'change', key: keyOf(state.definition.pages?.[0]?.elements?.[0] ?? {}), changes: { title } }) as const;
  const names = (state: BuilderState) => (state.definition.pages?.[0]?.elements ?? []).map(({ name }) => name);

  test.each([
    ['Which bills are hard to pay?', 'which_bills_are_hard_to_pay'],
    ['¿Dónde durmió anoche?', 'donde_durmio_anoche'],
    ["What's your child's name, and how old are they now?", 'whats_your_childs_name_and_how_old_are'],
    ['Constructor', 'question1'],
    ['أين تسكن؟', 'question1'],
    ['After', 'after2'],
  ])('turns %s into %s', (title, name) => {
    expect(names(run(openBuilder(blank), ask(title)))[0]).toBe(name);
  });

  test('works while typing, and rules and texts follow', () => {
    const typed = run(openBuilder(blank), ask('Who'), ask('Whose dog?'));
    expect(json(typed.definition.pages?.[0]?.elements?.[1])).toMatchObject({
      title: 'So, {whose_dog}?',
      visibleIf: '{whose_dog} notempty',
    });
    expect(names(run(typed, ask(undefined)))[0]).toBe('question1');
    expect(names(run(typed, () => ({ type: 'undo' })))[0]).toBe('question1');
  });

  test('stops once it is published or someone named it', () => {
    expect(names(run(openBuilder(blank, blank), ask('Who')))[0]).toBe('question1');
    const named = run(openBuilder(blank), (state) => ({ ...ask('')(state), type: 'rename', name: 'mine' }) as const);
    expect(names(run(named, ask('Who')))[0]).toBe('mine');
  });
});
