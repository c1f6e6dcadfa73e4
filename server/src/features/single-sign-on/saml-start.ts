import type { Visitor } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { ensureSlug } from './providers.commands.ts';
import type { Provider } from './providers.queries.ts';
import { refreshedProvider } from './saml-known-provider.commands.ts';
import { serviceProviderOf, signInAddress } from './saml-service-provider.ts';
import { startTrip, type TripStart } from './trips.commands.ts';

/** The ID of our request holds the trip's state: the answer arrives without cookies and must name it. */
const requestIdOf = (state: string) => `_${state}`;
export const stateOf = (requestId: string) => requestId.slice(1);

/** Starts a trip to the organization's identity provider. */
export async function startSaml(app: AppContext, _: Visitor, provider: Provider, wanted: TripStart) {
  const known = await refreshedProvider(app, provider);
  const ours = serviceProviderOf(app.config.publicUrl, await ensureSlug(app.db, provider.organizationId));
  const { state, cookie } = await startTrip(app, { organizationId: provider.organizationId, kind: 'saml', ...wanted });
  const location = await signInAddress(ours, known, {
    requestId: requestIdOf(state),
    relayState: wanted.returnPath ?? '/login/done',
    again: wanted.again,
  });
  return { location, cookie };
}
