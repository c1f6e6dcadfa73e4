import type { AppContext } from '../../app-context.ts';
import { type EmailTexts, layOutEmail } from '../../records/emails/email-layout.ts';
import type { SignInDevice } from '../../records/emails/emails.commands.ts';
import { mustUseSingleSignOn } from '../sign-in-rules/only-single-sign-on.queries.ts';
import { findClaimingOrganization } from './auth.queries.ts';
import { createResetCode, createResetLink } from './password-reset.commands.ts';
import { getsLinks } from './wrong-codes.commands.ts';

/** They may need a password once, to link their account. */
const singleSignOnNote =
  'Your organization uses single sign-on. You need a password only to link your account once; you sign in through your organization.';

/** Several organizations may have named the address; whose code or link is used decides. */
function claimNote(organization: string | null): string[] {
  if (organization === null) return [];
  return [
    `It is for the account that ${organization} made for you. Using it confirms that you belong to ${organization}. If you don't know this organization, don't use it.`,
  ];
}

/** Emails about signing in and the password. Codes are created here, when they are sent. */
export const authEmails: EmailTexts = {
  'new-device': async (app, { payload }) => {
    const { device } = payload as unknown as SignInDevice;
    return layOutEmail({
      subject: 'New sign-in to your Kinbridge account',
      paragraphs: [
        `Someone signed in to your Kinbridge account on a device that we didn't recognize: ${device}.`,
        "If this was you, there is nothing to do. If it wasn't, reset your password now.",
      ],
      actions: [
        { label: 'Review your sessions', url: `${app.config.publicUrl}/#security` },
        { label: 'Reset your password', url: `${app.config.publicUrl}/reset-password` },
      ],
    });
  },
  'password-changed': async (app) => ({
    subject: 'Your Kinbridge password was changed',
    text: [
      'The password of your Kinbridge account was changed, and all other devices were signed out.',
      "If this wasn't you, reset your password now:",
      `${app.config.publicUrl}/reset-password`,
    ].join('\n\n'),
  }),
  'reset-code': async (app, { userId }) => {
    const isLink = await getsLinks(app.db, userId);
    return {
      subject: isLink ? 'Choose a new Kinbridge password' : 'Your Kinbridge verification code',
      text: [
        ...(isLink ? await linkTexts(app, userId) : await codeTexts(app, userId)),
        ...claimNote(await findClaimingOrganization(app.db, userId)),
        ...((await mustUseSingleSignOn(app.db, userId)) ? [singleSignOnNote] : []),
        "If you didn't ask for it, you can ignore this email.",
      ].join('\n\n'),
    };
  },
};

async function codeTexts(app: AppContext, userId: number): Promise<string[]> {
  return [
    `Your verification code is ${await createResetCode(app.db, app.config, userId)}.`,
    'It works for 15 minutes and for one new password.',
  ];
}

async function linkTexts(app: AppContext, userId: number): Promise<string[]> {
  return [
    'Somebody entered too many wrong verification codes for your account, so this email has a link instead. Open it to choose a new password:',
    `${app.config.publicUrl}/reset-password?token=${await createResetLink(app.db, userId)}`,
    'It works for 15 minutes and for one new password. Forward it to nobody.',
  ];
}
