import type { AppContext } from '../../app-context.ts';
import { invalidField } from '../../app-error.ts';
import { sql } from '../../db/sql.ts';
import { describeError } from '../../log.ts';
import { createProviderFetch, isAllowedUrl } from '../../outside/identity-provider/provider-fetch.ts';
import type { Provider } from './providers.queries.ts';
import { readProviderMetadata, type SamlProvider } from './saml-metadata.ts';

const fetchesEvery = '1 hour';

/** The provider as known, with metadata from its address read again if it is old. An address that fails changes nothing. */
export async function refreshedProvider(app: AppContext, provider: Provider): Promise<SamlProvider> {
  const { organizationId, metadataUrl } = provider;
  if (metadataUrl === null) return knownProvider(app, provider);
  // Taken before the call: other people's sign-ins don't wait for the address too.
  const isOld = await sql`update identity_providers set fetch_timestamp = now()
    where organization_id = ${organizationId} and kind = 'saml' and fetch_timestamp < now() - ${fetchesEvery}::interval
    returning 1`.maybeOne(app.db);
  if (!isOld) return knownProvider(app, provider);
  try {
    const metadata = await fetchMetadata(app, metadataUrl);
    const fresh = await readMetadata(app, metadata);
    if (fresh.entityId !== provider.issuer) throw new Error('The metadata is about another provider.');
    await sql`update identity_providers set metadata = ${metadata}
      where organization_id = ${organizationId} and kind = 'saml' and metadata_url = ${metadataUrl}`.run(app.db);
    return fresh;
  } catch {
    return knownProvider(app, provider);
  }
}

export function knownProvider(app: AppContext, { metadata }: Provider): Promise<SamlProvider> {
  return readMetadata(app, metadata ?? '');
}

/** Throws a sentence about what is wrong with the metadata. */
export function readMetadata({ config }: AppContext, metadata: string): Promise<SamlProvider> {
  return readProviderMetadata(metadata, (url) => isAllowed(config, url));
}

function isAllowed({ singleSignOn }: AppContext['config'], url: string): boolean {
  return URL.canParse(url) && isAllowedUrl(new URL(url), singleSignOn);
}

/** Reads a provider's metadata from its address. */
export async function fetchMetadata({ config, log }: AppContext, address: string): Promise<string> {
  if (!isAllowed(config, address)) {
    throw invalidField('metadataUrl', 'Must be a public address that begins with https://.');
  }
  try {
    const response = await createProviderFetch(config.singleSignOn)(address);
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    return await response.text();
  } catch (error) {
    log.warn({ error: describeError(error) }, 'SAML metadata not read');
    throw invalidField('metadataUrl', "We couldn't read this address. Check it and try again, or paste the metadata.");
  }
}
