import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Keys, Settings } from '../config.ts';
import type { PooledAddress } from '../db/addresses.ts';
import { createDatabase, type Database } from '../db/database.ts';
import { createPool } from '../db/pool.ts';
import { findSetting, keepSetting, replaceSetting } from '../db/text-settings.queries.ts';
import { fingerprintOf, splitKeys } from '../encrypted-secret.ts';
import { createLog } from '../log.ts';
import { readIfPresent } from '../outside/files/read-if-present.ts';
import { syncFolder } from '../outside/files/sync-folder.ts';
import { StartError } from '../start-error.ts';
import { keepDerivationKey, requireEarlierKeys } from '../upkeep/encryption/encryption-keys.commands.ts';
import { databaseProblem } from './database-problem.ts';

/** A key that every process needs, and what is lost without it. */
interface SharedKey {
  setting: string;
  file: string;
  given(settings: Settings): string | undefined;
  purpose: string;
  /** What to do with another key. */
  otherwise?: string;
  /** Nothing stored depends on it. */
  isReplaceable?: boolean;
  /** Earlier keys may follow it. */
  split?: (text: string) => string[];
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
    otherwise:
      'To change it, write the new key and a comma before it, and run npm run encryption -- rotate. If it is lost, run npm run encryption -- lost-key.',
    split: splitKeys,
  },
  secret: {
    setting: 'SESSION_SECRET',
    file: 'session-secret',
    given: (settings) => settings.sessionSecret,
    purpose: 'signs tokens',
    otherwise:
      "To change it for all processes, delete the row 'fingerprint of SESSION_SECRET' from the table settings.",
    isReplaceable: true,
  },
} satisfies Record<string, SharedKey>;

/** The names of the keys in the data folder. */
export const keyFiles = Object.values(sharedKeys).map(({ file }) => file);

/** Reads the keys from the settings or the data folder and compares them with those this database used before. */
export async function readKeys(settings: Settings, address: PooledAddress): Promise<Keys> {
  requireInProduction(settings, [sharedKeys.auditKey, sharedKeys.encryptionKey]);
  return withDatabase(address, async (db) => {
    const auditKey = await readSharedKey(db, settings, sharedKeys.auditKey);
    const encryptionKey = await readSharedKey(db, settings, sharedKeys.encryptionKey);
    await requireEarlierKeys(db, encryptionKey);
    return {
      auditKey,
      encryptionKey,
      derivationKey: await keepDerivationKey(db, encryptionKey),
      secret: await readSharedKey(db, settings, sharedKeys.secret),
    };
  });
}

/** Compares the keys with those that this database was used with, and creates none. Names those that the first start makes. */
export async function compareKeys(settings: Settings, address: PooledAddress): Promise<string[]> {
  requireInProduction(settings, [sharedKeys.auditKey, sharedKeys.encryptionKey]);
  return withDatabase(address, async (db) => {
    const unmade: string[] = [];
    for (const key of Object.values<SharedKey>(sharedKeys)) {
      if (await isUnmade(db, settings, key)) unmade.push(key.file);
      else await readSharedKey(db, settings, key, false);
    }
    return unmade;
  });
}

async function isUnmade(db: Database, settings: Settings, key: SharedKey): Promise<boolean> {
  if ((await findSetting(db, `fingerprint of ${key.setting}`)) !== null) return false;
  return key.given(settings) === undefined && (await readStoredKey(settings.dataDir, key.file)) === undefined;
}

/** Reads only the encryption key, for commands; never creates one. */
export async function readEncryptionKey(settings: Settings, address: PooledAddress): Promise<string> {
  return withDatabase(address, async (db) => {
    const encryptionKey = await readSharedKey(db, settings, sharedKeys.encryptionKey, false);
    await requireEarlierKeys(db, encryptionKey);
    return encryptionKey;
  });
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
  const isReplaceable = key.isReplaceable === true && settings.databaseUrl === undefined;
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
  const fingerprints = (key.split?.(value) ?? [value]).map((one) => fingerprintOf(one, name));
  const [newest = ''] = fingerprints;
  if (isReplaceable && mayMake) await replaceSetting(db, name, newest);
  const known = mayMake ? await keepSetting(db, name, newest) : before;
  if (known !== null && !isReplaceable && !fingerprints.includes(known)) {
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
  const key = await readIfPresent(path);
  if (key === undefined || key.length >= 32) return key;
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

/** Adds a new key before the one in the data folder; returns its path. */
export async function addStoredEncryptionKey(settings: Settings): Promise<string> {
  const { setting, file } = sharedKeys.encryptionKey;
  const stored = await readStoredKey(settings.dataDir, file);
  const path = join(settings.dataDir, file);
  if (settings.encryptionKeyGiven !== undefined || stored === undefined) {
    throw new StartError(
      `There is no key in ${path} that is in use. Write a new key and a comma before the one in ${setting}.`,
    );
  }
  const fresh = `${path}.${randomBytes(8).toString('hex')}`;
  await writeFile(fresh, `${randomBytes(32).toString('hex')},${stored}`, { mode: 0o600, flush: true });
  await rename(fresh, path);
  await syncFolder(settings.dataDir);
  return path;
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
