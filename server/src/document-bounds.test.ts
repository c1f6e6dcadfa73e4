import { describe, expect, test } from 'vitest';
import { documentBounds, findJsonProblem, isTooDeep } from './document-bounds.ts';
import { jsonBombs } from './testing/document-bombs.ts';

const { attributes, depth, elements } = documentBounds;
const values = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}": ${n}`).join(', ');

describe('the scan of JSON', () => {
  test.each([
    ['a value', '1', null],
    ['brackets inside texts', `{"a\\"[": "${'['.repeat(100)}", "b": "\\\\"}`, null],
    ['as many list items as allowed', `[${'1,'.repeat(elements - 2)} 1]`, null],
    ['one list item more', `[${'1,'.repeat(elements - 1)} 1]`, 'too many elements'],
    ['as many values as allowed', `{${values(attributes)}, "list": [{}], "object": {"a": 1}}`, null],
    ['one value more', `{${values(attributes)}, "object": {}, "more": true}`, 'too many attributes'],
    ['as many levels as allowed', '['.repeat(depth), null],
    ['one level more', '['.repeat(depth + 1), 'too deep'],
    ['a text that is left open', `"${'\\'.repeat(1_001)}`, null],
  ])('reads %s', (_, json, problem) => {
    expect(findJsonProblem(json)).toBe(problem);
  });

  test.each(jsonBombs)('refuses %s', (name, json) => {
    expect(findJsonProblem(json)).toMatch(/^too (deep|many)/);
    expect(isTooDeep(json)).toBe(name.includes('nested'));
  });
});
