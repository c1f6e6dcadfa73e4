import { type EmailTexts, layOutEmail } from '../../records/emails/email-layout.ts';

/** Emails that tell a person what changed about how they sign in. */
export const factorEmails: EmailTexts = {
  'passkey-added': telling(
    'A passkey was added to your account',
    'A passkey was added to your Kinbridge account. It signs in without your password.',
  ),
  'passkey-removed': telling(
    'A passkey was removed from your account',
    'A passkey was removed from your Kinbridge account. It can no longer be used to sign in.',
  ),
  'authenticator-off': telling(
    'Your authenticator app was switched off',
    'The authenticator app of your Kinbridge account was switched off. Signing in no longer asks for its codes.',
  ),
  'recovery-codes': telling(
    'You have new recovery codes',
    'New recovery codes were created for your Kinbridge account. The old ones no longer work.',
  ),
};

function telling(subject: string, what: string): EmailTexts[string] {
  return async ({ config: { publicUrl } }) =>
    layOutEmail({
      subject,
      paragraphs: [what, "If this wasn't you, reset your password now and ask your admin for help."],
      actions: [
        { label: 'Review your security', url: `${publicUrl}/#security` },
        { label: 'Reset your password', url: `${publicUrl}/reset-password` },
      ],
    });
}
