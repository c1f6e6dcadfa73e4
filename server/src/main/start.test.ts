import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { builtCommand } from '../testing/kinbridge-process.ts';
import { listen } from '../testing/listen.ts';
import { claimDataFolder } from './data-folder.ts';

type Ended = { code: number; stderr: string };

let folder: string;
let taken: Server;
let takenPort: number;

beforeAll(async () => {
  taken = createServer();
  takenPort = await listen(taken);
});

afterAll(() => {
  taken.close();
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinbridge-start-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Starts Kinbridge with only these settings and expects it to fail. */
function start(settings: Record<string, string>): Promise<Ended> {
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), PORT: '0', ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [builtCommand('start')], { env, cwd: folder }, (error, _stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stderr: stderr.trim() });
    });
  });
}

describe('a failed start ends with one sentence', () => {
  test('when the port is taken, before creating anything', async () => {
    expect(await start({ PORT: String(takenPort) })).toEqual({
      code: 1,
      stderr: `✗ Port ${takenPort} on 127.0.0.1 is taken by another program. Stop it, or set PORT to another number.`,
    });
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test('when another copy uses the data folder', async () => {
    const dataDir = join(folder, 'data');
    const claim = await claimDataFolder(dataDir);
    expect(await start({})).toEqual({
      code: 1,
      stderr: `✗ The data folder ${dataDir} is in use by another copy of Kinbridge (process ${process.pid}). Stop that one, or set DATA_DIR to another folder.`,
    });
    await claim.release();
  });

  test("when the data folder can't be created", async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const dataDir = join(file, 'data');
    expect(await start({ DATA_DIR: dataDir })).toEqual({
      code: 1,
      stderr: `✗ The data folder ${dataDir} cannot be created: part of that path is a file, not a folder. Set DATA_DIR to a folder that you can write to.`,
    });
  });

  test("when the database doesn't respond", async () => {
    // Nothing listens there; a recently free port may be taken again.
    const port = 9;
    expect(await start({ DATABASE_URL: `postgres://someone:secret@127.0.0.1:${port}/kinbridge` })).toEqual({
      code: 1,
      stderr: `✗ The database at 127.0.0.1:${port} cannot be reached (ECONNREFUSED). Check DATABASE_URL and that it is running.`,
    });
  });

  test('when a setting is invalid, with its name', async () => {
    const { code, stderr } = await start({ PORT: 'abc', DATABASE_URL: 'mysql://localhost/x' });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^✗ The configuration cannot be used\. PORT: .*; DATABASE_URL: must begin with postgres:\/\/\.$/,
    );
  });
});

describe('a portal that others can reach', () => {
  const open = { PUBLIC_URL: 'https://portal.example.org' };

  test('refuses to start with settings of a trial, and names them', async () => {
    const { code, stderr } = await start({ ...open, DEMO: '1' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^✗ PUBLIC_URL opens Kinbridge to other computers\. .*DEMO=0.*EMAIL_PROVIDER=smtp/);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});
