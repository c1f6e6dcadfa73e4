import type { AppContext } from '../../app-context.ts';
import type { EmailTexts } from '../../records/emails/email-layout.ts';
import { createVerification } from './verification.commands.ts';

/** Emails about a sign-in address. Links are created here, when they are sent. */
export const verificationEmails: EmailTexts = {
  'verify-email': async (app, email) => ({
    subject: 'Verify your Kinbridge account',
    text: [
      'Welcome to Kinbridge.',
      'Open this link within 24 hours and enter the password you chose, to verify your email address:',
      await verificationLink(app, email.userId, email.to),
      "If you didn't sign up, you can ignore this email. No one can use the account without the link and the password.",
    ].join('\n\n'),
  }),
  'verify-new-email': async (app, email) => ({
    subject: 'Verify your new email address',
    text: [
      'You asked to use this address to sign in to Kinbridge.',
      'Open this link within 24 hours and enter your password, to confirm it:',
      await verificationLink(app, email.userId, email.to),
      "If you didn't ask for this, you can ignore this email. Nothing will change.",
    ].join('\n\n'),
  }),
  'email-change-asked': async () => ({
    subject: 'A new email address was requested',
    text: "Someone signed in to your Kinbridge account asked to change its sign-in email. Nothing changes until the new address is verified.\n\nIf this wasn't you, reset your password now.",
  }),
  'email-changed': async () => ({
    subject: 'Your Kinbridge email address was changed',
    text: "Your Kinbridge account now uses another email address to sign in, so this one no longer works.\n\nIf this wasn't you, tell an admin in your organization right away.",
  }),
};

async function verificationLink(app: AppContext, userId: number, address: string): Promise<string> {
  return `${app.config.publicUrl}/verify-email?token=${await createVerification(app.db, userId, address)}`;
}
