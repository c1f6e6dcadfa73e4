import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadThreadsFrom, TimedThreads } from './threads.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinbridge-threads-'));
  const counting = `const { parentPort } = require('node:worker_threads');
    let tasks = 0;
    parentPort.on('message', (task) => {
      tasks++;
      while (task === 'spin');
      if (task === 'crash') throw new Error('crashed');
      if (task === 'fill') for (const all = []; ; all.push(new Array(1_000_000).fill(tasks)));
      parentPort.postMessage({ result: tasks });
    });
    parentPort.postMessage('ready');`;
  await writeFile(join(folder, 'counting.js'), counting);
  loadThreadsFrom(pathToFileURL(join(folder, '/')));
});
afterAll(() => rm(folder, { recursive: true }));

it('replaces a thread that takes too long or too much memory, or crashes', async () => {
  const threads = new TimedThreads('counting', { limitMs: 50, patienceMs: 5_000, memoryMb: 32 });
  expect([await threads.run('a'), await threads.run('b')]).toEqual([1, 2]);
  for (const task of ['spin', 'crash', 'fill']) {
    expect(await threads.run(task)).toBeNull();
    expect(await threads.run('c')).toBe(1);
  }
});
