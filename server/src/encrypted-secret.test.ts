import { expect, it } from 'vitest';
import { decryptSecret, encryptSecret } from './encrypted-secret.ts';

const key = 'a key of the tests with more than 32 characters';

it('returns the secret to whoever has the key and the purpose', () => {
  expect(decryptSecret(key, 'secret of 7', encryptSecret(key, 'secret of 7', 'JBSWY3DP'))).toBe('JBSWY3DP');
});

it('encrypts the same secret differently every time', () => {
  expect(encryptSecret(key, 'secret of 7', 'JBSWY3DP')).not.toEqual(encryptSecret(key, 'secret of 7', 'JBSWY3DP'));
});

const value = encryptSecret(key, 'secret of 7', 'JBSWY3DP');
const changed = Buffer.from(value);
changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;

it.each([
  ['another key', `${key}!`, 'secret of 7', value],
  ['another row', key, 'secret of 8', value],
  ['a changed value', key, 'secret of 7', changed],
  ['a cut value', key, 'secret of 7', value.subarray(0, 20)],
  ['an empty value', key, 'secret of 7', Buffer.alloc(0)],
])('refuses %s', (_case, withKey, purpose, bytes) => {
  expect(() => decryptSecret(withKey, purpose, bytes)).toThrow();
});
