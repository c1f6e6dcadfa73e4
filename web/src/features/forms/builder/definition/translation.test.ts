import type { FormText } from '@kinbridge/forms/form-languages';
import { describe, expect, test } from 'vitest';
import { englishAroundForm } from './english-around.ts';
import { missingTexts, roleOf, translationChanges, wordsOf } from './translation.ts';

const grid = {
  type: 'matrixdropdown',
  name: 'm',
  rows: ['Food'],
  columns: [{ name: 'c', title: 'How often?', choices: ['Daily'] }],
};
const note = { type: 'html', name: 'h', html: 'One &lt; two<br>lines' };
const of = (owner: object, ...path: FormText['path']): FormText => {
  const read = (value: unknown, step: string | number) => (value as Record<string | number, unknown>)[step];
  return { owner: owner as FormText['owner'], path, text: path.reduce<unknown>(read, owner) as FormText['text'] };
};

describe('a translation changes', () => {
  test.each<[string, FormText, Record<string, unknown>]>([
    ['a title', of({ type: 'text', title: 'Name' }, 'title'), { title: { default: 'Name', es: 'Hola' } }],
    [
      'a choice that is a word',
      of({ type: 'radiogroup', choices: ['a', 'b'] }, 'choices', 1),
      { choices: ['a', { value: 'b', text: { default: 'b', es: 'Hola' } }] },
    ],
    [
      'a part of a column, and nothing else of it',
      of(grid, 'columns', 0, 'choices', 0),
      { columns: [{ ...grid.columns[0], choices: [{ value: 'Daily', text: { default: 'Daily', es: 'Hola' } }] }] },
    ],
  ])('%s', (_, text, changes) => {
    expect(translationChanges(text, 'es', 'Hola')).toEqual(changes);
  });

  test('a statement as text rather than markup', () => {
    const text = of(note, 'html');
    const { html } = translationChanges(text, 'es', 'Uno <\ndos') as { html: FormText['text'] };
    expect(html).toEqual({ default: note.html, es: 'Uno &lt;<br>dos' });
    expect(wordsOf({ ...text, text: html }, 'es')).toBe('Uno <\ndos');
  });

  test('a text back to one language when it is cleared', () => {
    const text = of({ type: 'text', title: { default: 'Name', es: 'Nombre' } }, 'title');
    expect(translationChanges(text, 'es', '')).toEqual({ title: 'Name' });
  });
});

test('lists texts without a translation as missing', () => {
  const form = {
    pages: [{ name: 'p', elements: [{ type: 'text', name: 'a', title: { default: 'A b', es: ' ' } }, grid] }],
  };
  expect(missingTexts(form, 'es').map(({ path }) => path.join('.'))).toEqual([
    'title',
    'rows.0',
    'columns.0.title',
    'columns.0.choices.0',
  ]);
});

test.each<[FormText, string]>([
  [of({ type: 'text', title: 'Name' }, 'title'), 'Question'],
  [of({ type: 'panel', title: 'Home' }, 'title'), 'Title of the group'],
  [of({ name: 'page', title: 'Home' }, 'title'), 'Page title'],
  [of({ name: 'page', description: 'Hello' }, 'description'), 'Help text'],
  [of({ pages: [], description: 'Hello' }, 'description'), 'Introduction'],
  [of(grid, 'rows', 0), 'Row 1'],
  [of(grid, 'columns', 0, 'title'), 'Column 1'],
  [of({ type: 'text', placeholder: 'Name' }, 'placeholder'), 'Placeholder'],
  [of({ type: 'text', requiredErrorText: 'Name' }, 'requiredErrorText'), 'Required error text'],
])('%j is called %s', (text, role) => {
  expect(roleOf(text)).toBe(role);
});

test.each<[string, string[], string | null]>([
  ['no language', [], null],
  ['Spanish', ['es'], null],
  [
    'Vietnamese and French',
    ['es', 'vi', 'fr'],
    'In Tiếng Việt and Français, members still see English buttons, messages, and questions about name, date of birth, and phone number.',
  ],
])('says what stays English in a form with %s', (_, languages, sentence) => {
  const title = Object.fromEntries(['default', ...languages].map((language) => [language, 'Hello']));
  const form = { elements: [{ type: 'text', name: 'q', title: languages.length > 0 ? title : 'Hello' }] };
  expect(englishAroundForm(form)).toBe(sentence);
});
