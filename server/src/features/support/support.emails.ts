import { type EmailTexts, idIn, layOutEmail } from '../../records/emails/email-layout.ts';
import { findAnswer } from './desk.queries.ts';

export const answeredEmail = 'support-answered';

export const supportEmails: EmailTexts = {
  [answeredEmail]: async (app, { payload }) => {
    const answer = await findAnswer(app.db, idIn(payload, 'replyId'));
    if (!answer) return null;
    return layOutEmail({
      subject: 'We answered your question',
      paragraphs: ['Kinbridge Support answered your question:', ...answer.body.split(/\n+/)],
      actions: [{ label: 'Read or Reply', url: `${app.config.publicUrl}/?support=${answer.questionId}` }],
      notes: ['Please reply in Kinbridge, so that your reply reaches the people who know your question.'],
    });
  },
};
