import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { mailedLink } from '../../testing/auth.ts';
import { buildOrganization, buildSignedIn, buildUser, nextNumber, testPassword } from '../../testing/build.ts';
import { worstXml, xmlBombs } from '../../testing/document-bombs.ts';
import { type Encryption, type ResponseChanges, SamlProviderStandIn } from '../../testing/saml-provider.ts';
import { useTestApp } from '../../testing/use-test-app.ts';

const test = useTestApp({ TRUST_PROXY: '1' });
const idp = new SamlProviderStandIn();
const otherIdp = new SamlProviderStandIn();
beforeAll(async () => void (await Promise.all([idp.start(), otherIdp.start()])));
afterAll(() => {
  for (const one of [idp, otherIdp]) one.stop();
});

type Clinic = Awaited<ReturnType<typeof setUp>>;

/** An organization whose people sign in at a provider. */
async function setUp(given: Record<string, unknown> = { metadata: idp.metadata() }) {
  const { id, name } = await buildOrganization(test);
  const admin = await buildSignedIn(test, id, { userType: 'ADMIN' });
  const put = (body: object) =>
    test.call('PUT /v1/organizations/{id}/saml', { params: { id }, body, token: admin.token });
  const { body, status } = await put(given);
  expect(status).toBe(200);
  return { id, name, admin, put, slug: String(body.slug), settings: body };
}

/** Sends a browser to the provider. */
async function start(slug: string, query: Record<string, string> = {}) {
  const { status, headers } = await test.call('GET /v1/auth/sso/{slug}', { params: { slug }, query });
  expect(status).toBe(302);
  return { signInUrl: String(headers.location), cookie: String(headers['set-cookie']).split(';')[0] ?? '' };
}

async function post(slug: string, samlResponse: string, relayState = '/login/done', accept = 'application/json') {
  return test.call('POST /v1/auth/saml/{slug}/acs', {
    params: { slug },
    body: new URLSearchParams({ SAMLResponse: samlResponse, RelayState: relayState }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept },
  });
}

const open = (address: unknown, cookie: string) =>
  test.call(`GET ${address}`, { headers: { cookie, accept: 'application/json' } });

/** Of the newest trip. */
let newestCookie = '';

/** Also follows the link that is mailed to people of an unproven domain. */
async function exchange(code: string | undefined) {
  const headers = { cookie: newestCookie };
  const answer = await test.call('POST /v1/auth/sso', { body: { code }, headers });
  const email = answer.body?.confirm?.email;
  if (email === undefined) return answer;
  return test.call('POST /v1/auth/sso/confirm', { body: { token: await mailedLink(test, email) }, headers });
}

/** From the sign-in page to the answer of POST /v1/auth/sso. */
async function signIn(slug: string, from = idp, changes: ResponseChanges = {}) {
  const { signInUrl, cookie } = await start(slug);
  const { samlResponse } = await from.answer(signInUrl, changes);
  const posted = await post(slug, samlResponse);
  expect(posted.status).toBe(303);
  const done = await open(posted.headers.location, cookie);
  expect(done.status).toBe(303);
  const code = /^\/login\/done#code=([\w-]+)$/.exec(String(done.headers.location))?.[1];
  newestCookie = cookie;
  return exchange(code);
}

/** An assertion that is valid in so many seconds. */
function validFrom(xml: string, seconds: number): string {
  return xml.replace(/ NotBefore="[^"]*"/, ` NotBefore="${new Date(Date.now() + seconds * 1000).toISOString()}"`);
}

function newPerson() {
  const number = nextNumber();
  const person = { id: `p-${number}`, email: `nora${number}@clinic.example`, firstName: 'Nora', lastName: 'Lind' };
  idp.person = person;
  otherIdp.person = person;
  return person;
}

async function refusals({ id }: Clinic): Promise<string[]> {
  const rows = await sql<{ reason: string }>`select detail->>'reason' as reason from audit_log
    where organization_id = ${id} and action = 'sso.refused' and entity_type = 'organization' and entity_id = ${id}
    order by id`.many(test.app.db);
  return rows.map(({ reason }) => reason);
}

