import { type EmailTexts, layOutEmail } from '../../records/emails/email-layout.ts';
import type { SignInLink } from '../../records/emails/emails.commands.ts';
import { confirmationToken } from './mailed-confirmation.commands.ts';
import { findOrganizationName } from './providers.queries.ts';

/** Emails to people whom a provider vouches for. */
export const singleSignOnEmails: EmailTexts = {
  'confirm-sign-in': async (app, { to, payload }) => {
    const { nonce, organizationId } = payload as unknown as SignInLink;
    const organization = await findOrganizationName(app.db, organizationId);
    if (organization === null) return null;
    return layOutEmail({
      subject: 'Confirm your Kinbridge sign-in',
      paragraphs: [
        `Someone is signing in to Kinbridge as ${to}, with the single sign-on of ${organization}.`,
        'If this is you, open this link within 30 minutes, in the browser where you are signing in.',
        `If it isn't, ignore this email. Until you confirm, nobody can use your address for ${organization}.`,
      ],
      actions: [
        {
          label: 'Confirm your sign-in',
          url: `${app.config.publicUrl}/login/confirm?token=${confirmationToken(app.config, nonce)}`,
        },
      ],
    });
  },
};
