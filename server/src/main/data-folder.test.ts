import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { identifyProcess } from '../embedded-postgres/process-identity.ts';
import { StartError } from '../start-error.ts';
import { claimDataFolder, takeoverFile } from './data-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinbridge-data-folder-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('claiming the data folder', () => {
  test('creates the folder and leaves it empty when released', async () => {
    const dir = join(folder, 'new', 'data');
    const claim = await claimDataFolder(dir);
    expect(await readdir(dir)).toEqual(['kinbridge.pid']);
    await claim.release();
    expect(await readdir(dir)).toEqual([]);
  });

  test('refuses a second claim while the owner runs, and names it', async () => {
    const claim = await claimDataFolder(folder);
    await expect(claimDataFolder(folder)).rejects.toEqual(
      new StartError(
        `The data folder ${folder} is in use by another copy of Kinbridge (process ${process.pid}). Stop that one, or set DATA_DIR to another folder.`,
      ),
    );
    await claim.release();
    await (await claimDataFolder(folder)).release();
  });

  test('takes over from a dead owner', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
    await once(child, 'spawn');
    const { pid, startTime } = await identifyProcess(child.pid ?? 0);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await writeFile(join(folder, 'kinbridge.pid'), `${pid} ${startTime || '-'} 0\n`);
    const claim = await claimDataFolder(folder);
    expect(await readFile(join(folder, 'kinbridge.pid'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    await claim.release();
  });

  test.runIf(process.platform === 'linux')('ignores another process with the pid of a dead owner', async () => {
    await writeFile(join(folder, 'kinbridge.pid'), `${process.pid} 1 0\n`);
    await (await claimDataFolder(folder)).release();
  });

  test('replaces a pid file without a running process', async () => {
    await writeFile(join(folder, 'kinbridge.pid'), '');
    await (await claimDataFolder(folder)).release();
  });

  test('lets exactly one of many starters take over, even after crashes', async () => {
    const pidFile = join(folder, 'kinbridge.pid');
    const dead = (nth: number) => `999999999 1 ${nth}\n`;
    for (const cutShort of [0, 1, 2]) {
      await writeFile(pidFile, dead(0));
      for (let nth = 0; nth < cutShort; nth += 1) await writeFile(takeoverFile(pidFile, dead(nth)), dead(nth + 1));
      const results = await Promise.allSettled(Array.from({ length: 12 }, () => claimDataFolder(folder)));
      const claims = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      expect(claims).toHaveLength(1);
      await claims[0]?.release();
      expect(await readdir(folder)).toEqual([]);
    }
  });

  test("keeps another process's claim when released", async () => {
    const claim = await claimDataFolder(folder);
    await writeFile(join(folder, 'kinbridge.pid'), '1 1 0\n');
    await claim.release();
    expect(await readdir(folder)).toEqual(['kinbridge.pid']);
  });

  test("reports in one sentence that the folder can't be created", async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const inside = join(file, 'data');
    await expect(claimDataFolder(inside)).rejects.toEqual(
      new StartError(
        `The data folder ${inside} cannot be created: part of that path is a file, not a folder. Set DATA_DIR to a folder that you can write to.`,
      ),
    );
    await expect(claimDataFolder(file)).rejects.toThrow(`The data folder ${file} cannot be created: a file`);
  });

  test.runIf(process.platform === 'linux')("reports in one sentence that the folder isn't writable", async () => {
    // Even root can't write in this folder.
    await expect(claimDataFolder('/proc')).rejects.toThrow(/^The data folder \/proc cannot be written to: .*DATA_DIR/);
  });
});
