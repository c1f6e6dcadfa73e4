import { counted } from '@kinbridge/contract/shared/counted';
import type { AppContext } from '../../app-context.ts';
import { type EmailText, type EmailTexts, layOutEmail } from '../../records/emails/email-layout.ts';
import { countWaiting } from './tell-operators.commands.ts';

export const operatorEmails: EmailTexts = {
  'operator-added': async (app, { to }) =>
    layOutEmail({
      subject: 'You are an operator of Kinbridge',
      paragraphs: [
        `You can now sign in to the operator's console with ${to}.`,
        'Choose a password first: enter this address, and we email you a code. Then sign in and set up a second factor.',
      ],
      actions: [{ label: 'Choose a password', url: `${app.config.publicUrl}/reset-password` }],
    }),
  'organizations-waiting': (app) => waitingEmail(app, 'organizations-waiting'),
  'questions-waiting': (app) => waitingEmail(app, 'questions-waiting'),
};

const what = {
  'organizations-waiting': { one: 'organization', page: 'organizations', action: 'Review', of: 'your approval' },
  'questions-waiting': { one: 'support question', page: 'support', action: 'Answer', of: 'an answer' },
};

/** Names nobody: strangers chose the names, and emails are forwarded. */
async function waitingEmail(app: AppContext, kind: keyof typeof what): Promise<EmailText | null> {
  const { count, since } = await countWaiting(app.db, kind);
  if (since === null) return null;
  const { one, page, action, of } = what[kind];
  const waits = `${counted(count, one)} ${count === 1 ? 'is' : 'are'} waiting for ${of}`;
  return layOutEmail({
    subject: waits,
    paragraphs: [
      `${waits}${count === 1 ? '' : ', the first'} since ${time.format(since)} UTC.`,
      'You get at most one email like this an hour.',
    ],
    actions: [{ label: action, url: `${app.config.publicUrl}/operator/${page}` }],
  });
}

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
