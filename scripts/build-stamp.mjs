import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from './steps.mjs';

const SHARED = ['package-lock.json', 'scripts/build.mjs', 'contract', 'forms', 'public'];

/** The sources of each part, and a file that exists only after its build. */
const PARTS = {
  server: { sources: [...SHARED, 'server/package.json', 'server/src'], result: 'server/dist/main/start.js' },
  web: { sources: [...SHARED, 'web'], result: 'web/dist/index.html' },
};

const SKIPPED = new Set(['dist', 'node_modules', '.cache']);

/** The parts whose sources changed since their build, compared by content so a fresh checkout counts as unchanged. */
export async function staleParts() {
  const stale = [];
  for (const part of Object.keys(PARTS)) {
    const stamp = await readFile(stampFile(part), 'utf8').catch(() => '');
    const built = existsSync(join(repository, PARTS[part].result));
    if (!built || stamp !== (await fingerprint(part))) stale.push(part);
  }
  return stale;
}

/** Builds a part; the stamp has the sources' state at the start and is missing until the build ends. */
export async function withStamp(part, build) {
  const before = await fingerprint(part);
  await rm(stampFile(part), { force: true });
  await build();
  await writeFile(stampFile(part), before);
}

function stampFile(part) {
  return join(repository, part, 'dist', '.build-stamp');
}

async function fingerprint(part) {
  const hash = createHash('sha256');
  for (const source of PARTS[part].sources) {
    for (const file of await filesOf(source)) {
      hash.update(`${file}\0`).update(await readFile(join(repository, file)));
    }
  }
  return hash.digest('hex');
}

/** All files at or under a path, without tests, sorted. */
async function filesOf(path) {
  const entries = await readdir(join(repository, path), { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (entries === undefined) return [path];
  const found = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (SKIPPED.has(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue;
    found.push(...(entry.isDirectory() ? await filesOf(`${path}/${entry.name}`) : [`${path}/${entry.name}`]));
  }
  return found;
}
