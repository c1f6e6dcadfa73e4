import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileMissing } from './file-store.ts';
import { LocalFileStore } from './local-file-store.ts';

let outer: string;
let folder: string;
let store: LocalFileStore;

beforeEach(async () => {
  outer = await mkdtemp(join(tmpdir(), 'kinbridge-files-'));
  // Deep enough that an escaping key would stay within this test's folder.
  folder = join(outer, 'a', 'b', 'c', 'd', 'files');
  store = new LocalFileStore(folder);
});

afterEach(() => rm(outer, { recursive: true, force: true }));

async function filesUnder(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('a file in a folder', () => {
  test('is the only file after a write', async () => {
    const [key, bytes] = [randomUUID(), randomBytes(1000)];
    await store.write(key, bytes);
    expect(await filesUnder(outer)).toEqual([key]);
  });

  test('can be written and removed after its folder was deleted', async () => {
    const [first, second] = [`ab${randomUUID()}`, `ab${randomUUID()}`];
    await store.write(first, Buffer.from('one'));
    await rm(folder, { recursive: true });
    await store.remove(first);
    await Promise.all([store.write(first, Buffer.from('two')), store.write(second, Buffer.from('three'))]);
    expect((await filesUnder(outer)).sort()).toEqual([first, second].sort());
    await store.remove(first);
    expect(await filesUnder(outer)).toEqual([second]);
  });

  test('is not accessible to other accounts', async () => {
    const key = randomUUID();
    await store.write(key, Buffer.from('secret'));
    expect((await stat(join(folder, key.slice(0, 2), key))).mode & 0o777).toBe(0o600);
  });

  test("leaves no temporary file when it can't be moved into place", async () => {
    const key = randomUUID();
    await mkdir(join(folder, key.slice(0, 2), key, 'in the way'), { recursive: true });
    await expect(store.write(key, Buffer.from('x'))).rejects.toMatchObject({
      code: expect.stringMatching(/^(EISDIR|ENOTEMPTY|EEXIST|EPERM)$/),
    });
    expect(await filesUnder(outer)).toEqual([]);
  });

  test('can be rewritten after a crash left it half-written', async () => {
    const key = randomUUID();
    await mkdir(join(folder, key.slice(0, 2)), { recursive: true });
    await writeFile(join(folder, key.slice(0, 2), `${key}.partial`), 'half a');
    await expect(store.read(key)).rejects.toBeInstanceOf(FileMissing);
    await store.write(key, Buffer.from('whole'));
    expect(String(await store.read(key))).toBe('whole');
    expect(await filesUnder(outer)).toEqual([key]);
  });

  test('is counted when half-written, and removed later on request', async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    for (const key of [old, young]) {
      await mkdir(join(folder, key.slice(0, 2)), { recursive: true });
      await writeFile(join(folder, key.slice(0, 2), `${key}.partial`), 'half a');
    }
    const yesterday = new Date(Date.now() - 86_400_000);
    await utimes(join(folder, old.slice(0, 2), `${old}.partial`), yesterday, yesterday);
    const anHourAgo = new Date(Date.now() - 3_600_000);
    expect(await store.leftovers(anHourAgo, false)).toBe(1);
    expect(await filesUnder(outer)).toHaveLength(2);
    expect(await store.leftovers(anHourAgo, true)).toBe(1);
    expect(await filesUnder(outer)).toEqual([`${young}.partial`]);
  });
});

test('a key like a path never touches files outside the folder', async () => {
  await writeFile(join(outer, 'outside'), 'untouched');
  for (const key of ['../../outside', 'abcdef/../../outside', '/outside']) {
    await expect(store.write(key, Buffer.from('x'))).rejects.toThrow('a file key holds');
    await expect(store.remove(key)).rejects.toThrow('a file key holds');
  }
  expect(await filesUnder(outer)).toEqual(['outside']);
});
