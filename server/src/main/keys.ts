import { createHmac, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Keys, Settings } from '../config.ts';
import type { PooledAddress } from '../db/addresses.ts';
import { createDatabase, createPool, type Database } from '../db/database.ts';
import { findFingerprint, keepFingerprint } from '../db/key-fingerprints.queries.ts';
import { createLog } from '../log.ts';
import { StartError } from '../start-error.ts';
import { syncFolder } from '../sync-folder.ts';
import { databaseProblem } from './database-problem.ts';

/** A key that database contents depend on, and what is lost without it. */
interface DataKey {
  setting: string;
  file: string;
  given(settings: Settings): string | undefined;
  purpose: string;
}

const dataKeys = {
  auditKey: {
    setting: 'AUDIT_KEY',
    file: 'audit-key',
    given: (settings) => settings.auditKeyGiven,
    purpose: 'seals the audit log',
  },
  encryptionKey: {
    setting: 'ENCRYPTION_KEY',
    file: 'encryption-key',
    given: (settings) => settings.encryptionKeyGiven,
    purpose: 'encrypts secrets in the database',
  },
} satisfies Record<string, DataKey>;

/** Reads the keys from the settings or the data folder and compares them with those this database used before. */
export async function readKeys(settings: Settings, address: PooledAddress): Promise<Keys> {
  requireInProduction(settings, Object.values(dataKeys));
  return withDatabase(address, async (db) => ({
    auditKey: await readDataKey(db, settings, dataKeys.auditKey),
    encryptionKey: await readDataKey(db, settings, dataKeys.encryptionKey),
    secret:
      settings.sessionSecret ??
      (await readStoredKey(settings.dataDir, 'session-secret')) ??
      (await createStoredKey(settings.dataDir, 'session-secret')),
  }));
}

/** Reads only the audit key, for read-only commands; never creates one. */
export async function readAuditKey(settings: Settings, address: PooledAddress): Promise<string> {
  requireInProduction(settings, [dataKeys.auditKey]);
  return withDatabase(address, (db) => readDataKey(db, settings, dataKeys.auditKey, false));
}

function requireInProduction(settings: Settings, keys: DataKey[]): void {
  if (!settings.production || settings.databaseUrl === undefined) return;
  const missing = keys.filter((key) => key.given(settings) === undefined).map(({ setting }) => setting);
  if (missing.length === 0) return;
  throw new StartError(
    `Set ${missing.join(' and ')}: in production with DATABASE_URL, keys are not made automatically, because every process and every backup needs the same ones. Use at least 32 random characters, such as the output of: openssl rand -hex 32`,
  );
}

async function readDataKey(db: Database, settings: Settings, key: DataKey, mayMake = true): Promise<string> {
  const name = `fingerprint of ${key.setting}`;
  // Read before the file, since another process may be creating both.
  const before = await findFingerprint(db, name);
  const path = join(settings.dataDir, key.file);
  const given = key.given(settings) ?? (await readStoredKey(settings.dataDir, key.file));
  if (given === undefined && (!mayMake || before !== null)) {
    throw new StartError(
      `The key that ${key.purpose} is missing. Restore ${path} from a backup, or set ${key.setting} to the key that this database was used with.`,
    );
  }
  const value = given ?? (await createStoredKey(settings.dataDir, key.file));
  const fingerprint = createHmac('sha256', value).update(name).digest('hex');
  const known = mayMake ? await keepFingerprint(db, name, fingerprint) : before;
  if (known !== null && known !== fingerprint) {
    const source = key.given(settings) === undefined ? `in ${path}` : `in ${key.setting}`;
    throw new StartError(
      `The key ${source} is not the one this database was used with. It ${key.purpose}, so Kinbridge does not start with another. Restore the original key.`,
    );
  }
  return value;
}

async function readStoredKey(dataDir: string, file: string): Promise<string | undefined> {
  const path = join(dataDir, file);
  try {
    const key = await readFile(path, 'utf8');
    if (key.length >= 32) return key;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
  throw new StartError(`The key in ${path} is damaged: it is shorter than 32 characters. Restore it from a backup.`);
}

/** Creates a key in the data folder, or reads the one another process created first. */
async function createStoredKey(dataDir: string, file: string): Promise<string> {
  const path = join(dataDir, file);
  await mkdir(dataDir, { recursive: true });
  const fresh = `${path}.${randomBytes(8).toString('hex')}`;
  await writeFile(fresh, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
  try {
    // A link is atomic and never replaces a file.
    await link(fresh, path);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  } finally {
    await rm(fresh, { force: true });
  }
  await chmod(path, 0o600);
  // Must be on disk before anything is encrypted or sealed with it.
  await syncFolder(dataDir);
  return readFile(path, 'utf8');
}

async function withDatabase<T>(address: PooledAddress, work: (db: Database) => Promise<T>): Promise<T> {
  const db = createDatabase(createPool(address, 1, createLog('silent')));
  try {
    await findFingerprint(db, '').catch((error) => {
      throw databaseProblem(error, address.url);
    });
    return await work(db);
  } finally {
    await db.destroy();
  }
}
