import { jsonBombs, worstXml, xmlBombs } from '../../server/src/testing/document-bombs.ts';
import { emptyPng } from '../../server/src/testing/pictures.ts';
import { encryptAssertion } from '../../server/src/testing/saml-provider.ts';
import { buildParts, zip } from '../../server/src/testing/spreadsheets.ts';
import type { Answer } from '../../server/src/testing/test-app.ts';
import { bringBack, type World } from './world.ts';

/** A document that is small and costly to read, at a door that a stranger reaches. */
export interface Bomb {
  door: string;
  name: string;
  /** The status and the error code that it must get. */
  expected: string;
  /** What the provider answers until the next document. */
  serve?(): void;
  send(): Promise<Answer>;
}

type Document<T = string> = [name: string, content: T, expected: string];

const megabyte = 1024 * 1024;
const refused = '400 document_refused';
const invalid = '400 invalid_input';
const unverified = '403 sign_in_refused';

/** Every door with its documents. Those in XML and JSON are beyond each bound, at all bounds, and never XML or JSON. */
export function bombsFor(world: World): Bomb[] {
  return [
    ...samlAnswers(world),
    ...samlMetadata(world),
    ...openIdDocuments(world),
    ...directoryBodies(world),
    ...jsonBodies(world),
    ...files(world),
  ];
}

/** Documents at one door, each sent in the same way; `serve` lets a provider answer with it. */
function bombs<T>(
  door: string,
  documents: Document<T>[],
  send: (content: T) => Promise<Answer>,
  serve?: (content: T) => void,
): Bomb[] {
  return documents.map(([name, content, expected]) => ({
    ...{ door, name, expected, send: () => send(content) },
    ...(serve && { serve: () => serve(content) }),
  }));
}

const expecting = (expected: string, contents: (readonly [string, string])[]): Document[] =>
  contents.map(([name, content]) => [name, content, expected]);

const documentTypesOf = (named: string) =>
  documentTypes.map(([name, xml]) => [name, xml.replace('NAMED', named)] as const);

const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');
const documentTypes: [string, string][] = [
  ['entities that expand a billion times', `<!DOCTYPE a [<!ENTITY e0 "ha">${entities}]><a NAMED>&e9;</a>`],
  ['an entity of a file', '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/hostname">]><a NAMED>&e;</a>'],
  ['a document type elsewhere', '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a NAMED/>'],
];

/** In the shape that gets farthest: its signature asks to digest what is inside, this often. */
function signedAnswer(named: string, times: number, inner: string): string {
  const canonical = 'Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"';
  const digest = '<DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue>AA==</DigestValue>';
  const reference = `<Reference URI="#a"><Transforms><Transform ${canonical}/></Transforms>${digest}</Reference>`;
  const method = '<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>';
  const signedInfo = `<SignedInfo><CanonicalizationMethod ${canonical}/>${method}${reference.repeat(times)}</SignedInfo>`;
  const signature = `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#">${signedInfo}<SignatureValue>AA==</SignatureValue></Signature>`;
  const status = '<Status><StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></Status>';
  const assertion = `<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ID="a">${signature}${inner}</Assertion>`;
  return `<Response xmlns="urn:oasis:names:tc:SAML:2.0:protocol" ID="r" ${named}>${status}${assertion}</Response>`;
}

const levels = Array.from({ length: 1_400 }, (_, n) => `<a xmlns:n${n}="u:${n}">`);
const nestedNamespaces = levels.join('') + '</a>'.repeat(levels.length);

