import { addressGroup } from '../../access/address-group.ts';
import type { Visitor } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { ensureSlug } from './providers.commands.ts';
import type { Provider } from './providers.queries.ts';
import { refreshedMetadata } from './saml-known-provider.commands.ts';
import { serviceProviderOf } from './saml-service-provider.ts';
import { inSamlThread } from './saml-thread.ts';
import { startTrip, type TripStart } from './trips.commands.ts';

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
