import type { Visitor } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { decideAddress } from '../auth/address-claims.commands.ts';
import { findDevice } from '../auth/device-tokens.commands.ts';
import { signInOrAskFactor } from '../auth/second-factor.commands.ts';
import type { SessionUser } from '../auth/sessions.commands.ts';
import type { Vouched } from './arrivals.queries.ts';
import { addNewPerson } from './new-people.commands.ts';
import { refuseSignIn, signInRefused } from './refusals.commands.ts';
import { readBrowserHashes } from './trip-cookie.ts';
import { findVouchedOrganization, notYours, sentenceFor } from './vouched-people.commands.ts';

export interface Browser {
  /** The header of the request: a stolen code or link counts in no other browser. */
  cookies: string | undefined;
  deviceToken?: string | undefined;
  userAgent: string | null;
}

export function browsersOf({ config }: AppContext, { cookies }: Browser): Buffer[] {
  return readBrowserHashes(cookies, config.publicUrl);
}

/** Lets in someone who came for the first time, or back without a link. From now on the address is theirs. */
export async function admit(
  tx: Tx,
  caller: Visitor,
  vouched: Vouched,
  { person, by }: { person: SessionUser | null; by: 'mailbox' | 'domain' },
): Promise<SessionUser> {
  const admitted = person ?? (await addNewPerson(tx, caller, vouched));
  if (!(await decideAddress(tx, { userId: admitted.id, email: vouched.email, by }))) throw signInRefused(notYours);
  await link(tx, caller, vouched, admitted);
  return admitted;
}

/** Remembers who the provider's person is here, and uses up what was vouched for them. */
export async function link(tx: Tx, caller: Visitor, vouched: Vouched, person: SessionUser): Promise<void> {
  const { organizationId, kind, issuer, subject } = vouched;
  await sql`insert into linked_identities (organization_id, kind, issuer, subject, user_id)
    values (${organizationId}, ${kind}, ${issuer}, ${subject}, ${person.id})
    on conflict (organization_id, kind, issuer, subject) do update set user_id = excluded.user_id`.run(tx);
  await sql`delete from vouched_people where purpose = 'link' and organization_id = ${organizationId}
    and kind = ${kind} and issuer = ${issuer} and subject = ${subject}`.run(tx);
  await record(tx, {
    caller: { ...caller, userId: person.id },
    organizationId,
    action: 'sso.linked',
    entityId: person.id,
  });
}

interface Entering {
  person: SessionUser;
  vouched: Vouched;
  browser: Browser;
  /** Null is now. */
  provenAt: Date | null;
}

export async function enter(tx: Tx, app: AppContext, caller: Visitor, entering: Entering) {
  const { person, vouched, browser, provenAt } = entering;
  const device = await findDevice(tx, vouched.email, browser.deviceToken);
  const { userAgent } = browser;
  return signInOrAskFactor(tx, app, caller, { person, device, userAgent, by: 'single-sign-on', provenAt });
}

export async function refuseToken(app: AppContext, caller: Visitor, token: string, reason: string): Promise<never> {
  const organizationId = await findVouchedOrganization(app.db, token);
  const error = new AppError('wrong_login', 'This sign-in has expired or was already used. Please start again.');
  return refuseSignIn(app, caller, { organizationId, reason, error });
}

export async function refuseArrival(
  app: AppContext,
  caller: Visitor,
  { organizationId }: Vouched,
  reason: string,
): Promise<never> {
  const error = signInRefused(await sentenceFor(app.db, organizationId, reason));
  return refuseSignIn(app, caller, { organizationId, reason, error });
}
