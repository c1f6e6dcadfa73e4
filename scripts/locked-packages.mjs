import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from './steps.mjs';

const marker = 'node_modules/';

export async function readLock() {
  return JSON.parse(await readFile(join(repository, 'package-lock.json'), 'utf8'));
}

/** The packages that npm installs, each with its path, name and what the lockfile says about it. */
export function lockedPackages(lock) {
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes(marker) && !link)
    .map(([path, found]) => ({ ...found, path, name: path.slice(path.lastIndexOf(marker) + marker.length) }));
}

/** Our own packages: the whole, and its workspaces. */
export function ownPackages(lock) {
  return Object.entries(lock.packages)
    .filter(([path]) => !path.includes(marker))
    .map(([path, found]) => ({ ...found, path }));
}

/** Where Node finds a dependency of the package at a path: in its folder, or in one above it. */
export function resolveDependency(lock, path, name) {
  for (let folder = path; ; folder = folderAbove(folder)) {
    const candidate = `${folder === '' ? '' : `${folder}/`}${marker}${name}`;
    const found = lock.packages[candidate];
    if (found) return found.link ? found.resolved : candidate;
    // A package for another purpose, such as types, that nobody asked for.
    if (folder === '') return;
  }
}

function folderAbove(path) {
  return path.slice(0, Math.max(0, path.lastIndexOf(marker) - 1));
}
