import { outcomeLabel } from '@kinbridge/contract/service-requests/outcomes';
import { serviceRequestStatusLabels } from '@kinbridge/contract/service-requests/service-request-status';
import { counted } from '@kinbridge/contract/shared/counted';
import type { AppContext } from '../../app-context.ts';
import { actUrl, createActToken } from '../../records/emails/act-tokens.commands.ts';
import { type EmailContent, type EmailTexts, idIn, layOutEmail } from '../../records/emails/email-layout.ts';
import { type EmailFacts, findEmailFacts } from './request-emails.queries.ts';

/** The links with which one employee answers a request that waits for their organization, without signing in. */
async function answerLinks({ db, config }: AppContext, userId: number, serviceRequestId: number) {
  const token = await createActToken(db, { userId, serviceRequestId });
  return [
    { label: 'Accept', url: actUrl(config, token) },
    { label: 'Decline', url: actUrl(config, token, 'decline') },
  ];
}

const answerLinksNote = "Accept and Decline work for 7 days and act in your name, so please don't forward this email.";

interface RequestText {
  subject: string;
  sentence: string;
  /** The reader's board. */
  side?: 'outgoing' | 'incoming';
  /** Whether the reader can try another service. */
  canRefer?: boolean;
}

/** An email about a request: what happened and a link to the ticket, but nothing about the member. */
function about(
  write: (request: EmailFacts, payload: Record<string, unknown>) => RequestText | null,
): EmailTexts[string] {
  return async (app: AppContext, { userId, payload }) => {
    const request = await findEmailFacts(app.db, idIn(payload, 'serviceRequestId'), userId);
    const text = request && write(request, payload);
    if (!text) return null;
    const board = text.side === 'outgoing' ? 'service-requests' : 'incoming-service-requests';
    const ticket = `${app.config.publicUrl}/${board}?ticket=${request.id}`;
    const waits = board === 'incoming-service-requests' && request.waits;
    const answers = waits ? await answerLinks(app, userId, request.id) : [];
    return layOutEmail({
      subject: `${text.subject} (#${request.id})`,
      paragraphs: [text.sentence],
      actions: [
        ...answers,
        ...(text.canRefer ? [{ label: 'Refer elsewhere', url: `${ticket}&refer=elsewhere` }] : []),
        open(ticket),
      ],
      notes: [...(waits ? [answerLinksNote] : []), 'You can choose which of these emails you get in your profile.'],
    });
  };
}

/** ': No capacity', or nothing without an outcome. */
function reason({ outcome_code: code }: EmailFacts): string {
  return code ? `: ${outcomeLabel(code)}` : '';
}

function moved(request: EmailFacts): RequestText {
  const { id, organization, service } = request;
  if (request.status !== 'CANCELLED') {
    const sentence = `${organization} moved its request for ${service}, ticket #${id}, to ${serviceRequestStatusLabels[request.status]}.`;
    return { subject: 'A service request was moved', sentence };
  }
  return {
    subject: 'A service request was cancelled',
    sentence: `${organization} cancelled its request for ${service}${reason(request)}.`,
  };
}

/** For the person who sent it. Null if it was reopened since. */
function ended(request: EmailFacts): RequestText | null {
  const { provider, service, status } = request;
  if (status === 'CANCELLED') {
    return {
      subject: 'Your request was declined',
      sentence: `${provider} declined your request for ${service}${reason(request)}.`,
      side: 'outgoing',
      canRefer: true,
    };
  }
  if (status !== 'COMPLETED') return null;
  const who = request.outcome_by === 'member' ? 'The member confirmed' : `${provider} completed`;
  return {
    subject: 'Your request was completed',
    sentence: `${who} your request for ${service}${request.outcome_by === 'member' ? ` at ${provider}` : ''}${reason(request)}.`,
    side: 'outgoing',
  };
}

