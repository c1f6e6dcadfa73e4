import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startS3Server } from '../../testing/s3-server.ts';
import { FileMissing, type StreamingFileStore } from './file-store.ts';
import { LocalFileStore } from './local-file-store.ts';
import { S3FileStore } from './s3-file-store.ts';

interface Opened {
  /** The store as another process would open it. */
  open(): StreamingFileStore;
  close(): Promise<void>;
}

/** Every store must pass the same tests. */
const stores: { kind: string; start: () => Promise<Opened> }[] = [
  {
    kind: 'a folder',
    async start() {
      const folder = await mkdtemp(join(tmpdir(), 'kinbridge-files-'));
      return {
        open: () => new LocalFileStore(join(folder, 'files')),
        close: () => rm(folder, { recursive: true, force: true }),
      };
    },
  },
  {
    kind: 'a bucket',
    async start() {
      const server = await startS3Server();
      return { open: () => new S3FileStore(server.settings, 1_000_000), close: () => server.stop() };
    },
  },
];

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 300_000) yield bytes.subarray(at, at + 300_000);
}

describe.each(stores)('$kind', ({ start }) => {
  let opened: Opened;
  let store: StreamingFileStore;
  beforeAll(async () => {
    opened = await start();
    store = opened.open();
  });
  afterAll(async () => {
    await store.close();
    await opened.close();
  });

  const listed = async () => {
    const keys: string[] = [];
    for await (const { key } of store.list()) keys.push(key);
    return keys.sort();
  };

  test('lists nothing before the first write', async () => {
    expect(await listed()).toEqual([]);
    expect(await store.leftovers(new Date(), true)).toBe(0);
  });

  test.each([0, 1, 3_000_000])('returns %i bytes unchanged', async (size) => {
    const [key, bytes] = [randomUUID(), randomBytes(size)];
    await store.write(key, bytes);
    expect((await store.read(key)).equals(bytes)).toBe(true);
    expect(await store.has(key)).toBe(true);
  });

  test.each([0, 1_000_000, 2_500_000])('passes on %i bytes in pieces', async (size) => {
    const [key, bytes] = [randomUUID(), randomBytes(size)];
    await store.writePieces(key, inPieces(bytes));
    expect((await store.read(key)).equals(bytes)).toBe(true);
    const pieces: Buffer[] = [];
    for await (const piece of store.readPieces(key)) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    expect(Math.max(0, ...pieces.map(({ length }) => length))).toBeLessThanOrEqual(1_000_000);
  });

  test('stores nothing of pieces that break off', async () => {
    const key = randomUUID();
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(1_500_000);
      throw new Error('the source broke off');
    }
    await expect(store.writePieces(key, broken())).rejects.toThrow('the source broke off');
    expect(await store.has(key)).toBe(false);
    expect(await store.leftovers(new Date(Date.now() + 60_000), false)).toBe(0);
    await expect(store.readPieces(key)[Symbol.asyncIterator]().next()).rejects.toBeInstanceOf(FileMissing);
  });

  test('is shared with other processes', async () => {
    const key = randomUUID();
    await store.write(key, Buffer.from('kept'));
    const other = opened.open();
    expect(String(await other.read(key))).toBe('kept');
    await other.close();
  });

  test('replaces a file completely', async () => {
    const key = randomUUID();
    await store.write(key, Buffer.from('the first, longer text'));
    await store.write(key, Buffer.from('second'));
    expect(String(await store.read(key))).toBe('second');
  });

  test('reports unwritten and removed files as missing', async () => {
    const key = randomUUID();
    await expect(store.read(key)).rejects.toBeInstanceOf(FileMissing);
    await store.write(key, Buffer.from('short-lived'));
    await store.remove(key);
    await store.remove(key);
    await expect(store.read(key)).rejects.toBeInstanceOf(FileMissing);
    expect(await store.has(key)).toBe(false);
    expect(await listed()).not.toContain(key);
  });

  test('lists its files with their times', async () => {
    const keys: string[] = [randomUUID(), randomUUID(), randomUUID()];
    const before = Date.now();
    for (const key of keys) await store.write(key, Buffer.from('x'));
    expect(await listed()).toEqual(expect.arrayContaining(keys));
    for await (const { key, modified } of store.list()) {
      // File system and header clocks are coarse.
      if (keys.includes(key)) expect(Math.abs(modified.getTime() - before)).toBeLessThan(60_000);
    }
  });

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
  ])('refuses the key %j in every call', async (key) => {
    const kept = await listed();
    await expect(store.write(key, Buffer.from('x'))).rejects.toThrow('a file key holds');
    await expect(store.read(key)).rejects.toThrow('a file key holds');
    await expect(store.has(key)).rejects.toThrow('a file key holds');
    await expect(store.remove(key)).rejects.toThrow('a file key holds');
    expect(await listed()).toEqual(kept);
  });
});