function samlAnswers({ portal, clinic, hospital, named, metadata }: World): Bomb[] {
  const post = (body: string, slug = clinic.slug) =>
    portal.call('POST /v1/auth/saml/{slug}/acs', {
      params: { slug },
      body,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    });
  const send = (xml: string, slug?: string) => {
    const form = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') });
    return post(form.toString(), slug);
  };
  const answer = `<Response ${named}><saml:Assertion></saml:Assertion></Response>`;
  const encrypted = expecting(unverified, [...xmlBombs(), ['all that the bounds allow', worstXml('', 32 * 1024)]]);
  const answers: Document[] = [
    ...expecting(refused, xmlBombs(named)),
    ['more than 64 kB', `<a ${named}>${'x'.repeat(64 * 1024)}</a>`, '413 too_large'],
    ...expecting(unverified, documentTypesOf(named)),
    ['all that the bounds allow', worstXml(named), unverified],
    ['a signature of many references', signedAnswer(named, 100, ''), unverified],
    ['a signature of nested namespaces', signedAnswer(named, 1, nestedNamespaces), refused],
    ['brackets only', `<a ${named}>${'<'.repeat(60_000)}`, unverified],
  ];
  const unnamed = expecting(unverified, [...xmlBombs(), ...xmlBombs('InResponseTo="_x"')]);
  const forms: Document[] = [
    ['base64 of 300 kB', `SAMLResponse=${'A'.repeat(300_000)}`, '413 too_large'],
    ['base64 of 1 MB', `SAMLResponse=${'A'.repeat(megabyte)}`, '413 too_large'],
    ['base64 that isn’t any', `SAMLResponse=${'%25'.repeat(100_000)}`, unverified],
    ['thousands of fields', 'a&'.repeat(150_000), refused],
  ];
  return [
    ...bombs('an encrypted answer by SAML', encrypted, async (xml) =>
      send(await encryptAssertion(answer, { metadata, inside: () => xml })),
    ),
    ...bombs('an answer by SAML', answers, (xml) => send(xml)),
    ...bombs('an answer by SAML without a trip', unnamed, (xml) => send(xml)),
    // Its sign-in page is of another kind.
    ...bombs('a SAML page that isn’t there', expecting('404 not_found', xmlBombs(named)), (xml) =>
      send(xml, hospital.slug),
    ),
    ...bombs('a form of SAML', forms, (body) => post(body)),
  ];
}

function samlMetadata({ portal, clinic: { id, admin }, saml, hostile }: World): Bomb[] {
  const put = (body: object) =>
    portal.call('PUT /v1/organizations/{id}/saml', { params: { id }, token: admin.token, body });
  const documents: Document[] = [
    ...expecting(refused, xmlBombs()),
    ['more than 256 kB', `<EntityDescriptor>${' '.repeat(256 * 1024)}</EntityDescriptor>`, refused],
    ...expecting(invalid, documentTypesOf('')),
    ['all that the bounds allow', worstXml('', 256 * 1024), invalid],
  ];
  const elsewhere = 'metadata at an address';
  const serve = (metadata: string) => {
    saml.metadata = () => metadata;
  };
  return [
    ...bombs('pasted metadata', documents, (metadata) => put({ metadata })),
    ...bombs(elsewhere, documents, () => put({ metadataUrl: `${saml.url}/metadata` }), serve),
    ...bombs(elsewhere, endless, (path) => put({ metadataUrl: `${hostile.url}/${path}` })),
  ];
}

const endless: Document[] = [
  ['a provider that is slow', 'slow', invalid],
  ['a provider that is endless', 'endless', refused],
];

function openIdDocuments({ portal, hospital, oidc, hostile }: World): Bomb[] {
  const { id, admin, slug } = hospital;
  const large = `{"keys":[],"padding":"${'x'.repeat(256 * 1024)}"}`;
  const documents = expecting(refused, [...jsonBombs, ['more than 256 kB', large]]);
  const save = (issuer: string) => {
    const body = { ...oidc.client, issuer };
    return portal.call('PUT /v1/organizations/{id}/oidc', { params: { id }, token: admin.token, body });
  };
  const serveAt = (path: string) => (json: string) => {
    oidc.documents = { [path]: json };
  };
  const configuration = serveAt('/.well-known/openid-configuration');
  const begin = () =>
    portal.call('GET /v1/auth/sso/{slug}', { params: { slug }, headers: { accept: 'application/json' } });
  const comeBack = async () => portal.call('GET /v1/auth/oidc/callback', await bringBack(portal, oidc, slug));
  return [
    ...bombs('a configuration by OpenID', documents, () => save(oidc.issuer), configuration),
    ...bombs('a configuration by OpenID', endless, (path) => save(`${hostile.url}/${path}`)),
    ...bombs('a configuration at a sign-in', documents, begin, configuration),
    ...bombs('keys at a sign-in', documents, comeBack, serveAt('/jwks')),
    ...bombs('a token at a sign-in', documents, comeBack, serveAt('/token')),
  ];
}

