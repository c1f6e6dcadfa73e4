import { isOwnPath } from '@kinbridge/contract/single-sign-on/return-path';
import type { Visitor } from '../../access/caller.ts';
import { RedirectAnswer } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { invalidField, notFound } from '../../app-error.ts';
import { findProviderBySlug, type Provider, type ProviderKind } from './providers.queries.ts';
import { refuseSignIn, signInRefused } from './refusals.commands.ts';
import { startSaml } from './saml-known-provider.commands.ts';
import { hasUnsolicitedTrip, type TripStart } from './trips.commands.ts';

/** Starts a trip to a provider; answers its address and the trip's cookie. */
type Start = (
  app: AppContext,
  caller: Visitor,
  provider: Provider,
  wanted: TripStart & { address: string },
) => Promise<{ location: string; cookie: string }>;

const starts: Record<ProviderKind, Start> = {
  oidc: async (app, caller, provider, { address: _, ...wanted }) =>
    (await import('./oidc-sign-in.ts')).startOidc(app, caller, provider, wanted),
  saml: startSaml,
};

interface SignInStart {
  returnPath?: string | undefined;
  again?: 'true' | undefined;
  unsolicited?: 'true' | undefined;
  cookies: string | undefined;
  address: string;
}

/** Sends a browser to the provider of the organization with this slug. */
export async function startSignIn(
  app: AppContext,
  caller: Visitor,
  slug: string,
  { returnPath, again, unsolicited, cookies, address }: SignInStart,
): Promise<RedirectAnswer> {
  const provider = await findProviderBySlug(app.db, slug, unsolicited ? 'saml' : null);
  if (!provider) throw notFound('sign-in page');
  const { organizationId } = provider;
  // Otherwise a provider that never answers our request would send the browser around without end.
  if (unsolicited && (await hasUnsolicitedTrip(app, organizationId, cookies))) {
    return refuseSignIn(app, caller, { organizationId, reason: 'unsolicited twice', error: unsolicitedTwice() });
  }
  if (returnPath !== undefined && !isOwnPath(returnPath)) {
    const error = invalidField('returnPath', 'Must be a path of this portal, such as /requests.');
    return refuseSignIn(app, caller, { organizationId, reason: 'foreign address', error });
  }
  const { location, cookie } = await starts[provider.kind](app, caller, provider, {
    returnPath: returnPath ?? null,
    again: again !== undefined,
    unsolicited: unsolicited !== undefined,
    address,
  });
  return new RedirectAnswer(location, cookie);
}

function unsolicitedTwice() {
  return signInRefused(
    "Your organization's sign-in service doesn't answer our request, so we couldn't sign you in. Ask your administrator to allow sign-ins that start at Kinbridge (SP-initiated).",
  );
}
