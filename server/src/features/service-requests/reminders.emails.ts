import type { AppContext } from '../../app-context.ts';
import { type EmailContent, layOutEmail } from '../emails/email-layout.ts';
import type { EmailTexts } from '../emails/email-texts.ts';
import { findWaitingRequest, type WaitingRequest } from './reminders.queries.ts';

/** About a request that still waits for a response; without the member's name. */
function reminder(write: (request: WaitingRequest, publicUrl: string) => EmailContent): EmailTexts[string] {
  return async (app: AppContext, { payload }) => {
    const request = await findWaitingRequest(app.db, payload.serviceRequestId ?? 0);
    return request ? layOutEmail(write(request, app.config.publicUrl)) : null;
  };
}

const open = (address: string) => ({ label: 'Open in Kinbridge', url: address });

export const reminderEmails: EmailTexts = {
  'request-reminder-half': reminder(({ id, service, organization }, publicUrl) => ({
    subject: `A request waits for your response (#${id})`,
    paragraphs: [
      `${organization} sent a request for ${service}. Half of the time you promised to respond in has passed.`,
    ],
    actions: [open(`${publicUrl}/incoming-service-requests?ticket=${id}`)],
  })),
  'request-reminder-due': reminder(({ id, service, organization }, publicUrl) => ({
    subject: `A response is due (#${id})`,
    paragraphs: [
      `${organization} sent a request for ${service}. The time your organization promised to respond in is over.`,
    ],
    actions: [open(`${publicUrl}/incoming-service-requests?ticket=${id}`)],
  })),
  'request-reminder-twice': reminder(({ id, service, provider }, publicUrl) => ({
    subject: `No response to your request (#${id})`,
    paragraphs: [`${provider} hasn't responded to your request for ${service}, after twice the promised time.`],
    actions: [
      { label: 'Refer elsewhere', url: `${publicUrl}/service-requests?ticket=${id}&refer=elsewhere` },
      open(`${publicUrl}/service-requests?ticket=${id}`),
    ],
  })),
};
