import { expect, it } from 'vitest';
import { decryptSecret, encryptSecret, renewSecret, splitKeys } from './encrypted-secret.ts';

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

it('encrypts an old value again with the newest key, and a new one not', () => {
  const newKey = 'n'.repeat(32);
  const keys = { encryptionKey: `${newKey}, ${'o'.repeat(40)}`, key: newKey };
  const old = encryptSecret('o'.repeat(40), 'secret of 7', 'JBSWY3DP');
  const fresh = renewSecret(keys, 'secret of 7', old) ?? Buffer.alloc(0);
  expect(decryptSecret(newKey, 'secret of 7', fresh)).toBe('JBSWY3DP');
  expect(decryptSecret(keys.encryptionKey, 'secret of 7', old)).toBe('JBSWY3DP');
  expect(renewSecret(keys, 'secret of 7', fresh)).toBeNull();
});

it.each([
  ['one key', 'k'.repeat(32), ['k'.repeat(32)]],
  ['two keys, the newest first', `${'n'.repeat(32)}, ${'o'.repeat(32)}`, ['n'.repeat(32), 'o'.repeat(32)]],
  ['a key with a comma', `${'k'.repeat(32)},end`, [`${'k'.repeat(32)},end`]],
])('reads %s', (_case, text, keys) => {
  expect(splitKeys(text)).toEqual(keys);
});