async function vouchedCount({ id }: Clinic): Promise<number> {
  const rows = await sql`select 1 from vouched_people where organization_id = ${id}`.many(test.app.db);
  const trips = await sql`select 1 from sign_in_trips where organization_id = ${id} and answer is not null`.many(
    test.app.db,
  );
  return rows.length + trips.length;
}

describe('a sign-in by SAML', () => {
  it('creates a person who comes for the first time, and recognizes them later', async () => {
    const clinic = await setUp();
    const { email } = newPerson();
    const first = await signIn(clinic.slug);
    expect(first).toMatchObject({ status: 200, body: { body: { email, firstName: 'Nora', status: 'PENDING' } } });
    const second = await signIn(clinic.slug);
    expect(second.body.body.id).toBe(first.body.body.id);
  });

  it('links an existing login once its owner confirms with the password', async () => {
    const clinic = await setUp();
    const person = await buildUser(test, clinic.id);
    idp.person = { id: `p-${nextNumber()}`, email: person.email };
    const { body } = await signIn(clinic.slug);
    expect(body.link.email).toBe(person.email);
    const linked = await test.call('POST /v1/auth/sso/link', {
      body: { token: body.link.token, password: testPassword },
      headers: { cookie: newestCookie },
    });
    expect(linked.body.body.id).toBe(person.id);
    expect((await signIn(clinic.slug)).body.body.id).toBe(person.id);
  });

  it("doesn't know people by a subject of an OpenID provider with the same name", async () => {
    const clinic = await setUp();
    const { id } = newPerson();
    const namesake = await buildUser(test, clinic.id);
    await sql`insert into linked_identities (organization_id, kind, issuer, subject, user_id)
      select organization_id, 'oidc', issuer, ${id}, ${namesake.id} from identity_providers
      where organization_id = ${clinic.id}`.run(test.app.db);
    expect((await signIn(clinic.slug)).body.body.id).not.toBe(namesake.id);
  });

  it('makes the provider ask again for a proof, and only then', async () => {
    const clinic = await setUp();
    newPerson();
    const forced = async (query = {}) => (await idp.answer((await start(clinic.slug, query)).signInUrl)).forced;
    expect([await forced(), await forced({ again: 'true' })]).toEqual([false, true]);
  });

  it("doesn't count as proof if the provider asked the person long ago", async () => {
    const clinic = await setUp();
    newPerson();
    const comeBack = async (query = {}) => {
      const { signInUrl, cookie } = await start(clinic.slug, query);
      newestCookie = cookie;
      const { headers } = await post(clinic.slug, (await idp.answer(signInUrl)).samlResponse);
      await sql`update sign_in_trips set answer = jsonb_set(answer, '{authenticatedAt}', '"2020-01-01T00:00:00Z"')
        where organization_id = ${clinic.id} and use_timestamp is null`.run(test.app.db);
      return open(headers.location, cookie);
    };
    expect((await comeBack({ again: 'true' })).status).toBe(403);
    expect(await refusals(clinic)).toEqual(['not asked again']);
    const code = /code=([\w-]+)/.exec(String((await comeBack()).headers.location))?.[1];
    const { idToken, body } = (await exchange(code)).body;
    const begun = await test.call('POST /v1/users/{id}/totp', { params: { id: body.id }, token: idToken });
    expect(begun).toMatchObject({ status: 403, body: { code: 'proof_required' } });
  });

  it('asks the provider with a request that names us', async () => {
    const clinic = await setUp();
    const { signInUrl, cookie } = await start(clinic.slug);
    expect(signInUrl).toMatch(new RegExp(`^${idp.url}/sso\\?SAMLRequest=`));
    expect(new URL(signInUrl).searchParams.get('RelayState')).toBe('/login/done');
    expect((await idp.answer(signInUrl)).acsUrl).toBe(clinic.settings.acsUrl);
    expect(cookie).not.toBe('');
  });
});

