import { isOwnPath } from '@kinbridge/contract/single-sign-on/return-path';
import type { Visitor } from '../../access/caller.ts';
import { RedirectAnswer } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { invalidField, notFound } from '../../app-error.ts';
import { findProviderBySlug, type Provider, type ProviderKind } from './providers.queries.ts';
import { refuseSignIn } from './refusals.commands.ts';
import { startSaml } from './saml-start.ts';
import type { TripStart } from './trips.commands.ts';

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

/** Sends a browser to the provider of the organization with this slug. */
export async function startSignIn(
  app: AppContext,
  caller: Visitor,
  slug: string,
  { returnPath, again, address }: { returnPath?: string | undefined; again?: 'true' | undefined; address: string },
): Promise<RedirectAnswer> {
  const provider = await findProviderBySlug(app.db, slug);
  if (!provider) throw notFound('sign-in page');
  if (returnPath !== undefined && !isOwnPath(returnPath)) {
    const error = invalidField('returnPath', 'Must be a path of this portal, such as /requests.');
    return refuseSignIn(app, caller, { organizationId: provider.organizationId, reason: 'foreign address', error });
  }
  const { location, cookie } = await starts[provider.kind](app, caller, provider, {
    returnPath: returnPath ?? null,
    again: again !== undefined,
    address,
  });
  return new RedirectAnswer(location, cookie);
}
