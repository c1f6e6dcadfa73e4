import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
// The package's main file and its default store only add warnings about Node 20 and about losing data.
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { Provider } from 'oidc-provider/lib/provider.js';
import { listen } from './listen.ts';

/** A person at the provider, with their claims. */
export interface OidcPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
}

export interface OidcProvider {
  issuer: string;
  /** What an admin enters in Kinbridge. */
  client: { issuer: string; clientId: string; clientSecret: string };
  /** Who is signed in there, without being asked. */
  person: OidcPerson;
  /** How it behaves: as it should, down with 503, or without any answer. */
  behavior: 'well' | 'failing' | 'silent';
  /** Sends these instead, by path. */
  documents: Record<string, string>;
  /** Changes ID tokens before they are signed again, with the provider's own key, a stranger's, or none. */
  changeToken: { claims?: (claims: JWTPayload) => JWTPayload; strangersKey?: boolean; unsigned?: boolean } | null;
  /** Replaces the signing key. */
  rotateKey(): Promise<void>;
  /**
   * Signs in at the provider's page as a browser does; answers where the browser is sent back to. A browser that keeps its
   * cookies is signed in there.
   */
  signIn(page: string, cookies?: Map<string, string>): Promise<URL>;
  /** How often it asked a person who they are. */
  asked: number;
  stop(): Promise<void>;
}

/** How the client sends its secret. */
type Authentication = 'client_secret_basic' | 'client_secret_post';

/** Starts a real OpenID Connect provider on loopback, for one client with this address to return to. */
export async function startOidcProvider(
  redirectUri: string,
  authentication: Authentication = 'client_secret_basic',
): Promise<OidcProvider> {
  const server = createServer((request, response) => {
    if (started.behavior === 'silent') return;
    const document = started.documents[request.url ?? ''];
    if (started.behavior === 'failing') response.writeHead(503).end();
    else if (document !== undefined) response.setHeader('content-type', 'application/json').end(document);
    else if (request.url?.startsWith('/interaction/')) {
      started.asked++;
      current.provider.interactionFinished(request, response, { login: { accountId: started.person.sub } });
    } else current.provider.callback()(request, response);
  });
  const issuer = `http://127.0.0.1:${await listen(server)}`;
  const client = { issuer, clientId: 'kinbridge', clientSecret: 'a secret of the tests, long enough' };
  const registered = { redirect_uris: [redirectUri], token_endpoint_auth_method: authentication };
  const build = () => buildProvider(client, registered, () => started);
  let current = await build();
  const started: OidcProvider = {
    issuer,
    client,
    person: { sub: 'nobody' },
    behavior: 'well',
    documents: {},
    changeToken: null,
    async rotateKey() {
      current = await build();
    },
    signIn: (page, cookies = new Map()) => signIn(page, issuer, cookies),
    asked: 0,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return started;
}

type Client = OidcProvider['client'];

async function buildProvider({ issuer, clientId, clientSecret }: Client, registered: object, now: () => OidcProvider) {
  const [own, stranger] = [await newKey(), await newKey()];
  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(),
    clients: [
      { client_id: clientId, client_secret: clientSecret, ...registered, id_token_signed_response_alg: 'ES256' },
    ],
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    jwks: { keys: [own.jwk] },
    cookies: { keys: [randomUUID()] },
    claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => now().person }),
    // Everyone has consented.
    async loadExistingGrant({ oidc }: { oidc: { client: { clientId: string }; session: { accountId: string } } }) {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const change = now().changeToken;
    if (context.path !== '/token' || !context.body?.id_token || !change) return;
    const decoded = decodeJwt(context.body.id_token);
    const claims = change.claims?.(decoded) ?? decoded;
    context.body.id_token = change.unsigned
      ? new UnsecuredJWT(claims).encode()
      : await new SignJWT(claims)
          .setProtectedHeader({ alg: 'ES256', kid: own.jwk.kid })
          .sign(change.strangersKey ? stranger.privateKey : own.privateKey);
  });
  return { provider };
}

async function newKey() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'ES256', use: 'sig' } };
}

/** Follows redirects with cookies until they leave the provider. */
async function signIn(page: string, issuer: string, cookies: Map<string, string>): Promise<URL> {
  let url = new URL(page);
  while (url.origin === issuer) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { headers: { cookie }, redirect: 'manual' });
    const location = response.headers.get('location');
    if (!location) throw new Error(`${url.pathname} answered ${response.status}: ${await response.text()}`);
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    url = new URL(location, url);
  }
  return url;
}
