import type { Visitor } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { hashOpaqueToken, mintOpaqueToken } from '../../opaque-token.ts';
import type { Vouched } from './arrivals.queries.ts';
import { maySignIn, type ProviderKind } from './providers.queries.ts';
import { refuseSignIn, signInRefused } from './refusals.commands.ts';
import { readBrowserHashes, readTripCookies, tripCookie } from './trip-cookie.ts';

/** A person on the way to their provider and back. */
export interface Trip {
  organizationId: number;
  kind: ProviderKind;
  /** Of the cookie. */
  browserHash: Buffer;
  nonce: string | null;
  codeVerifier: string | null;
  /** What a SAML assertion said. */
  answer: (Omit<Vouched, 'organizationId' | 'kind' | 'browserHash' | 'email' | 'authenticatedAt'> & SamlAnswer) | null;
  /** Where they were going. */
  returnPath: string | null;
  /** Whether the provider must ask them, even if they are signed in there. */
  again: boolean;
  /** Whether it began because the provider answered without a request. */
  unsolicited: boolean;
}

/** As JSON keeps it. */
interface SamlAnswer {
  email: string | null;
  authenticatedAt?: string | null;
}

/** What a person wants from a trip. */
export type TripStart = Pick<Trip, 'returnPath' | 'again' | 'unsolicited'>;

/** Starts a trip in this browser. The state goes to the provider and back; the cookie stays here. */
export async function startTrip(
  { db, config }: AppContext,
  trip: Pick<Trip, 'organizationId' | 'kind' | keyof TripStart> & Partial<Trip>,
): Promise<{ state: string; cookie: string }> {
  const [state, secret] = [mintOpaqueToken(), mintOpaqueToken()];
  // Strangers can start trips, so a few expired ones leave with each new one.
  await sql`
    with expired as (
      delete from sign_in_trips where state_hash in (
        select state_hash from sign_in_trips where expires_timestamp < now() order by expires_timestamp limit 10)
    )
    insert into sign_in_trips (state_hash, organization_id, kind, browser_hash, nonce, code_verifier,
      return_path, again, unsolicited, expires_timestamp)
    values (${hashOpaqueToken(state)}, ${trip.organizationId}, ${trip.kind}, ${hashOpaqueToken(secret)},
      ${trip.nonce ?? null}, ${trip.codeVerifier ?? null}, ${trip.returnPath}, ${trip.again},
      ${trip.unsolicited},
      now() + interval '10 minutes')`.run(db);
  return { state, cookie: tripCookie(state, secret, config.publicUrl) };
}

/** Whether this browser is on a trip to the organization's provider that its last unsolicited answer began. */
export async function hasUnsolicitedTrip(
  { db, config }: AppContext,
  organizationId: number,
  cookies: string | undefined,
): Promise<boolean> {
  const trip = await sql`select 1 from sign_in_trips
    where organization_id = ${organizationId} and browser_hash = any(${readBrowserHashes(cookies, config.publicUrl)})
      and unsolicited and use_timestamp is null and answer is null and expires_timestamp > now() limit 1`.maybeOne(db);
  return trip !== undefined;
}

interface Return {
  kind: ProviderKind;
  state: string;
  /** The header of the request. */
  cookies: string | undefined;
}

/** Ends a trip: once, in the browser that started it, within ten minutes. */
export async function finishTrip(app: AppContext, caller: Visitor, { kind, state, cookies }: Return): Promise<Trip> {
  const hash = hashOpaqueToken(state);
  const { own, all } = readTripCookies(cookies, state, app.config.publicUrl);
  const trip = await sql<Trip>`
    update sign_in_trips set use_timestamp = now()
    where state_hash = ${hash} and kind = ${kind} and browser_hash = ${hashOpaqueToken(own ?? '')}
      and use_timestamp is null and expires_timestamp > now() and ${maySignIn}
    returning organization_id as "organizationId", kind, browser_hash as "browserHash", nonce, code_verifier as "codeVerifier",
      answer, return_path as "returnPath", again, unsolicited`.maybeOne(app.db);
  if (trip) return trip;
  const { organizationId, reason } = await findReason(app.db, hash, all.map(hashOpaqueToken));
  return refuseSignIn(app, caller, { organizationId, reason, error: brokenTrip() });
}

/**
 * Uses up a provider's code, longer than any provider keeps one. All organizations share our callback, so a dishonest
 * provider can have an honest one's code sent to itself; it must not come back in another trip.
 */
export async function useProviderCode(
  app: AppContext,
  caller: Visitor,
  { organizationId }: Trip,
  code: string,
): Promise<void> {
  const isNew = await sql`insert into used_codes (code_hash, expires_timestamp)
    values (${hashOpaqueToken(code)}, now() + interval '1 hour') on conflict do nothing returning 1`.maybeOne(app.db);
  if (!isNew) await refuseSignIn(app, caller, { organizationId, reason: 'used code', error: brokenTrip() });
}

async function findReason(db: Executor, stateHash: Buffer, browserHashes: Buffer[]) {
  const found = await sql<{ organizationId: number; reason: string }>`
    select organization_id as "organizationId", case
        when state_hash <> ${stateHash} then 'wrong state'
        when use_timestamp is not null then 'used twice'
        when expires_timestamp <= now() then 'expired'
        else 'another browser' end as reason
    from sign_in_trips where state_hash = ${stateHash} or browser_hash = any(${browserHashes})
    order by state_hash = ${stateHash} desc, expires_timestamp desc limit 1`.maybeOne(db);
  return found ?? { organizationId: null, reason: 'wrong state' };
}

function brokenTrip() {
  return signInRefused("We couldn't match this sign-in to your browser, or it took too long. Please start again.");
}

/** Where the browser exchanges its code. */
export function donePath(code: string, returnPath: string | null): string {
  return `/login/done#${new URLSearchParams({ code, ...(returnPath === null ? {} : { returnPath }) })}`;
}
