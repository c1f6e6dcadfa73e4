import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../../testing/listen.ts';
import { type S3Server, startS3Server } from '../../testing/s3-server.ts';
import { S3BackupPlace } from '../backups/s3-backup-place.ts';
import { FileStoreUnavailable } from './file-store.ts';
import type { S3Settings } from './s3-bucket.ts';
import { S3FileStore } from './s3-file-store.ts';

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.stop());
beforeEach(() => server.behave('well'));

const storeWith = (over: Partial<S3Settings> = {}) => new S3FileStore({ ...server.settings, ...over });

async function kept(): Promise<string> {
  const key = randomUUID();
  await storeWith().write(key, Buffer.from('twelve bytes'));
  return key;
}

/** Messages are ordered, so after this reply we have everything before it. */
async function lastArrived() {
  await server.tell({});
  return server.arrived.at(-1);
}

test('signs every request and fails with a wrong key or secret', async () => {
  await kept();
  expect(await lastArrived()).toMatchObject({ method: 'PUT', signed: true });
  for (const over of [{ secretAccessKey: 'another' }, { accessKeyId: 'AKIAOTHER' }]) {
    await expect(storeWith(over).write(randomUUID(), Buffer.from('x'))).rejects.toBeInstanceOf(FileStoreUnavailable);
    expect(await lastArrived()).toMatchObject({ signed: false });
  }
});

test('stores keys under the prefix and ignores everything else', async () => {
  const key = await kept();
  expect((await lastArrived())?.path).toBe(`/files/kinbridge/${key}`);
  await server.tell({ put: { key: randomUUID(), modified: '2020-01-01T00:00:00Z' } });
  await server.tell({ put: { key: 'kinbridge/notes.txt', modified: '2020-01-01T00:00:00Z' } });
  const listed = [];
  for await (const file of storeWith().list()) listed.push(file.key);
  expect(listed).toEqual([key, ...listed.filter((other) => other !== key)].sort());
  expect(listed.every((name) => /^[0-9a-f-]{36}$/.test(name))).toBe(true);
});

test('reads all pages of a list', async () => {
  const keys = [await kept(), await kept(), await kept(), await kept(), await kept()];
  await server.tell({ pageSize: 2 });
  const listed = [];
  for await (const file of storeWith().list()) listed.push(file.key);
  await server.tell({ pageSize: 1000 });
  expect(listed).toEqual(expect.arrayContaining(keys));
  expect(new Set(listed).size).toBe(listed.length);
});

test('retries when the server is briefly busy', async () => {
  const key = await kept();
  await server.behave('busy');
  expect(String(await storeWith().read(key))).toBe('twelve bytes');
});

test.each(['error', 'reset', 'cut'] as const)('reports a server with "%s" as unavailable', async (behaviour) => {
  const key = await kept();
  await server.behave(behaviour);
  await expect(storeWith({ attempts: 1 }).read(key)).rejects.toBeInstanceOf(FileStoreUnavailable);
});

test("times out when the server doesn't respond", async () => {
  const key = await kept();
  await server.behave('slow');
  await expect(storeWith({ timeoutMs: 300 }).read(key)).rejects.toBeInstanceOf(FileStoreUnavailable);
  await expect(storeWith({ timeoutMs: 300 }).write(key, Buffer.from('x'))).rejects.toBeInstanceOf(FileStoreUnavailable);
});

test('reports a missing server or bucket as unavailable', async () => {
  const gone = createServer();
  const port = await listen(gone);
  await new Promise((resolve) => gone.close(resolve));
  const key = await kept();
  for (const over of [{ endpoint: `http://127.0.0.1:${port}`, attempts: 1 }, { bucket: 'elsewhere' }]) {
    await expect(storeWith(over).read(key)).rejects.toBeInstanceOf(FileStoreUnavailable);
  }
});

test('reports a full bucket like a full disk', async () => {
  await server.behave('full');
  await expect(storeWith({ attempts: 1 }).write(randomUUID(), Buffer.from('x'))).rejects.toMatchObject({
    code: 'ENOSPC',
  });
});

describe('a bucket for backups', () => {
  const name = '20261117T101500000Z-scheduled.kinbridge-backup';
  const place = () => new S3BackupPlace({ ...server.settings, prefix: 'daily/' }, 1000);
  async function* chunks(count: number): AsyncGenerator<Buffer> {
    for (let number = 0; number < count; number++) yield Buffer.alloc(700, number);
  }

  test('stores a backup in parts, lists it, reads it back and removes it', async () => {
    expect(await place().write(name, chunks(5))).toBe(3500);
    expect(await place().list()).toEqual([{ name, bytes: 3500 }]);
    const parts: Buffer[] = [];
    for await (const part of place().read(name)) parts.push(part);
    expect(Buffer.concat(parts)).toEqual(Buffer.concat([0, 1, 2, 3, 4].map((number) => Buffer.alloc(700, number))));
    await place().remove(name);
    expect(await place().list()).toEqual([]);
  });

  test('keeps nothing of a backup that broke off', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield* chunks(3);
      throw new Error('the database is gone');
    }
    await expect(place().write(name, broken())).rejects.toThrow('the database is gone');
    expect(await lastArrived()).toMatchObject({ method: 'DELETE' });
    expect(await place().list()).toEqual([]);
  });
});
