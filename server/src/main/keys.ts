import { createHmac, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Keys, Settings } from '../config.ts';
import type { PooledAddress } from '../db/addresses.ts';
import { createDatabase, createPool, type Database } from '../db/database.ts';
import { findSetting, keepSetting, replaceSetting } from '../db/text-settings.queries.ts';
import { createLog } from '../log.ts';
import { StartError } from '../start-error.ts';
import { syncFolder } from '../sync-folder.ts';
import { databaseProblem } from './database-problem.ts';

/** A key that every process needs, and what is lost without it. */
interface SharedKey {
  setting: string;
  file: string;
  given(settings: Settings): string | undefined;
  purpose: string;
  /** What to do with another key, if nothing stored depends on it. */
  otherwise?: string;
}

const sharedKeys = {
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
  secret: {
    setting: 'SESSION_SECRET',
    file: 'session-secret',
    given: (settings) => settings.sessionSecret,
    purpose: 'signs tokens',
    otherwise:
      "To change it for all processes, delete the row 'fingerprint of SESSION_SECRET' from the table settings.",
  },
} satisfies Record<string, SharedKey>;

/** Reads the keys from the settings or the data folder and compares them with those this database used before. */
export async function readKeys(settings: Settings, address: PooledAddress): Promise<Keys> {
  requireInProduction(settings, [sharedKeys.auditKey, sharedKeys.encryptionKey]);
  return withDatabase(address, async (db) => ({
    auditKey: await readSharedKey(db, settings, sharedKeys.auditKey),
    encryptionKey: await readSharedKey(db, settings, sharedKeys.encryptionKey),
    secret: await readSharedKey(db, settings, sharedKeys.secret),
  }));
}

/** Reads only the audit key, for read-only commands; never creates one. */
export async function readAuditKey(settings: Settings, address: PooledAddress): Promise<string> {
  requireInProduction(settings, [sharedKeys.auditKey]);
  return withDatabase(address, (db) => readSharedKey(db, settings, sharedKeys.auditKey, false));
}

function requireInProduction(settings: Settings, keys: SharedKey[]): void {
  if (!settings.production || settings.databaseUrl === undefined) return;
  const missing = keys.filter((key) => key.given(settings) === undefined).map(({ setting }) => setting);
  if (missing.length === 0) return;
  throw new StartError(
    `Set ${missing.join(' and ')}: in production with DATABASE_URL, keys are not made automatically, because every process and every backup needs the same ones. Use at least 32 random characters, such as the output of: openssl rand -hex 32`,
  );
}

async function readSharedKey(db: Database, settings: Settings, key: SharedKey, mayMake = true): Promise<string> {
  const name = `fingerprint of ${key.setting}`;
  // Nobody else signs tokens for an embedded database, so a new secret only replaces the old one.
  const isReplaceable = key.otherwise !== undefined && settings.databaseUrl === undefined;
  // Read before the file, since another process may be creating both.
  const before = await findSetting(db, name);
  const path = join(settings.dataDir, key.file);
  const given = key.given(settings) ?? (await readStoredKey(settings.dataDir, key.file));
  if (given === undefined && (!mayMake || (before !== null && !isReplaceable))) {
    throw new StartError(
      `The key that ${key.purpose} is missing. Restore ${path} from a backup, or set ${key.setting} to the key that this database was used with.${otherwise(key)}`,
    );
  }
  const value = given ?? (await createStoredKey(settings.dataDir, key.file));
  const fingerprint = createHmac('sha256', value).update(name).digest('hex');
  if (isReplaceable) await replaceSetting(db, name, fingerprint);
  const known = mayMake ? await keepSetting(db, name, fingerprint) : before;
  if (known !== null && known !== fingerprint) {
    const source = key.given(settings) === undefined ? `in ${path}` : `in ${key.setting}`;
    throw new StartError(
      `The key ${source} is not the one this database was used with. It ${key.purpose}, so Kinbridge does not start with another. Restore the original key.${otherwise(key)}`,
    );
  }
  return value;
}

function otherwise(key: SharedKey): string {
  return key.otherwise === undefined ? '' : ` ${key.otherwise}`;
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
    await findSetting(db, '').catch((error) => {
      throw databaseProblem(error, address.url);
    });
    return await work(db);
  } finally {
    await db.destroy();
  }
}
