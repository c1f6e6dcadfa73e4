import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from './steps.mjs';

const folders = ['', 'server/src'];
const isFile = /^[\w.-]+(\/[\w.-]+)*\.(ts|tsx|mjs|md|json|yaml|yml)$/;

test('every file that docs/ASVS.md names exists', () => {
  const text = readFileSync(join(repository, 'docs/ASVS.md'), 'utf8');
  const named = [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name).filter((name) => isFile.test(name));
  expect(named.length).toBeGreaterThan(50);
  const missing = named.filter((name) => !folders.some((folder) => existsSync(join(repository, folder, name))));
  expect(missing).toEqual([]);
});

test('docs/ASVS.md has each requirement once', () => {
  const text = readFileSync(join(repository, 'docs/ASVS.md'), 'utf8');
  const ids = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| [12] \|/gm)].map(([, id]) => id);
  expect(ids).toHaveLength(253);
  expect(new Set(ids).size).toBe(253);
});
