import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { mailedLink, newEmployee } from '../../testing/auth.ts';
import { buildOrganization, buildSignedIn, buildUser, nextNumber } from '../../testing/build.ts';
import { type OidcProvider, startOidcProvider } from '../../testing/oidc-provider.ts';
import { SamlProviderStandIn } from '../../testing/saml-provider.ts';
import { type Answer, startTestApp, type TestApp } from '../../testing/test-app.ts';

/** Signed answers of a provider whose organization nobody vetted, about people who aren't its own. */
const publicUrl = 'http://127.0.0.1:3000';
const test = {} as TestApp;
const saml = new SamlProviderStandIn();
let oidc: OidcProvider;

beforeAll(async () => {
  Object.assign(test, await startTestApp({ PUBLIC_URL: publicUrl }));
  oidc = await startOidcProvider(`${publicUrl}/v1/auth/oidc/callback`);
  await saml.start();
});

afterAll(async () => {
  saml.stop();
  await oidc.stop();
  await test.close();
});

type Kind = 'oidc' | 'saml';

async function liar(kind: Kind) {
  const { id } = await buildOrganization(test);
  const { token } = await buildSignedIn(test, id, { userType: 'ADMIN' });
  const body = kind === 'oidc' ? oidc.client : { metadata: saml.metadata() };
  const saved = await test.call(`PUT /v1/organizations/{id}/${kind}`, { params: { id }, token, body });
  return { id, kind, slug: String(saved.body.slug) };
}

type Liar = Awaited<ReturnType<typeof liar>>;

/** Whose address it is that the provider names. */
const victims: Record<string, (elsewhere: number) => Promise<string>> = {
  nobody: async () => `nobody${nextNumber()}@clinic.example`,
  employee: async (id) => (await buildUser(test, id)).email,
  admin: async (id) => (await buildUser(test, id, { userType: 'ADMIN' })).email,
  member: async (id) => (await buildUser(test, id, { userType: 'PATIENT' })).email,
  'sign-up': async (id) => {
    const body = newEmployee(id);
    await test.call('POST /v1/auth/sign-up', { body });
    return body.email;
  },
  'directory entry': async (id) => {
    const { id: userId, email } = await buildUser(test, id, { verified: false });
    await sql`insert into scim_people (user_id, organization_id) values (${userId}, ${id})`.run(test.app.db);
    return email;
  },
  'proven domain': async (id) => {
    const domain = `proven${nextNumber()}.example`;
    await sql`insert into sign_in_domains (organization_id, domain, txt_record, proven_timestamp)
      values (${id}, ${domain}, 'x', now())`.run(test.app.db);
    return `ida@${domain}`;
  },
};

interface Lie {
  victim: string;
  capitals: boolean;
  subject: string;
  name: string;
}

const lies = fc.record<Lie>({
  victim: fc.constantFrom(...Object.keys(victims)),
  capitals: fc.boolean(),
  subject: fc.oneof(
    fc.constantFrom('', 'x', 'x'.repeat(255), 'x'.repeat(256), "'; drop table users --", 'a\u0000b', '\ud800'),
    fc.string(),
  ),
  name: fc.oneof(fc.constantFrom('', 'Ida', '\u0000', 'x'.repeat(5000), '<script>', '\u202eadI'), fc.string()),
});

/** Comes back to us from the provider; answers what our calls answered, and the cookie of the trip. */
async function arrive({ kind, slug }: Liar, email: string, { subject, name }: Lie) {
  const started = await test.call('GET /v1/auth/sso/{slug}', { params: { slug } });
  const cookie = String(started.headers['set-cookie']).split(';')[0] ?? '';
  const page = String(started.headers.location);
  const headers = { cookie, accept: 'application/json' };
  let back: Answer;
  if (kind === 'oidc') {
    oidc.person = { sub: 'person', email };
    const said = { sub: subject, email, email_verified: true, given_name: name, family_name: name };
    oidc.changeToken = { claims: (claims) => ({ ...claims, ...said }) };
    const query = Object.fromEntries((await oidc.signIn(page)).searchParams);
    back = await test.call('GET /v1/auth/oidc/callback', { query, headers });
  } else {
    saml.person = { id: subject, email, firstName: name, lastName: name };
    const answer = await saml.answer(page).catch(() => null);
    if (!answer) return { answers: [], cookie };
    const posted = await test.call('POST /v1/auth/saml/{slug}/acs', {
      params: { slug },
      body: new URLSearchParams({ SAMLResponse: answer.samlResponse }).toString(),
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    });
    back = posted.status === 303 ? await test.call(`GET ${posted.headers.location}`, { headers }) : posted;
  }
  const code = /#code=([\w-]+)/.exec(String(back.headers.location))?.[1];
  if (code === undefined) return { answers: [back], cookie };
  return { answers: [back, await test.call('POST /v1/auth/sso', { body: { code }, headers: { cookie } })], cookie };
}

