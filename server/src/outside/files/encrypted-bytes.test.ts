import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { decryptBytes, EncryptedBytesDamaged, encryptBytes } from './encrypted-bytes.ts';

const key = randomBytes(32);
const chunk = 64 * 1024;

it.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk])('returns a file of %i bytes', (size) => {
  const bytes = randomBytes(size);
  expect(decryptBytes(key, 'file-1', encryptBytes(key, 'file-1', bytes)).equals(bytes)).toBe(true);
});

const stored = encryptBytes(key, 'file-1', Buffer.alloc(2 * chunk, 'secret'));
const changed = Buffer.from(stored);
changed[100] = (changed[100] ?? 0) ^ 1;
const header = 4;
const size = chunk + 16;
const swapped = Buffer.concat([
  stored.subarray(0, header),
  stored.subarray(header + size),
  stored.subarray(header, header + size),
]);

it.each([
  ['changed', key, 'file-1', changed],
  ['cut off in a chunk', key, 'file-1', stored.subarray(0, stored.length - 1)],
  ['cut off after a chunk', key, 'file-1', stored.subarray(0, header + size)],
  ['cut off after its mark', key, 'file-1', stored.subarray(0, header)],
  ['with its chunks in another order', key, 'file-1', swapped],
  ['of another name', key, 'file-2', stored],
  ['of another key', randomBytes(32), 'file-1', stored],
  ['in clear', key, 'file-1', Buffer.from('hello')],
  ['that is empty', key, 'file-1', Buffer.alloc(0)],
])('refuses a file %s', (_case, dataKey, name, bytes) => {
  expect(() => decryptBytes(dataKey, name, bytes)).toThrow(EncryptedBytesDamaged);
});
