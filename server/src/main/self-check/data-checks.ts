import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Settings } from '../../config.ts';
import type { PooledAddress } from '../../db/addresses.ts';
import { reasonOf, StartError } from '../../start-error.ts';
import { addressOf } from '../address-of.ts';
import { createFileStore } from '../create-app.ts';
import { compareKeys } from '../keys.ts';

/** Compares the keys with those that the database was used with; creates none. */
export async function checkKeys(settings: Settings, address: PooledAddress): Promise<string> {
  const unmade = await compareKeys(settings, address);
  if (unmade.length > 0) return `the first start makes ${unmade.join(', ')} in ${settings.dataDir}.`;
  return 'they are those that the database is used with.';
}

/** Writes, reads and deletes a file. */
export async function checkFiles(settings: Settings): Promise<string> {
  const { s3, dataDir } = settings;
  const at = s3
    ? `the bucket ${s3.bucket} at ${addressOf(s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`)}`
    : `${dataDir}/files`;
  const store = createFileStore(s3 ? { dataDir, s3: { ...s3, attempts: 1 } } : settings);
  const key = `check-${randomUUID()}`;
  const bytes = Buffer.from(key);
  const doing = async <T>(what: string, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw new StartError(`a file can't be ${what} in ${at} (${reasonOf(error)}). ${adviceFor(settings)}`);
    }
  };
  try {
    await doing('written', store.write(key, bytes));
    const read = await doing('read', store.read(key));
    await doing('deleted', store.remove(key));
    if (!read.equals(bytes)) throw new StartError(`a file comes back changed from ${at}.`);
    return `a file was written, read and deleted in ${at}.`;
  } finally {
    await store.close();
  }
}

function adviceFor({ s3, dataDir }: Settings): string {
  return s3
    ? 'Check S3_ENDPOINT, S3_BUCKET and its keys, which must be able to put, get, delete and list.'
    : `Check that the user of Kinbridge owns ${dataDir}, and that the disk isn't full.`;
}

const leastBytes = 1_000_000_000;

/** The disk of the data folder, or of the folder above it that exists. */
export async function checkDisk({ dataDir }: Settings): Promise<string> {
  const { folder, free } = await freeIn(dataDir);
  const gigabytes = `${(free / 1e9).toFixed(1)} GB`;
  if (free >= leastBytes) return `${gigabytes} are free in ${folder}.`;
  throw new StartError(`only ${gigabytes} are free in ${folder}. Free some space, or use a larger disk.`);
}

async function freeIn(folder: string): Promise<{ folder: string; free: number }> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return { folder, free: bavail * bsize };
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT' || dirname(folder) === folder) {
      throw new StartError(`${folder} can't be read (${reasonOf(error)}). Check DATA_DIR and who owns it.`);
    }
    return freeIn(dirname(folder));
  }
}
