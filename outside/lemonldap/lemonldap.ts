import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSelfSignedCertificate } from '../../server/src/testing/self-signed-certificate.ts';
import { packageVersion } from '../packages.ts';
import { check, type Part } from '../part.ts';
import { startProgram } from '../program.ts';
import {
  type Clinic,
  connect,
  expectPerson,
  freePort,
  signInByOidc,
  signInBySaml,
  startClinic,
} from '../provider-sign-in.ts';

/** One of its demonstration accounts. */
const credentials = { user: 'dwho', password: 'dwho' };
const doctor = { email: 'dwho@badwolf.org', firstName: 'Doctor', lastName: 'Who' };
const clientSecret = 'only for this run';

/** A SAML and OpenID Connect provider in Perl, with the library lasso, in Perl's own server. */
export const lemonldap: Part = {
  name: 'lemonldap',
  packages: [
    'liblemonldap-ng-portal-perl',
    'liblasso-perl',
    'libplack-perl',
    // What it loads without depending on it.
    ...['libgd-securityimage-perl', 'libimage-magick-perl', 'libglib-perl', 'libio-string-perl', 'libmime-tools-perl'],
    ...['libstring-random-perl', 'libxml-simple-perl'],
  ],
  async run({ report }) {
    const software = { software: 'LemonLDAP::NG', version: packageVersion('liblemonldap-ng-portal-perl') };
    const clinic = await startClinic('badwolf.org');
    const folder = await mkdtemp(join(tmpdir(), 'kinbridge-lemonldap-'));
    try {
      const plain = await startProvider(join(folder, 'plain'), clinic, 'none');
      report(`runs at ${plain}`);
      const saml = await check(software, 'sign-in by SAML', async () => {
        await connect(clinic, 'saml', { metadataUrl: `${plain}/saml/metadata` });
        const { person } = await signInBySaml(clinic, credentials);
        expectPerson(person, doctor);
      });
      const encrypting = await startProvider(join(folder, 'encrypting'), clinic, 'assertion');
      const encrypted = await check(software, 'sign-in by SAML, encrypted', async () => {
        await connect(clinic, 'saml', { metadataUrl: `${encrypting}/saml/metadata` });
        const { xml, person } = await signInBySaml(clinic, credentials);
        if (!xml.includes('EncryptedAssertion')) throw new Error('Its assertion is in clear.');
        expectPerson(person, doctor);
      });
      const oidc = await check(software, 'sign-in by OpenID Connect', async () => {
        await connect(clinic, 'oidc', { issuer: `${plain}/`, clientId: 'kinbridge', clientSecret });
        expectPerson(await signInByOidc(clinic, credentials), doctor);
      });
      return [saml, encrypted, oidc];
    } finally {
      await clinic.portal.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

type EncryptionMode = 'none' | 'assertion';

async function startProvider(folder: string, clinic: Clinic, encryption: EncryptionMode): Promise<string> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  await mkdir(folder);
  for (const name of ['conf', 'sessions', 'psessions', 'lock']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'conf/lmConf-1.json'), JSON.stringify(settings(folder, base, { clinic, encryption })));
  const ini = join(folder, 'lemonldap-ng.ini');
  await writeFile(
    ini,
    `[all]
logLevel = warn
[configuration]
type = File
dirName = ${folder}/conf
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`,
  );
  const program = '/usr/share/lemonldap-ng/portal/htdocs/index.psgi';
  await startProgram('plackup', ['--host', '127.0.0.1', '--port', String(port), '-E', 'deployment', program], {
    env: { LLNG_DEFAULTCONFFILE: ini },
    ready: async () => (await fetch(`${base}/saml/metadata`)).ok,
  });
  return base;
}

function settings(
  folder: string,
  base: string,
  { clinic, encryption }: { clinic: Clinic; encryption: EncryptionMode },
) {
  const { key, cert } = makeSelfSignedCertificate('rsa', 2048);
  const sessions = (name: string) => ({ Directory: join(folder, name), LockDirectory: join(folder, 'lock') });
  return {
    cfgNum: 1,
    cfgAuthor: 'outside',
    cfgDate: 1,
    key: 'only for this run',
    portal: `${base}/`,
    domain: '127.0.0.1',
    securedCookie: 0,
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Null',
    registerDB: 'Null',
    demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
    whatToTrace: 'uid',
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: {
      ...sessions('sessions'),
      generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
    },
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: sessions('psessions'),
    locationRules: {},
    exportedHeaders: {},
    issuerDBSAMLActivation: 1,
    samlServicePrivateKeySig: key,
    samlServicePublicKeySig: cert,
    samlServiceSignatureMethod: 'RSA_SHA256',
    samlSPMetaDataXML: { kinbridge: { samlSPMetaDataXML: clinic.metadata } },
    samlSPMetaDataOptions: {
      kinbridge: {
        samlSPMetaDataOptionsEncryptionMode: encryption,
        // We don't sign requests.
        samlSPMetaDataOptionsCheckSSOMessageSignature: 0,
      },
    },
    samlSPMetaDataExportedAttributes: { kinbridge: { mail: '1;mail;;', cn: '1;displayName;;' } },
    issuerDBOpenIDConnectActivation: 1,
    oidcServicePrivateKeySig: key,
    oidcServicePublicKeySig: cert,
    oidcServiceKeyIdSig: 'signing',
    oidcRPMetaDataOptions: {
      kinbridge: {
        oidcRPMetaDataOptionsClientID: 'kinbridge',
        oidcRPMetaDataOptionsClientSecret: clientSecret,
        oidcRPMetaDataOptionsRedirectUris: clinic.redirectUri,
        oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsBypassConsent: 1,
      },
    },
    oidcRPMetaDataExportedVars: { kinbridge: { email: 'mail', name: 'cn' } },
  };
}