/** For the people who sent it. Null if it has ended since, or its provider is back. */
function unavailable({ provider, service, unavailable }: EmailFacts): RequestText | null {
  if (!unavailable) return null;
  const why =
    unavailable === 'SUSPENDED' ? `${provider} is no longer on Kinbridge` : `${provider} no longer offers ${service}`;
  return {
    subject: 'Your request needs another provider',
    sentence: `${why}, so nobody there will take care of your request for ${service}.`,
    side: 'outgoing',
    canRefer: true,
  };
}

/** About a request that still waits, or is still stalled; without the member's name. */
function reminder(
  still: 'waits' | 'stalled',
  write: (request: EmailFacts, app: AppContext, userId: number) => EmailContent | Promise<EmailContent>,
): EmailTexts[string] {
  return async (app, { userId, payload }) => {
    const request = await findEmailFacts(app.db, idIn(payload, 'serviceRequestId'), userId);
    return request?.[still] ? layOutEmail(await write(request, app, userId)) : null;
  };
}

/** For staff of the organization that is asked, with the links to answer. */
function reminderToAnswer(subject: string, passed: string): EmailTexts[string] {
  return reminder('waits', async ({ id, service, organization }, app, userId) => ({
    subject: `${subject} (#${id})`,
    paragraphs: [`${organization} sent a request for ${service}. ${passed}`],
    actions: [
      ...(await answerLinks(app, userId, id)),
      open(`${app.config.publicUrl}/incoming-service-requests?ticket=${id}`),
    ],
    notes: [answerLinksNote],
  }));
}

/** After the days that a service allows, or twice as many. */
function stalled(times: number): EmailTexts[string] {
  return reminder('stalled', ({ id, service, organization, provider, stall_days, provides }, { config }) => {
    const passed = counted(stall_days * times, 'day');
    return {
      subject: `Nothing has happened on a request for ${passed} (#${id})`,
      paragraphs: [
        provides
          ? `Your organization accepted a request for ${service} from ${organization}, and has done nothing on it for ${passed}. Move it on, comment on it or decline it.`
          : `${provider} has done nothing on your request for ${service} for ${passed}. Ask them in a comment, or call them.`,
      ],
      actions: [
        open(`${config.publicUrl}/${provides ? 'incoming-service-requests' : 'service-requests'}?ticket=${id}`),
      ],
    };
  });
}

const open = (url: string) => ({ label: 'Open in Kinbridge', url });

export const serviceRequestEmails: EmailTexts = {
  'request-created': about(({ id, service, organization, provider }) => ({
    subject: 'New service request',
    sentence: `${organization === provider ? 'Your organization has a new request' : `${organization} sent a request`} for ${service}, ticket #${id}.`,
  })),
  'request-moved': about(moved),
  'request-ended': about(ended),
  'request-unavailable': about(unavailable),
  'request-note': about(({ id, service, organization, provider }, { side }) => ({
    subject: 'New comment on a service request',
    sentence: `There is a new comment on ticket #${id}: ${service}${side === 'sending' ? ` at ${provider}` : `, requested by ${organization}`}.`,
    side: side === 'sending' ? 'outgoing' : 'incoming',
  })),
  'request-member-says-no': about(({ id, service, organization }) => ({
    subject: 'A member answered NO',
    sentence: `The member of ticket #${id} (${service}, requested by ${organization}) answered that help hasn't arrived yet.`,
  })),
  'request-reminder-half': reminderToAnswer(
    'A request is waiting for your response',
    'Half of your promised response time has passed.',
  ),
  'request-reminder-due': reminderToAnswer(
    'A response is due',
    "Your organization's promised response time has passed.",
  ),
  'request-reminder-twice': reminder('waits', ({ id, service, provider }, { config: { publicUrl } }) => ({
    subject: `No response to your request (#${id})`,
    paragraphs: [`${provider} hasn't responded to your request for ${service} in twice the promised time.`],
    actions: [
      { label: 'Refer elsewhere', url: `${publicUrl}/service-requests?ticket=${id}&refer=elsewhere` },
      open(`${publicUrl}/service-requests?ticket=${id}`),
    ],
  })),
  'request-reminder-stalled': stalled(1),
  'request-reminder-stalled-twice': stalled(2),
};
