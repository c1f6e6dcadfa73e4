import { describe, expect, test } from 'vitest';
import { isSafeRegex } from './regex-safety.ts';

describe('common expressions are accepted', () => {
  test.each([
    '^[A-Z]{2}\\d{4}$',
    '^\\d{5}(-\\d{4})?$',
    '^\\(?\\d{3}\\)?[-. ]?\\d{3}[-. ]?\\d{4}$',
    '^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$',
    '^(?=.*[A-Z])(?=.*\\d).{8,}$',
    "^[\\p{L}' -]+$".replace('\\p{L}', 'A-Za-zÀ-ÿ'),
    '^(?:Mr|Mrs|Ms)\\.? \\w+$',
    '.*food.*',
    '^(0[1-9]|1[0-2])/(\\d{2})$',
    '^.{0,500}$',
    '^\\S+$',
    '^([A-Z][a-z]+ )+$',
    '\\bhelp\\b',
    '^[A-Z]{1,20}( [A-Z]{1,20}){0,5}$',
    '^(\\d{1,3}\\.){3}\\d{1,3}$',
    '^\\d{1,3}(,\\d{3})*(\\.\\d{2})?$',
    '^https?://[\\w.-]+(/[\\w./-]*)?$',
    '',
  ])('%s', (source) => expect(isSafeRegex(source)).toBe(true));
});

describe('expressions with exponential backtracking are refused', () => {
  test.each([
    '^(a+)+$',
    '(a*)*b',
    '(a|a)*$',
    '(a|aa)+$',
    '^(\\w+\\s?)*$',
    '(x+x+)+y',
    '(.*a){20}',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(?:\\d+)*\\D',
    '(a?b?)*c',
    '((a+)b?)+$',
    '^(?=(a+)+$).*',
    '(?<x>a+)\\k<x>',
    '(a)\\1+',
    '(\\s*\\w*\\s*)+',
    '.*.*.*.*=.*',
    '[\\w-]+([.]?[\\w-]+)*@',
    '(a',
    `${'(a|b)'.repeat(300)}`,
    'a'.repeat(2000),
    '((((((((((.*)*)*)*)*)*)*)*)*)*)*',
  ])('%s', (source) => expect(isSafeRegex(source)).toBe(false));
});

describe('expressions without loops that read a text in very many ways are refused', () => {
  test.each([
    '^([a-z]{1,9} ?){20}$',
    '^(a{1,5}){30}$',
    '^(a{0,5}){30}$',
    '^(a?){30}a{30}$',
    '^(a|b?){50}c$',
    '^((ab){1,5}){30}$',
    '^([A-Za-z]{1,20}[ -]?){1,10}$',
  ])('%s', (source) => expect(isSafeRegex(source)).toBe(false));
});
