import type { AppContext } from '../../app-context.ts';
import { type EmailTexts, layOutEmail } from '../../records/emails/email-layout.ts';

/** Emails that tell a person what changed about how they sign in. */
export const factorEmails: EmailTexts = {
  'passkey-added': async (app) =>
    tell(app, 'A passkey was added to your account', [
      'A passkey was added to your Kinbridge account. It signs in without your password.',
    ]),
  'passkey-removed': async (app) =>
    tell(app, 'A passkey was removed from your account', [
      'A passkey was removed from your Kinbridge account. It can no longer be used to sign in.',
    ]),
  'authenticator-off': async (app) =>
    tell(app, 'Your authenticator app was switched off', [
      'The authenticator app of your Kinbridge account was switched off. Signing in no longer asks for its codes.',
    ]),
  'recovery-codes': async (app) =>
    tell(app, 'You have new recovery codes', [
      'New recovery codes were created for your Kinbridge account. The old ones no longer work.',
    ]),
};

function tell(app: AppContext, subject: string, paragraphs: string[]) {
  return layOutEmail({
    subject,
    paragraphs: [...paragraphs, "If this wasn't you, reset your password now and ask your admin for help."],
    actions: [
      { label: 'Review your security', url: `${app.config.publicUrl}/#security` },
      { label: 'Reset your password', url: `${app.config.publicUrl}/reset-password` },
    ],
  });
}