function directoryBodies({ portal, directoryToken }: World): Bomb[] {
  const scim = (name: string, body: string | undefined, token = directoryToken, query?: Record<string, string>) =>
    portal.call(name, {
      token,
      ...(query && { query }),
      ...(body !== undefined && { body, headers: { 'content-type': 'application/scim+json' } }),
    });
  const bodies = ['POST /scim/v2/Users', 'PATCH /scim/v2/Groups/employees'].flatMap((call) => [
    ...bombs(call, expecting('400', jsonBombs), (json) => scim(call, json)),
    { door: call, name: 'more than 1 MB', expected: '413', send: () => scim(call, ' '.repeat(megabyte + 1)) },
    { door: call, name: 'a wrong token', expected: '401', send: () => scim(call, ' '.repeat(megabyte + 1), 'wrong') },
  ]);
  const filters = expecting('400', [
    ['brackets in a filter', '('.repeat(10_000)],
    ['a filter that never ends', 'userName eq "a" and '.repeat(1_000)],
    ['a text that is left open', `userName eq "${'\\'.repeat(10_000)}`],
  ]);
  const call = 'GET /scim/v2/Users';
  return [...bodies, ...bombs(call, filters, (filter) => scim(call, undefined, directoryToken, { filter }))];
}

/** Calls that anyone may make, some with JSON inside of JSON. */
function jsonBodies({ portal, form }: World): Bomb[] {
  const answersIn = (json: string) =>
    `{"surveyUniqueId":${JSON.stringify(form.uniqueSurveyId)},"version":1,"surveyAnswerJson":${json}}`;
  const passkey = (json: string) => {
    const response = { clientDataJSON: Buffer.from(json).toString('base64url'), authenticatorData: '', signature: '' };
    return JSON.stringify({ response: { id: 'a', rawId: 'a', type: 'public-key', response } });
  };
  const doors: [call: string, what: string, expected: string, wrap: (json: string) => string][] = [
    ['POST /v1/auth/login', '', invalid, (json) => json],
    ['POST /v1/survey-answers/submit', '', invalid, answersIn],
    ['POST /v1/survey-answers/submit', ' as text', invalid, (json) => answersIn(JSON.stringify(json))],
    ['POST /v1/auth/passkey', ' of a browser', '401 wrong_factor', passkey],
  ];
  const headers = { 'content-type': 'application/json' };
  return doors.flatMap(([call, what, expected, wrap]) => {
    const large: Document = ['megabytes of text', `"${'x'.repeat(3 * megabyte)}"`, '413 too_large'];
    const documents = [...expecting(expected, jsonBombs), large];
    return bombs(call + what, documents, (json) => portal.call(call, { headers, body: wrap(json) }));
  });
}

/** Anyone can register an organization with a logo, and its staff upload lists before it is approved. */
function files({ portal, clinic: { id, admin }, form, serviceIds }: World): Bomb[] {
  const organization = { name: 'Another', organizationType: 'CARE_PROVIDER', phoneNumber: '+12695550147' };
  const fileOf = (bytes: Buffer, name: string) => new File([new Uint8Array(bytes)], name);
  const register = (bytes: Buffer) =>
    portal.call('POST /v1/organizations', { parts: { organization, file: fileOf(bytes, 'logo.png') } });
  const upload = (bytes: Buffer) =>
    portal.call('POST /v1/organizations/{id}/services/upload-patients', {
      params: { id },
      query: { serviceIds },
      token: admin.token,
      parts: { file: fileOf(bytes, 'list.xlsx') },
    });
  const answers = (bytes: Buffer) =>
    portal.call('POST /v1/survey-answers/{surveyId}/upload-responses', {
      params: { surveyId: form.id },
      token: admin.token,
      parts: { file: fileOf(bytes, 'answers.csv') },
    });
  const logos: Document<Buffer>[] = [
    ['16 million pixels and more', emptyPng(4001, 4000), '415 unsupported_type'],
    ['16 million pixels', emptyPng(4000, 4000), '201'],
  ];
  const sheet = 'xl/worksheets/people.xml';
  const lists: Document<Buffer>[] = [
    ['4 GB in a zip', zip(buildParts('<row/>'), { [sheet]: 4_000_000_000 }), '413 too_large'],
    [
      'a sheet larger than it says',
      zip(buildParts('<row><c/></row>'.repeat(90_000)), { [sheet]: 100 }),
      '413 too_large',
    ],
    ['a row without an end', zip(buildParts(`<row>${'<c/>'.repeat(2_000_000)}`)), '422 unusable_file'],
  ];
  const lines: Document<Buffer>[] = [
    ['commas only', Buffer.from(','.repeat(1_000_000)), '413 too_large'],
    ['a text that is left open', Buffer.from(`First Name,Last Name\n${'"'.repeat(1_000_001)}`), '422 unusable_file'],
    ['line breaks only', Buffer.from('\n'.repeat(1_000_000)), '422 unusable_file'],
  ];
  return [
    ...bombs('a logo', logos, register),
    ...bombs('a member list', lists, upload),
    ...bombs('uploaded responses', lines, answers),
  ];
}