describe('a provider', () => {
  const named = async (attributes: Record<string, string>) => {
    const { slug } = await setUp();
    const { id, email } = newPerson();
    idp.person = { id, email, attributes: { mail: email, ...attributes } };
    const { firstName, lastName } = (await signIn(slug)).body.body;
    return [firstName, lastName];
  };

  it.each([
    ['displayName', 'Nora Maria Lindqvist', ['Nora Maria', 'Lindqvist']],
    ['cn', 'Lindqvist, Nora', ['Nora', 'Lindqvist']],
    ['urn:oid:2.16.840.1.113730.3.1.241', 'Nora Lindqvist', ['Nora', 'Lindqvist']],
  ])('may send whole names as %s', async (attribute, name, expected) => {
    expect(await named({ [attribute]: name })).toEqual(expected);
  });

  it('may send a part of the name beside the whole one', async () => {
    const whole = { displayName: 'Nora Lindqvist Berg' };
    expect(await named({ sn: 'Lindqvist Berg', ...whole })).toEqual(['Nora', 'Lindqvist Berg']);
    expect(await named({ givenName: 'Nora', ...whole })).toEqual(['Nora', 'Lindqvist Berg']);
  });

  const accepted: [string, ResponseChanges][] = [
    ['sign with SHA-384', { hash: 'sha384' }],
    ['sign with SHA-512', { hash: 'sha512' }],
    ['have a clock that is behind ours', { lifetimeInSeconds: -170 }],
    ['have a clock that is ahead of ours', { beforeSigning: (xml) => validFrom(xml, 170) }],
  ];

  it.each(accepted)('may %s', async (_, changes) => {
    const { slug } = await setUp();
    newPerson();
    expect((await signIn(slug, idp, changes)).status).toBe(200);
  });

  it('is told what to send if the address is missing', async () => {
    const { slug } = await setUp();
    const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    const sentences = [];
    for (const nameIdentifierFormat of [undefined, transient]) {
      const { signInUrl, cookie } = await start(slug);
      const { samlResponse } = await idp.answer(signInUrl, {
        profileMapper: () => ({
          getClaims: () => ({ sn: 'Lind' }),
          getNameIdentifier: () => ({ nameIdentifier: '_7', ...(nameIdentifierFormat && { nameIdentifierFormat }) }),
        }),
      });
      const posted = await post(slug, samlResponse);
      const refused = posted.status === 303 ? await open(posted.headers.location, cookie) : posted;
      sentences.push([refused.status, refused.body.message]);
    }
    const sentence = expect.stringContaining('add the attribute "mail" or "email" for Kinbridge');
    expect(sentences).toEqual([
      [403, sentence],
      [403, sentence],
    ]);
  });
});

