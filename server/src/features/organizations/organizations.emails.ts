import { reviewTime } from '@kinbridge/contract/organizations/organization-approval';
import type { EmailTexts } from '../messages/email-texts.ts';
import { findInvitationLetter, invitationLink } from './invitations.commands.ts';

export const organizationEmails: EmailTexts = {
  'organization-waiting': async (app) => ({
    subject: 'We are reviewing your organization',
    text: [
      `Your email is verified. Kinbridge reviews new organizations before other organizations can find them, usually ${reviewTime}. We will email you when the review is done.`,
      'Until then you can sign in and prepare your profile, services, members and forms, and invite your colleagues:',
      `${app.config.publicUrl}/login`,
    ].join('\n\n'),
  }),
  invitation: async (app, { payload }) => {
    const letter = await findInvitationLetter(app.db, payload.invitationId ?? 0);
    if (!letter) return null;
    return {
      subject: 'You are invited to Kinbridge',
      text: [
        `${letter.organization} invites you to join them on Kinbridge. Open this link within 7 days to sign up with this email address:`,
        invitationLink(app.config, letter.nonce),
        'If you did not expect this invitation, you can ignore this email.',
      ].join('\n\n'),
    };
  },
};
