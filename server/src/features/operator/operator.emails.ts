import { type EmailTexts, layOutEmail } from '../../records/emails/email-layout.ts';

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
};
