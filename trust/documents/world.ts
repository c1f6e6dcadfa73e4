import { createServer, type ServerResponse } from 'node:http';
import { buildOrganization, buildSignedIn, serviceIds } from '../../server/src/testing/build.ts';
import { buildForm } from '../../server/src/testing/forms.ts';
import { listen } from '../../server/src/testing/listen.ts';
import { type OidcProvider, startOidcProvider } from '../../server/src/testing/oidc-provider.ts';
import { SamlProviderStandIn } from '../../server/src/testing/saml-provider.ts';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';

const publicUrl = 'http://127.0.0.1:3000';

export type World = Awaited<ReturnType<typeof buildWorld>>;

/** An organization whose providers, directory and forms send documents that are costly to read, and one beside it. */
export async function buildWorld(served?: Parameters<typeof startTestApp>[1]) {
  const portal = await startTestApp({ PUBLIC_URL: publicUrl }, served);
  portal.app.config.singleSignOn.timeoutSeconds = 1;
  const oidc = await startOidcProvider(`${publicUrl}/v1/auth/oidc/callback`);
  const saml = await new SamlProviderStandIn().start();
  const hostile = await startHostileProvider();
  const clinic = await buildClinic(portal, 'saml', { metadata: saml.metadata() });
  const hospital = await buildClinic(portal, 'oidc', oidc.client);
  const beside = await buildClinic(portal, 'saml', { metadata: saml.metadata() });
  const { token, organizationId } = clinic.admin;
  const created = await portal.call('POST /v1/organizations/{id}/scim-tokens', {
    params: { id: organizationId },
    token,
  });
  const { signInUrl } = await openTrip(portal, clinic.slug);
  return {
    portal,
    oidc,
    saml,
    hostile,
    clinic,
    hospital,
    beside,
    directoryToken: String(created.body.token),
    form: await buildForm(portal, clinic.admin, [{ type: 'text', name: 'q' }]),
    serviceIds: String(await serviceIds(portal, organizationId)),
    /** An attribute that names a trip of the clinic that waits for its answer. */
    named: await requestAttribute(saml, signInUrl),
    /** Ours for the clinic's provider, with the certificate to encrypt for. */
    metadata: await ownMetadata(portal, clinic.slug),
    async close() {
      saml.stop();
      hostile.stop();
      await oidc.stop();
      await portal.close();
    },
  };
}

async function buildClinic(portal: TestApp, kind: 'saml' | 'oidc', body: object) {
  const { id } = await buildOrganization(portal);
  const admin = await buildSignedIn(portal, id, { userType: 'ADMIN' });
  const saved = await portal.call(`PUT /v1/organizations/{id}/${kind}`, { params: { id }, token: admin.token, body });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  return { id, admin, slug: String(saved.body.slug) };
}

export async function openTrip(portal: TestApp, slug: string) {
  const { headers } = await portal.call('GET /v1/auth/sso/{slug}', { params: { slug } });
  return { signInUrl: String(headers.location), cookie: String(headers['set-cookie']).split(';')[0] ?? '' };
}

async function requestAttribute(saml: SamlProviderStandIn, signInUrl: string): Promise<string> {
  const { samlResponse } = await saml.answer(signInUrl);
  return / InResponseTo="[^"]*"/.exec(Buffer.from(samlResponse, 'base64').toString())?.[0] ?? '';
}

async function ownMetadata(portal: TestApp, slug: string): Promise<string> {
  return (await portal.call('GET /v1/auth/saml/{slug}/metadata', { params: { slug } })).bytes.toString();
}

/** Signs in at the provider; answers what the browser brings back. */
export async function bringBack(portal: TestApp, oidc: OidcProvider, slug: string) {
  const { signInUrl, cookie } = await openTrip(portal, slug);
  const query = Object.fromEntries((await oidc.signIn(signInUrl)).searchParams);
  return { query, headers: { cookie, accept: 'application/json' } };
}

/** A provider on loopback that never comes to an end: under /slow byte by byte, under /endless as fast as it can. */
async function startHostileProvider() {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url?.startsWith('/slow')) drip(response);
    else flood(response);
  });
  const port = await listen(server);
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
}

function flood(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, '[');
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}
