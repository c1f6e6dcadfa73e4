import { type OrganizationApproval, reviewTime } from '@kinbridge/contract/organizations/organization-approval';
import { type EmailTexts, idIn } from '../../records/emails/email-layout.ts';
import type { DeclinedProfile } from '../../records/emails/emails.commands.ts';
import { findApproval } from './approval.queries.ts';
import { findInvitationEmail, invitationLink } from './invitations.commands.ts';

/** Skips the email if a later decision replaced this one. */
function decided(
  approval: OrganizationApproval,
  write: (facts: { name: string; reason: string; signIn: string }) => { subject: string; text: string },
): EmailTexts[string] {
  return async (app, { payload }) => {
    const found = await findApproval(app.db, idIn(payload, 'organizationId'));
    if (found?.approval !== approval) return null;
    return write({ name: found.name, reason: found.reason ?? '', signIn: `${app.config.publicUrl}/login` });
  };
}

const restored = decided('APPROVED', ({ name, signIn }) => ({
  subject: 'Your organization is active again',
  text: `Kinbridge restored ${name}. Other organizations can find it again, and you can make changes again. Texts that were skipped aren't sent later.\n\n${signIn}`,
}));

const waitingAgain = decided('WAITING', ({ name, signIn }) => ({
  subject: 'We are reviewing your organization again',
  text: `Kinbridge is reviewing ${name} again, usually ${reviewTime}. Until then you can sign in and prepare your profile, services, members and forms:\n\n${signIn}`,
}));

const approved = decided('APPROVED', ({ name, signIn }) => ({
  subject: 'Your organization is approved',
  text: `Kinbridge approved ${name}. Other organizations can now find it and send you requests, and you can send requests to them:\n\n${signIn}`,
}));

export const organizationEmails: EmailTexts = {
  'organization-approve': approved,
  'organization-refuse': decided('REFUSED', ({ name, reason }) => ({
    subject: "Your organization wasn't approved",
    text: [
      `Kinbridge reviewed ${name} and didn't approve it.`,
      `Reason: ${reason}`,
      "You can still sign in and read your records, but you can't make changes. If this is a mistake, reply to this email.",
    ].join('\n\n'),
  })),
  'organization-suspend': decided('SUSPENDED', ({ name, reason }) => ({
    subject: 'Your organization is suspended',
    text: [
      `Kinbridge suspended ${name}.`,
      `Reason: ${reason}`,
      "Other organizations can't find it, its texts aren't sent and its public forms are closed. You can still sign in and read your records, but you can't make changes. If this is a mistake, reply to this email.",
    ].join('\n\n'),
  })),
  'organization-restore': async (app, email) => (await restored(app, email)) ?? (await waitingAgain(app, email)),
  'profile-accepted': async (app, { payload }) => {
    const found = await findApproval(app.db, idIn(payload, 'organizationId'));
    if (!found) return null;
    return {
      subject: 'Your business profile changes are accepted',
      text: `Kinbridge accepted the changes that ${found.name} proposed for its business profile. Everyone sees them now:\n\n${app.config.publicUrl}/account-management`,
    };
  },
  'profile-declined': async (app, { payload }) => {
    const { organizationId, reason } = payload as unknown as DeclinedProfile;
    const found = await findApproval(app.db, organizationId);
    if (!found) return null;
    return {
      subject: "Your business profile changes weren't accepted",
      text: [
        `Kinbridge reviewed the changes that ${found.name} proposed for its business profile and didn't accept them. Your profile stays as it was.`,
        `Reason: ${reason}`,
        'You can propose other changes:',
        `${app.config.publicUrl}/account-management`,
      ].join('\n\n'),
    };
  },
  'organization-waiting': async (app) => ({
    subject: 'We are reviewing your organization',
    text: [
      `Your email is verified. Kinbridge reviews new organizations before other organizations can find them, usually ${reviewTime}. We will email you when the review is done.`,
      'Until then you can sign in and prepare your profile, services, members and forms, and invite your colleagues:',
      `${app.config.publicUrl}/login`,
    ].join('\n\n'),
  }),
  invitation: async (app, { payload }) => {
    const invitation = await findInvitationEmail(app.db, idIn(payload, 'invitationId'));
    if (!invitation) return null;
    return {
      subject: 'You are invited to Kinbridge',
      text: [
        `${invitation.organization} invites you to join them on Kinbridge. Open this link within 7 days to sign up with this email address:`,
        invitationLink(app.config, invitation.nonce),
        "If you didn't expect this invitation, you can ignore this email.",
      ].join('\n\n'),
    };
  },
};
