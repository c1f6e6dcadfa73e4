import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { billOfMaterials } from './bill-of-materials.mjs';
import { licenseProblem } from './licenses.mjs';
import { lockedPackages, ownPackages, readLock } from './locked-packages.mjs';
import { repository } from './steps.mjs';

const lock = await readLock();
const packages = lockedPackages(lock);
const exact = /^\d+\.\d+\.\d+(-[\w.-]+)?$/;
const groups = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

async function manifestOf(folder) {
  return JSON.parse(await readFile(join(repository, folder, 'package.json'), 'utf8'));
}

const manifests = await Promise.all(
  ownPackages(lock).map(async ({ path, ...locked }) => ({ path, locked, manifest: await manifestOf(path) })),
);

describe('the lockfile', () => {
  test('has a SHA-512 of every package', () => {
    const without = packages.filter(({ integrity = '' }) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity));
    expect(without.map(({ path }) => path)).toEqual([]);
  });

  // Written by `npm install --omit-lockfile-registry-resolved`; an address would be a package from elsewhere.
  test('names no address that a package comes from', () => {
    expect(packages.filter(({ resolved }) => resolved !== undefined).map(({ path }) => path)).toEqual([]);
    expect(packages.filter(({ version }) => !exact.test(version)).map(({ path }) => path)).toEqual([]);
  });

  test('installs what package.json asks for', () => {
    for (const { locked, manifest } of manifests)
      for (const group of groups) expect(locked[group]).toEqual(manifest[group]);
  });

  test('lets only named packages run a script when they are installed', () => {
    const running = new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name));
    const { allowScripts } = manifests[0].manifest;
    expect([...running].sort()).toEqual(Object.keys(allowScripts).sort());
  });

  test('says of every installed package what npm found when it installed it', async () => {
    const notes = await readFile(join(repository, 'node_modules/.package-lock.json'), 'utf8');
    const installed = JSON.parse(notes).packages;
    const facts = ({ version, integrity, license }) => ({ version, integrity, license });
    const present = packages.filter(({ path }) => installed[path]);
    expect(present.length).toBeGreaterThan(300);
    for (const parcel of present)
      expect([parcel.path, facts(parcel)]).toEqual([parcel.path, facts(installed[parcel.path])]);
  });

  test('has only packages with allowed licenses', () => {
    const problems = packages.map((parcel) => [parcel.path, licenseProblem(parcel)]).filter(([, problem]) => problem);
    expect(problems).toEqual([]);
  });
});

test('package.json pins every version', () => {
  const asked = manifests.flatMap(({ manifest }) => [...groups, 'overrides'].map((group) => manifest[group] ?? {}));
  expect(asked.flatMap(versionsIn).filter(([, version]) => !exact.test(version))).toEqual([]);
});

/** Overrides may be for one package's dependencies. */
function versionsIn(asked) {
  return Object.entries(asked).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : versionsIn(value),
  );
}

describe('a license', () => {
  const parcel = { name: 'some-package', version: '1.0.0' };

  test.each(['MIT', 'BSD-3-Clause', 'MIT OR GPL-3.0-only', '(MIT OR CC0-1.0)'])('of %s is allowed', (license) => {
    expect(licenseProblem({ ...parcel, license })).toBeUndefined();
  });

  test.each([undefined, 'GPL-3.0-only', 'MIT AND GPL-3.0-only', 'BlueOak-1.0.0', 'SEE LICENSE IN FILE'])(
    'of %s is refused',
    (license) => {
      expect(licenseProblem({ ...parcel, license })).toBeTypeOf('string');
    },
  );

  test('allowed for development is refused in production', () => {
    const tool = { ...parcel, name: 'axe-core', license: 'MPL-2.0' };
    expect(licenseProblem({ ...tool, dev: true })).toBeUndefined();
    expect(licenseProblem(tool)).toMatch('development only');
  });
});

describe('the bill of materials', () => {
  const bill = billOfMaterials(lock);

  test('is the same for the same lockfile', () => {
    expect(billOfMaterials(structuredClone(lock))).toEqual(bill);
    expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('lists every package of production with its license and hash', () => {
    const production = packages.filter(({ dev }) => !dev).map(({ name, version }) => `${name}@${version}`);
    const listed = bill.components.filter(({ name }) => !name.startsWith('@kinbridge/'));
    expect(listed.map(({ name, version }) => `${name}@${version}`)).toEqual([...new Set(production)]);
    for (const { hashes, licenses } of listed) {
      expect(hashes[0].content).toMatch(/^[0-9a-f]{128}$/);
      expect(licenses).toHaveLength(1);
    }
  });

  test('leads from the whole to every part', () => {
    const next = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const reached = new Set();
    const visit = (ref) => {
      if (reached.has(ref)) return;
      reached.add(ref);
      for (const one of next.get(ref)) visit(one);
    };
    visit(bill.metadata.component['bom-ref']);
    expect(bill.components.map((part) => part['bom-ref']).filter((ref) => !reached.has(ref))).toEqual([]);
  });

  test('has development tools only if asked', () => {
    const names = ({ components }) => components.map(({ name }) => name);
    expect(names(bill)).not.toContain('vitest');
    expect(names(billOfMaterials(lock, { dev: true }))).toContain('vitest');
  });
});
