import { isOwnPath } from '@kinbridge/contract/single-sign-on/return-path';
import { addressGroup } from '../../access/address-group.ts';
import type { Visitor } from '../../access/caller.ts';
import { RedirectAnswer } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError, invalidField, orNotFound } from '../../app-error.ts';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { DocumentRefused, documentBounds } from '../../document-bounds.ts';
import { hashOpaqueToken } from '../../opaque-token.ts';
import { findProviderBySlug, type Provider } from './providers.queries.ts';
import { missingEmail, refuseSignIn, signInRefused, unverifiedAnswer } from './refusals.commands.ts';
import { isEncrypted } from './saml-decryption.ts';
import { samlKeyPair } from './saml-key-pair.commands.ts';
import { knownMetadata, stateOf } from './saml-known-provider.commands.ts';
import { type Assertion, noEmail, refusedByProvider } from './saml-response.ts';
import { serviceProviderOf } from './saml-service-provider.ts';
import { inSamlThread } from './saml-thread.ts';
import { donePath, finishTrip } from './trips.commands.ts';
import { vouchFor } from './vouched-people.commands.ts';
import { findXmlProblem } from './xml-scan.ts';

/** Checks an assertion that the provider's page posted, and sends the browser to where its cookie is checked. */
export async function acceptAssertion(
  app: AppContext,
  caller: Visitor,
  slug: string,
  { form, address }: { form: Record<string, string>; address: string },
): Promise<RedirectAnswer> {
  const provider = await findSaml(app, slug);
  const { organizationId } = provider;
  const refuse = (reason: string, error = unverifiedAnswer()) =>
    refuseSignIn(app, caller, { organizationId, reason, error });
  const response = Buffer.from(form.SAMLResponse ?? '', 'base64');
  if (response.length > documentBounds.samlResponseBytes) {
    return refuse('too large', new AppError('too_large', `${answer} is larger than 64 kB. ${advice}`));
  }
  const xml = response.toString('utf8');
  if (isUnsolicited(xml)) return new RedirectAnswer(`/v1/auth/sso/${slug}?unsolicited=true`);
  if (form.RelayState && !isOwnPath(form.RelayState)) {
    return refuse('foreign address', invalidField('RelayState', 'Must be a path of this portal, such as /requests.'));
  }
  const closed = await findClosedTrip(app.db, organizationId, requestIn(xml));
  if (closed !== null) return refuse(closed);
  const problem = findXmlProblem(xml);
  if (problem === 'document type' || problem === 'not XML') return refuse(problem);
  if (problem !== null) return refuse(problem, new DocumentRefused(answer, problem, { advice }));
  const task = {
    metadata: knownMetadata(provider),
    ours: serviceProviderOf(app.config.publicUrl, slug),
    samlResponse: response.toString('base64'),
    decryptionKey: isEncrypted(xml) ? (await samlKeyPair(app)).privateKey : null,
  };
  const lane = { organizationId, formId: addressGroup(address) };
  const read = await inSamlThread(app, lane, 'read response', task).catch((error: Error) => error);
  if (read instanceof DocumentRefused)
    return refuse(read.problem, new DocumentRefused(answer, read.problem, { advice }));
  if (read instanceof AppError) throw read;
  if (read instanceof Error) return refuse(read.message, sentenceFor(read.message));
  const unkept = await keepAnswer(app.db, provider, read);
  if (unkept !== null) return refuse(unkept);
  return new RedirectAnswer(`/v1/auth/saml/${slug}/finish?state=${stateOf(read.requestId)}`);
}

const answer = "The answer from your organization's sign-in service";
const advice = 'Please ask your administrator.';

/** Which request an answer says it is for, as found in its text, unparsed and unproven. */
function requestIn(xml: string): string {
  return /\sInResponseTo\s{0,9}=\s{0,9}["']([^"'<>\s]{1,200})["']/.exec(xml)?.[1] ?? '';
}

const signature = /<([\w.-]{1,50}:)?SignatureValue[\s>]/;

/**
 * Whether the provider seems to have begun the sign-in, as from its own list of applications. Nothing in such an answer
 * is read or believed: the browser starts a trip of ours, as it could by a link.
 */
function isUnsolicited(xml: string): boolean {
  return requestIn(xml) === '' && (signature.test(xml) || isEncrypted(xml));
}

/** Null for a trip of this organization that waits for its answer. Only for such a trip an answer is read. */
async function findClosedTrip(db: Executor, organizationId: number, requestId: string): Promise<string | null> {
  const trip = await sql<{ open: boolean; answered: boolean }>`
    select use_timestamp is null and expires_timestamp > now() and answer is null as open, answer is not null as answered
    from sign_in_trips where state_hash = ${hashOpaqueToken(stateOf(requestId))} and kind = 'saml'
      and organization_id = ${organizationId}`.maybeOne(db);
  if (trip?.open) return null;
  return trip?.answered ? 'used twice' : 'no request';
}

/** What the person reads. Most reasons say more to an attacker than to them. */
function sentenceFor(reason: string): AppError {
  if (reason === noEmail) return missingEmail('saml');
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
  // The trip was open, so another answer came first, or this one came for another trip.
  return kept ? null : 'used twice';
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
  return orNotFound(await findProviderBySlug(app.db, slug, 'saml'), 'sign-in page');
}
