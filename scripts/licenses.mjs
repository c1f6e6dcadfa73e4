// Which licenses the packages in package-lock.json may have. Everything else needs a reason here.

/** For every package. 0BSD and MIT-0 are BSD and MIT without the duty to name the author. */
const allowed = ['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'];

/** Other licenses, each for these packages only. */
const exceptions = [
  { license: 'OFL-1.1', packages: ['@fontsource-variable/figtree'], reason: 'a font: the license for fonts' },
  { license: 'Python-2.0', packages: ['argparse'], reason: 'permissive; read with the job queue’s configuration' },
  {
    license: 'BlueOak-1.0.0',
    packages: ['glob', 'lru-cache', 'minimatch', 'minipass', 'path-scurry', 'sax'],
    reason: 'permissive, in the spirit of MIT',
  },
  { license: '(MIT AND Zlib)', packages: ['pako'], reason: 'Zlib is permissive' },
  { license: 'MPL-2.0', packages: [/^axe-core$/, /^lightningcss(-|$)/], reason: 'tools, not distributed', dev: true },
  { license: 'WTFPL', packages: ['xml-name-validator'], reason: 'only for tests of SAML', dev: true },
];

/** Packages whose package.json names no license in the usual form, and what their license files say. */
const readFromFiles = {
  'png-js@1.1.0': 'MIT',
  '@auth0/xmldom@0.1.21': 'MIT OR LGPL-2.0-or-later',
  'utils-flatten@1.0.0': 'MIT',
  'valid-url@1.0.9': 'MIT',
  'samlp@8.0.0': 'MIT',
  'xpath@0.0.5': 'MIT',
  'xtend@1.0.3': 'MIT',
};

/** The SPDX license of a package, or undefined. */
export function licenseOf({ name, version, license }) {
  return readFromFiles[`${name}@${version}`] ?? license;
}

/** What is wrong with a package's license, or undefined. */
export function licenseProblem(parcel) {
  const license = licenseOf(parcel);
  if (license === undefined) return 'names no license';
  // Of several licenses to choose from, one must be allowed.
  if (choices(license).some((choice) => allowed.includes(choice))) return;
  const exception = exceptions.find(
    (one) => one.license === license && one.packages.some((name) => fits(name, parcel)),
  );
  if (!exception) return `has the license ${license}, which scripts/licenses.mjs doesn't allow`;
  if (exception.dev && !parcel.dev) return `has the license ${license}, which is allowed for development only`;
}

function choices(license) {
  return license.replace(/^\((.*)\)$/, '$1').split(' OR ');
}

function fits(name, parcel) {
  return name instanceof RegExp ? name.test(parcel.name) : name === parcel.name;
}