/** Everything that says who somebody is. */
async function accounts(): Promise<string> {
  const { rows } = await sql<{ rows: string }>`select md5(concat(
    (select string_agg(u::text, '' order by id) from users u), (select string_agg(l::text, '' order by user_id) from logins l),
    (select string_agg(i::text, '' order by subject) from linked_identities i), (select count(*) from sessions))) as rows`.one(
    test.app.db,
  );
  return rows;
}

/** What a lie achieved, in words; empty as it should be. The owner of the mailbox opens the link elsewhere. */
async function harmOf(provider: Liar, lie: Lie, email: string): Promise<string[]> {
  const before = await accounts();
  const { answers, cookie } = await arrive(provider, lie.capitals ? email.toUpperCase() : email, lie);
  if (answers.some(({ body }) => body?.confirm)) {
    const token = await mailedLink(test, email);
    const other = await test.call('POST /v1/auth/sso/confirm', { body: { token } });
    answers.push(other);
    const made = await test.call('POST /v1/auth/sso/confirm', {
      body: { token: token.replace(/^./, (first) => (first === 'x' ? 'y' : 'x')) },
      headers: { cookie },
    });
    answers.push(made);
  }
  return [
    ...answers.filter(({ status }) => status >= 500).map(({ status }) => `answered ${status}`),
    ...(answers.some(({ body }) => body?.idToken || body?.secondFactor) ? ['signed in'] : []),
    ...((await accounts()) === before ? [] : ['changed an account']),
  ];
}

describe.each<Kind>(['oidc', 'saml'])('a provider that lies by %s', (kind) => {
  it('opens and changes no account without the mailbox', async () => {
    const [provider, elsewhere] = [await liar(kind), await buildOrganization(test)];
    const property = fc.asyncProperty(lies, async (lie) => {
      const email = (await victims[lie.victim]?.(elsewhere.id)) ?? '';
      expect(await harmOf(provider, lie, email)).toEqual([]);
    });
    await fc.assert(property, { numRuns: 20 });
  });

  it('is noticed if its word were enough', async () => {
    const provider = await liar(kind);
    await sql`insert into sign_in_domains (organization_id, domain, txt_record, proven_timestamp)
      values (${provider.id}, ${`planted-${kind}.example`}, 'x', now())`.run(test.app.db);
    const lie = { victim: 'nobody', capitals: false, subject: 'x', name: 'Ida' };
    expect(await harmOf(provider, lie, `nobody@planted-${kind}.example`)).toEqual(['signed in', 'changed an account']);
  });

  it('is noticed if a mailed link counted in every browser', async () => {
    const provider = await liar(kind);
    const email = `nobody${nextNumber()}@clinic.example`;
    const { answers } = await arrive(provider, email, { victim: 'nobody', capitals: false, subject: 'x', name: 'Ida' });
    expect(answers.at(-1)?.body).toEqual({ confirm: { email } });
    const { cookie } = await arrive(provider, `other${nextNumber()}@clinic.example`, {
      victim: 'nobody',
      capitals: false,
      subject: 'y',
      name: 'Ida',
    });
    const body = { token: await mailedLink(test, email) };
    const follow = () => test.call('POST /v1/auth/sso/confirm', { body, headers: { cookie } });
    expect((await follow()).body.code).toBe('other_browser');
    await sql`update vouched_people set browser_hash = (select browser_hash from vouched_people
      where purpose = 'confirm' and subject = 'y' and organization_id = ${provider.id})
      where purpose = 'confirm' and email = ${email}`.run(test.app.db);
    expect((await follow()).body).toHaveProperty('idToken');
  });
});
