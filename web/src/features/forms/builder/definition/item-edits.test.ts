import { expect, it } from 'vitest';
import type { Item } from './choices.ts';
import { addItem, editByKey, pasteItems } from './item-edits.ts';

const items = ['Bread', 'Milk', { value: 3, text: '' }];

it.each<[string, Item[], number, { key: string; altKey: boolean }, unknown]>([
  ['adds after an item on Enter', items, 0, press('Enter'), { items: items.toSpliced(1, 0, 'Choice 4'), focus: 1 }],
  ['removes an empty item on Backspace', ['Bread', ''], 1, press('Backspace'), { items: ['Bread'], focus: 0 }],
  ['keeps the last item on Backspace', [''], 0, press('Backspace'), null],
  ['keeps text on Backspace', items, 0, press('Backspace'), null],
  ['moves down on Alt and arrow', ['A', 'B'], 0, press('ArrowDown', true), { items: ['B', 'A'], focus: 1 }],
  ['moves up on Alt and arrow', ['A', 'B'], 1, press('ArrowUp', true), { items: ['B', 'A'], focus: 0 }],
  ['ignores an arrow without Alt', ['A', 'B'], 1, press('ArrowUp'), null],
  ['ignores letters', ['A', 'B'], 1, press('x', true), null],
])('%s', (_, before, index, event, after) => {
  expect(editByKey(before, 'Choice', index, event)).toEqual(after);
});

it('moves nothing past the end', () => {
  expect(editByKey(items, 'Choice', 2, press('ArrowDown', true))?.items).toBe(items);
});

it('adds at the end', () => {
  expect(addItem(['A'], 'Row')).toEqual({ items: ['A', 'Row 2'], focus: 1 });
});

it.each([
  ['replaces the item with pasted lines', 'Eggs\nTea', ['Bread', 'Eggs', 'Tea', 'Milk']],
  ['leaves out pasted lines that exist', 'Eggs\nMilk', ['Bread', 'Eggs', 'Milk']],
  ['leaves a single line to the input', 'Eggs\n', null],
])('%s', (_, text, after) => {
  expect(pasteItems(['Bread', 'Old', 'Milk'], 1, text)).toEqual(after);
});

function press(key: string, altKey = false) {
  return { key, altKey };
}
