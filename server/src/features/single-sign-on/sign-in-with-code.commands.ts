import type { LoginAnswer } from '@kinbridge/contract/auth/auth.contract';
import { countAttempt, forgiveAttempt } from '../../access/attempts.commands.ts';
import type { Visitor } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { transaction } from '../../db/database.ts';
import { lockAddress } from '../auth/address-claims.commands.ts';
import { findLoginById, holdPassword } from '../auth/auth.queries.ts';
import { findDevice, subjectOf } from '../auth/device-tokens.commands.ts';
import { verifyPassword } from '../auth/passwords.ts';
import { recordWrongPassword } from '../auth/sign-in.commands.ts';
import { admit, type Browser, browsersOf, enter, link, refuseArrival, refuseToken } from './admission.commands.ts';
import { findArrival } from './arrivals.queries.ts';
import { askMailbox } from './mailed-confirmation.commands.ts';
import { insertVouched, takeVouched } from './vouched-people.commands.ts';

type CodeAnswer = LoginAnswer | { link: { token: string; email: string } } | { confirm: { email: string } };

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
    if (arrival.as === 'confirmed-by-mail') return askMailbox(tx, app, vouched, arrival.person);
    const person =
      arrival.as === 'linked'
        ? arrival.person
        : await admit(tx, caller, vouched, { person: arrival.person, by: 'domain' });
    return enter(tx, app, caller, { person, vouched, browser, provenAt: vouched.authenticatedAt });
  });
  return 'as' in answer ? refuseArrival(app, caller, vouched, answer.reason) : answer;
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
