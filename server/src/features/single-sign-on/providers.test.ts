import { expect, test } from 'vitest';
import { slugFor } from './providers.commands.ts';

test.each([
  ['Riverbend Health', [], 'riverbend-health'],
  ['Riverbend Health', ['riverbend-health'], 'riverbend-health-2'],
  ["St. Mary's – Clínica", [], 'st-marys-clinica'],
  ['北京医院', [], 'organization'],
  ['Done', [], 'done-2'],
  ['Confirm', [], 'confirm-2'],
])('gives %s its own address', (name, taken: string[], slug) => {
  expect(slugFor(name, (one) => taken.includes(one))).toBe(slug);
});
