import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from '../../server/src/db/sql.ts';
import {
  decryptSecret,
  encryptionKeySetting,
  encryptSecret,
  fingerprintOf,
  splitKeys,
} from '../../server/src/encrypted-secret.ts';
import { authenticatorPurpose } from '../../server/src/features/factors/authenticator.commands.ts';
import { buildOrganization, buildUser } from '../../server/src/testing/build.ts';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { until } from '../../server/src/testing/until.ts';
import { runCommand, startCommand } from '../command.ts';
import type { Part } from '../part.ts';

const fileCount = 300;
const people = 20;

const newKey = () => randomBytes(32).toString('hex');

interface Stored {
  portal: TestApp;
  /** Their contents are their names. */
  fileKeys: string[];
  userIds: number[];
}

/** Rotations of the encryption key, killed at random moments: nothing is lost, before or after the next one. */
export const rotation: Part = {
  name: 'rotation',
  async run({ rounds, report }) {
    const stored = await store();
    const failures: string[] = [];
    let inTheMiddle = 0;
    try {
      for (let kill = 1; kill <= rounds; kill++) {
        report(`rotation ${kill} of ${rounds}`);
        const killed = await killRotation(stored);
        inTheMiddle += killed.isInTheMiddle ? 1 : 0;
        failures.push(...killed.failures, ...(await finishRotation(stored)));
      }
    } finally {
      await stored.portal.close();
    }
    return {
      figures: [
        { what: 'rotations of the encryption key killed', value: rounds },
        { what: 'of them with some keys renewed and others not', value: inTheMiddle },
        { what: 'files and secrets read after every kill and every rotation', value: fileCount + people },
      ],
      failures,
    };
  },
  plantedFaults: [
    {
      name: "a file's key overwritten by a rotation",
      async run() {
        const stored = await store();
        try {
          await killRotation(stored);
          await sql`update file_keys set wrapped = ${randomBytes(80)}
            where storage_key = ${stored.fileKeys[0] ?? ''}`.run(stored.portal.app.db);
          return { figures: [], failures: await finishRotation(stored) };
        } finally {
          await stored.portal.close();
        }
      },
    },
  ],
};

/** Encrypted files and secrets of a portal with one key. */
async function store(): Promise<Stored> {
  const portal = await startTestApp({ FILE_ENCRYPTION: '1' });
  const { db, config, files } = portal.app;
  Object.assign(config, { encryptionKey: newKey() });
  await sql`insert into settings (name, value)
    values (${encryptionKeySetting}, to_jsonb(${fingerprintOf(config.encryptionKey)}::text))`.run(db);
  const fileKeys = Array.from({ length: fileCount }, () => randomUUID());
  for (const key of fileKeys) await files.write(key, Buffer.from(key));
  const { id: organizationId } = await buildOrganization(portal);
  const userIds: number[] = [];
  for (let count = 0; count < people; count++) {
    const { id } = await buildUser(portal, organizationId);
    const secret = encryptSecret(config.encryptionKey, authenticatorPurpose(id), `secret ${id}`);
    await sql`insert into authenticators (user_id, secret) values (${id}, ${secret})`.run(db);
    userIds.push(id);
  }
  return { portal, fileKeys, userIds };
}

/** The running portal gets a new key before the one it has; the rotation to it is killed after it began. */
async function killRotation(stored: Stored) {
  const { app, databaseUrl } = stored.portal;
  const [current = ''] = splitKeys(app.config.encryptionKey);
  const encryptionKey = `${newKey()},${current}`;
  Object.assign(app.config, { encryptionKey });
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: app.config.dataDir, ENCRYPTION_KEY: encryptionKey };
  const command = startCommand('encryption', ['rotate'], settings);
  await until(() => command.printed().includes('encrypts from now on') || command.child.exitCode !== null, 120_000);
  await delay(Math.random() * 800);
  command.child.kill('SIGKILL');
  await command.exitCode;
  const { count } = await sql<{ count: number }>`
    select count(distinct key_id)::integer as count from file_keys`.one(app.db);
  return { isInTheMiddle: count > 1, failures: await findLosses(stored, 'after a kill') };
}

/** Runs it again to its end; then the newest key alone reads everything. */
async function finishRotation(stored: Stored): Promise<string[]> {
  const { config } = stored.portal.app;
  const { encryptionKey, dataDir } = config;
  const settings = { DATABASE_URL: stored.portal.databaseUrl, DATA_DIR: dataDir, ENCRYPTION_KEY: encryptionKey };
  const { isDone, text } = await runCommand('encryption', ['rotate'], settings);
  if (!isDone) return [`The second rotation failed: ${text}`];
  Object.assign(config, { encryptionKey: splitKeys(encryptionKey)[0] });
  return findLosses(stored, 'with the newest key alone');
}

async function findLosses({ portal, fileKeys, userIds }: Stored, when: string): Promise<string[]> {
  const { db, config, files } = portal.app;
  const failures: string[] = [];
  for (const key of fileKeys) {
    const content = await files.read(key).then(String, () => null);
    if (content !== key) failures.push(`The file ${key} can't be read ${when}.`);
  }
  const rows = await sql<{ id: number; value: Buffer }>`
    select user_id as id, secret as value from authenticators`.many(db);
  for (const { id, value } of rows) {
    try {
      if (decryptSecret(config.encryptionKey, authenticatorPurpose(id), value) !== `secret ${id}`) throw new Error();
    } catch {
      failures.push(`The secret of user ${id} can't be read ${when}.`);
    }
  }
  if (rows.length !== userIds.length) failures.push(`Of ${userIds.length} secrets, ${rows.length} are left ${when}.`);
  return failures;
}
