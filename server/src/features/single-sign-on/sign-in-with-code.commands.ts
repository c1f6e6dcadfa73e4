import type { LoginAnswer } from '@kinbridge/contract/auth/auth.contract';
import type { Visitor } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { countAttempt, forgiveAttempt } from '../../db/attempts.commands.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { audit } from '../audit/audit.commands.ts';
import { findLoginById, holdPassword } from '../auth/auth.queries.ts';
import { findDevice, subjectOf } from '../auth/device-tokens.commands.ts';
import { verifyPassword } from '../auth/passwords.ts';
import { signInOrAskFactor } from '../auth/second-factor.commands.ts';
import type { SessionUser } from '../auth/sessions.commands.ts';
import { recordWrongPassword } from '../auth/sign-in.commands.ts';
import { findArrival, type Vouched } from './arrivals.queries.ts';
import { addNewPerson } from './new-people.commands.ts';
import { refuseSignIn, signInRefused } from './refusals.commands.ts';
import { readBrowserHashes } from './trip-cookie.ts';
import { findVouchedOrganization, insertVouched, notYours, takeVouched } from './vouched-people.commands.ts';

interface Browser {
  /** The header of the request: a stolen code or link counts in no other browser. */
  cookies: string | undefined;
  deviceToken?: string | undefined;
  userAgent: string | null;
}

type CodeAnswer = LoginAnswer | { link: { token: string; email: string } };

/** Exchanges the code from a provider's answer. */
export async function signInWithCode(
  app: AppContext,
  caller: Visitor,
  { code, ...browser }: Browser & { code: string },
): Promise<CodeAnswer> {
  const vouched = await takeVouched(app.db, code, 'code', { browsers: browsersOf(app, browser), maxTries: 1 });
  if (!vouched) return refuseToken(app, caller, code, 'used code');
  const answer = await transaction(app.db, async (tx) => {
    await lockAddress(tx, vouched.email);
    const arrival = await findArrival(tx, vouched);
    if (arrival.as === 'refused') return arrival;
    if (arrival.as === 'confirmed-by-password') {
      return { link: { token: await insertVouched(tx, vouched, 'link'), email: vouched.email } };
    }
    const person = arrival.as === 'new' ? await addNewPerson(tx, caller, vouched) : arrival.person;
    if (arrival.as === 'adopted') await adopt(tx, person);
    if (arrival.as !== 'linked') await link(tx, caller, vouched, person);
    return enter(tx, app, caller, { person, vouched, browser, provenAt: vouched.authenticatedAt });
  });
  return 'as' in answer ? refuseArrival(app, caller, vouched, answer.reason) : answer;
}

function browsersOf({ config }: AppContext, { cookies }: Browser): Buffer[] {
  return readBrowserHashes(cookies, config.publicUrl);
}

/** As for a sign-up: one at a time per address. */
async function lockAddress(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-up ${email}`}, 0))`.run(tx);
}

const triesPerLink = 5;

/** The owner of an existing login confirms with its password, once. */
export async function linkWithPassword(
  app: AppContext,
  caller: Visitor,
  { token, password, ...browser }: Browser & { token: string; password: string },
): Promise<LoginAnswer> {
  const browsers = browsersOf(app, browser);
  const vouched = await takeVouched(app.db, token, 'link', { browsers, maxTries: triesPerLink });
  if (!vouched) return refuseToken(app, caller, token, 'used link');
  const arrival = await findArrival(app.db, vouched);
  if (arrival.as === 'refused') return refuseArrival(app, caller, vouched, arrival.reason);
  if (arrival.as !== 'confirmed-by-password') return refuseToken(app, caller, token, 'used link');
  const device = await findDevice(app.db, vouched.email, browser.deviceToken);
  const subject = subjectOf('login', vouched.email, device);
  await countAttempt(app.db, subject, app.config.limits.perAccount);
  const login = await findLoginById(app.db, arrival.person.id);
  if (!login || !(await verifyPassword(login.password_hash, password))) {
    await recordWrongPassword(app.db, caller, login);
    throw wrongPassword();
  }
  await forgiveAttempt(app.db, subject);
  return transaction(app.db, async (tx) => {
    if (!(await holdPassword(tx, login))) throw wrongPassword();
    await link(tx, caller, vouched, login);
    return enter(tx, app, caller, { person: login, vouched, browser, provenAt: null });
  });
}

function wrongPassword(): AppError {
  return new AppError('wrong_login', 'Incorrect password.', { fields: { password: 'Incorrect password.' } });
}

/** Remembers who the provider's person is here, and uses up what was vouched for them. */
async function link(tx: Tx, caller: Visitor, vouched: Vouched, person: SessionUser): Promise<void> {
  const { organizationId, kind, issuer, subject } = vouched;
  await sql`insert into linked_identities (organization_id, kind, issuer, subject, user_id)
    values (${organizationId}, ${kind}, ${issuer}, ${subject}, ${person.id})
    on conflict (organization_id, kind, issuer, subject) do update set user_id = excluded.user_id`.run(tx);
  await sql`delete from vouched_people where purpose = 'link' and organization_id = ${organizationId}
    and kind = ${kind} and issuer = ${issuer} and subject = ${subject}`.run(tx);
  await audit(tx, {
    caller: { ...caller, userId: person.id },
    organizationId,
    action: 'sso.linked',
    entityType: 'user',
    entityId: person.id,
  });
}

/** A login that the organization's directory created: its owner has now signed in. */
async function adopt(tx: Tx, { id }: SessionUser): Promise<void> {
  await sql`update logins set verified_timestamp = coalesce(verified_timestamp, now()) where user_id = ${id}`.run(tx);
}

interface Entering {
  person: SessionUser;
  vouched: Vouched;
  browser: Browser;
  /** Null is now. */
  provenAt: Date | null;
}

async function enter(tx: Tx, app: AppContext, caller: Visitor, { person, vouched, browser, provenAt }: Entering) {
  const device = await findDevice(tx, vouched.email, browser.deviceToken);
  const { userAgent } = browser;
  return signInOrAskFactor(tx, app, caller, { person, device, userAgent, by: 'single-sign-on', provenAt });
}

async function refuseToken(app: AppContext, caller: Visitor, token: string, reason: string): Promise<never> {
  const organizationId = await findVouchedOrganization(app.db, token);
  const error = new AppError('wrong_login', 'This sign-in has expired or was already used. Please start again.');
  return refuseSignIn(app, caller, { organizationId, reason, error });
}

function refuseArrival(app: AppContext, caller: Visitor, { organizationId }: Vouched, reason: string): Promise<never> {
  return refuseSignIn(app, caller, { organizationId, reason, error: signInRefused(notYours) });
}
