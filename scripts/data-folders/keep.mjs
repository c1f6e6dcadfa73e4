// `node scripts/data-folders/keep.mjs <commit>` runs an earlier version, uses it, and keeps what is then in its data folder
// in server/src/testing/data-folders, where tests upgrade it. Takes some minutes.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { repository } from '../steps.mjs';
import { dumpDataFolder } from './dump.mjs';
import { useEarlierVersion } from './use.mjs';

const [commit] = process.argv.slice(2);
if (!commit) throw new Error('Name the commit of an earlier version.');
const folder = await mkdtemp(join(tmpdir(), 'kinbridge-earlier-'));
const checkout = join(folder, 'checkout');
const dataDir = join(folder, 'data');
const git = (...args) => execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim();

git('worktree', 'add', '--detach', checkout, commit);
const port = process.env.PORT ?? '3999';
const url = `http://127.0.0.1:${port}`;
const portal = spawn(process.execPath, ['scripts/start.mjs'], {
  cwd: checkout,
  env: { ...process.env, PORT: port, DATA_DIR: dataDir, DEMO: '0' },
  stdio: ['ignore', 'inherit', 'inherit'],
});
const ended = once(portal, 'exit');
try {
  await untilReady();
  await useEarlierVersion(url);
  // A minute of jobs: the audit log is sealed.
  await wait(75_000);
  const kept = { commit: git('rev-parse', '--short', commit), ...(await dumpDataFolder(dataDir)) };
  const file = join(repository, 'server/src/testing/data-folders', `${kept.migration.slice(0, 4)}.json.gz`);
  const bytes = gzipSync(JSON.stringify(kept), { level: 9 });
  await writeFile(file, bytes);
  console.log(`${file}: ${bytes.length} bytes`);
} finally {
  portal.kill('SIGTERM');
  await ended;
  git('worktree', 'remove', '--force', checkout);
  await rm(folder, { recursive: true, force: true });
}

async function untilReady() {
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    if (portal.exitCode !== null) throw new Error('The earlier version ended.');
    await wait(1_000);
  }
}
