import type { JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { mailedCode, mailedLink } from '../../testing/auth.ts';
import {
  buildOrganization,
  buildSignedIn,
  buildUser,
  nextNumber,
  setApproval,
  testPassword,
} from '../../testing/build.ts';
import { jsonBombs } from '../../testing/document-bombs.ts';
import { type OidcPerson, type OidcProvider, startOidcProvider } from '../../testing/oidc-provider.ts';
import { type Answer, startTestApp, type TestApp } from '../../testing/test-app.ts';

const publicUrl = 'http://127.0.0.1:3000';
const test = {} as TestApp;
let idp: OidcProvider;
let hospital: Awaited<ReturnType<typeof connected>>;

beforeAll(async () => {
  idp = await startOidcProvider(`${publicUrl}/v1/auth/oidc/callback`);
  Object.assign(test, await startTestApp({ PUBLIC_URL: publicUrl }));
  hospital = await connected();
});

afterAll(async () => {
  await test.close();
  await idp.stop();
});

afterEach(() => {
  test.app.config.singleSignOn.timeoutSeconds = 10;
  idp.behavior = 'well';
  idp.documents = {};
  idp.changeToken = null;
});

const save = (admin: { organizationId: number; token: string }, over: Record<string, unknown> = {}) =>
  test.call('PUT /v1/organizations/{id}/oidc', {
    params: { id: admin.organizationId },
    token: admin.token,
    body: { ...idp.client, domains: [], ...over },
  });

/** An organization that uses the provider, with its admin. */
async function connected(over: { domain?: string; proven?: boolean; newPeople?: string } = {}) {
  const { id, name } = await buildOrganization(test);
  const admin = await buildSignedIn(test, id, { userType: 'ADMIN' });
  const { body, status } = await save(admin, { domains: over.domain ? [over.domain] : [] });
  if (status !== 200) throw new Error(JSON.stringify(body));
  if (over.proven) await prove(id);
  if (over.newPeople) {
    await sql`update organizations set new_people = ${over.newPeople} where id = ${id}`.run(test.app.db);
  }
  return { id, name, admin, slug: body.slug as string };
}

const prove = (id: number) =>
  sql`update sign_in_domains set proven_timestamp = now() where organization_id = ${id}`.run(test.app.db);

const newPerson = (over: Partial<OidcPerson> = {}): OidcPerson => ({
  sub: `person-${nextNumber()}`,
  email: `came${nextNumber()}@clinic.example`,
  email_verified: true,
  given_name: 'Ida',
  family_name: 'Provided',
  ...over,
});

const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

const open = (slug: string, query: Record<string, string> = {}) =>
  test.call('GET /v1/auth/sso/{slug}', { params: { slug }, query });

/** Starts a trip; answers the page to go to and the cookie to keep. */
async function start(slug = hospital.slug, query: Record<string, string> = {}) {
  const { status, headers } = await open(slug, query);
  expect(status).toBe(302);
  return { page: String(headers.location), cookie: String(headers['set-cookie']).split(';')[0] ?? '' };
}

const callback = ({ searchParams }: URL, cookie = '', accept = 'application/json') =>
  test.call('GET /v1/auth/oidc/callback', { query: Object.fromEntries(searchParams), headers: { cookie, accept } });

/** Of the newest trip. */
let newestCookie = '';

/** The whole way as a person, until the answer that a browser gets back from us. */
async function comeBack(person: OidcPerson, slug = hospital.slug): Promise<Answer> {
  idp.person = person;
  const { page, cookie } = await start(slug);
  newestCookie = cookie;
  return callback(await idp.signIn(page), cookie);
}

const codeIn = ({ headers }: Answer) => new URLSearchParams(String(headers.location).split('#')[1]).get('code') ?? '';
const exchange = (code: string, cookie = newestCookie) =>
  test.call('POST /v1/auth/sso', { body: { code }, headers: { cookie } });
const confirm = (token: string, password = testPassword, cookie = newestCookie) =>
  test.call('POST /v1/auth/sso/link', { body: { token, password }, headers: { cookie } });

async function arrive(person: OidcPerson, slug = hospital.slug): Promise<Answer> {
  const back = await comeBack(person, slug);
  expect(back.status, JSON.stringify(back.body)).toBe(303);
  return exchange(codeIn(back));
}

const follow = (token: string, cookie = newestCookie) =>
  test.call('POST /v1/auth/sso/confirm', { body: { token }, headers: { cookie } });

/** With the mailed link, if the address needs one. */
async function signIn(person: OidcPerson, slug = hospital.slug): Promise<Answer> {
  const answer = await arrive(person, slug);
  const email = answer.body?.confirm?.email;
  return email === undefined ? answer : follow(await mailedLink(test, email));
}

interface Entry {
  action: string;
  entityType: string;
  entityId: number;
  detail: Record<string, unknown>;
}

async function entries(organizationId: number, action: string): Promise<Entry[]> {
  return sql<Entry>`select action, entity_type as "entityType", entity_id as "entityId", detail from audit_log
    where organization_id = ${organizationId} and action = ${action} order by id`.many(test.app.db);
}

const people = async () => {
  const { count } = await sql<{ count: number }>`select (select count(*) from users) + (select count(*) from
    linked_identities) + (select count(*) from sessions) as count`.one(test.app.db);
  return count;
};

/** Refused with this status: one audit entry of this reason, and nothing else changed. */
async function expectRefused(act: () => Promise<Answer>, status: number, reason: string, id = hospital.id) {
  const [before, already] = [await people(), await entries(id, 'sso.refused')];
  const answer = await act();
  expect([answer.status, answer.body?.message]).toEqual([status, expect.stringMatching(/\w+\.$/)]);
  const refused = (await entries(id, 'sso.refused')).slice(already.length);
  expect(refused).toEqual([{ action: 'sso.refused', entityType: 'organization', entityId: id, detail: { reason } }]);
  expect(await people()).toBe(before);
}

describe('setting up a provider', () => {
  it('answers everything but the secret, which is encrypted', async () => {
    const { id, admin } = await connected({ domain: 'clinic.example' });
    const answer = await test.call('GET /v1/organizations/{id}/oidc', { params: { id }, token: admin.token });
    expect(answer.body).toEqual({
      issuer: idp.issuer,
      clientId: idp.client.clientId,
      domains: [{ domain: 'clinic.example', proven: false, txtRecord: expect.stringMatching(/^kinbridge-sign-in=/) }],
      slug: expect.stringMatching(/^[a-z0-9-]+$/),
      redirectUri: `${publicUrl}/v1/auth/oidc/callback`,
    });
    const { secret } = await sql<{ secret: Buffer | null }>`select client_secret as secret from identity_providers
      where organization_id = ${id}`.one(test.app.db);
    expect(secret?.toString('latin1')).not.toContain(idp.client.clientSecret);
    expect(test.logs.join()).not.toContain(idp.client.clientSecret);
  });

  it('shows what to enter at the provider before there is one', async () => {
    const { id } = await buildOrganization(test);
    const { token } = await buildSignedIn(test, id, { userType: 'ADMIN' });
    const { body } = await test.call('GET /v1/organizations/{id}/oidc', { params: { id }, token });
    expect(body).toMatchObject({ issuer: null, clientId: null, domains: [], redirectUri: expect.any(String) });
  });

  it('keeps the secret and the domains when they are left out', async () => {
    const { id, admin } = await connected({ domain: 'clinic.example' });
    const answer = await save(admin, { clientSecret: undefined, domains: undefined });
    expect(answer).toMatchObject({ status: 200, body: { domains: [{ domain: 'clinic.example' }] } });
    expect((await entries(id, 'oidc.edit')).map(({ entityId }) => entityId)).toEqual([id, id]);
  });

  it("never sends one issuer's secret to another", async () => {
    const { admin } = await connected();
    const other = await startOidcProvider(`${publicUrl}/v1/auth/oidc/callback`);
    const answer = await save(admin, { issuer: other.issuer, clientSecret: undefined });
    await other.stop();
    expect(answer).toMatchObject({ status: 400, body: { fields: { clientSecret: expect.any(String) } } });
  });

  it.each([
    ['not an address', 'kinbridge'],
    ['without encryption', 'http://id.example'],
    ['with nobody there', 'http://127.0.0.1:9'],
    ['of someone else', publicUrl],
    ['with a query', 'https://id.example/?x=1'],
  ])('refuses an issuer %s', async (_name, issuer) => {
    const answer = await save(hospital.admin, { issuer });
    expect(answer).toMatchObject({ status: 400, body: { fields: { issuer: expect.any(String) } } });
    expect((await start()).page).toContain(idp.issuer);
  });

  it.each([['localhost'], ['a@clinic.example'], ['*.example'], ['clinic..example'], ['127.0.0.1']])(
    'refuses the domain %s',
    async (domain) => {
      expect((await save(hospital.admin, { domains: [domain] })).status).toBe(400);
    },
  );

  it('asks for a fresh proof', async () => {
    const { id, admin } = await connected();
    await sql`update sessions set proof_timestamp = now() - interval '11 minutes' where user_id = ${admin.id}`.run(
      test.app.db,
    );
    const remove = () => test.call('DELETE /v1/organizations/{id}/oidc', { params: { id }, token: admin.token });
    for (const answer of [await save(admin), await remove()]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'proof_required' } });
    }
  });

  it('ends with its removal, unless it is the only way in', async () => {
    const { id, slug, admin } = await connected();
    const remove = () => test.call('DELETE /v1/organizations/{id}/oidc', { params: { id }, token: admin.token });
    await sql`update organizations set only_single_sign_on = true where id = ${id}`.run(test.app.db);
    expect((await remove()).status).toBe(409);
    await sql`update organizations set only_single_sign_on = false where id = ${id}`.run(test.app.db);
    expect(await remove()).toMatchObject({ status: 200, body: { issuer: null, slug } });
    expect((await open(slug)).status).toBe(404);
    expect(await entries(id, 'oidc.delete')).toHaveLength(1);
  });
});

