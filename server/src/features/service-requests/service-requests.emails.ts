import type { AppContext } from '../../app-context.ts';
import type { EmailTexts } from '../emails/email-texts.ts';

/** Only a link to the ticket: no names, services or needs. */
function about(subject: string, sentence: string): EmailTexts[string] {
  return async (app: AppContext, { payload }) => ({
    subject: `${subject} (#${payload.serviceRequestId})`,
    text: `${sentence}\n\n${app.config.publicUrl}/incoming-service-requests?ticket=${payload.serviceRequestId}\n\nYou can choose which of these emails you get in your profile.`,
  });
}

export const serviceRequestEmails: EmailTexts = {
  'request-created': about('New service request', 'Your organization has a new service request.'),
  'request-moved': about('A service request was moved', 'The other organization moved a service request.'),
  'request-note': about('New comment on a service request', 'There is a new comment on a service request.'),
  'request-member-says-no': about('A member answered NO', "A member answered that help hasn't arrived yet."),
};
