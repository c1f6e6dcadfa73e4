import type { EmailTexts } from '../messages/email-texts.ts';

export const employeeEmails: EmailTexts = {
  'account-activated': async (app) => ({
    subject: 'Your Kinbridge account is active',
    text: `An administrator of your organization has activated your account. You can sign in and start:\n\n${app.config.publicUrl}/login`,
  }),
};
