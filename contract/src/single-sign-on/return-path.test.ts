import { expect, test } from 'vitest';
import { isOwnPath } from './return-path.ts';

test.each(['/', '/requests/7?tab=notes', '/login/done#code=x', '/a//b'])('accepts the path %s', (path) => {
  expect(isOwnPath(path)).toBe(true);
});

test.each([
  '',
  'requests',
  '//evil.example',
  '/\\evil.example',
  '/a\\..\\b',
  '\\/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/\n/evil.example',
  ' /requests',
  `/${'x'.repeat(500)}`,
])('refuses %j', (path) => {
  expect(isOwnPath(path)).toBe(false);
});
