import { addressGroup } from '../../access/address-group.ts';
import type { Visitor } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { invalidField } from '../../app-error.ts';
import { sql } from '../../db/sql.ts';
import { DocumentRefused, documentBounds } from '../../document-bounds.ts';
import { describeError } from '../../log.ts';
import { createProviderFetch } from '../../outside/identity-provider/provider-fetch.ts';
import { isAllowedUrl } from '../../outside/network/guarded-request.ts';
import { ensureSlug } from './providers.commands.ts';
import type { Provider } from './providers.queries.ts';
import { type SamlProvider, unreadableMetadata } from './saml-metadata.ts';
import { serviceProviderOf } from './saml-service-provider.ts';
import { inSamlThread } from './saml-thread.ts';
import { startTrip, type TripStart } from './trips.commands.ts';
import { findXmlProblem } from './xml-scan.ts';

const fetchesEvery = '1 hour';

/** The known metadata, or that from its address if it is old. An address that fails changes nothing. */
async function refreshedMetadata(app: AppContext, provider: Provider): Promise<string> {
  const { organizationId, metadataUrl } = provider;
  if (metadataUrl === null) return knownMetadata(provider);
  // Taken before the call: other people's sign-ins don't wait for the address too.
  const isOld = await sql`update identity_providers set fetch_timestamp = now()
    where organization_id = ${organizationId} and kind = 'saml' and fetch_timestamp < now() - ${fetchesEvery}::interval
    returning 1`.maybeOne(app.db);
  if (!isOld) return knownMetadata(provider);
  try {
    const metadata = await fetchMetadata(app, metadataUrl);
    const fresh = await readMetadata(app, organizationId, metadata);
    if (fresh.entityId !== provider.issuer) throw new Error('The metadata is about another provider.');
    await sql`update identity_providers set metadata = ${metadata}
      where organization_id = ${organizationId} and kind = 'saml' and metadata_url = ${metadataUrl}`.run(app.db);
    return metadata;
  } catch {
    return knownMetadata(provider);
  }
}

export function knownMetadata({ metadata }: Provider): string {
  return metadata ?? '';
}

/** Throws a sentence about what is wrong with the metadata. */
export async function readMetadata(app: AppContext, organizationId: number, metadata: string): Promise<SamlProvider> {
  const isLarge = Buffer.byteLength(metadata) > documentBounds.providerBytes;
  const problem = isLarge ? 'too large' : findXmlProblem(metadata);
  if (problem === 'document type' || problem === 'not XML') throw new Error(unreadableMetadata[problem]);
  if (problem !== null) throw new DocumentRefused('The metadata', problem);
  return inSamlThread(app, { organizationId, formId: null }, 'read metadata', { metadata });
}

/** Reads a provider's metadata from its address. */
export async function fetchMetadata({ config, log }: AppContext, address: string): Promise<string> {
  if (!URL.canParse(address) || !isAllowedUrl(new URL(address), config.singleSignOn)) {
    throw invalidField('metadataUrl', 'Must be a public address that begins with https://.');
  }
  try {
    const response = await createProviderFetch(config.singleSignOn)(address);
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    return await response.text();
  } catch (error) {
    if (error instanceof DocumentRefused) throw error;
    log.warn({ error: describeError(error) }, 'SAML metadata not read');
    throw invalidField('metadataUrl', "We couldn't read this address. Check it and try again, or paste the metadata.");
  }
}

/** The ID of our request holds the trip's state: the answer arrives without cookies and must name it. */
const requestIdOf = (state: string) => `_${state}`;
export const stateOf = (requestId: string) => requestId.slice(1);

/** Starts a trip to the organization's identity provider. */
export async function startSaml(
  app: AppContext,
  _: Visitor,
  provider: Provider,
  { address, ...wanted }: TripStart & { address: string },
) {
  const metadata = await refreshedMetadata(app, provider);
  const ours = serviceProviderOf(app.config.publicUrl, await ensureSlug(app.db, provider.organizationId));
  const { state, cookie } = await startTrip(app, { organizationId: provider.organizationId, kind: 'saml', ...wanted });
  const request = {
    requestId: requestIdOf(state),
    relayState: wanted.returnPath ?? '/login/done',
    again: wanted.again,
  };
  const lane = { organizationId: provider.organizationId, formId: addressGroup(address) };
  const location = await inSamlThread(app, lane, 'start', { ours, metadata, request });
  return { location, cookie };
}
