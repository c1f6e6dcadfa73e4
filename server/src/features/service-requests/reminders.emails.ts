import type { AppContext } from '../../app-context.ts';
import { type EmailContent, type EmailTexts, idIn, layOutEmail } from '../../records/emails/email-layout.ts';
import { answerLinks, answerLinksNote } from './answer-links.ts';
import { findWaitingRequest, type WaitingRequest } from './reminders.queries.ts';

/** About a request that still waits for a response; without the member's name. */
function reminder(write: (request: WaitingRequest, publicUrl: string) => EmailContent): EmailTexts[string] {
  return async (app: AppContext, { payload }) => {
    const request = await findWaitingRequest(app.db, idIn(payload, 'serviceRequestId'));
    return request ? layOutEmail(write(request, app.config.publicUrl)) : null;
  };
}

/** For staff of the organization that is asked, with the links to answer. */
function reminderToAnswer(subject: string, passed: string): EmailTexts[string] {
  return async (app: AppContext, { userId, payload }) => {
    const request = await findWaitingRequest(app.db, idIn(payload, 'serviceRequestId'));
    if (!request) return null;
    const { id, service, organization } = request;
    return layOutEmail({
      subject: `${subject} (#${id})`,
      paragraphs: [`${organization} sent a request for ${service}. ${passed}`],
      actions: [
        ...(await answerLinks(app, userId, id)),
        open(`${app.config.publicUrl}/incoming-service-requests?ticket=${id}`),
      ],
      notes: [answerLinksNote],
    });
  };
}

const open = (address: string) => ({ label: 'Open in Kinbridge', url: address });

export const reminderEmails: EmailTexts = {
  'request-reminder-half': reminderToAnswer(
    'A request is waiting for your response',
    'Half of your promised response time has passed.',
  ),
  'request-reminder-due': reminderToAnswer(
    'A response is due',
    "Your organization's promised response time has passed.",
  ),
  'request-reminder-twice': reminder(({ id, service, provider }, publicUrl) => ({
    subject: `No response to your request (#${id})`,
    paragraphs: [`${provider} hasn't responded to your request for ${service} in twice the promised time.`],
    actions: [
      { label: 'Refer elsewhere', url: `${publicUrl}/service-requests?ticket=${id}&refer=elsewhere` },
      open(`${publicUrl}/service-requests?ticket=${id}`),
    ],
  })),
};