describe('a sign-in', () => {
  it('goes to the provider with state, nonce and PKCE, and a cookie of this browser', async () => {
    // A provider that starts the sign-in says who it is.
    const { headers } = await open(hospital.slug, { iss: idp.issuer });
    const page = new URL(String(headers.location));
    expect(page.origin).toBe(idp.issuer);
    expect(Object.fromEntries(page.searchParams)).toEqual({
      client_id: idp.client.clientId,
      response_type: 'code',
      redirect_uri: `${publicUrl}/v1/auth/oidc/callback`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      // As long as our longest session.
      max_age: '2592000',
    });
    expect(headers['set-cookie']).toMatch(/^[\w-]+=[\w-]{43}; Path=\/v1\/auth; Max-Age=2700; HttpOnly; SameSite=Lax$/);
  });

  it('adds a first-time person as a pending employee and tells the admins', async () => {
    const person = newPerson();
    const { status, body } = await signIn(person);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      idToken: expect.any(String),
      refreshToken: expect.any(String),
      deviceToken: expect.any(String),
      body: {
        firstName: 'Ida',
        lastName: 'Provided',
        email: person.email,
        userType: 'EMPLOYEE',
        status: 'PENDING',
        organizationId: hospital.id,
      },
    });
    const [signUp] = (await entries(hospital.id, 'user.sign-up')).slice(-1);
    expect(signUp).toMatchObject({ entityId: body.body.id, detail: { by: 'single-sign-on', status: 'PENDING' } });
    const mails = await test.outbox(hospital.admin.email);
    expect(mails.map(({ text }) => text).join()).toContain('Ida');
  });

  it('brings the same person back to the same account, even with a new address', async () => {
    const person = newPerson();
    const first = await signIn(person);
    const again = await signIn({ ...person, email: `moved${nextNumber()}@clinic.example` });
    expect(again.body.body).toMatchObject({ id: first.body.body.id, email: person.email });
    const login = (await entries(hospital.id, 'session.login')).filter(
      ({ entityId }) => entityId === first.body.body.id,
    );
    expect(login.map(({ detail }) => detail.by)).toEqual(['single-sign-on', 'single-sign-on']);
  });

  it('is a proof, the only one of people without a password', async () => {
    const person = newPerson();
    const { idToken, body } = (await signIn(person)).body;
    await sql`update sessions set proof_timestamp = now() - interval '11 minutes' where user_id = ${body.id}`.run(
      test.app.db,
    );
    const begin = (token: string) => test.call('POST /v1/users/{id}/totp', { params: { id: body.id }, token });
    expect((await begin(idToken)).body.code).toBe('proof_required');
    const ways = await test.call('GET /v1/auth/proof', { token: idToken });
    expect(ways.body).toEqual({ methods: ['single-sign-on'], slug: hospital.slug });
    expect((await begin((await signIn(person)).body.idToken)).status).toBe(200);
  });

  it('makes the provider ask people again who are signed in there, for a proof', async () => {
    idp.person = newPerson();
    const browser = new Map<string, string>();
    const asked = async (query: Record<string, string>) => {
      const before = idp.asked;
      const { page, cookie } = await start(hospital.slug, query);
      expect((await callback(await idp.signIn(page, browser), cookie)).status).toBe(303);
      return idp.asked - before;
    };
    expect([await asked({}), await asked({}), await asked({ again: 'true' })]).toEqual([1, 0, 1]);
  });

  describe('at a provider that asked the person eleven minutes ago', () => {
    const age = (claims: JWTPayload) => ({ ...claims, auth_time: Number(claims.auth_time) - 660 });

    it("doesn't count as proof", async () => {
      idp.changeToken = { claims: age };
      const { idToken, body } = (await signIn(newPerson())).body;
      const begun = await test.call('POST /v1/users/{id}/totp', { params: { id: body.id }, token: idToken });
      expect(begun).toMatchObject({ status: 403, body: { code: 'proof_required' } });
    });

    it('is refused if it was asked for as a proof', async () => {
      idp.changeToken = { claims: age };
      idp.person = newPerson();
      const { page, cookie } = await start(hospital.slug, { again: 'true' });
      await expectRefused(async () => callback(await idp.signIn(page), cookie), 403, 'not asked again');
    });
  });

  it('adds active people if the organization chose so', async () => {
    const { slug } = await connected({ newPeople: 'ACTIVE' });
    expect((await signIn(newPerson(), slug)).body.body.status).toBe('ACTIVE');
  });

  it('accepts claims inside a signed ID token', async () => {
    const email = `inside${nextNumber()}@clinic.example`;
    const inside = { email, email_verified: true, name: 'Ida Maria Within' };
    idp.changeToken = { claims: (claims) => ({ ...claims, ...inside }) };
    const { body } = await signIn(newPerson());
    expect(body.body).toMatchObject({ email, firstName: 'Ida Maria', lastName: 'Within' });
  });

  it.each([
    ['behind', { iat: -470, exp: -170 }],
    ['ahead of', { iat: 170, nbf: 170, exp: 470 }],
  ])('accepts a provider whose clock is 170 seconds %s ours', async (_, times) => {
    const moved = Object.fromEntries(Object.entries(times).map(([name, time]) => [name, secondsFromNow(time)]));
    idp.changeToken = { claims: (claims) => ({ ...claims, ...moved }) };
    expect((await signIn(newPerson())).status).toBe(200);
  });

  it('puts names into one line instead of turning the person away', async () => {
    const person = newPerson();
    const { body } = await signIn({
      ...person,
      given_name: '\u202eIda\u0000',
      family_name: 'Wells\n https://evil.example',
    });
    expect(body.body).toMatchObject({ firstName: 'Ida', lastName: 'Wells https://evil.example' });
  });

  it('picks up a new key of the provider', async () => {
    await signIn(newPerson());
    await idp.rotateKey();
    expect((await signIn(newPerson())).status).toBe(200);
  });

  it('sends the secret in the body if the provider wants it there', async () => {
    const strict = await startOidcProvider(`${publicUrl}/v1/auth/oidc/callback`, 'client_secret_post');
    const { admin, slug } = await connected();
    await save(admin, strict.client);
    strict.person = newPerson();
    const { page, cookie } = await start(slug);
    const back = await callback(await strict.signIn(page), cookie);
    await strict.stop();
    expect(back.status).toBe(303);
  });

  it('returns to where the person was going', async () => {
    idp.person = newPerson();
    const { headers } = await open(hospital.slug, { returnPath: '/requests/7?tab=notes' });
    const cookie = String(headers['set-cookie']).split(';')[0];
    const back = await callback(await idp.signIn(String(headers.location)), cookie);
    expect(String(back.headers.location)).toMatch(/^\/login\/done#code=[\w-]{43}&returnPath=%2Frequests%2F7/);
  });

  it('asks for an authenticator app where single sign-on is no second factor', async () => {
    const person = newPerson();
    const { id } = (await signIn(person)).body.body;
    await sql`insert into authenticators (user_id, secret, confirm_timestamp) values (${id}, ''::bytea, now())`.run(
      test.app.db,
    );
    expect((await signIn(person)).body).toMatchObject({
      idToken: expect.any(String),
      body: { id, secondFactor: true },
    });
    const count = (counts: boolean) =>
      sql`update organizations set single_sign_on_is_second_factor = ${counts} where id = ${hospital.id}`.run(
        test.app.db,
      );
    await count(false);
    const asked = await signIn(person);
    await count(true);
    expect([asked.status, asked.body]).toEqual([
      200,
      { secondFactor: { token: expect.any(String), methods: expect.arrayContaining(['totp']) } },
    ]);
  });

  it('lets terminated people in as far as a password does', async () => {
    const person = newPerson();
    const { id } = (await signIn(person)).body.body;
    await sql`update users set status = 'INACTIVE' where id = ${id}`.run(test.app.db);
    expect((await signIn(person)).body.body).toMatchObject({ id, status: 'INACTIVE' });
  });

  it('adds nobody to a suspended organization', async () => {
    const { id, slug } = await connected();
    const known = newPerson();
    await signIn(known, slug);
    await setApproval(test.app.db, id, 'SUSPENDED');
    expect(await signIn(newPerson(), slug)).toMatchObject({ status: 403, body: { code: 'organization_suspended' } });
    expect((await signIn(known, slug)).status).toBe(200);
  });

  it('has no sign-in page in a waiting organization, nor an end to a trip', async () => {
    const domain = `waiting${nextNumber()}.example`;
    const { id, slug } = await connected({ domain, proven: true });
    const person = newPerson({ email: `ida@${domain}` });
    const code = codeIn(await comeBack(person, slug));
    const begun = newestCookie;
    const { page, cookie } = await start(slug);
    const back = await idp.signIn(page);
    await setApproval(test.app.db, id, 'WAITING');
    expect((await open(slug)).status).toBe(404);
    for (const name of ['GET /v1/auth/sso/{slug}/organization', 'GET /v1/auth/saml/{slug}/metadata']) {
      expect((await test.call(name, { params: { slug } })).status, name).toBe(404);
    }
    const found = await test.call('POST /v1/auth/sso/find', { body: { email: person.email } });
    expect(found.body).toEqual({ slug: null, organization: null });
    expect((await callback(back, cookie)).status).toBe(403);
    expect((await exchange(code, begun)).status).toBe(401);
    const people = await sql`select 1 from users where organization_id = ${id} and user_type = 'EMPLOYEE'`.many(
      test.app.db,
    );
    expect(people).toEqual([]);
  });

  it('mails no stranger the name of a waiting organization', async () => {
    const { id, slug } = await connected();
    const person = newPerson();
    await arrive(person, slug);
    await setApproval(test.app.db, id, 'WAITING');
    expect(await test.outbox(person.email)).toEqual([]);
  });
});

