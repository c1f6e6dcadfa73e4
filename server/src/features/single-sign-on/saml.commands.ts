import type { SamlForm, SamlSettings } from '@kinbridge/contract/single-sign-on/saml.contract';
import type { StaffCaller } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, invalidField } from '../../app-error.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { DocumentRefused } from '../../document-bounds.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { setDomains } from './domains.commands.ts';
import { listDomains } from './domains.queries.ts';
import { ensureSlug, removeProvider, unlinkFormer } from './providers.commands.ts';
import { findProvider, type Provider } from './providers.queries.ts';
import { fetchMetadata, readMetadata } from './saml-known-provider.commands.ts';
import { serviceProviderOf } from './saml-service-provider.ts';

export async function readSaml(app: AppContext, { organizationId }: StaffCaller): Promise<SamlSettings> {
  const provider = await findProvider(app.db, organizationId, 'saml');
  const slug = await ensureSlug(app.db, organizationId);
  return {
    ...serviceProviderOf(app.config.publicUrl, slug),
    domains: await listDomains(app.db, organizationId),
    slug,
    issuer: provider?.issuer ?? null,
    metadataUrl: provider?.metadataUrl ?? null,
  };
}

/** Sets up an organization's SAML provider. What is left out stays. */
export async function saveSaml(app: AppContext, caller: StaffCaller, form: SamlForm): Promise<SamlSettings> {
  const { organizationId } = caller;
  const before = await findProvider(app.db, organizationId, 'saml');
  const { issuer, metadata, metadataUrl } = await readGiven(app, organizationId, form, before).catch((error) => {
    throw aboutMetadata(form, error);
  });
  await transaction(app.db, async (tx) => {
    await sql`insert into identity_providers (organization_id, kind, issuer, metadata, metadata_url, fetch_timestamp)
      values (${organizationId}, 'saml', ${issuer}, ${metadata}, ${metadataUrl}, now())
      on conflict (organization_id, kind) do update set issuer = excluded.issuer, metadata = excluded.metadata,
        metadata_url = excluded.metadata_url, fetch_timestamp = now(), update_timestamp = now()`.run(tx);
    if (form.domains) await setDomains(tx, organizationId, form.domains);
    await auditSaml(tx, caller, 'saml.edit', await unlinkFormer(tx, organizationId));
  });
  return readSaml(app, caller);
}

export async function removeSaml(app: AppContext, caller: StaffCaller): Promise<SamlSettings> {
  await transaction(app.db, async (tx) => {
    const unlinked = await removeProvider(tx, caller.organizationId, 'saml');
    if (unlinked !== null) await auditSaml(tx, caller, 'saml.delete', unlinked);
  });
  return readSaml(app, caller);
}

async function auditSaml(tx: Tx, caller: StaffCaller, action: 'saml.edit' | 'saml.delete', unlinked: number) {
  const detail = unlinked > 0 ? { unlinked } : {};
  await record(tx, { caller, action, entityId: caller.organizationId, detail });
}

async function readGiven(
  app: AppContext,
  organizationId: number,
  form: SamlForm,
  before: Provider | undefined,
): Promise<{ issuer: string; metadata: string; metadataUrl: string | null }> {
  const { metadataUrl } = form;
  const metadata = metadataUrl === undefined ? form.metadata : await fetchMetadata(app, metadataUrl);
  if (metadata === undefined) {
    if (!before?.metadata)
      throw invalidField('metadata', "Please send your identity provider's metadata or its address.");
    return { issuer: before.issuer, metadata: before.metadata, metadataUrl: before.metadataUrl };
  }
  const { entityId } = await readMetadata(app, organizationId, metadata);
  return { issuer: entityId, metadata, metadataUrl: metadataUrl ?? null };
}

/** The error at what the admin entered: the metadata or its address. */
function aboutMetadata({ metadataUrl }: SamlForm, error: Error): AppError {
  const field = metadataUrl === undefined ? 'metadata' : 'metadataUrl';
  if (error instanceof DocumentRefused) {
    return new DocumentRefused('The metadata', error.problem, { fields: ['metadata', field] });
  }
  return error instanceof AppError ? error : invalidField(field, error.message);
}
