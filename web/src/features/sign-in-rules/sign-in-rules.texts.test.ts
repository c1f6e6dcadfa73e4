import { expect, it } from 'vitest';
import { idleLabel, requireWarning } from './sign-in-rules.texts.ts';

const asked = 'They will be asked to set one up before they can go on.';

it.each([
  [0, 12, false, 'Everyone has a second factor already.'],
  [1, 12, false, `1 of 12 people has no second factor yet. ${asked}`],
  [7, 12, false, `7 of 12 people have no second factor yet. ${asked}`],
  [7, 12, true, `7 of 12 people have no second factor yet. ${asked} You are one of them, so you will be asked now.`],
  [1, 1, true, 'You have no second factor yet. You will be asked to set one up now.'],
])('warns about %i of %i people, the reader among them: %s', (without, all, self, text) => {
  expect(requireWarning(without, all, self)).toBe(text);
});

it.each([
  [5, '5 minutes'],
  [60, '1 hour'],
  [90, '90 minutes'],
  [480, '8 hours'],
])('calls %i minutes %s', (minutes, label) => {
  expect(idleLabel(minutes)).toBe(label);
});
