import { expect, test } from 'vitest';
import { numberOnLast, showsNumbers, showsProgressBar } from './form-display.ts';

test.each([
  [undefined, { bar: true, numbers: false }],
  [true, { bar: true, numbers: true }],
  ['on', { bar: true, numbers: true }],
  ['topBottom', { bar: true, numbers: true }],
  [false, { bar: false, numbers: false }],
  ['off', { bar: false, numbers: false }],
])('reads the setting %j', (value, { bar, numbers }) => {
  expect(showsProgressBar({ showProgressBar: value })).toBe(bar);
  expect(showsNumbers({ showQuestionNumbers: value })).toBe(numbers);
});

test("numbers the form's own questions, not texts or fixed questions", () => {
  const pages = ['userFirstName', 'rooms', 'note', 'heat'].map((name) => ({
    elements: [{ type: name === 'note' ? 'html' : 'text', name }],
  }));
  expect(numberOnLast(pages)).toBe(2);
});
