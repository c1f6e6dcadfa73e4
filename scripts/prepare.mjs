import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { staleParts } from './build-stamp.mjs';
import { reportFailure, repository, run, step } from './steps.mjs';

const STAMP = join(repository, 'node_modules', '.kinbridge-install');

/** Installs and builds what is missing. Returns false after printing why it failed. */
export async function prepare() {
  try {
    await ensureInstalled();
    await ensureBuilt();
    return true;
  } catch (error) {
    reportFailure(error);
    return false;
  }
}

/** Makes node_modules match package-lock.json, including development tools, which the build needs. */
export async function ensureInstalled() {
  const lock = await readFile(join(repository, 'package-lock.json'));
  // Native packages differ by platform, so a folder from another machine doesn't match.
  const wanted = createHash('sha256').update(lock).update(process.platform).update(process.arch).digest('hex');
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === wanted) return;
  if (!(await isAlreadyInstalled(JSON.parse(lock)))) {
    await step('Installing the dependencies (takes a minute)', () => {
      // npm tells its scripts its own path; the plain name is for `node scripts/start.mjs`.
      const npm = process.env.npm_execpath;
      const [command, ...before] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
      return run(command, [...before, 'ci', '--include=dev', '--no-audit', '--no-fund'], {
        quiet: true,
        sentence: 'The dependencies could not be installed: npm ci failed, see above. Is this machine online?',
      });
    });
  }
  await linkWorkspaces(JSON.parse(lock));
  await writeFile(STAMP, wanted);
}

/** A new workspace needs no download, only a link. */
async function linkWorkspaces({ packages }) {
  for (const [path, { link, resolved }] of Object.entries(packages)) {
    const place = join(repository, path);
    if (link && !existsSync(place)) await symlink(join(repository, resolved), place, 'junction');
  }
}

export async function ensureBuilt() {
  const stale = await staleParts();
  if (stale.length === 0) return;
  // In a child process, because bundlers set NODE_ENV, which the server reads.
  await step(`Building the ${stale.join(' and the ')}`, () =>
    run(process.execPath, [join(repository, 'scripts', 'build.mjs')], {
      quiet: true,
      sentence: 'Kinbridge could not be built, see above.',
    }),
  );
}

/** Whether the person already ran npm, which records its packages in node_modules. */
async function isAlreadyInstalled(lock) {
  const notes = await readFile(join(repository, 'node_modules', '.package-lock.json'), 'utf8').catch(() => undefined);
  if (notes === undefined) return false;
  const present = JSON.parse(notes).packages;
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/') || wanted.link) return true;
    const found = present[path];
    // Packages for other platforms are omitted on purpose, although npm may list them.
    if (!found) return wanted.optional === true;
    // With another hash, npm ci downloads the package again and compares.
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}
