import type { OidcSettings, oidcForm } from '@kinbridge/contract/single-sign-on/oidc.contract';
import type { z } from 'zod';
import type { StaffCaller } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { invalidField } from '../../app-error.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { lockCurrentKey } from '../../db/encryption-keys.queries.ts';
import { sql } from '../../db/sql.ts';
import { DocumentRefused } from '../../document-bounds.ts';
import { decryptSecret, encryptSecret } from '../../encrypted-secret.ts';
import { describeError } from '../../log.ts';
import { isAllowedUrl } from '../../outside/network/guarded-request.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { setDomains } from './domains.commands.ts';
import { listDomains } from './domains.queries.ts';
import { discover, refusedDocument, withoutSlash } from './oidc-client.ts';
import { redirectUriOf, secretPurpose } from './oidc-sign-in.ts';
import { ensureSlug, removeProvider, unlinkFormer } from './providers.commands.ts';
import { findProvider } from './providers.queries.ts';

export async function readOidc(app: AppContext, { organizationId }: StaffCaller): Promise<OidcSettings> {
  const provider = await findProvider(app.db, organizationId, 'oidc');
  return {
    issuer: provider?.issuer ?? null,
    clientId: provider?.clientId ?? null,
    domains: await listDomains(app.db, organizationId),
    slug: await ensureSlug(app.db, organizationId),
    redirectUri: redirectUriOf(app),
  };
}

type OidcForm = z.output<typeof oidcForm>;

/** Sets up the provider, once it answers. */
export async function saveOidc(app: AppContext, caller: StaffCaller, form: OidcForm): Promise<OidcSettings> {
  const issuer = issuerIn(app, form.issuer);
  const clientSecret = await secretFor(app, caller, { ...form, issuer });
  const client = { issuer: issuer.href, clientId: form.clientId, clientSecret };
  const found = await discover(app.config, client).catch((error) => {
    app.log.warn({ organizationId: caller.organizationId, error: describeError(error) }, 'issuer not discovered');
    const document = refusedDocument(error);
    if (document) throw new DocumentRefused("The issuer's configuration", document.problem, { fields: ['issuer'] });
    throw invalidField('issuer', "We couldn't read this issuer's configuration. Check the address and try again.");
  });
  await transaction(app.db, async (tx) => {
    await upsertOidc(tx, app, caller, { ...client, issuer: found.serverMetadata().issuer });
    if (form.domains) await setDomains(tx, caller.organizationId, form.domains);
    await auditOidc(tx, caller, 'oidc.edit', await unlinkFormer(tx, caller.organizationId));
  });
  return readOidc(app, caller);
}

export async function removeOidc(app: AppContext, caller: StaffCaller): Promise<OidcSettings> {
  await transaction(app.db, async (tx) => {
    const unlinked = await removeProvider(tx, caller.organizationId, 'oidc');
    if (unlinked !== null) await auditOidc(tx, caller, 'oidc.delete', unlinked);
  });
  return readOidc(app, caller);
}

/** The address as entered, or copied with the path of the configuration. */
function issuerIn({ config }: AppContext, text: string): URL {
  const plain = text.replace(/\/\.well-known\/openid-configuration\/?$/, '');
  const url = URL.canParse(plain) ? new URL(plain) : null;
  if (url && isAllowedUrl(url, config.singleSignOn) && url.search === '' && url.hash === '') return url;
  throw invalidField('issuer', 'Must be a public address that begins with https://.');
}

/** The new secret, or the present one. A changed issuer needs a new one, or it would get the old issuer's secret. */
async function secretFor(
  { db, config }: AppContext,
  { organizationId }: StaffCaller,
  { issuer, clientSecret }: { issuer: URL; clientSecret?: string | undefined },
): Promise<string> {
  if (clientSecret !== undefined) return clientSecret;
  const present = await findProvider(db, organizationId, 'oidc');
  if (!present?.clientSecret || withoutSlash(present.issuer) !== withoutSlash(issuer.href)) {
    throw invalidField('clientSecret', 'Client secret is required.');
  }
  return decryptSecret(config.encryptionKey, secretPurpose(organizationId), present.clientSecret);
}

async function upsertOidc(
  tx: Tx,
  { config }: AppContext,
  { organizationId }: StaffCaller,
  { issuer, clientId, clientSecret }: { issuer: string; clientId: string; clientSecret: string },
): Promise<void> {
  const encrypted = encryptSecret(await lockCurrentKey(tx, config), secretPurpose(organizationId), clientSecret);
  await sql`
    insert into identity_providers (organization_id, kind, issuer, client_id, client_secret)
    values (${organizationId}, 'oidc', ${issuer}, ${clientId}, ${encrypted})
    on conflict (organization_id, kind) do update set issuer = excluded.issuer, client_id = excluded.client_id,
      client_secret = excluded.client_secret, update_timestamp = now()`.run(tx);
}

async function auditOidc(tx: Tx, caller: StaffCaller, action: 'oidc.edit' | 'oidc.delete', unlinked: number) {
  const detail = unlinked > 0 ? { unlinked } : {};
  await record(tx, { caller, action, entityId: caller.organizationId, detail });
}
