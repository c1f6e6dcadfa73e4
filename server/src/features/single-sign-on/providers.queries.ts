import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

export type ProviderKind = 'oidc' | 'saml';

/** Where an organization's people sign in. */
export interface Provider {
  organizationId: number;
  kind: ProviderKind;
  issuer: string;
  clientId: string | null;
  /** Encrypted. */
  clientSecret: Buffer | null;
  metadata: string | null;
  metadataUrl: string | null;
}

const columns = sql`p.organization_id as "organizationId", p.kind, p.issuer, p.client_id as "clientId",
  p.client_secret as "clientSecret", p.metadata, p.metadata_url as "metadataUrl"`;

export async function findProvider(
  db: Executor,
  organizationId: number,
  kind: ProviderKind,
): Promise<Provider | undefined> {
  return sql<Provider>`select ${columns} from identity_providers p
    where p.organization_id = ${organizationId} and p.kind = ${kind}`.maybeOne(db);
}

/** A waiting organization has no sign-in page. */
const signsIn = sql<boolean>`o.approval <> 'WAITING'`;

/** Whether sign-ins that began before may go on; for a row with an organization_id. */
export const maySignIn = sql<boolean>`exists (select from organizations o where o.id = organization_id and ${signsIn})`;

/** The provider behind an organization's sign-in page: of this kind, or the one that was set up last. */
export async function findProviderBySlug(
  db: Executor,
  slug: string,
  kind: ProviderKind | null = null,
): Promise<Provider | undefined> {
  return sql<Provider>`select ${columns} from identity_providers p join organizations o on o.id = p.organization_id
    where o.slug = ${slug} and ${signsIn} and (${kind}::text is null or p.kind = ${kind}) order by p.update_timestamp desc, p.kind limit 1`.maybeOne(
    db,
  );
}

export async function isKnownSlug(db: Executor, slug: string): Promise<boolean> {
  return (await sql`select 1 from organizations o where o.slug = ${slug} and ${signsIn}`.maybeOne(db)) !== undefined;
}

export async function findNameBySlug(db: Executor, slug: string): Promise<string | null> {
  const row = await sql<{ name: string }>`select o.name from organizations o
    where o.slug = ${slug} and ${signsIn} and exists (select from identity_providers p where p.organization_id = o.id)`.maybeOne(
    db,
  );
  return row?.name ?? null;
}

/** Null while the organization waits: an email to a stranger doesn't name it. */
export async function findOrganizationName(db: Executor, id: number): Promise<string | null> {
  const row = await sql<{ name: string }>`select name from organizations o where id = ${id} and ${signsIn}`.maybeOne(
    db,
  );
  return row?.name ?? null;
}

/** Where people of a proven domain sign in. */
export async function findSignInPage(db: Executor, domain: string) {
  return sql<{ slug: string | null; organization: string }>`
    select o.slug, o.name as organization from sign_in_domains d join organizations o on o.id = d.organization_id
    where d.domain = ${domain} and d.proven_timestamp is not null and ${signsIn}
      and exists (select from identity_providers p where p.organization_id = o.id)`.maybeOne(db);
}