describe('a refused sign-in', () => {
  it('has another state', () =>
    expectRefused(
      async () => {
        idp.person = newPerson();
        const { page, cookie } = await start();
        const back = await idp.signIn(page);
        back.searchParams.set('state', 'x'.repeat(43));
        return callback(back, cookie);
      },
      403,
      'wrong state',
    ));

  it.each([
    ['no cookie', () => ''],
    ["another browser's cookie", (cookie: string) => `${cookie.split('=')[0]}=${'x'.repeat(43)}`],
  ])('has %s', (_name, change) =>
    expectRefused(
      async () => {
        idp.person = newPerson();
        const { page, cookie } = await start();
        return callback(await idp.signIn(page), change(cookie));
      },
      403,
      'another browser',
    ),
  );

  it('was used before', async () => {
    idp.person = newPerson();
    const { page, cookie } = await start();
    const back = await idp.signIn(page);
    expect((await callback(back, cookie)).status).toBe(303);
    await expectRefused(() => callback(back, cookie), 403, 'used twice');
  });

  it("has a code that went to another organization's provider", async () => {
    // An honest provider's page, as a dishonest one sends people there: its own trip, and someone else's nonce and PKCE.
    idp.person = newPerson();
    const [theirs, { slug }] = [await start(), await connected()];
    const victim = await start(slug);
    const page = new URL(theirs.page);
    page.searchParams.set('state', new URL(victim.page).searchParams.get('state') ?? '');
    const back = await idp.signIn(page.href);
    // As with a dishonest provider, the code reaches no honest one.
    idp.behavior = 'failing';
    expect((await callback(back, victim.cookie)).status).toBe(502);
    idp.behavior = 'well';
    back.searchParams.set('state', new URL(theirs.page).searchParams.get('state') ?? '');
    await expectRefused(() => callback(back, theirs.cookie), 403, 'used code');
  });

  it('took longer than ten minutes', async () => {
    idp.person = newPerson();
    const { page, cookie } = await start();
    const back = await idp.signIn(page);
    await sql`update sign_in_trips set expires_timestamp = now() - interval '1 second'`.run(test.app.db);
    await expectRefused(() => callback(back, cookie), 403, 'expired');
  });

  it("has another person's code", () =>
    expectRefused(
      async () => {
        idp.person = newPerson();
        const [theirs, own] = [await start(), await start()];
        const stolen = (await idp.signIn(theirs.page)).searchParams.get('code') ?? '';
        const back = await idp.signIn(own.page);
        back.searchParams.set('code', stolen);
        return callback(back, own.cookie);
      },
      403,
      'code refused by the provider',
    ));

  it.each([
    ["a stranger's signature", { strangersKey: true }],
    ['another nonce', { claims: (claims: object) => ({ ...claims, nonce: 'swapped' }) }],
    ['no nonce', { claims: (claims: object) => ({ ...claims, nonce: undefined }) }],
    ['another audience', { claims: (claims: object) => ({ ...claims, aud: 'another-client' }) }],
    ['another issuer', { claims: (claims: object) => ({ ...claims, iss: 'https://id.example' }) }],
    ['an expired token', { claims: (claims: object) => ({ ...claims, exp: secondsFromNow(-200) }) }],
    ["a token that isn't valid yet", { claims: (claims: object) => ({ ...claims, nbf: secondsFromNow(200) }) }],
  ])('has %s', async (_name, change) => {
    idp.changeToken = change;
    await expectRefused(() => comeBack(newPerson()), 403, 'token not valid');
  });

  it('was denied at the provider', () =>
    expectRefused(
      async () => {
        const { page, cookie } = await start();
        const back = new URL(`${publicUrl}/?error=access_denied`);
        back.searchParams.set('state', new URL(page).searchParams.get('state') ?? '');
        back.searchParams.set('iss', idp.issuer);
        return callback(back, cookie);
      },
      403,
      'denied by the provider',
    ));

  it('has an address that the provider calls unverified', () =>
    expectRefused(() => comeBack(newPerson({ email_verified: false })), 403, 'unverified email'));

  it('has an address that nobody verified, outside a proven domain', () =>
    expectRefused(
      async () => {
        const refused = await comeBack(withoutVerified(newPerson()));
        expect(refused.body.message).toContain('prove the domain clinic.example');
        return refused;
      },
      403,
      'unverified email',
    ));

  it.each([undefined, 'not an address'])('has the address %s', (email) =>
    expectRefused(
      async () => {
        const { email: _own, ...person } = newPerson();
        const refused = await comeBack(email ? { ...person, email } : person);
        expect(refused.body.message).toContain('add the claim "email" for Kinbridge');
        return refused;
      },
      403,
      'no email',
    ),
  );

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example'])('would return to %s', (returnPath) =>
    expectRefused(() => open(hospital.slug, { returnPath }), 400, 'foreign address'),
  );

  it.each([
    ['empty', ''],
    ['256 characters long', 'x'.repeat(256)],
  ])('has a subject that is %s', async (_name, sub) => {
    idp.changeToken = { claims: (claims) => ({ ...claims, sub, email: 'nora@clinic.example', email_verified: true }) };
    const back = await comeBack(newPerson());
    expect(back.status).toBe(403);
  });

  it('is a page for a browser', async () => {
    const { page } = await start();
    idp.person = newPerson();
    const answer = await callback(await idp.signIn(page), '', 'text/html,*/*;q=0.8');
    expect([answer.status, answer.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    expect(answer.bytes.toString()).toContain('Please start again.');
  });
});

describe('a provider that is down', () => {
  it.each(['failing', 'silent'] as const)('gives a sentence when %s, before and after', async (behavior) => {
    idp.person = newPerson();
    const { page, cookie } = await start();
    const back = await idp.signIn(page);
    idp.behavior = behavior;
    test.app.config.singleSignOn.timeoutSeconds = 0.2;
    await expectRefused(() => open(hospital.slug), 502, 'provider failed');
    await expectRefused(() => callback(back, cookie), 502, 'provider failed');
  });
});

describe('a provider whose documents are costly to read', () => {
  const large = `{"keys":[],"padding":"${'x'.repeat(256 * 1024)}"}`;
  const bombs = [large, ...jsonBombs.map(([, bomb]) => bomb)];
  const description = '/.well-known/openid-configuration';

  it("isn't set up", async () => {
    for (const bomb of bombs) {
      idp.documents = { [description]: bomb };
      const answer = await save(hospital.admin);
      const refused = { code: 'document_refused', fields: { issuer: expect.stringMatching(/\w+\.$/) } };
      expect(answer).toMatchObject({ status: 400, body: refused });
    }
  });

  it('is refused before and after', async () => {
    for (const [path, act] of [
      [description, () => open(hospital.slug)],
      ['/jwks', () => comeBack(newPerson())],
    ] as const) {
      for (const [bomb = '', reason] of [
        [bombs[0], 'too large'],
        [bombs[1], 'too deep'],
      ] as const) {
        idp.documents = { [path]: bomb };
        await expectRefused(act, 400, reason);
      }
    }
  });
});

describe('a proven domain', () => {
  it('accepts addresses that the provider says nothing about', async () => {
    const domain = `proven${nextNumber()}.example`;
    const { slug } = await connected({ domain, proven: true });
    const person = withoutVerified(newPerson({ email: `ida@${domain}` }));
    expect((await signIn(person, slug)).status).toBe(200);
  });

  it("refuses addresses outside the organization's domains", async () => {
    const { id, slug } = await connected({ domain: `proven${nextNumber()}.example`, proven: true });
    await expectRefused(() => comeBack(newPerson(), slug), 403, 'another domain', id);
  });

  it("keeps other organizations' providers from vouching for its people", async () => {
    const domain = `proven${nextNumber()}.example`;
    await connected({ domain, proven: true });
    const other = await connected({ domain });
    const victim = newPerson({ email: `ida@${domain}` });
    await expectRefused(() => comeBack(victim, other.slug), 403, 'another domain', other.id);
  });
});

describe('outside a proven domain', () => {
  it('a first sign-in needs the link that was mailed to the address, once', async () => {
    const person = newPerson();
    const before = await people();
    const { status, body } = await arrive(person);
    expect([status, body]).toEqual([200, { confirm: { email: person.email } }]);
    expect(await people()).toBe(before);
    const [mail] = await test.outbox(person.email ?? '');
    expect(mail?.text).toContain(hospital.name);
    const [, token = ''] = /\/login\/confirm\?token=([\w-]{22,})/.exec(mail?.text ?? '') ?? [];
    expect(await follow(token)).toMatchObject({ status: 200, body: { body: { email: person.email } } });
    await expectRefused(() => follow(token), 401, 'used link');
    expect((await arrive(person)).body).toHaveProperty('idToken');
  });

  it('the link counts only in the browser that began the trip, and stays good there', async () => {
    const person = newPerson();
    await arrive(person);
    const token = await mailedLink(test, person.email ?? '');
    const { cookie: others } = await start();
    for (const cookie of ['', others]) {
      await expectRefused(() => follow(token, cookie), 403, 'another browser');
    }
    expect((await follow(token, others)).body.code).toBe('other_browser');
    expect((await follow(token)).status).toBe(200);
  });

  it('the link lives for 30 minutes', async () => {
    const person = newPerson();
    await arrive(person);
    const { seconds } = await sql<{ seconds: number }>`select extract(epoch from max(expires_timestamp) - now())::float8
      as seconds from vouched_people where purpose = 'confirm' and email = ${person.email ?? ''}`.one(test.app.db);
    expect([seconds > 1790, seconds <= 1800]).toEqual([true, true]);
    await sql`update vouched_people set expires_timestamp = now() - interval '1 second'`.run(test.app.db);
    const token = await mailedLink(test, person.email ?? '');
    await expectRefused(() => follow(token), 401, 'used link');
  });

  it('5 links an hour are mailed to an address', async () => {
    const person = newPerson();
    const statuses = [];
    for (let times = 0; times < 6; times++) statuses.push((await arrive(person)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await test.outbox(person.email ?? '')).toHaveLength(5);
  });

  it('the link is refused once someone else has proved the address', async () => {
    const person = newPerson();
    await arrive(person);
    const token = await mailedLink(test, person.email ?? '');
    const { id: elsewhere } = await buildOrganization(test);
    const { email } = await buildUser(test, elsewhere);
    await sql`update logins set email = ${person.email} where email = ${email}`.run(test.app.db);
    await expectRefused(() => follow(token), 403, 'login of another organization');
  });

  it('a password reset ends the link to the provider, and the next trip asks for it', async () => {
    const person = newPerson();
    const { id } = (await signIn(person)).body.body;
    await resetPassword(person.email ?? '');
    const { body } = await arrive(person);
    expect(body.link.email).toBe(person.email);
    expect((await confirm(body.link.token)).body.body.id).toBe(id);
  });
});

it('keeps the link to the provider after a password reset in a proven domain', async () => {
  const domain = `proven${nextNumber()}.example`;
  const { slug } = await connected({ domain, proven: true });
  const person = newPerson({ email: `ida@${domain}` });
  await signIn(person, slug);
  await resetPassword(`ida@${domain}`);
  expect((await arrive(person, slug)).body).toHaveProperty('idToken');
});

async function resetPassword(email: string) {
  await test.call('POST /v1/auth/forgotPassword/{email}', { params: { email } });
  const body = { email, token: await mailedCode(test, email), password: testPassword };
  expect((await test.call('POST /v1/auth/forgotPasswordVerify', { body })).status).toBe(200);
}

describe('an existing login', () => {
  const vouchedFor = (email: string) => newPerson({ email });

  it('is linked once its owner confirms with the password', async () => {
    const colleague = await buildUser(test, hospital.id);
    const person = vouchedFor(colleague.email.toUpperCase());
    const { status, body } = await signIn(person);
    expect([status, body]).toEqual([200, { link: { token: expect.any(String), email: colleague.email } }]);
    expect((await confirm(body.link.token)).body.body.id).toBe(colleague.id);
    expect((await confirm(body.link.token)).status).toBe(401);
    expect((await signIn(person)).body.body.id).toBe(colleague.id);
    expect((await entries(hospital.id, 'sso.linked')).filter(({ entityId }) => entityId === colleague.id)).toHaveLength(
      1,
    );
  });

  it("isn't linked from another browser, which uses up no password", async () => {
    const colleague = await buildUser(test, hospital.id);
    const { link } = (await signIn(vouchedFor(colleague.email))).body;
    const { cookie: others } = await start();
    for (let times = 0; times < 5; times++) {
      await expectRefused(() => confirm(link.token, testPassword, others), 401, 'used link');
    }
    expect((await confirm(link.token)).status).toBe(200);
  });

  it('can be confirmed with 5 passwords', async () => {
    const colleague = await buildUser(test, hospital.id);
    const { link } = (await signIn(vouchedFor(colleague.email))).body;
    const tries = [];
    for (let times = 0; times < 5; times++) tries.push((await confirm(link.token, 'Wrong-Lantern9!')).status);
    expect(tries).toEqual([401, 401, 401, 401, 401]);
    await expectRefused(() => confirm(link.token), 401, 'used link');
    const failed = (await entries(hospital.id, 'session.login-failed')).filter(
      ({ entityId }) => entityId === colleague.id,
    );
    expect(failed).toHaveLength(5);
  });

  it('of another organization or a member is never linked', async () => {
    const elsewhere = await buildOrganization(test);
    for (const owner of [
      await buildUser(test, elsewhere.id),
      await buildUser(test, elsewhere.id, { userType: 'ADMIN' }),
      await buildUser(test, hospital.id, { userType: 'PATIENT' }),
    ]) {
      await expectRefused(() => comeBack(vouchedFor(owner.email)), 403, 'login of another organization');
    }
  });

  it('that nobody verified, here or elsewhere, ends when the person confirms', async () => {
    const elsewhere = await buildOrganization(test);
    for (const { id } of [hospital, elsewhere]) {
      const earlier = await buildUser(test, id, { verified: false });
      const { body } = await signIn(vouchedFor(earlier.email));
      expect(body.body).toMatchObject({ email: earlier.email, status: 'PENDING', organizationId: hospital.id });
      expect(body.body.id).not.toBe(earlier.id);
      expect(await sql`select 1 from users where id = ${earlier.id}`.many(test.app.db)).toEqual([]);
    }
  });

  it('without a password, from the directory, is theirs once they confirm the address', async () => {
    const added = await buildUser(test, hospital.id, { verified: false });
    await sql`update logins set has_password = false where user_id = ${added.id}`.run(test.app.db);
    expect((await signIn(vouchedFor(added.email))).body.body.id).toBe(added.id);
    const { verified } = await sql<{ verified: boolean }>`select verified_timestamp is not null as verified
      from logins where user_id = ${added.id}`.one(test.app.db);
    expect(verified).toBe(true);
    await expectRefused(() => comeBack(vouchedFor(added.email)), 403, 'another identifier');
  });
});

describe('a code', () => {
  it('is used once', async () => {
    const code = codeIn(await comeBack(newPerson()));
    expect((await exchange(code)).status).toBe(200);
    await expectRefused(() => exchange(code), 401, 'used code');
  });

  it('adds one person when two arrive together', async () => {
    const domain = `proven${nextNumber()}.example`;
    const { slug } = await connected({ domain, proven: true });
    const person = newPerson({ email: `ida@${domain}` });
    const comeAgain = async () => [codeIn(await comeBack(person, slug)), newestCookie] as const;
    const arrivals = [await comeAgain(), await comeAgain()];
    const answers = await Promise.all(arrivals.map(([code, cookie]) => exchange(code, cookie)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body.body.id).toBe(answers[1]?.body.body.id);
  });

  it('counts only in the browser that began the trip, and stays good there', async () => {
    const code = codeIn(await comeBack(newPerson()));
    const { cookie: others } = await start();
    for (const cookie of ['', others]) {
      await expectRefused(() => exchange(code, cookie), 401, 'used code');
    }
    expect((await exchange(code)).status).toBe(200);
  });

  it('lives for a minute', async () => {
    const code = codeIn(await comeBack(newPerson()));
    const { seconds } = await sql<{ seconds: number }>`select extract(epoch from max(expires_timestamp) - now())::float8
      as seconds from vouched_people where purpose = 'code'`.one(test.app.db);
    expect(seconds).toBeLessThanOrEqual(60);
    await sql`update vouched_people set expires_timestamp = now() - interval '1 second'`.run(test.app.db);
    await expectRefused(() => exchange(code), 401, 'used code');
  });

  it("can't be made up", async () => {
    const before = await people();
    expect((await exchange('x'.repeat(43))).status).toBe(401);
    expect((await confirm('x'.repeat(43))).status).toBe(401);
    expect(await people()).toBe(before);
  });
});

function withoutVerified({ email_verified: _said, ...person }: OidcPerson): OidcPerson {
  return person;
}
