import type { NeedsYouItem, RequestNeed } from '@kinbridge/contract/needs-you/needs-you.contract';
import { outcomeLabel } from '@kinbridge/contract/service-requests/outcomes';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { answersComment, refersElsewhere } from '../../lib/lists/ticket-url.ts';

export const needsYouTexts = {
  title: 'Needs you',
  all: (total: number) => `Show all ${total}`,
  newest: (shown: number, total: number) => `The newest ${shown} of ${total}. Older ones follow as you finish these.`,
  empty: 'Nothing needs you right now.',
  emptyHint: 'Declined, overdue and unanswered requests, new requests and comments appear here until someone acts.',
  done: 'Done',
  doneWith: (ticket: string) => `Done with ${ticket}`,
  doneSaid: (left: number) => (left === 0 ? 'Done. Nothing else needs you.' : `Done. ${left} left.`),
  doneFailed: "We couldn't mark it as done.",
};

type Written = (request: ServiceRequest, item: NeedsYouItem, ownId: number) => string;

const provider = ({ service }: ServiceRequest) => service.organization.name;
const provides = ({ service }: ServiceRequest, ownId: number) => service.organizationId === ownId;
const member = ({ patient }: ServiceRequest) => patient.firstName;

/** What happened, in a sentence. */
const sentences: Record<RequestNeed, Written> = {
  DECLINED: (request) =>
    `${provider(request)} declined${request.outcome ? `: ${outcomeLabel(request.outcome.code)}` : ''}`,
  OVERDUE: (request, _, ownId) =>
    provides(request, ownId) ? 'Nobody here has responded in time' : `${provider(request)} hasn't responded in time`,
  STALLED: (request, _, ownId) =>
    provides(request, ownId) ? 'Accepted, then nothing for days' : `Nothing new from ${provider(request)} for days`,
  COMMENT: (_, { by }) => `${by ? fullName(by) : 'The other side'} commented`,
  SUSPENDED: (request) =>
    request.unavailable === 'SUSPENDED'
      ? `${provider(request)} is no longer on Kinbridge`
      : `${provider(request)} no longer offers this`,
  WAITING: ({ organization, organizationId }, _, ownId) =>
    organizationId === ownId ? 'A new request waits' : `${organization.name} sent a request`,
  MEMBER_SAID_NO: (request) => `${member(request)} answered NO: help hasn't arrived`,
  NO_ANSWER: (request) => `${member(request)} hasn't answered if help arrived`,
};

export function sentenceOf(item: NeedsYouItem, ownId: number): string {
  if (item.serviceRequest) return sentences[item.kind](item.serviceRequest, item, ownId);
  return `${item.by ? fullName(item.by) : 'Another organization'} proposed a change`;
}

/** What Done does beyond taking the item off the list: the member hears of the decline at once, not a day later. */
export function doneHint({ kind, serviceRequest, since }: NeedsYouItem, now = Date.now()): string | null {
  const waits = kind === 'DECLINED' && now - Date.parse(since) < 24 * 3_600_000;
  if (!waits || serviceRequest.smsBlockedReason !== null) return null;
  return `After Done, ${member(serviceRequest)} gets a text that they can't help.`;
}

/** The button that handles an item, and what its link adds to the ticket's address. */
export const actions: Record<RequestNeed, { label: string; more?: string }> = {
  DECLINED: { label: 'Refer elsewhere', more: refersElsewhere },
  OVERDUE: { label: 'Refer elsewhere', more: refersElsewhere },
  SUSPENDED: { label: 'Refer elsewhere', more: refersElsewhere },
  STALLED: { label: 'Comment', more: answersComment },
  COMMENT: { label: 'Answer', more: answersComment },
  WAITING: { label: 'Review' },
  MEMBER_SAID_NO: { label: 'Review' },
  NO_ANSWER: { label: 'Review' },
};
