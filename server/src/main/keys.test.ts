import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { directAddresses } from '../db/addresses.ts';
import { transaction } from '../db/database.ts';
import { isKeyLacking, lockCurrentKey } from '../db/encryption-keys.queries.ts';
import { EventListener } from '../db/event-listener.ts';
import { sql } from '../db/sql.ts';
import { decryptSecret, encryptSecret, fingerprintOf, NewestKeyMissing } from '../encrypted-secret.ts';
import { authenticatorPurpose } from '../features/factors/authenticator.commands.ts';
import { findPushKey, pushKeySetting } from '../features/push-notifications/push-key.commands.ts';
import { pushPurpose } from '../features/push-notifications/subscriptions.commands.ts';
import { secretPurpose } from '../features/single-sign-on/oidc-sign-in.ts';
import { samlKeyPair, samlKeySetting } from '../features/single-sign-on/saml-key-pair.commands.ts';
import { listenerOptions } from '../records/events/events.commands.ts';
import { buildOrganization, buildUser } from '../testing/build.ts';
import { builtCommand } from '../testing/kinbridge-process.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { countUnreadable, forgetLostKey, switchToNewestKey } from '../upkeep/encryption/encryption-keys.commands.ts';
import { rotateKeys } from '../upkeep/encryption/rotate-keys.ts';
import { readConfig } from './config.ts';
import { addStoredEncryptionKey, readAuditKey, readKeys } from './keys.ts';

let portal: TestApp;
let folder: string;
let dataDir: string;
const files = ['session-secret', 'audit-key', 'encryption-key'];
const keyA = 'a'.repeat(32);
const keyB = 'b'.repeat(32);

beforeAll(async () => {
  portal = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'kinbridge-keys-'));
});

afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  dataDir = await mkdtemp(join(folder, 'data-'));
  await sql`delete from settings where name like 'fingerprint of %' or name like '%encryption keys'
    or name in ('derivation key', ${samlKeySetting}, ${pushKeySetting})`.run(portal.app.db);
});

const read = (env: Record<string, string> = {}) =>
  readKeys(readConfig({ DATA_DIR: dataDir, ...env }), directAddresses(portal.databaseUrl).pooled);

describe('keys in the data folder', () => {
  test('are created once per purpose and readable only by their owner', async () => {
    const keys = await read();
    expect(keys.derivationKey).toBe(keys.encryptionKey);
    expect(new Set(Object.values(keys)).size).toBe(3);
    for (const key of Object.values(keys)) expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await read()).toEqual(keys);
    for (const file of files) expect((await stat(join(dataDir, file))).mode & 0o777).toBe(0o600);
  });

  test('are the same for processes that start together', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => read()));
    for (const keys of all) expect(keys).toEqual(all[0]);
  });

  test('are overridden by keys in the settings', async () => {
    const given = { SESSION_SECRET: 's'.repeat(32), AUDIT_KEY: keyA, ENCRYPTION_KEY: keyB };
    expect(await read(given)).toEqual({
      secret: 's'.repeat(32),
      auditKey: keyA,
      encryptionKey: keyB,
      derivationKey: keyB,
    });
  });

  test.each([
    ['audit-key', 'AUDIT_KEY', 'seals the audit log'],
    ['encryption-key', 'ENCRYPTION_KEY', 'encrypts secrets in the database'],
  ])('prevent the start when %s is missing, instead of recreating it', async (file, setting, purpose) => {
    await read();
    const path = join(dataDir, file);
    await rm(path);
    await expect(read()).rejects.toThrow(
      `The key that ${purpose} is missing. Restore ${path} from a backup, or set ${setting} to the key that this database was used with.`,
    );
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  test.each(['audit-key', 'encryption-key'])('prevent the start with another %s', async (file) => {
    await read();
    const original = await readFile(join(dataDir, file), 'utf8');
    await writeFile(join(dataDir, file), keyA);
    await expect(read()).rejects.toThrow(
      `The key in ${join(dataDir, file)} is not the one this database was used with.`,
    );
    await writeFile(join(dataDir, file), original);
    await read();
  });

  test('prevent the start when damaged', async () => {
    await writeFile(join(dataDir, 'audit-key'), '');
    await expect(read()).rejects.toThrow(`The key in ${join(dataDir, 'audit-key')} is damaged`);
  });
});

