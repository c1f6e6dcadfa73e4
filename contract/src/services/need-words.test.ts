import { expect, it } from 'vitest';
import { typesOfNeed } from './need-words.ts';

it.each([
  ['eviction', ['HOUSING']],
  ['renta', ['HOUSING']],
  ['Comida', ['FOOD']],
  ['groceries', ['FOOD']],
  ['ride', ['TRANSPORTATION']],
  ['diapers', ['FAMILY']],
  ['niños', ['FAMILY']],
  ['pantry', ['FOOD']],
  ['xyzzy', []],
  ['constructor', []],
])('%s is helped by %j', (word, types) => {
  expect(typesOfNeed(word)).toEqual(types);
});
