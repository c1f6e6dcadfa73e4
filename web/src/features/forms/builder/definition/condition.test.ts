import { ConditionRunner } from 'survey-core';
import { expect, test } from 'vitest';
import { type Condition, readCondition, writeCondition } from './condition.ts';

test.each<[string, Condition]>([
  ["{a} = 'x'", { join: 'and', rules: [{ question: 'a', comparison: '=', value: 'x' }] }],
  ['{a} = true', { join: 'and', rules: [{ question: 'a', comparison: '=', value: true }] }],
  ['{age} >= 18', { join: 'and', rules: [{ question: 'age', comparison: '>=', value: 18 }] }],
  ['{a b} notempty', { join: 'and', rules: [{ question: 'a b', comparison: 'notempty' }] }],
  ["{a} anyof ['x', 'y']", { join: 'and', rules: [{ question: 'a', comparison: 'anyof', value: ['x', 'y'] }] }],
  ["{a} = 'it\\'s \\\"so\\\"'", { join: 'and', rules: [{ question: 'a', comparison: '=', value: 'it\'s "so"' }] }],
  [
    "{a} empty or {b} <> 'x'",
    {
      join: 'or',
      rules: [
        { question: 'a', comparison: 'empty' },
        { question: 'b', comparison: '<>', value: 'x' },
      ],
    },
  ],
])('reads %s and writes it back unchanged', (expression, condition) => {
  expect(readCondition(expression)).toEqual(condition);
  expect(writeCondition(condition)).toBe(expression);
});

test.each([
  ['{a}=="x"', "{a} = 'x'"],
  ['{a} != 3 && {b} notempty', '{a} <> 3 and {b} notempty'],
  ['{a} GREATER 3', '{a} > 3'],
])('%s means %s', (expression, canonical) => {
  expect(writeCondition(readCondition(expression) as Condition)).toBe(canonical);
});

test.each([
  '',
  '{a}',
  '{a} constructor 3',
  "{a} = 'x' and {b} = 'y' or {c} = 'z'",
  "({a} = 'x')",
  'age({birthday}) > 18',
  '{a} = {b}',
  '{a} + 1 > 2',
  "{a} = 'x' and",
  "{a} = 'x",
])('%j is too complex for the picker', (expression) => {
  expect(readCondition(expression)).toBeNull();
});

test.each([
  ['is', { question: 'a', comparison: '=', value: 'it\'s "so"' }, { a: 'it\'s "so"' }, { a: 'other' }],
  ['is not', { question: 'a', comparison: '<>', value: 'x' }, { a: 'y' }, { a: 'x' }],
  ['includes', { question: 'a', comparison: 'contains', value: 'x' }, { a: ['x', 'y'] }, { a: ['y'] }],
  ['does not include', { question: 'a', comparison: 'notcontains', value: 'x' }, { a: ['y'] }, { a: ['x'] }],
  ['is one of', { question: 'a', comparison: 'anyof', value: ['x', 'y'] }, { a: 'y' }, { a: 'z' }],
  ['is more than', { question: 'a', comparison: '>', value: 3 }, { a: 4 }, { a: 3 }],
  ['is at most', { question: 'a', comparison: '<=', value: '2026-01-31' }, { a: '2026-01-31' }, { a: '2026-02-01' }],
  ['is answered', { question: 'a', comparison: 'notempty' }, { a: 1 }, {}],
  ['is not answered', { question: 'a', comparison: 'empty' }, {}, { a: 1 }],
] as const)('SurveyJS understands “%s” as it is meant', (_, rule, holds, fails) => {
  const written = writeCondition({ join: 'and', rules: [rule as Condition['rules'][number]] }) as string;
  expect(new ConditionRunner(written).runValues({ ...holds })).toBe(true);
  expect(new ConditionRunner(written).runValues({ ...fails })).toBe(false);
});
