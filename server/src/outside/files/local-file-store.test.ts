import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LocalFileStore } from './local-file-store.ts';

let outer: string;
let folder: string;
let store: LocalFileStore;

beforeEach(async () => {
  outer = await mkdtemp(join(tmpdir(), 'kinbridge-files-'));
  // Deep enough that a key which escapes from the folder, if one ever could, stays within what this test made.
  folder = join(outer, 'a', 'b', 'c', 'd', 'files');
  store = new LocalFileStore(folder);
});

afterEach(() => rm(outer, { recursive: true, force: true }));

async function filesUnder(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('a file', () => {
  test.each([0, 1, 3_000_000])('of %i bytes is read as it was written', async (size) => {
    const [key, bytes] = [randomUUID(), randomBytes(size)];
    await store.write(key, bytes);
    expect((await store.read(key)).equals(bytes)).toBe(true);
    expect(await filesUnder(outer)).toEqual([key]);
  });

  test('is there for another process that looks at the same folder', async () => {
    const key = randomUUID();
    await store.write(key, Buffer.from('kept'));
    expect(String(await new LocalFileStore(folder).read(key))).toBe('kept');
  });

  test('is closed to other accounts', async () => {
    const key = randomUUID();
    await store.write(key, Buffer.from('secret'));
    expect((await stat(join(folder, key.slice(0, 2), key))).mode & 0o777).toBe(0o600);
  });

  test('is gone once removed, and removing it again is no error', async () => {
    const key = randomUUID();
    await store.write(key, Buffer.from('short-lived'));
    await store.remove(key);
    await store.remove(key);
    expect(await filesUnder(outer)).toEqual([]);
    await expect(store.read(key)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('written again is replaced as a whole', async () => {
    const key = randomUUID();
    await store.write(key, Buffer.from('the first, longer text'));
    await store.write(key, Buffer.from('second'));
    expect(String(await store.read(key))).toBe('second');
  });

  test('that cannot be put in its place leaves nothing beside it', async () => {
    const key = randomUUID();
    await mkdir(join(folder, key.slice(0, 2), key, 'in the way'), { recursive: true });
    await expect(store.write(key, Buffer.from('x'))).rejects.toMatchObject({
      code: expect.stringMatching(/^(EISDIR|ENOTEMPTY|EEXIST|EPERM)$/),
    });
    expect(await filesUnder(outer)).toEqual([]);
  });

  test('that a crash left half-written is no obstacle to writing it again', async () => {
    const key = randomUUID();
    await mkdir(join(folder, key.slice(0, 2)), { recursive: true });
    await writeFile(join(folder, key.slice(0, 2), `${key}.partial`), 'half a');
    await expect(store.read(key)).rejects.toMatchObject({ code: 'ENOENT' });
    await store.write(key, Buffer.from('whole'));
    expect(String(await store.read(key))).toBe('whole');
    expect(await filesUnder(outer)).toEqual([key]);
  });
});

describe('a key that could be a path is refused by every door:', () => {
  test.each([
    '../../outside',
    '../outside',
    '..%2foutside',
    '........',
    '/outside',
    'abcdef/../../outside',
    'abcdefgh\\..\\outside',
    'C:\\outside',
    'abcdefgh\0.png',
    'abcdefgh.partial',
    'ABCDEFGH',
    'abcdefgh\n',
    'short',
    'a'.repeat(81),
    '',
  ])('%j', async (key) => {
    await writeFile(join(outer, 'outside'), 'untouched');
    await expect(store.write(key, Buffer.from('x'))).rejects.toThrow('a file key holds');
    await expect(store.read(key)).rejects.toThrow('a file key holds');
    await expect(store.remove(key)).rejects.toThrow('a file key holds');
    expect(await filesUnder(outer)).toEqual(['outside']);
  });
});
