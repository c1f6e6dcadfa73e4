import { setTimeout as delay } from 'node:timers/promises';
import type { OperatorPerson } from '@kinbridge/contract/operator/operator.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { userStatusLabels } from '@kinbridge/contract/users/user-status';
import type { Settings } from '../config.ts';
import type { Database } from '../db/database.ts';
import { createResetLink } from '../features/auth/password-reset.commands.ts';
import { addOperator, findAddedEmail, findOperators, removeOperator } from '../features/operator/people.commands.ts';
import { StartError } from '../start-error.ts';
import { addressOf } from './address-of.ts';
import type { PeopleOrder } from './operator-order.ts';

/** Adds, removes or lists operators. The answer is for the terminal. */
export async function carryOutForPeople(db: Database, settings: MailSettings, order: PeopleOrder): Promise<string> {
  if (order.decision === 'people') {
    const people = await findOperators(db);
    return people.length === 0 ? 'There are no operators yet.' : people.map(lineOf).join('\n');
  }
  if (order.decision === 'remove') {
    if (!(await removeOperator(db, order.email))) throw new StartError('No operator signs in with that email address.');
    return `✓ ${order.email} isn't an operator anymore. Their sessions have ended.`;
  }
  const added = await addOperator(db, order);
  if (!added) throw new StartError('Someone signs in with that email address already.');
  const next =
    settings.emailProvider === 'console' ? oneTimeLink(db, settings, added.id) : mailLine(db, settings, added.id);
  return `✓ ${order.email} is an operator now.\n${await next}`;
}

type MailSettings = Pick<Settings, 'publicUrl' | 'emailProvider' | 'smtpUrl'>;

/** Without mail, nobody could choose a password. */
async function oneTimeLink(db: Database, { publicUrl }: MailSettings, userId: number): Promise<string> {
  const link = `${publicUrl}/reset-password?token=${await createResetLink(db, userId)}`;
  return `• No mail is set up (EMAIL_PROVIDER=console). They choose a password with this link, which works once, within 15 minutes:\n  ${link}`;
}

const mailWaitMs = 20_000;

/** Whether the email left, which a worker sends. */
async function mailLine(db: Database, { publicUrl, smtpUrl }: MailSettings, userId: number): Promise<string> {
  const giveUp = Date.now() + mailWaitMs;
  const at = addressOf(smtpUrl ?? '');
  for (;;) {
    const email = await findAddedEmail(db, userId);
    if (email?.state === 'sent') {
      return `✓ ${at} accepted the email to them. They choose a password here: ${publicUrl}/reset-password`;
    }
    if (email?.state === 'failed') {
      return `✗ The email didn't leave: ${at} (${email.lastError ?? 'unknown'}). Run npm run check, which says what to do. A worker tries again.`;
    }
    if (email?.workers === 0) return '✗ The email waits: no worker is running. It leaves once you start one.';
    if (Date.now() > giveUp) {
      return `✗ The email hasn't left yet: ${at} doesn't answer. Run npm run check, which says what to do.`;
    }
    await delay(250);
  }
}

function lineOf(person: OperatorPerson): string {
  const { email, status, secondFactor } = person;
  const factor = secondFactor ? 'with a second factor' : 'without a second factor yet';
  const facts = status === 'ACTIVE' ? [email, factor] : [userStatusLabels[status]];
  return `${fullName(person)} (${facts.join(', ')})`;
}
