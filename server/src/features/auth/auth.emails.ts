import type { EmailText } from '../emails/email-layout.ts';
import type { EmailTexts } from '../emails/email-texts.ts';
import { mustUseSingleSignOn } from '../sign-in-rules/only-single-sign-on.queries.ts';
import { createResetCode } from './password-reset.commands.ts';

/** Emails about the password. Codes are created here, when they are sent. */
export const authEmails: EmailTexts = {
  'password-changed': async (app) => ({
    subject: 'Your Kinbridge password was changed',
    text: [
      'The password of your Kinbridge account was changed, and all other devices were signed out.',
      "If this wasn't you, reset your password now:",
      `${app.config.publicUrl}/reset-password`,
    ].join('\n\n'),
  }),
  'reset-code': async (app, email) => {
    if (await mustUseSingleSignOn(app.db, email.userId)) return useSingleSignOn(app.config.publicUrl);
    return {
      subject: 'Your Kinbridge verification code',
      text: [
        `Your verification code is ${await createResetCode(app.db, app.config, email.userId)}.`,
        'It works for 15 minutes and for one new password.',
        "If you didn't ask for it, you can ignore this email.",
      ].join('\n\n'),
    };
  },
};

/** A password wouldn't help them. */
function useSingleSignOn(publicUrl: string): EmailText {
  return {
    subject: 'Sign in to Kinbridge through your organization',
    text: [
      'You asked for a new Kinbridge password. Your organization uses single sign-on, so you need none here. Enter your email to get to its sign-in page:',
      `${publicUrl}/login`,
      "If you didn't ask for it, you can ignore this email.",
    ].join('\n\n'),
  };
}
