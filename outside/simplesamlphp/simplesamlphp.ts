import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSelfSignedCertificate } from '../../server/src/testing/self-signed-certificate.ts';
import { packageVersion } from '../packages.ts';
import { type Check, check, type Part } from '../part.ts';
import { startProgram } from '../program.ts';
import { type Clinic, connect, expectPerson, freePort, signInBySaml, startClinic } from '../provider-sign-in.ts';

const nora = { email: 'nora@clinic.example', firstName: 'Nora', lastName: 'Lindqvist' };
const credentials = { username: 'nora', password: 'secret' };

/** A SAML provider in PHP, in PHP's own server. It encrypts, and signs with SHA-384. */
export const simplesamlphp: Part = {
  name: 'simplesamlphp',
  packages: ['simplesamlphp', 'php-cli', 'php-xml'],
  async run({ report }) {
    const clinic = await startClinic('clinic.example');
    const folder = await mkdtemp(join(tmpdir(), 'kinbridge-simplesamlphp-'));
    try {
      const base = await startProvider(folder, clinic);
      report(`runs at ${base}`);
      await connect(clinic, 'saml', { metadataUrl: `${base}/saml2/idp/metadata.php` });
      return await checks(clinic, base);
    } finally {
      await clinic.portal.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function checks(clinic: Clinic, base: string): Promise<Check[]> {
  const software = { software: 'SimpleSAMLphp', version: packageVersion('simplesamlphp') };
  const encrypted = await check(software, 'sign-in by SAML, encrypted and signed with RSA-SHA384', async () => {
    const { xml, person } = await signInBySaml(clinic, credentials);
    if (!xml.includes('EncryptedAssertion')) throw new Error('Its assertion is in clear.');
    expectPerson(person, nora);
  });
  const unasked = await check(software, 'sign-in by SAML that begins at the provider', async () => {
    const own = `${base}/saml2/idp/SSOService.php?spentityid=${encodeURIComponent(entityIdIn(clinic.metadata))}`;
    const { person } = await signInBySaml(clinic, credentials, own);
    expectPerson(person, nora);
  });
  return [encrypted, unasked];
}

function entityIdIn(metadata: string): string {
  return /entityID="([^"]*)"/.exec(metadata)?.[1] ?? '';
}

async function startProvider(folder: string, { metadata }: Clinic): Promise<string> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  for (const name of ['config', 'metadata', 'cert', 'sessions', 'log', 'data', 'tmp']) await mkdir(join(folder, name));
  const { key, cert } = makeSelfSignedCertificate('rsa');
  const files = {
    'cert/idp.key': key,
    'cert/idp.crt': cert,
    'sp.xml': metadata,
    'config/config.php': settings(folder, base),
    'config/authsources.php': `<?php $config = ['people' => ['exampleauth:UserPass', 'nora:secret' => [
      'uid' => ['nora'], 'mail' => ['nora@clinic.example'], 'displayName' => ['Nora Lindqvist']]]];`,
    'metadata/saml20-idp-hosted.php': `<?php $metadata['__DYNAMIC:1__'] = ['host' => '__DEFAULT__', 'auth' => 'people',
      'privatekey' => 'idp.key', 'certificate' => 'idp.crt', 'assertion.encryption' => true,
      'signature.algorithm' => 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384'];`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await startProgram('php', ['-S', `127.0.0.1:${port}`, '-t', '/usr/share/simplesamlphp/www'], {
    env: { SIMPLESAMLPHP_CONFIG_DIR: join(folder, 'config') },
    ready: async () => (await fetch(`${base}/saml2/idp/metadata.php`)).ok,
  });
  return base;
}

function settings(folder: string, base: string): string {
  return `<?php $config = [
    'baseurlpath' => '${base}/',
    'certdir' => '${folder}/cert/', 'loggingdir' => '${folder}/log/', 'datadir' => '${folder}/data/',
    'tempdir' => '${folder}/tmp', 'metadatadir' => '${folder}/metadata/',
    'secretsalt' => 'only for this run', 'auth.adminpassword' => 'only for this run',
    'technicalcontact_email' => 'na@example.org', 'timezone' => 'UTC', 'logging.handler' => 'file',
    'language.default' => 'en', 'language.available' => ['en'],
    'enable.saml20-idp' => true, 'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
    'session.cookie.secure' => false, 'session.cookie.samesite' => null, 'language.cookie.secure' => false,
    'store.type' => 'phpsession', 'session.phpsession.savepath' => '${folder}/sessions',
    'metadata.sources' => [['type' => 'flatfile'], ['type' => 'xml', 'file' => '${folder}/sp.xml']],
  ];`;
}
