import { ConditionRunner } from 'survey-core';
import { describe, expect, test } from 'vitest';
import { holds, readCondition } from './form-condition.ts';

const answers: unknown[] = [
  undefined,
  'yes',
  'Yes',
  'no',
  'no-home',
  0,
  1,
  3,
  '3',
  12,
  true,
  false,
  ['rent'],
  ['rent', 'food'],
];

/** Our evaluation must match SurveyJS. */
describe.each([
  "{a} = 'yes'",
  "{a} == 'yes'",
  "{a} <> 'yes'",
  "{a} != 'yes'",
  '{a} = 3',
  '{a} = 1',
  '{a} = 0',
  '{a} > 1',
  '{a} >= 3',
  '{a} < 3',
  '{a} <= 3',
  '{a} = true',
  '{a} = false',
  '{a} empty',
  '{a} notempty',
  "{a} contains 'rent'",
  "{a} notcontains 'rent'",
  "{a} notempty and {a} <> 'no-home'",
  "{a} = 'yes' or {a} = 'no'",
  "{a} = 'yes' or {a} notempty and {a} <> 'no'",
  "{a} = 'bread and butter' or {a} = 'rent'",
  "{a} anyof ['rent', 'yes']",
  "{a} anyof [3, 'no' ] and {a} notempty",
  "{a} anyof ['bread [and] butter', 'no'] or {a} = 1",
])('%s', (text) => {
  test.each(answers.map((answer) => [answer]))('matches SurveyJS for the answer %j', (answer) => {
    const condition = readCondition(text);
    if (!condition) throw new Error('is not understood');
    const theirs = new ConditionRunner(text).runValues({ a: answer });
    expect(holds(condition, () => answer)).toBe(theirs);
  });
});

test.each([
  "({a} = 'x')",
  'not {a} = 1',
  '!{a}',
  'age({a}) > 18',
  '{a} + 1 > 3',
  "{a} allof ['x']",
  "{a} anyof ['x', {b}]",
  '{a[0].b} = 1',
  '{panel.a} = 1',
  '{a} = {b}',
  '{a} =',
  '',
  'nonsense',
])('%j is left to SurveyJS', (text) => {
  expect(readCondition(text)).toBeNull();
});
