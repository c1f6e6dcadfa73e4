import { createHmac } from 'node:crypto';
import type { LoginAnswer } from '@kinbridge/contract/auth/auth.contract';
import { countAttempts, mailsAnHour } from '../../access/attempts.commands.ts';
import type { Visitor } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { mintOpaqueToken } from '../../opaque-token.ts';
import { queueEmail } from '../../records/emails/emails.commands.ts';
import { lockAddress } from '../auth/address-claims.commands.ts';
import type { SessionUser } from '../auth/sessions.commands.ts';
import { admit, type Browser, browsersOf, enter, refuseArrival, refuseToken } from './admission.commands.ts';
import { findArrival, type Vouched } from './arrivals.queries.ts';
import { statusOfNewPeople } from './new-people.commands.ts';
import { refuseSignIn } from './refusals.commands.ts';
import { findVouchedOrganization, insertVouched, isOtherBrowsers, takeVouched } from './vouched-people.commands.ts';

/** Derived from the nonce, so that an email that is sent again has the same link and no table has it. */
export function confirmationToken({ secret }: Pick<Config, 'secret'>, nonce: string): string {
  return createHmac('sha256', secret).update(`confirm sign-in ${nonce}`).digest('base64url');
}

/** Anyone can run a provider, so the owner of the mailbox is asked whether this sign-in is theirs. */
export async function askMailbox(tx: Tx, app: AppContext, vouched: Vouched, person: SessionUser | null) {
  const { organizationId, email } = vouched;
  if (person === null) await statusOfNewPeople(tx, organizationId);
  // A provider that lies must neither flood a mailbox nor keep an honest one from asking.
  await countAttempts(tx, [
    { subject: `sign-ins of organization ${organizationId} mailed to ${email}`, limit: mailsAnHour, minutes: 60 },
    { subject: `sign-ins mailed to ${email}`, limit: 2 * mailsAnHour, minutes: 60 },
  ]);
  const nonce = mintOpaqueToken();
  await insertVouched(tx, vouched, 'confirm', confirmationToken(app.config, nonce));
  const payload = { nonce, organizationId };
  await queueEmail(tx, { kind: 'confirm-sign-in', userId: person?.id ?? null, to: email, payload });
  return { confirm: { email } };
}

/** Follows the mailed link in the browser that began the trip. Elsewhere the link stays good. */
export async function confirmSignIn(
  app: AppContext,
  caller: Visitor,
  { token, ...browser }: Browser & { token: string },
): Promise<LoginAnswer> {
  const browsers = browsersOf(app, browser);
  if (await isOtherBrowsers(app.db, token, browsers)) {
    const organizationId = await findVouchedOrganization(app.db, token);
    const error = new AppError('other_browser', 'Open this link in the browser where you signed in.');
    return refuseSignIn(app, caller, { organizationId, reason: 'another browser', error });
  }
  const vouched = await takeVouched(app.db, token, 'confirm', { browsers, maxTries: 1 });
  if (!vouched) return refuseToken(app, caller, token, 'used link');
  const answer = await transaction(app.db, async (tx) => {
    await lockAddress(tx, vouched.email);
    const arrival = await findArrival(tx, vouched);
    if (arrival.as === 'refused' || arrival.as === 'confirmed-by-password') return arrival;
    const person =
      arrival.as === 'linked'
        ? arrival.person
        : await admit(tx, caller, vouched, { person: arrival.person, by: 'mailbox' });
    return enter(tx, app, caller, { person, vouched, browser, provenAt: vouched.authenticatedAt });
  });
  if (!('as' in answer)) return answer;
  if (answer.as === 'refused') return refuseArrival(app, caller, vouched, answer.reason);
  // Someone set a password in the meantime, so the next trip asks for it.
  return refuseToken(app, caller, token, 'used link');
}
