import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { findSetting } from '../../db/text-settings.queries.ts';
import { type FileStore, storeMarker } from '../../outside/files/file-store.ts';
import { LocalFileStore } from '../../outside/files/local-file-store.ts';
import { S3FileStore } from '../../outside/files/s3-file-store.ts';
import { StartError } from '../../start-error.ts';
import { startS3Server } from '../../testing/s3-server.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { repairFiles } from './files-repair.commands.ts';
import { proveFileStore, storeSetting } from './store-marker.commands.ts';

const test = useTestApp();
let folder: string;
let names = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinbridge-stores-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

beforeEach(() => forgetStore());

const forgetStore = () => sql`delete from settings where name = ${storeSetting}`.run(test.app.db);
const newStore = () => new LocalFileStore(join(folder, `store-${++names}`));
const prove = (store: FileStore, options = {}) => proveFileStore(test.app.db, store, { alone: false, ...options });
const markerIn = async (store: FileStore) => (await store.read(storeMarker)).toString().trim();
const rowInDatabase = () => findSetting(test.app.db, storeSetting);

const refusal = (found: string) =>
  new StartError(
    `This process sees another file store than the processes that used this database before: it ${found} kinbridge-store.txt. Set DATA_DIR, or FILE_STORE and the S3 settings, as for the other processes. If the files were moved here, delete the row 'file store' from the table settings.`,
  );

describe('the marker of the file store', () => {
  it('is written once by processes that start together', async () => {
    const store = newStore();
    await Promise.all([1, 2, 3, 4].map(() => prove(store)));
    expect(await markerIn(store)).toBe(await rowInDatabase());
  });

  it('stops a process that sees an empty folder', async () => {
    await prove(newStore());
    await expect(prove(newStore())).rejects.toEqual(refusal('has no'));
  });

  it('stops a process that sees the folder of another database', async () => {
    const other = newStore();
    await prove(other);
    await forgetStore();
    await prove(newStore());
    await expect(prove(other)).rejects.toEqual(refusal('has another'));
  });

  it('is kept when its row was deleted', async () => {
    const store = newStore();
    await prove(store);
    const marker = await markerIn(store);
    await forgetStore();
    await prove(store);
    expect([await markerIn(store), await rowInDatabase()]).toEqual([marker, marker]);
  });

  it('follows the only process of an embedded database', async () => {
    await prove(newStore());
    const [empty, marked] = [newStore(), newStore()];
    await prove(empty, { alone: true });
    expect(await markerIn(empty)).toBe(await rowInDatabase());
    await marked.write(storeMarker, Buffer.from('another'));
    await prove(marked, { alone: true });
    expect(await rowInDatabase()).toBe('another');
  });

  it('is only compared by a read-only command', async () => {
    const store = newStore();
    await prove(store, { readOnly: true });
    expect([await store.has(storeMarker), await rowInDatabase()]).toEqual([false, null]);
    await prove(store);
    await expect(prove(newStore(), { readOnly: true })).rejects.toBeInstanceOf(StartError);
  });

  it('works in a bucket, and a repair leaves it alone', async () => {
    const s3 = await startS3Server();
    const store = new S3FileStore(s3.settings);
    try {
      await prove(store);
      const later = new Date(Date.now() + 7_200_000);
      expect(await repairFiles(test.app.db, store, { repair: true, now: later })).toMatchObject({
        kept: 0,
        unnamed: 0,
      });
      await prove(store);
      await expect(prove(new S3FileStore({ ...s3.settings, prefix: 'other/' }))).rejects.toEqual(refusal('has no'));
      await s3.behave('reset');
      await expect(prove(store)).rejects.toThrow(/^The file store can't be read: .* Check DATA_DIR, or FILE_STORE/);
    } finally {
      await store.close();
      await s3.stop();
    }
  });
});
