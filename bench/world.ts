/** A database with one full-size organization, migrated by the measured checkout. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '../server/src/config.ts';
import { transaction } from '../server/src/db/database.ts';
import { migrate } from '../server/src/db/migrate/migrations.ts';
import { startEmbeddedDatabase } from '../server/src/embedded-postgres/embedded-database.ts';
import { startSession } from '../server/src/features/auth/sessions.commands.ts';
import { readConfig } from '../server/src/main/config.ts';
import { asOwner, filledVersion, fillOrganization, type Size, type Urls, withDatabase } from './fill.ts';
import type { World } from './operations.ts';
import { benchKeys } from './portal.ts';

/** As in production: every relevant setting has its default. */
export function apiSettings(dataDir: string, databaseUrl: string, poolSize: number): Record<string, string> {
  return {
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(poolSize),
    SESSION_SECRET: benchKeys.secret,
    AUDIT_KEY: benchKeys.auditKey,
    ENCRYPTION_KEY: benchKeys.encryptionKey,
    PUBLIC_URL: 'http://127.0.0.1',
  };
}

export async function openWorld(portal: string, size: Size, staff: number, reuse = false) {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinbridge-bench-'));
  const kept = reuse ? await keptFolder(portal, size, staff) : null;
  const known = kept !== null && existsSync(kept);
  if (known) await copyFolder(kept, dataDir);
  let database = await startEmbeddedDatabase({ dataDir, say: () => undefined });
  const close = async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    if (!known) {
      await migrate({ ownerUrl: database.ownerUrl, appUrl: database.appUrl, root: portal });
      await fillOrganization(database, size, staff);
      if (kept) {
        await database.stop();
        await copyFolder(dataDir, `${kept}-${process.pid}`);
        await rename(`${kept}-${process.pid}`, kept).catch(() => undefined);
        database = await startEmbeddedDatabase({ dataDir, say: () => undefined });
      }
    }
    const { appUrl, ownerUrl } = database;
    const world = await readWorld({ ...readConfig({ DEMO: '0' }, portal), ...benchKeys }, database);
    const postmaster = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
    return { world, dataDir, appUrl, ownerUrl, postmaster, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Reuses a filled folder while migrations and filling are unchanged. */
async function keptFolder(portal: string, size: Size, staff: number): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([size, staff]));
  const migrations = join(portal, 'db', 'migrations');
  for (const name of (await readdir(migrations)).sort()) hash.update(await readFile(join(migrations, name)));
  hash.update(await readFile(join(globalThis.bench.root, 'bench', 'fill.ts')));
  return join(tmpdir(), `kinbridge-filled-${hash.digest('hex').slice(0, 16)}`);
}

/** Keeps file owners, since the database may run as another user. */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', '--reflink=auto', '-T', from, to]);
}

/** The records the calls use, and a session per employee. */
export async function readWorld(config: Config, urls: Urls): Promise<World> {
  const [found] = await asOwner(urls.ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ world: Omit<World, 'staff' | 'version'>; people: SessionUser[] }>(`
      select json_build_object(
        'organizationId', o.id, 'serviceId', (select min(id) from services where organization_id = o.id),
        'members', (select json_build_object('first', min(id), 'count', count(*)) from users
          where organization_id = o.id and user_type = 'PATIENT'),
        'requests', (select json_build_object('first', min(id), 'count', count(*)) from service_requests),
        'open', (select coalesce(json_agg(id order by id), '[]') from service_requests
          where status = 'OPEN' and assignee_id is not null)) as world,
        (select json_agg(json_build_object('id', id, 'user_type', user_type, 'organization_id', o.id) order by id)
          from users where organization_id = o.id and user_type <> 'PATIENT') as people
      from organizations o where o.name = 'Big clinic'`);
    return rows;
  });
  if (!found) throw new Error('Nothing was filled in.');
  return withDatabase(urls, async (db) => {
    const staff = found.people.map((person) =>
      transaction(db, async (tx) => ({
        id: person.id,
        token: (await startSession(tx, config, person, { by: 'password' })).idToken,
      })),
    );
    return { ...found.world, staff: await Promise.all(staff), version: filledVersion };
  });
}

type SessionUser = Parameters<typeof startSession>[2];