describe('an assertion', () => {
  let clinic: Clinic;
  beforeAll(async () => {
    clinic = await setUp();
  });

  const attacks: [string, ResponseChanges & { relayState?: string }, string][] = [
    ['that was changed', { edit: (xml) => xml.replaceAll('@clinic', '@evil') }, 'invalid signature'],
    ['that is unsigned', { signAssertion: false }, 'unsigned'],
    ['that has expired', { lifetimeInSeconds: -181 }, 'expired'],
    ['signed with SHA-1', { signatureAlgorithm: 'rsa-sha1', digestAlgorithm: 'sha1' }, 'weak signature'],
    ["that isn't valid yet", { beforeSigning: (xml) => validFrom(xml, 240) }, 'not valid yet'],
    ['for another audience', { audience: 'https://other.example' }, 'another audience'],
    ['for another recipient', { recipient: 'https://other.example/acs' }, 'another recipient'],
    ['that was wrapped', { edit: (xml) => xml.replace('</samlp:Response>', forged(xml)) }, 'invalid signature'],
    ['without InResponseTo or signature', { inResponseTo: '', signAssertion: false }, 'no request'],
    ['for a request of nobody', { inResponseTo: '_unknown' }, 'no request'],
    ['with a document type', { edit: (xml) => `<!DOCTYPE r [<!ENTITY e "x">]>${xml}` }, 'document type'],
    ["of another organization's certificate", otherIdp.certificate, 'invalid signature'],
    ['with a RelayState of another site', { relayState: 'https://evil.example/' }, 'foreign address'],
    ['with a RelayState like a path', { relayState: '//evil.example/' }, 'foreign address'],
    ["that isn't one", { edit: (xml) => `<html ${requestIn(xml)}/>` }, 'not a SAML response'],
    ['that is cut off', { edit: (xml) => xml.slice(0, -1) }, 'not XML'],
  ];

  it.each(attacks)('%s is refused', async (_, { relayState, ...changes }, reason) => {
    newPerson();
    const before = await refusals(clinic);
    const { signInUrl } = await start(clinic.slug);
    const { samlResponse } = await idp.answer(signInUrl, changes);
    const { status, body } = await post(clinic.slug, samlResponse, relayState);
    expect([400, 403]).toContain(status);
    expect(body).toMatchObject({ message: expect.any(String), requestId: expect.any(String) });
    expect(await refusals(clinic)).toEqual([...before, reason]);
    expect(await vouchedCount(clinic)).toBe(0);
  });

  it('is refused by another organization', async () => {
    const other = await setUp();
    const { signInUrl } = await start(clinic.slug);
    const { samlResponse } = await idp.answer(signInUrl);
    expect((await post(other.slug, samlResponse)).status).toBe(403);
    expect(await refusals(other)).toEqual(['no request']);
  });

  it('is refused with a page for browsers', async () => {
    const page = await post(clinic.slug, 'bm90aGluZw==', '', 'text/html');
    expect([page.status, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    expect(page.bytes.toString()).toContain('Please start again');
  });

  /** A signed assertion followed by one that nobody signed. */
  function forged(xml: string): string {
    const [signed = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml) ?? [];
    return `${signed.replaceAll('@clinic', '@evil')}</samlp:Response>`;
  }
});

/** As the provider writes it. */
const requestIn = (xml: string) => / InResponseTo="[^"]*"/.exec(xml)?.[0] ?? '';

describe('an encrypted assertion', () => {
  let clinic: Clinic;
  let metadata = '';
  beforeAll(async () => {
    clinic = await setUp();
    metadata = await metadataFor(clinic.slug);
  });

  const metadataFor = async (slug: string) =>
    (await test.call('GET /v1/auth/saml/{slug}/metadata', { params: { slug } })).bytes.toString();

  it.each([
    ['aes256-gcm', 'rsa-oaep-mgf1p'],
    ['aes128-gcm', 'rsa-oaep'],
    ['aes256-cbc', 'rsa-oaep-mgf1p'],
    ['aes128-cbc', 'rsa-oaep-mgf1p'],
  ])('with %s and %s is accepted', async (algorithm, keyAlgorithm) => {
    const { email } = newPerson();
    const { status, body } = await signIn(clinic.slug, idp, { encrypt: { metadata, algorithm, keyAlgorithm } });
    expect([status, body.body.email]).toEqual([200, email]);
  });

  it('is encrypted for the key in our metadata, which is the same for all', async () => {
    const certificateIn = (xml: string) => /use="encryption".*<ds:X509Certificate>([^<]*)</s.exec(xml)?.[1];
    expect(certificateIn(metadata)).toMatch(/^MII/);
    expect(certificateIn(await metadataFor((await setUp()).slug))).toBe(certificateIn(metadata));
  });

  const bomb = xmlBombs().map(([name, xml]): [string, Partial<Encryption>, string] => [
    `of ${name}`,
    { inside: () => xml },
    'encrypted assertion not readable',
  ]);
  const attacks: [string, Partial<Encryption> & { changes?: ResponseChanges }, string][] = [
    ...bomb,
    ['of a document type', { inside: (xml) => `<!DOCTYPE a>${xml}` }, 'encrypted assertion not readable'],
    ['of nothing', { inside: () => 'no XML' }, 'unsigned'],
    ['of an unsigned assertion', { changes: { signAssertion: false } }, 'unsigned'],
    ['of a changed assertion', { inside: (xml) => xml.replaceAll('@clinic', '@evil') }, 'invalid signature'],
    ['of two assertions', { inside: (xml) => xml + xml }, 'invalid signature'],
    ['of an encrypted one', { inside: () => '<EncryptedAssertion/>' }, 'unsigned'],
    ['with RSA 1.5', { keyAlgorithm: 'rsa-1_5' }, 'encrypted assertion not readable'],
    ['with Triple DES', { algorithm: 'tripledes-cbc' }, 'encrypted assertion not readable'],
    [
      'for another key',
      { changes: { edit: (xml) => xml.replace(/(<e:CipherValue>.{8})./, '$1!') } },
      'encrypted assertion not readable',
    ],
    [
      'that was changed',
      { changes: { edit: (xml) => xml.replace(/(<xenc:CipherValue>.{40})./, '$1A') } },
      'encrypted assertion not readable',
    ],
  ];

  it.each(attacks)('%s is refused like any other', async (_, { changes, ...encryption }, reason) => {
    newPerson();
    const before = await vouchedCount(clinic);
    const { signInUrl } = await start(clinic.slug);
    const { samlResponse } = await idp.answer(signInUrl, { ...changes, encrypt: { metadata, ...encryption } });
    const { status, body } = await post(clinic.slug, samlResponse);
    expect([status, body.code, body.message]).toEqual([403, 'sign_in_refused', expect.stringContaining('verify')]);
    expect((await refusals(clinic)).at(-1)).toBe(reason);
    expect(await vouchedCount(clinic)).toBe(before);
  });
});

describe('a signed answer without a request', () => {
  const unsolicited = { inResponseTo: '' };
  const follow = (slug: string, cookie = '') => open(`/v1/auth/sso/${slug}?unsolicited=true`, cookie);
  const postUnsolicited = async (slug: string) => {
    const { samlResponse } = await idp.answer((await start(slug)).signInUrl, unsolicited);
    return post(slug, samlResponse, 'https://evil.example/');
  };

  it('starts a sign-in of our own, wherever its RelayState points', async () => {
    const { slug } = await setUp();
    const { email } = newPerson();
    const posted = await postUnsolicited(slug);
    expect([posted.status, posted.headers.location]).toEqual([303, `/v1/auth/sso/${slug}?unsolicited=true`]);
    const { status, headers } = await follow(slug);
    expect(status).toBe(302);
    expect(String(headers.location)).toMatch(new RegExp(`^${idp.url}/sso\\?SAMLRequest=.*RelayState=%2Flogin%2Fdone`));
    newestCookie = String(headers['set-cookie']).split(';')[0] ?? '';
    const { samlResponse } = await idp.answer(String(headers.location));
    const done = await open((await post(slug, samlResponse)).headers.location, newestCookie);
    const code = /^\/login\/done#code=([\w-]+)$/.exec(String(done.headers.location))?.[1];
    expect((await exchange(code)).body.body.email).toBe(email);
    expect((await follow(slug, newestCookie)).status).toBe(302);
  });

  it('starts nothing else if the provider never answers our request', async () => {
    const clinic = await setUp();
    const { slug } = clinic;
    expect((await postUnsolicited(slug)).status).toBe(303);
    const first = await follow(slug);
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
    expect((await postUnsolicited(slug)).status).toBe(303);
    const second = await follow(slug, cookie);
    expect(second).toMatchObject({ status: 403, body: { message: expect.stringContaining('SP-initiated') } });
    expect(await refusals(clinic)).toEqual(['unsolicited twice']);
    expect((await follow(slug)).status).toBe(302);
    expect(await vouchedCount(clinic)).toBe(0);
  });

  it('starts nothing at the sign-in page of nobody', async () => {
    const { slug } = await setUp();
    const { samlResponse } = await idp.answer((await start(slug)).signInUrl, unsolicited);
    expect((await post('unknown', samlResponse)).status).toBe(404);
  });
});

describe('an answer that is costly to read', () => {
  const encode = (xml: string) => Buffer.from(xml).toString('base64');

  it('is refused within a trip, which stays open', async () => {
    const clinic = await setUp();
    newPerson();
    const { signInUrl, cookie } = await start(clinic.slug);
    const { samlResponse } = await idp.answer(signInUrl);
    const named = requestIn(Buffer.from(samlResponse, 'base64').toString());
    for (const [name, xml] of xmlBombs(named)) {
      const { status, body } = await post(clinic.slug, encode(xml));
      expect([name, status, body.code]).toEqual([name, 400, 'document_refused']);
    }
    const large = await post(clinic.slug, encode(`<a${named}>${'x'.repeat(64 * 1024)}</a>`));
    expect(large).toMatchObject({ status: 413, body: { code: 'too_large' } });
    expect((await post(clinic.slug, encode(worstXml(named)))).status).toBe(403);
    expect((await refusals(clinic)).slice(-2)).toEqual(['too large', 'not a SAML response']);
    const { headers } = await post(clinic.slug, samlResponse);
    expect((await open(headers.location, cookie)).status).toBe(303);
  });

  it('makes only its own address wait', async () => {
    const clinic = await setUp();
    const { signInUrl } = await start(clinic.slug);
    const { samlResponse } = await idp.answer(signInUrl, {
      edit: (xml) => xml.replace('</saml:Assertion>', `${'<y/>'.repeat(500)}</saml:Assertion>`),
    });
    const statuses: number[] = [];
    const costly = Array.from({ length: 60 }, async () =>
      statuses.push((await post(clinic.slug, samlResponse)).status),
    );
    await expect.poll(() => statuses).toContain(429);
    const { status } = await test.call('GET /v1/auth/sso/{slug}', {
      params: { slug: clinic.slug },
      headers: { 'x-forwarded-for': '198.51.100.7' },
    });
    expect(status).toBe(302);
    await Promise.all(costly);
  });

  it("isn't looked at without a trip", async () => {
    const clinic = await setUp();
    const foreign = await setUp();
    const { signInUrl } = await start(foreign.slug);
    const { samlResponse } = await idp.answer(signInUrl);
    for (const named of ['', 'InResponseTo="_x"', requestIn(Buffer.from(samlResponse, 'base64').toString())]) {
      const [[, xml = ''] = []] = xmlBombs(named);
      const { status, body } = await post(clinic.slug, encode(xml));
      expect([status, body.code]).toEqual([403, 'sign_in_refused']);
    }
    expect(await refusals(clinic)).toEqual(['no request', 'no request', 'no request']);
  });

  it('is refused as a form of thousands of fields', async () => {
    const { slug } = await setUp();
    const answer = await test.call('POST /v1/auth/saml/{slug}/acs', {
      params: { slug },
      body: 'a&'.repeat(2_001),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'document_refused' } });
  });
});

