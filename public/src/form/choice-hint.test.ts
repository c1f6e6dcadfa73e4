import { expect, test } from 'vitest';
import { choiceHint } from './choice-hint.ts';
import { publicFormTexts } from './public-form.texts.ts';

test.each([
  [{ type: 'radiogroup' }, 'Choose one.'],
  [{ type: 'checkbox' }, 'Choose all that fit.'],
  [{ type: 'checkbox', minSelectedChoices: 2 }, 'Please choose at least 2.'],
  [{ type: 'checkbox', minSelectedChoices: 2, maxSelectedChoices: 3 }, 'Please choose at most 3.'],
  [{ type: 'tagbox', maxSelectedChoices: 0 }, 'Choose all that fit.'],
  [{ type: 'text' }, ''],
])('says how to answer %j', (element, hint) => {
  expect(choiceHint(element, publicFormTexts('en'))).toBe(hint);
});
