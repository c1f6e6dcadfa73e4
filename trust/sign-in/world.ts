import { sql } from '../../server/src/db/sql.ts';
import { newEmployee } from '../../server/src/testing/auth.ts';
import { buildOrganization, buildSignedIn, buildUser, nextNumber } from '../../server/src/testing/build.ts';
import { type OidcProvider, startOidcProvider } from '../../server/src/testing/oidc-provider.ts';
import { SamlProviderStandIn } from '../../server/src/testing/saml-provider.ts';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { knownSubject, type Lie, type Victim } from './lies.ts';

const publicUrl = 'http://127.0.0.1:3000';

/** An organization whose provider lies. */
export interface Liar {
  id: number;
  slug: string;
  admin: string;
}

export interface World {
  portal: TestApp;
  oidc: OidcProvider;
  saml: SamlProviderStandIn;
  /** Another provider, with a key that nobody gave us. */
  stranger: SamlProviderStandIn;
  liars: Record<Lie['kind'], Liar>;
  /** An organization that lies never concern. */
  elsewhere: number;
  close(): Promise<void>;
}

/** Two organizations with providers that have the same name, one for each kind, and one that they lie about. */
export async function buildWorld(served?: Parameters<typeof startTestApp>[1]): Promise<World> {
  const portal = await startTestApp({ PUBLIC_URL: publicUrl }, served);
  const oidc = await startOidcProvider(`${publicUrl}/v1/auth/oidc/callback`);
  const [saml, stranger] = [await new SamlProviderStandIn().start(), new SamlProviderStandIn()];
  const { id: elsewhere } = await buildOrganization(portal);
  const liars = {
    oidc: await buildLiar(portal, 'oidc', oidc.client),
    saml: await buildLiar(portal, 'saml', { metadata: metadataOf(saml, oidc.issuer) }),
  };
  // Everyone has the same subject at a provider of the same name: of the other kind, or of another organization.
  await linkKnown(portal, liars.oidc.id, 'saml', oidc.issuer);
  await linkKnown(portal, liars.saml.id, 'oidc', oidc.issuer);
  for (const kind of ['oidc', 'saml']) await linkKnown(portal, elsewhere, kind, oidc.issuer);
  const close = async () => {
    saml.stop();
    await oidc.stop();
    await portal.close();
  };
  return { portal, oidc, saml, stranger, liars, elsewhere, close };
}

/** Its entity ID is the issuer of the other provider. */
export function metadataOf(saml: SamlProviderStandIn, entityId: string): string {
  return saml.metadata().replace(/entityID="[^"]*"/, `entityID="${entityId}"`);
}

async function buildLiar(portal: TestApp, kind: Lie['kind'], body: object): Promise<Liar> {
  const { id } = await buildOrganization(portal);
  const { token } = await buildSignedIn(portal, id, { userType: 'ADMIN' });
  const saved = await portal.call(`PUT /v1/organizations/{id}/${kind}`, { params: { id }, token, body });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  return { id, slug: String(saved.body.slug), admin: token };
}

async function linkKnown(portal: TestApp, organizationId: number, kind: string, issuer: string): Promise<void> {
  const { id } = await buildUser(portal, organizationId);
  await sql`insert into linked_identities (organization_id, kind, issuer, subject, user_id)
    values (${organizationId}, ${kind}, ${issuer}, ${knownSubject}, ${id})`.run(portal.app.db);
}

/** Makes somebody new, and answers the address that the provider names. */
export async function addressOf({ portal, elsewhere }: World, liar: Liar, victim: Victim): Promise<string> {
  switch (victim) {
    case 'nobody':
      return `nobody${nextNumber()}@clinic.example`;
    case 'sign-up': {
      const body = newEmployee(elsewhere);
      await portal.call('POST /v1/auth/sign-up', { body });
      return body.email;
    }
    case 'directory entry':
      return addDirectoryEntry(portal, elsewhere);
    case 'own directory entry':
      return addDirectoryEntry(portal, liar.id);
    case 'proven domain': {
      const domain = `proven${nextNumber()}.example`;
      await proveDomain(portal, elsewhere, domain);
      return `ida@${domain}`;
    }
    case 'colleague':
      return (await buildUser(portal, liar.id)).email;
    default: {
      const userType = ({ employee: 'EMPLOYEE', admin: 'ADMIN', member: 'PATIENT' } as const)[victim];
      return (await buildUser(portal, elsewhere, { userType })).email;
    }
  }
}

async function addDirectoryEntry(portal: TestApp, organizationId: number): Promise<string> {
  const { id, email } = await buildUser(portal, organizationId, { verified: false });
  await sql`insert into scim_people (user_id, organization_id) values (${id}, ${organizationId})`.run(portal.app.db);
  return email;
}

export async function proveDomain(portal: TestApp, organizationId: number, domain: string): Promise<void> {
  await sql`insert into sign_in_domains (organization_id, domain, txt_record, proven_timestamp)
    values (${organizationId}, ${domain}, 'x', now())`.run(portal.app.db);
}