describe('an answer', () => {
  it('is accepted once', async () => {
    const clinic = await setUp();
    newPerson();
    const { signInUrl, cookie } = await start(clinic.slug);
    const { samlResponse } = await idp.answer(signInUrl);
    const { headers } = await post(clinic.slug, samlResponse);
    expect((await post(clinic.slug, samlResponse)).status).toBe(403);
    const another = await idp.answer(signInUrl);
    expect((await post(clinic.slug, another.samlResponse)).status).toBe(403);
    expect((await open(headers.location, cookie)).status).toBe(303);
    expect((await open(headers.location, cookie)).status).toBe(403);
    expect(await refusals(clinic)).toEqual(['used twice', 'used twice', 'used twice']);
  });

  it('counts only in the browser that asked', async () => {
    const clinic = await setUp();
    newPerson();
    const { signInUrl, cookie } = await start(clinic.slug);
    const foreign = await start(clinic.slug);
    const { samlResponse } = await idp.answer(signInUrl);
    const { headers } = await post(clinic.slug, samlResponse);
    expect((await open(headers.location, '')).status).toBe(403);
    expect((await open(headers.location, foreign.cookie)).status).toBe(403);
    expect((await open(headers.location, cookie)).status).toBe(303);
    expect(await refusals(clinic)).toEqual(['another browser', 'another browser']);
  });

  it('is refused ten minutes after the request', async () => {
    const clinic = await setUp();
    newPerson();
    const { signInUrl } = await start(clinic.slug);
    const { samlResponse } = await idp.answer(signInUrl);
    await sql`update sign_in_trips set expires_timestamp = now() where organization_id = ${clinic.id}`.run(test.app.db);
    expect((await post(clinic.slug, samlResponse)).status).toBe(403);
    expect(await refusals(clinic)).toEqual(['no request']);
  });
});