describe('keys in the settings', () => {
  test('must not change', async () => {
    await read({ AUDIT_KEY: keyA });
    await expect(read({ AUDIT_KEY: keyB })).rejects.toThrow(
      'The key in AUDIT_KEY is not the one this database was used with.',
    );
  });

  test('must be the same session secret on a shared database', async () => {
    const shared = { DATABASE_URL: portal.databaseUrl };
    await read({ ...shared, SESSION_SECRET: keyA });
    await expect(read({ ...shared, SESSION_SECRET: keyB })).rejects.toThrow(
      "The key in SESSION_SECRET is not the one this database was used with. It signs tokens, so Kinbridge does not start with another. Restore the original key. To change it for all processes, delete the row 'fingerprint of SESSION_SECRET' from the table settings.",
    );
    await expect(read(shared)).rejects.toThrow('The key that signs tokens is missing.');
    await expect(stat(join(dataDir, 'session-secret'))).rejects.toThrow('ENOENT');
  });

  test('may bring another session secret to an embedded database', async () => {
    await read({ SESSION_SECRET: keyA });
    expect((await read({ SESSION_SECRET: keyB })).secret).toBe(keyB);
    expect((await read()).secret).toMatch(/^[0-9a-f]{64}$/);
  });

  test('are required in production on a database server', async () => {
    const production = { NODE_ENV: 'production', DATABASE_URL: portal.databaseUrl };
    await expect(read(production)).rejects.toThrow(/^Set AUDIT_KEY and ENCRYPTION_KEY: in production/);
    await expect(read({ ...production, AUDIT_KEY: keyA })).rejects.toThrow(/^Set ENCRYPTION_KEY: in production/);
    await read({ ...production, AUDIT_KEY: keyA, ENCRYPTION_KEY: keyB });
  });

  test('are stored only as fingerprints', async () => {
    await read({ AUDIT_KEY: keyA, ENCRYPTION_KEY: keyB });
    const rows = await sql<{ value: string }>`select value::text from settings`.many(portal.app.db);
    for (const { value } of rows) expect(value).not.toMatch(/a{32}|b{32}/);
  });
});

