import { email as emailSchema } from '@kinbridge/contract/shared/fields';
import { toOneLine } from '@kinbridge/contract/shared/misleading';
import type { Visitor } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { hashOpaqueToken, mintOpaqueToken } from '../../opaque-token.ts';
import { anotherIdentifier, findArrival, type Vouched } from './arrivals.queries.ts';
import { domainOf, findStanding } from './domains.queries.ts';
import { findOrganizationName, maySignIn } from './providers.queries.ts';
import { missingEmail, refuseSignIn, signInRefused, unverifiedAnswer } from './refusals.commands.ts';

export interface Claims extends Omit<Vouched, 'email'> {
  email: string | null;
  /** As the provider says; null if it says nothing. */
  emailVerified: boolean | null;
  /** Whether the provider had to ask the person, even if they were signed in there. */
  again: boolean;
}

/** As long as a proof counts. */
const freshMs = 10 * 60_000;

/** As OpenID Connect Core, 2, allows. */
const maxSubjectLength = 255;

/** Accepts a person from a provider: the code of the answer lives for a minute and is used once. */
export async function vouchFor(app: AppContext, caller: Visitor, claims: Claims): Promise<string> {
  const { emailVerified, again, ...given } = claims;
  const refuse = (reason: string, message: string) =>
    refuseSignIn(app, caller, { organizationId: given.organizationId, reason, error: signInRefused(message) });
  if (again && given.authenticatedAt && Date.now() - given.authenticatedAt.getTime() > freshMs) {
    return refuse(
      'not asked again',
      "Your organization's sign-in service didn't ask you to sign in again. Sign out there, then try again.",
    );
  }
  if (given.subject.length < 1 || given.subject.length > maxSubjectLength) {
    return refuse('no subject', unverifiedAnswer().message);
  }
  const parsed = emailSchema.safeParse(given.email);
  if (!parsed.success) {
    return refuse('no email', missingEmail(given.kind).message);
  }
  const vouched: Vouched = {
    ...given,
    email: parsed.data,
    // A name isn't worth refusing a person for.
    firstName: given.firstName && toOneLine(given.firstName),
    lastName: given.lastName && toOneLine(given.lastName),
  };
  const standing = await findStanding(app.db, vouched.organizationId, domainOf(vouched.email));
  if (emailVerified === false) {
    return refuse(
      'unverified email',
      'Your email address must be verified by your organization. Ask your administrator.',
    );
  }
  if (emailVerified === null && !standing.proven) {
    const domain = domainOf(vouched.email);
    return refuse(
      'unverified email',
      `Your organization's sign-in service doesn't say whether your email address is verified. Ask your administrator to prove the domain ${domain}: add it in Kinbridge under Account → Sign-in, publish the DNS record shown there, and check it.`,
    );
  }
  if (standing.provenElsewhere || (standing.anyProven && !standing.listed)) {
    return refuse(
      'another domain',
      "Your email address isn't in one of your organization's domains. Ask your administrator.",
    );
  }
  const arrival = await findArrival(app.db, vouched);
  if (arrival.as === 'refused') {
    return refuse(arrival.reason, await sentenceFor(app.db, vouched.organizationId, arrival.reason));
  }
  return insertVouched(app.db, vouched, 'code');
}

export const notYours =
  "Your email address belongs to another Kinbridge account, so we couldn't sign you in here. Ask your administrator.";

/** Why a person who arrived was refused, with the way out. */
export async function sentenceFor(db: Executor, organizationId: number, reason: string): Promise<string> {
  if (reason !== anotherIdentifier) return notYours;
  const organization = (await findOrganizationName(db, organizationId)) ?? 'your organization';
  return `Your organization's sign-in service now sends another identifier for your email address than before. Ask an administrator of ${organization} to press Unlink Sign-In on your page under Employees, then sign in again.`;
}

const lifetimes = { code: '60 seconds', link: '10 minutes', confirm: '30 minutes' };

/** A code for /login/done, a link that needs the password, or one that was mailed to the address. */
export type VouchedPurpose = keyof typeof lifetimes;

export async function insertVouched(
  db: Executor,
  vouched: Vouched,
  purpose: VouchedPurpose,
  token = mintOpaqueToken(),
): Promise<string> {
  const { organizationId, kind, issuer, subject, email, firstName, lastName, authenticatedAt, browserHash } = vouched;
  await sql`insert into vouched_people (token_hash, purpose, organization_id, kind, issuer, subject, email, first_name,
      last_name, authenticated_timestamp, browser_hash, expires_timestamp)
    values (${hashOpaqueToken(token)}, ${purpose}, ${organizationId}, ${kind}, ${issuer}, ${subject}, ${email},
      ${firstName}, ${lastName}, ${authenticatedAt}, ${browserHash}, now() + ${lifetimes[purpose]}::interval)`.run(db);
  return token;
}

/** Counts a try with a token in the browser that began the trip; after the last one it is void, as without its provider. */
export async function takeVouched(
  db: Executor,
  token: string,
  purpose: VouchedPurpose,
  { browsers, maxTries }: { browsers: Buffer[]; maxTries: number },
): Promise<Vouched | undefined> {
  return sql<Vouched>`
    update vouched_people set tries = tries + 1
    where token_hash = ${hashOpaqueToken(token)} and purpose = ${purpose} and tries < ${maxTries}
      and expires_timestamp > now() and browser_hash = any(${browsers}) and ${maySignIn}
      and exists (select from identity_providers p where p.organization_id = vouched_people.organization_id
        and p.kind = vouched_people.kind and p.issuer = vouched_people.issuer)
    returning organization_id as "organizationId", kind, issuer, subject, email, first_name as "firstName",
      last_name as "lastName", authenticated_timestamp as "authenticatedAt", browser_hash as "browserHash"`.maybeOne(
    db,
  );
}

/** Whether a mailed link is good, but not in this browser. */
export async function isOtherBrowsers(db: Executor, token: string, browsers: Buffer[]): Promise<boolean> {
  const row = await sql`select 1 from vouched_people where token_hash = ${hashOpaqueToken(token)}
    and purpose = 'confirm' and tries = 0 and expires_timestamp > now()
    and browser_hash <> all(${browsers})`.maybeOne(db);
  return row !== undefined;
}

/** Whose token it was, if it was one. */
export async function findVouchedOrganization(db: Executor, token: string): Promise<number | null> {
  const row = await sql<{ organization_id: number }>`select organization_id from vouched_people
    where token_hash = ${hashOpaqueToken(token)}`.maybeOne(db);
  return row?.organization_id ?? null;
}