describe('the SAML settings', () => {
  it('name us to the provider and never the other way around', async () => {
    const clinic = await setUp({ metadata: idp.metadata(), domains: ['Clinic.Example'] });
    const base = `${test.app.config.publicUrl}/v1/auth/saml/${clinic.slug}`;
    expect(clinic.settings).toMatchObject({
      entityId: `${base}/metadata`,
      acsUrl: `${base}/acs`,
      domains: [{ domain: 'clinic.example', proven: false, txtRecord: expect.any(String) }],
      issuer: `${idp.url}/metadata`,
    });
    const ours = await test.call('GET /v1/auth/saml/{slug}/metadata', { params: { slug: clinic.slug } });
    expect(ours.headers['content-type']).toContain('application/samlmetadata+xml');
    expect(ours.bytes.toString()).toContain(`entityID="${base}/metadata"`);
    expect((await test.call('GET /v1/auth/saml/{slug}/metadata', { params: { slug: 'unknown' } })).status).toBe(404);
  });

  it.each([
    ['nothing', {}, 'metadata'],
    ['metadata with a document type', { metadata: '<!DOCTYPE a><a/>' }, 'metadata'],
    ['metadata of nothing', { metadata: '<a/>' }, 'metadata'],
    ['an address without https', { metadataUrl: 'http://example.org/metadata' }, 'metadataUrl'],
    ['an address that nobody answers', { metadataUrl: 'http://127.0.0.1:9/metadata' }, 'metadataUrl'],
    ['a domain that is none', { metadata: idp.metadata(), domains: ['nope'] }, 'domains.0'],
  ])('refuse %s and change nothing', async (_, body, field) => {
    const { id } = await buildOrganization(test);
    const { token } = await buildSignedIn(test, id, { userType: 'ADMIN' });
    const put = await test.call('PUT /v1/organizations/{id}/saml', { params: { id }, body, token });
    expect(put).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } });
    const { issuer } = (await test.call('GET /v1/organizations/{id}/saml', { params: { id }, token })).body;
    expect(issuer).toBeNull();
  });

  it('refuse metadata that is costly to read, pasted or at its address', async () => {
    const clinic = await setUp();
    const own = await new SamlProviderStandIn().start();
    const large = `<EntityDescriptor>${' '.repeat(256 * 1024)}</EntityDescriptor>`;
    for (const xml of [large, ...xmlBombs().map(([, bomb]) => bomb)]) {
      const refused = { status: 400, body: { code: 'document_refused', fields: { metadata: expect.any(String) } } };
      expect(await clinic.put({ metadata: xml })).toMatchObject(refused);
      own.metadata = () => xml;
      const fetched = { metadata: expect.any(String), metadataUrl: expect.any(String) };
      const byAddress = await clinic.put({ metadataUrl: `${own.url}/metadata` });
      expect(byAddress).toMatchObject({ status: 400, body: { code: 'document_refused', fields: fetched } });
    }
    own.stop();
    expect((await start(clinic.slug)).signInUrl).toContain(idp.url);
  });

  it('by address renew certificates after an hour, and keep the old ones on failure', async () => {
    const own = await new SamlProviderStandIn().start();
    const clinic = await setUp({ metadataUrl: `${own.url}/metadata` });
    const age = () =>
      sql`update identity_providers set fetch_timestamp = now() - interval '2 hours'
        where organization_id = ${clinic.id}`.run(test.app.db);
    own.person = newPerson();
    own.certificate = otherIdp.certificate;
    await age();
    expect((await signIn(clinic.slug, own)).status).toBe(200);
    own.stop();
    await age();
    expect((await start(clinic.slug)).signInUrl).toContain(own.url);
  });

  it('stay when only the domains change, and end when they are removed', async () => {
    const clinic = await setUp();
    const changed = await clinic.put({ domains: ['clinic.example'] });
    expect(changed.body).toMatchObject({ issuer: `${idp.url}/metadata`, domains: [{ domain: 'clinic.example' }] });
    const own = { params: { id: clinic.id }, token: clinic.admin.token };
    const removed = await test.call('DELETE /v1/organizations/{id}/saml', own);
    expect(removed).toMatchObject({ status: 200, body: { issuer: null } });
    expect((await test.call('GET /v1/auth/sso/{slug}', { params: { slug: clinic.slug } })).status).toBe(404);
  });

  it('are changed by an admin with a recent proof only', async () => {
    const clinic = await setUp();
    const employee = await buildSignedIn(test, clinic.id);
    const put = (token: string) =>
      test.call('PUT /v1/organizations/{id}/saml', { params: { id: clinic.id }, body: { domains: [] }, token });
    expect((await put(employee.token)).status).toBe(403);
    await sql`update sessions set proof_timestamp = now() - interval '11 minutes'
      where user_id = ${clinic.admin.id}`.run(test.app.db);
    expect(await put(clinic.admin.token)).toMatchObject({ status: 403, body: { code: 'proof_required' } });
  });
});
