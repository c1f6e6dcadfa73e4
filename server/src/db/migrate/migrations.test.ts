import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { projectRoot } from '../../main/config.ts';
import { isFileKey } from '../../outside/files/file-store.ts';
import { sealAuditLog, verifyAuditLog } from '../../records/audit/audit-chain.commands.ts';
import { asOwner } from '../../testing/as-owner.ts';
import {
  findChangedRows,
  type KeptDataFolder,
  readKeptDataFolders,
  rebuildDatabase,
} from '../../testing/data-folders.ts';
import { databaseNamed, templateDatabase } from '../../testing/global-setup.ts';
import { findBreaks } from '../../testing/migration-breaks.ts';
import { readSchema } from '../../testing/schema.ts';
import { startTestApp, type TestApp, testKeys } from '../../testing/test-app.ts';
import { applyMigrations, migrate, readMigrations } from './migrations.ts';

const root = projectRoot();
const folder = join(root, 'db/migrations');
/** The last migration that only databases from before the first release need. */
const lastTransition = '0088_end_of_transitions.sql';
const databases: string[] = [];

async function emptyDatabase(): Promise<pg.Client> {
  const database = `migrated_${randomUUID().replaceAll('-', '')}`;
  await asOwner(inject('databaseUrl'), `create database ${database}`);
  databases.push(database);
  return connect(database);
}

async function connect(database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseNamed(inject('databaseUrl'), database) });
  await client.connect();
  return client;
}

afterAll(async () => {
  for (const database of databases)
    await asOwner(inject('databaseUrl'), `drop database if exists ${database} with (force)`);
});

describe.each(await readKeptDataFolders(root))('a data folder of $migration', (kept) => {
  let client: pg.Client;
  let portal: TestApp;
  const [clinic] = kept.tables.organizations?.rows ?? [];

  beforeAll(async () => {
    client = await emptyDatabase();
    await rebuildDatabase(client, kept, folder);
    const [ownerUrl, appUrl] = [inject('databaseUrl'), inject('appDatabaseUrl')].map((url) =>
      databaseNamed(url, client.database ?? ''),
    ) as [string, string];
    await migrate({ ownerUrl, appUrl, root });
    portal = await startTestApp({}, undefined, client.database);
    for (const [path, content] of Object.entries(kept.files)) {
      if (isFileKey(basename(path))) await portal.app.files.write(basename(path), Buffer.from(content, 'base64'));
    }
  });
  afterAll(async () => {
    await client.end();
    await portal.close();
  });

  it('gets the schema of an empty start', async () => {
    const url = databaseNamed(inject('databaseUrl'), client.database ?? '');
    expect(await readSchema(url)).toBe(await readSchema(databaseNamed(inject('databaseUrl'), templateDatabase)));
  });

  it('keeps every row', async () => {
    expect(await findChangedRows(client, kept)).toEqual({});
  });

  it('keeps an audit log that verifies', async () => {
    const key = kept.keys['audit-key'] ?? testKeys.auditKey;
    await sealAuditLog(portal.app.db, key);
    const rows = kept.tables.audit_log?.rows.length ?? 0;
    const verdict = await verifyAuditLog(portal.app.db, key);
    expect(verdict).toMatchObject({ intact: true, rows: expect.any(Number) });
    expect(verdict.intact && verdict.rows).toBeGreaterThanOrEqual(rows);
  });

  it('lets its people sign in and read their requests and files', async () => {
    const body = { email: 'clinic@example.org', password: 'Quiet-Harbor-Lantern7!' };
    const { body: signedIn } = await portal.call('POST /v1/auth/login', { body });
    const token = signedIn.idToken;
    const path = 'GET /v1/organizations/{id}/service-requests';
    const requests = await portal.call(path, { params: { id: clinic?.[0] }, token });
    expect(requests.body).toMatchObject([
      { status: 'PENDING', patient: { firstName: 'Ruth' }, fileName: 'letter.pdf' },
    ]);
    const file = await portal.call('GET /v1/service-requests/{id}/file', {
      params: { id: requests.body[0].id },
      token,
    });
    expect(file.bytes.toString()).toBe('%PDF-1.4\nA letter\n');
  });
});

it('a database whose opt-outs were never keyed is refused', async () => {
  const [kept] = await readKeptDataFolders(root);
  const client = await emptyDatabase();
  await rebuildDatabase(client, kept as KeptDataFolder, folder);
  await client.query("insert into erased_opt_outs values ('plain')");
  await expect(applyMigrations(client, folder)).rejects.toThrow('must run for one night first');
  await client.end();
});

describe('a failing migration', () => {
  let withBad: string;
  beforeAll(async () => {
    withBad = await mkdtemp(join(tmpdir(), 'kinbridge-migrations-'));
    await cp(folder, withBad, { recursive: true });
    await writeFile(join(withBad, '9998_good.sql'), 'create table good (n int);');
    await writeFile(join(withBad, '9999_bad.sql'), 'create table half (n int); select 1 / 0;');
  });
  afterAll(() => rm(withBad, { recursive: true, force: true }));

  /** The new tables and migrations after a failure. */
  async function leftBy(together: boolean): Promise<unknown[]> {
    const database = `migrated_${randomUUID().replaceAll('-', '')}`;
    await asOwner(inject('databaseUrl'), `create database ${database} template ${templateDatabase}`);
    databases.push(database);
    const client = new pg.Client({ connectionString: databaseNamed(inject('databaseUrl'), database) });
    await client.connect();
    await expect(applyMigrations(client, withBad, { together })).rejects.toThrow(
      'The migration 9999_bad.sql failed and was undone: division by zero.',
    );
    const { rows } = await client.query(`select relname as name from pg_class where relname in ('good', 'half')
      union all select name from schema_migrations where name > '9' order by 1`);
    await client.end();
    return rows.map(({ name }) => name);
  }

  it('leaves the state from before all of them if nobody else uses the database', async () => {
    expect(await leftBy(true)).toEqual([]);
  });

  it('leaves those before it on a server of its own', async () => {
    expect(await leftBy(false)).toEqual(['9998_good.sql', 'good']);
  });
});

describe('the migrations', () => {
  it('keep their names and contents once they have landed', async () => {
    const landed = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trim().split('\n');
    const present = (await readMigrations(folder)).map(({ name, checksum }) => `${checksum}  ${name}`);
    expect(present).toEqual(landed);
  });

  it('have numbers of their own, in four digits', async () => {
    const names = (await readMigrations(folder)).map(({ name }) => name);
    expect(names.filter((name) => !/^\d{4}_[a-z_]+\.sql$/.test(name))).toEqual([]);
    expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
  });

  it('keep the version before working', async () => {
    const changes = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
    const released = [...changes.matchAll(/^## v?(\d+\.\d+\.\d+)/gm)].map(([, version]) => version ?? '');
    const later = (await readMigrations(folder)).filter(({ name }) => name > lastTransition);
    expect(later.flatMap(({ name, sql }) => findBreaks(sql, released).map((found) => `${name} ${found}`))).toEqual([]);
  });
});
