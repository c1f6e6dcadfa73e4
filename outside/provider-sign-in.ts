import { createServer } from 'node:net';
import { sql } from '../server/src/db/sql.ts';
import { buildOrganization, buildSignedIn } from '../server/src/testing/build.ts';
import { type Answer, startTestApp, type TestApp } from '../server/src/testing/test-app.ts';
import { FormBrowser, formWith } from './form-browser.ts';

const publicUrl = 'http://127.0.0.1:3000';

/** Who signs in there, in the fields of its form. */
export type Credentials = Record<string, string>;

export interface Clinic {
  portal: TestApp;
  id: number;
  token: string;
  slug: string;
  /** Ours, for its SAML provider. */
  metadata: string;
  redirectUri: string;
}

/** An organization that has proved the domain of its people's addresses, in a portal of its own. */
export async function startClinic(domain: string): Promise<Clinic> {
  const portal = await startTestApp({ PUBLIC_URL: publicUrl });
  const { id } = await buildOrganization(portal);
  const { token } = await buildSignedIn(portal, id, { userType: 'ADMIN' });
  const { slug, entityId } = (await portal.call('GET /v1/organizations/{id}/saml', { params: { id }, token })).body;
  await sql`insert into sign_in_domains (organization_id, domain, txt_record, proven_timestamp)
    values (${id}, ${domain}, '', now())`.run(portal.app.db);
  const metadata = (await portal.call(`GET ${new URL(entityId).pathname}`, {})).bytes.toString();
  return { portal, id, token, slug, metadata, redirectUri: `${publicUrl}/v1/auth/oidc/callback` };
}

export async function connect({ portal, id, token }: Clinic, kind: 'saml' | 'oidc', body: object): Promise<void> {
  const { status, bytes } = await portal.call(`PUT /v1/organizations/{id}/${kind}`, { params: { id }, token, body });
  if (status !== 200) throw new Error(`Connecting it answers ${status}: ${bytes.toString()}`);
}

export interface SamlAnswer {
  /** The assertion as the provider posted it. */
  xml: string;
  person: { email: string; firstName: string; lastName: string };
}

/** Signs in by SAML, from our sign-in page, or from an address of the provider's own. */
export async function signInBySaml(clinic: Clinic, credentials: Credentials, from?: string): Promise<SamlAnswer> {
  const { portal, slug } = clinic;
  const browser = new FormBrowser(publicUrl);
  let started = from === undefined ? await openOwn(clinic, `/v1/auth/sso/${slug}`) : null;
  let page = await browser.open(from ?? locationOf(started));
  for (let step = 0; step < 6; step++) {
    const answer = formWith('SAMLResponse', page);
    if (!answer) {
      const login = formWith('password', page);
      const form = login ?? formWith('confirm', page);
      if (!form) throw new Error(`${page.url.pathname} has no form: ${textOf(page.text)}`);
      page = await browser.submit(form, login ? credentials : {});
      continue;
    }
    const posted = await portal.call('POST /v1/auth/saml/{slug}/acs', {
      params: { slug },
      body: new URLSearchParams(answer.fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    });
    const next = locationOf(posted);
    if (next.includes('unsolicited')) {
      started = await openOwn(clinic, next);
      page = await browser.open(locationOf(started));
      continue;
    }
    const cookie = cookieOf(started);
    const done = await openOwn(clinic, next, cookie);
    const xml = Buffer.from(answer.fields.SAMLResponse ?? '', 'base64').toString();
    return { xml, person: await exchange(clinic, done, cookie) };
  }
  throw new Error(`It posts no answer, and ends at ${page.url.href}.`);
}

/** Signs in by OpenID Connect, from our sign-in page. */
export async function signInByOidc(clinic: Clinic, credentials: Credentials): Promise<SamlAnswer['person']> {
  const started = await openOwn(clinic, `/v1/auth/sso/${clinic.slug}`);
  const browser = new FormBrowser(publicUrl);
  let page = await browser.open(locationOf(started));
  const login = formWith('password', page);
  if (login) page = await browser.submit(login, credentials);
  if (page.url.origin !== publicUrl) throw new Error(`It ends at ${page.url.href}: ${textOf(page.text)}`);
  const cookie = cookieOf(started);
  const done = await openOwn(clinic, page.url.pathname + page.url.search, cookie);
  return exchange(clinic, done, cookie);
}

async function exchange({ portal }: Clinic, done: Answer, cookie: string) {
  const code = /#code=([\w-]+)/.exec(locationOf(done))?.[1];
  const { status, body } = await portal.call('POST /v1/auth/sso', { body: { code }, headers: { cookie } });
  if (!body?.body) throw new Error(`The code answers ${status}: ${JSON.stringify(body)}`);
  const { email, firstName, lastName } = body.body;
  return { email, firstName, lastName };
}

function openOwn({ portal }: Clinic, path: string, cookie = ''): Promise<Answer> {
  return portal.call(`GET ${path}`, { headers: { cookie, accept: 'application/json' } });
}

function locationOf(answer: Answer | null): string {
  if (typeof answer?.headers.location === 'string') return answer.headers.location;
  throw new Error(`Kinbridge answers ${answer?.status}: ${answer?.bytes.toString()}`);
}

function cookieOf(answer: Answer | null): string {
  return String(answer?.headers['set-cookie']).split(';')[0] ?? '';
}

function textOf(html: string): string {
  return html
    .replace(/<(script|style)\b.*?<\/\1>|<[^>]*>/gs, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 300);
}

/** Throws what differs. */
export function expectPerson(person: SamlAnswer['person'], expected: SamlAnswer['person']): void {
  const [actual, wanted] = [person, expected].map(({ email, firstName, lastName }) =>
    [firstName, lastName, email].join(' '),
  );
  if (actual !== wanted) throw new Error(`It signs in ${actual} instead of ${wanted}.`);
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}
