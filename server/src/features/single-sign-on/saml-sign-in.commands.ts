import { isOwnPath } from '@kinbridge/contract/single-sign-on/return-path';
import type { Visitor } from '../../access/caller.ts';
import { RedirectAnswer } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { type AppError, invalidField, notFound } from '../../app-error.ts';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { hashOpaqueToken } from '../../opaque-token.ts';
import { donePath } from './done-path.ts';
import { findProviderBySlug, type Provider } from './providers.queries.ts';
import { refuseSignIn, signInRefused, unverifiedAnswer } from './refusals.commands.ts';
import { knownProvider } from './saml-known-provider.commands.ts';
import { type Assertion, readAssertion, refusedByProvider } from './saml-response.ts';
import { serviceProviderOf } from './saml-service-provider.ts';
import { stateOf } from './saml-start.ts';
import { finishTrip } from './trips.commands.ts';
import { vouchFor } from './vouched-people.commands.ts';

/** Checks an assertion that the provider's page posted, and sends the browser to where its cookie is checked. */
export async function acceptAssertion(
  app: AppContext,
  caller: Visitor,
  slug: string,
  form: Record<string, string>,
): Promise<RedirectAnswer> {
  const provider = await findSaml(app, slug);
  const { organizationId } = provider;
  const refuse = (reason: string, error = unverifiedAnswer()) =>
    refuseSignIn(app, caller, { organizationId, reason, error });
  if (form.RelayState && !isOwnPath(form.RelayState)) {
    return refuse('foreign address', invalidField('RelayState', 'Must be a path of this portal, such as /requests.'));
  }
  const ours = serviceProviderOf(app.config.publicUrl, slug);
  const known = await knownProvider(app, provider);
  const read = await readAssertion(ours, known, form.SAMLResponse ?? '').catch((error: Error) => error);
  if (read instanceof Error) return refuse(read.message, sentenceFor(read.message));
  const problem = await keepAnswer(app.db, provider, read);
  if (problem !== null) return refuse(problem);
  return new RedirectAnswer(`/v1/auth/saml/${slug}/finish?state=${stateOf(read.requestId)}`);
}

/** What the person reads. Most reasons say more to an attacker than to them. */
function sentenceFor(reason: string): AppError {
  if (reason !== refusedByProvider) return unverifiedAnswer();
  return signInRefused("Your organization's sign-in service didn't sign you in. Try again, or ask your administrator.");
}

/** Keeps what the assertion says until the browser that asked comes for it. Answers the reason if it isn't accepted. */
async function keepAnswer(
  db: Executor,
  { organizationId, issuer }: Provider,
  { id, requestId, expires, ...person }: Assertion,
): Promise<string | null> {
  const stateHash = hashOpaqueToken(stateOf(requestId));
  const kept = await sql`
    with trip as (
      select state_hash from sign_in_trips
      where state_hash = ${stateHash} and kind = 'saml' and organization_id = ${organizationId}
        and answer is null and use_timestamp is null and expires_timestamp > now()
      for update
    ), used as (
      insert into used_assertions (organization_id, assertion_id, expires_timestamp)
      select ${organizationId}, ${id}, ${expires} from trip on conflict do nothing returning 1
    )
    update sign_in_trips set answer = ${JSON.stringify({ issuer, ...person })}::jsonb
    where state_hash = (select state_hash from trip) and exists (select from used)
    returning 1`.maybeOne(db);
  if (kept) return null;
  const used = await sql`select 1 from used_assertions where organization_id = ${organizationId}
    and assertion_id = ${id}`.maybeOne(db);
  return used ? 'used twice' : 'no request';
}

/** Ends the trip in the browser that started it. */
export async function finishSaml(
  app: AppContext,
  caller: Visitor,
  slug: string,
  { state, cookies }: { state: string; cookies: string | undefined },
): Promise<RedirectAnswer> {
  const { organizationId } = await findSaml(app, slug);
  const trip = await finishTrip(app, caller, { kind: 'saml', state, cookies });
  if (!trip.answer || trip.organizationId !== organizationId) {
    return refuseSignIn(app, caller, { organizationId, reason: 'no assertion', error: unverifiedAnswer() });
  }
  // The provider answers for the addresses it asserts; SAML has no separate word for verified ones.
  const { authenticatedAt, ...person } = trip.answer;
  const code = await vouchFor(app, caller, {
    organizationId,
    kind: trip.kind,
    browserHash: trip.browserHash,
    ...person,
    authenticatedAt: authenticatedAt ? new Date(authenticatedAt) : null,
    emailVerified: true,
    again: trip.again,
  });
  return new RedirectAnswer(donePath(code, trip.returnPath));
}

async function findSaml(app: AppContext, slug: string): Promise<Provider> {
  const provider = await findProviderBySlug(app.db, slug, 'saml');
  if (!provider) throw notFound('sign-in page');
  return provider;
}
