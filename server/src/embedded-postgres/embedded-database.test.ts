import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { directAddresses } from '../db/addresses.ts';
import { createPool } from '../db/pool.ts';
import { StartError } from '../start-error.ts';
import { until } from '../testing/until.ts';
import { restoreLinks } from './binaries.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.ts';
import { isProcessAlive } from './process-identity.ts';
import { giveTo } from './user.ts';

/** A data folder with a stopped database. */
let prepared: string;
let dataDir: string;
const running: EmbeddedDatabase[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  prepared = await mkdtemp(join(tmpdir(), 'kinbridge-prepared-'));
  const database = await startEmbeddedDatabase({ dataDir: prepared, say: () => undefined, durable: false });
  await database.stop();
});

afterAll(() => rm(prepared, { recursive: true, force: true }));

beforeEach(async () => {
  // Not accessible to other accounts, like a folder in root's home.
  dataDir = await mkdtemp(join(tmpdir(), 'kinbridge-embedded-'));
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(running.splice(0).map((database) => database.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

async function start(durable = false): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDir, say: () => undefined, durable });
  running.push(database);
  return database;
}

/** For tests of what comes after the first start, since creating a database takes a second. */
function copyPrepared(): Promise<void> {
  return cp(prepared, dataDir, { recursive: true });
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the database in a child process that prints its URL and runs until killed. */
async function startInChild(): Promise<{ child: ChildProcess; url: string }> {
  const repository = fileURLToPath(new URL('../../../', import.meta.url));
  const script = join(repository, '.cache', `embedded-database-${process.pid}.mjs`);
  await build({
    stdin: {
      contents: `
        import { startEmbeddedDatabase } from './embedded-database.ts';
        const { ownerUrl } = await startEmbeddedDatabase({ dataDir: process.argv[2], say() {}, durable: false });
        console.log(ownerUrl);
        setInterval(() => {}, 1_000_000);`,
      resolveDir: dirname(fileURLToPath(import.meta.url)),
    },
    ...{ bundle: true, packages: 'external', format: 'esm', platform: 'node', outfile: script },
  });
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  try {
    const [url] = await once(createInterface(child.stdout), 'line');
    return { child, url };
  } finally {
    await rm(script);
  }
}

/** The pid of the server's main process, or 0. */
async function readServer(): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  return Number(text.split('\n')[0]);
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('the built-in database', () => {
  test('keeps its rows across starts, sorts by code point, needs a password', async () => {
    const first = await start();
    expect(first.adopted).toBe(false);
    await query(
      first.ownerUrl,
      "create table people (name text); insert into people values ('Zoë'), ('Ádám'), ('ana')",
    );
    await first.stop();
    await expect(query(first.ownerUrl, 'select 1')).rejects.toThrow('ECONNREFUSED');

    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second.ownerUrl, 'select name from people order by name')).toEqual([
      { name: 'Zoë' },
      { name: 'ana' },
      { name: 'Ádám' },
    ]);
    expect(await query(second.ownerUrl, "select upper('ádám') as name")).toEqual([{ name: 'ÁDÁM' }]);
    const wrong = new URL(second.ownerUrl);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
    const password = await stat(join(dataDir, 'postgres', 'kinbridge.password'));
    expect(password.mode & 0o077).toBe(0);
    await second.stop();
    await second.stop();
  });

  test('gives the application a role without ownership, even in old folders', async () => {
    await copyPrepared();
    const first = await start();
    // As in earlier versions, where the owner was the only login.
    await query(first.ownerUrl, 'drop role kinbridge_portal');
    await first.stop();
    const { ownerUrl, appUrl } = await start();
    await query(ownerUrl, 'create table people (name text); grant select on people to kinbridge_app');

    const pool = createPool(directAddresses(appUrl).pooled, 1, pino({ level: 'silent' }));
    const refused = (sql: string) => expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' });
    try {
      const who = "select session_user, current_user, current_setting('is_superuser') as super";
      expect((await pool.query(who)).rows).toEqual([
        { session_user: 'kinbridge_portal', current_user: 'kinbridge_app', super: 'off' },
      ]);
      expect((await pool.query('select from people')).rowCount).toBe(0);
      await pool.query('reset role');
      for (const sql of [
        'set role kinbridge',
        'set session authorization kinbridge',
        'select rolpassword from pg_authid',
        'alter role kinbridge_portal superuser',
        'alter table people add column age int',
        'create table mine (id int)',
        "select pg_read_file('kinbridge.password')",
      ]) {
        await refused(sql);
      }
    } finally {
      await pool.end();
    }
  });

  test('adopts and stops the server of a killed Kinbridge', async () => {
    await copyPrepared();
    const { child, url } = await startInChild();
    await query(url, 'create table kept (id int); insert into kept values (7)');
    await kill(child);
    const database = await start();
    expect(database.adopted).toBe(true);
    expect(database.ownerUrl).toBe(url);
    expect(await query(database.ownerUrl, 'select id from kept')).toEqual([{ id: 7 }]);
    await database.stop();
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
  });

  test('recovers when the server was also killed', async () => {
    await copyPrepared();
    const { child, url } = await startInChild();
    await query(url, 'create table kept (id int); insert into kept values (7)');
    await query(url, 'checkpoint');
    await kill(child);
    process.kill(await readServer(), 'SIGKILL');
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second.ownerUrl, 'select id from kept')).toEqual([{ id: 7 }]);
  });

  test.each([
    ['it started', false, 2],
    ['it adopted', true, 1],
  ])(
    'restarts a killed server %s at the same address and can stop it',
    async (_whose, adopted, times) => {
      await copyPrepared();
      if (adopted) await kill((await startInChild()).child);
      const database = await start(true);
      expect(database.adopted).toBe(adopted);
      await query(database.ownerUrl, 'create table kept (id int); insert into kept values (7)');
      await query(database.ownerUrl, 'checkpoint');
      for (let time = 0; time < times; time++) {
        const killed = await readServer();
        process.kill(killed, 'SIGKILL');
        await until(async () => (await readServer()) !== killed);
        expect(await until(() => query(database.ownerUrl, 'select id from kept').catch(() => null))).toEqual([
          { id: 7 },
        ]);
      }
      await database.stop();
      expect(await readServer()).toBe(0);
    },
    60_000,
  );

  test('stops during a restart without leaving a server behind', async () => {
    await copyPrepared();
    const database = await start();
    const killed = await readServer();
    process.kill(killed, 'SIGKILL');
    // The old pid stays in the file until another server starts.
    await until(async () => (await readServer()) !== killed);
    await database.stop();
    await expect(query(database.ownerUrl, 'select 1')).rejects.toThrow('ECONNREFUSED');
    const left = await readServer();
    expect(left === 0 || !(await isProcessAlive(left))).toBe(true);
    const next = await start();
    expect(next.adopted).toBe(false);
  });

  test('starts when another process has the pid of its dead server', async () => {
    await copyPrepared();
    const first = await start();
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
    const lines = (await readFile(pidFile, 'utf8')).split('\n');
    await first.stop();
    await writeFile(pidFile, [process.pid, ...lines.slice(1)].join('\n'));
    expect((await start()).adopted).toBe(false);
  });

  test('starts over after an interrupted first start', async () => {
    const halfDone = join(dataDir, 'postgres.new-killed', 'cluster');
    await mkdir(halfDone, { recursive: true });
    await writeFile(join(halfDone, 'PG_VERSION'), '18\n');
    await mkdir(join(dataDir, 'postgres'));
    const database = await start();
    expect(await query(database.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log']);
  });

  test('refuses a database of another major version with one message', async () => {
    await mkdir(join(dataDir, 'postgres'));
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(StartError);
    await expect(start()).rejects.toThrow(/was made by PostgreSQL 17, .* comes with PostgreSQL 18\./);
  });

  test('refuses a folder with other content', async () => {
    await mkdir(join(dataDir, 'postgres'));
    await writeFile(join(dataDir, 'postgres', 'holiday.jpg'), '');
    await expect(start()).rejects.toThrow(/should hold the database, but holds something else/);
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['holiday.jpg']);
  });

  test("quotes the server's log when it fails to start", async () => {
    await copyPrepared();
    await writeFile(join(dataDir, 'postgres', 'global', 'pg_control'), 'broken');
    await expect(start()).rejects.toThrow(StartError);
    await expect(start()).rejects.toThrow(/The built-in database did not start: .*pg_control/);
  });

  test.runIf(process.getuid?.() === 0)("starts another account's database as root", async () => {
    await copyPrepared();
    const first = await start();
    await query(first.ownerUrl, 'create table kept (id int); insert into kept values (7)');
    await first.stop();
    const cluster = join(dataDir, 'postgres');
    const nobody = { uid: 65534, gid: 65534 };
    await giveTo(nobody, cluster);
    const second = await start();
    expect(await query(second.ownerUrl, 'select id from kept')).toEqual([{ id: 7 }]);
  });
});

test("restores links that are missing when install scripts don't run", async () => {
  const lib = join(dataDir, 'native', 'lib');
  await mkdir(lib, { recursive: true });
  await writeFile(join(lib, 'libicui18n.so.60.2'), 'library');
  await writeFile(
    join(dataDir, 'native', 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libicui18n.so.60.2', target: 'native/lib/libicui18n.so.60' }]),
  );
  await restoreLinks(dataDir);
  await restoreLinks(dataDir);
  expect(await readFile(join(lib, 'libicui18n.so.60'), 'utf8')).toBe('library');
});