describe('a new encryption key', () => {
  const both = `${keyA}, ${keyB}`;
  const said: string[] = [];
  const rotate = (encryptionKey: string, say: (line: string) => void = (line) => said.push(line)) =>
    rotateKeys({
      db: portal.app.db,
      encryptionKey,
      keyring: { readEncryptionKey: async () => encryptionKey, keyService: null },
      clearFiles: null,
      say,
    });
  const currentKey = () => transaction(portal.app.db, (tx) => lockCurrentKey(tx, { encryptionKey: both }));
  let userId: number;
  let organizationId: number;

  beforeEach(async () => {
    said.length = 0;
    await read({ ENCRYPTION_KEY: keyB });
    await sql`delete from authenticators`.run(portal.app.db);
    organizationId = (await buildOrganization(portal)).id;
    userId = (await buildUser(portal, organizationId)).id;
    await storeSecret(keyB);
  });

  const storeSecret = (key: string) =>
    sql`insert into authenticators (user_id, secret)
      values (${userId}, ${encryptSecret(key, authenticatorPurpose(userId), 'JBSWY3DP')})`.run(portal.app.db);
  const readSecret = async (key: string) => {
    const { secret } = await sql<{ secret: Buffer }>`select secret from authenticators where user_id = ${userId}`.one(
      portal.app.db,
    );
    return decryptSecret(key, authenticatorPurpose(userId), secret);
  };

  test('encrypts nothing before the rotation, so that processes can restart one by one', async () => {
    await read({ ENCRYPTION_KEY: both });
    expect(await currentKey()).toBe(keyB);
  });

  test('encrypts everything after the rotation, and the earlier key can go', async () => {
    expect(await rotate(both)).toBe(true);
    expect(await currentKey()).toBe(keyA);
    expect(await readSecret(keyA)).toBe('JBSWY3DP');
    expect((await read({ ENCRYPTION_KEY: keyA })).derivationKey).toBe(keyB);
    await expect(read({ ENCRYPTION_KEY: keyB })).rejects.toThrow('is not the one this database was used with');
  });

  test('encrypts the secrets of identity providers', async () => {
    const purpose = secretPurpose(organizationId);
    await sql`insert into identity_providers (organization_id, kind, issuer, client_id, client_secret)
      values (${organizationId}, 'oidc', 'https://idp.example', 'x', ${encryptSecret(keyB, purpose, 'shh')})`.run(
      portal.app.db,
    );
    await rotate(both);
    const { value } = await sql<{ value: Buffer }>`select coalesce(client_secret, '') as value
      from identity_providers where organization_id = ${organizationId}`.one(portal.app.db);
    expect(decryptSecret(keyA, purpose, value)).toBe('shh');
  });

  test('encrypts the key pair for SAML, which stays the same', async () => {
    const app = { ...portal.app, config: { ...portal.app.config, encryptionKey: keyB } };
    const pair = await samlKeyPair(app);
    await rotate(both);
    app.config.encryptionKey = keyA;
    expect(await samlKeyPair(app)).toEqual(pair);
  });

  test('encrypts the push key, which stays the same, and the devices', async () => {
    const app = { ...portal.app, config: { ...portal.app.config, encryptionKey: keyB } };
    const { publicKey } = await findPushKey(app);
    const { id } = await sql<{ id: number }>`
      with session as (insert into sessions (user_id) values (${userId}) returning id)
      insert into push_subscriptions (user_id, session_id, endpoint_hash, secret, device)
      select ${userId}, id, 'hash', '', 'Chrome' from session returning id`.one(app.db);
    const secret = encryptSecret(keyB, pushPurpose(id), 'address');
    await sql`update push_subscriptions set secret = ${secret} where id = ${id}`.run(app.db);
    await rotate(both);
    app.config.encryptionKey = keyA;
    expect((await findPushKey(app)).publicKey).toBe(publicKey);
    const { value } = await sql<{ value: Buffer }>`delete from push_subscriptions returning secret as value`.one(
      app.db,
    );
    expect(decryptSecret(keyA, pushPurpose(id), value)).toBe('address');
  });

  test('finds nothing left to do the second time', async () => {
    await rotate(both);
    said.length = 0;
    await rotate(both);
    expect(said).toContain('0 authenticator apps encrypted again.');
  });

  test('still needs the earlier one if the rotation broke off', async () => {
    await switchToNewestKey(portal.app.db, both);
    await expect(read({ ENCRYPTION_KEY: keyA })).rejects.toThrow(
      /still encrypted with an earlier key \([0-9a-f]{8}\), which isn't in ENCRYPTION_KEY/,
    );
    await rotate(both);
    await read({ ENCRYPTION_KEY: keyA });
  });

  test.each([0, 1, 2])('is finished by a second rotation after one that ended at step %i', async (step) => {
    const end = (line: string) => {
      if (said.push(line) > step) throw new Error('killed');
    };
    await expect(rotate(both, end)).rejects.toThrow('killed');
    await read({ ENCRYPTION_KEY: both });
    expect(await readSecret(both)).toBe('JBSWY3DP');
    expect(await rotate(both)).toBe(true);
    expect(await readSecret(keyA)).toBe('JBSWY3DP');
    await read({ ENCRYPTION_KEY: keyA });
  });

  test('is refused while a running process lacks it', async () => {
    const listen = async (encryptionKey: string) => {
      const listener = new EventListener({ ...listenerOptions(portal.app), encryptionKey }, () => undefined);
      await listener.open();
      return listener;
    };
    const [behind, restarted] = [await listen(keyB), await listen(both)];
    await expect(rotate(both)).rejects.toThrow(/doesn't have key [0-9a-f]{8} yet, so nothing was changed/);
    expect(await currentKey()).toBe(keyB);
    await behind.close();
    await until(async () => !(await isKeyLacking(portal.app.db, fingerprintOf(keyA))));
    expect(await rotate(both)).toBe(true);
    await restarted.close();
  });

  test('keeps a process that lacks it from encrypting with an earlier one', async () => {
    await rotate(both);
    const lacking = transaction(portal.app.db, (tx) => lockCurrentKey(tx, { encryptionKey: keyB }));
    await expect(lacking).rejects.toBeInstanceOf(NewestKeyMissing);
  });

  test('leaves secrets alone that no key decrypts, and names them', async () => {
    await sql`delete from authenticators`.run(portal.app.db);
    await storeSecret('z'.repeat(32));
    expect(await rotate(both)).toBe(false);
    expect(said).toContain(`✗ 1 authenticator app can't be read with these keys: ${userId}.`);
    expect(await readSecret('z'.repeat(32))).toBe('JBSWY3DP');
  });

  test('may replace a lost one, for a new start without the secrets', async () => {
    await switchToNewestKey(portal.app.db, both);
    await expect(read({ ENCRYPTION_KEY: 'c'.repeat(32) })).rejects.toThrow('run npm run encryption -- lost-key');
    expect(await countUnreadable(portal.app.db)).toMatchObject({ authenticators: 1, files: 0 });
    await forgetLostKey(portal.app.db);
    const { derivationKey } = await read({ ENCRYPTION_KEY: 'c'.repeat(32) });
    expect(derivationKey).toMatch(/^[0-9a-f]{64}$/);
    expect(await readSecret(keyB)).toBe('JBSWY3DP');
  });

  test('goes before the one in the data folder', async () => {
    await writeFile(join(dataDir, 'encryption-key'), keyB);
    await addStoredEncryptionKey(readConfig({ DATA_DIR: dataDir }));
    expect((await read()).encryptionKey).toMatch(new RegExp(`^[0-9a-f]{64},${keyB}$`));
  });
});

test('a read-only command creates no keys', async () => {
  const settings = readConfig({ DATA_DIR: dataDir });
  await expect(readAuditKey(settings, directAddresses(portal.databaseUrl).pooled)).rejects.toThrow(
    'The key that seals the audit log is missing.',
  );
  const { auditKey } = await read();
  expect(await readAuditKey(settings, directAddresses(portal.databaseUrl).pooled)).toBe(auditKey);
});

test.each(['start', 'api', 'worker', 'audit-verify'] as const)("%s doesn't start with another key", async (name) => {
  await read({ AUDIT_KEY: keyA });
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    DATABASE_URL: portal.databaseUrl,
    PORT: '0',
    AUDIT_KEY: keyB,
  };
  const ended = await new Promise((resolve) => {
    execFile(process.execPath, [builtCommand(name)], { env }, (error, _stdout, stderr) =>
      resolve({ code: error?.code, stderr: stderr.trim() }),
    );
  });
  expect(ended).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^✗ The key in AUDIT_KEY is not the one this database was used with\./),
  });
});
