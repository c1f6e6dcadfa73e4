import type { EndStatus } from '@kinbridge/contract/service-requests/outcomes';
import {
  type ServiceRequestStatus,
  serviceRequestStatusLabels,
} from '@kinbridge/contract/service-requests/service-request-status';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';

export const reviewTexts = {
  sendConfirmation: 'Send Confirmation Message',
  moveTo: 'Move to',
  cancel: 'Cancel Ticket',
  reopen: 'Reopen',
  movedSince: (status: ServiceRequestStatus) =>
    `This request was moved to ${serviceRequestStatusLabels[status]} while this dialog was open.`,
  refer: 'Refer elsewhere',
  promised: (provider: string, due: string) => `${provider} promised a response by ${due}.`,
  stalled: (provider: string) => `${provider} accepted this request and hasn't done anything on it for days.`,
  unavailable: {
    SUSPENDED: ({ service }: ServiceRequest) => `${service.organization.name} is no longer on Kinbridge.`,
    DELETED: ({ service }: ServiceRequest) => `${service.organization.name} no longer offers ${service.name}.`,
  },
  nobodyThere: 'Nobody there will take care of this request. Refer the member elsewhere.',
  tipPending: "'Pending' requests become 'Completed' when the confirmation message is returned.",
  tipCompleted: 'A completed request cannot be canceled or moved to any other status.',
  textMember: (firstName: string) => `Text ${firstName}`,
  notTexted: (firstName: string) => `${firstName} won't get a text.`,
  saysNo: (firstName: string) => `${firstName} answered NO: help hasn't arrived.`,
  assignee: 'Assigned Agent',
  nobodyAssigned: 'Unassigned',
  assignElsewhere: (provider: string) => `Only ${provider} can assign this request.`,
  staffFailed: "We couldn't load your employees.",
  assignFailed: "We couldn't assign the request",
  moveFailed: "We couldn't move the request",
  changedMeanwhile: 'This request has changed',
  presentState: "You're looking at the current version.",
  feedFailed: 'Something went wrong. Please try again.',
  nothing: {
    all: 'Nothing has happened yet.',
    comments: 'No comments yet. Both organizations can read comments.',
    status: 'No moves or assignments yet.',
    sms: 'No texts yet.',
    views: 'No views yet.',
  },
  linkCopied: 'Link copied to clipboard.',
  linkNotCopied: (address: string) => `We couldn't copy the link. Copy it from here: ${address}`,
};

export const commentTexts = {
  label: 'Comment',
  placeholder: 'Add a comment both organizations can read…',
  placeholderShort: 'Add a comment…',
  send: 'Comment',
  attach: 'Attach a file',
  kinds: 'png, jpeg, pdf',
  failed: 'Something went wrong. Please try again.',
  wrongType: 'Only png, jpeg, jpg and pdf files can be attached.',
  tooLarge: 'This file is larger than 10 MB. Choose a smaller one.',
  oneFile: 'You can attach one file. We kept the first one.',
  sending: 'Sending…',
};

interface Question {
  title: string;
  text: string;
  confirm: string;
  cancel: string;
}

/** The question before the move that sends the confirmation message. */
export function questionBeforeText(firstName: string, smsBlockedReason: string | null): Question {
  return {
    title: 'Send the confirmation message?',
    text: smsBlockedReason
      ? `The request moves to Pending, but ${firstName} won't get a text: ${smsBlockedReason}`
      : `${firstName} gets a text asking whether help arrived, and the request moves to Pending. You can't undo this.`,
    confirm: smsBlockedReason ? 'Move to Pending' : 'Send and move',
    cancel: 'Go back',
  };
}

/** The question before a move that ends the request. The providing side declines it, the other one cancels it. */
export function questionBeforeEnd(
  to: EndStatus,
  { organization, service }: ServiceRequest,
  ownOrganizationId: number | null,
): Question {
  const cancel = 'Go back';
  if (to === 'COMPLETED') {
    return { title: 'Complete this request?', text: reviewTexts.tipCompleted, confirm: 'Move to Completed', cancel };
  }
  const reopen = 'You can find and reopen it with Show cancelled.';
  if (service.organizationId !== ownOrganizationId) {
    return {
      title: 'Cancel this ticket?',
      text: `It leaves the boards. ${reopen}`,
      confirm: reviewTexts.cancel,
      cancel,
    };
  }
  const direct = organization.id === service.organizationId;
  return {
    title: 'Decline this request',
    text: `${direct ? 'It leaves the boards.' : `${organization.name} will see your reason.`} ${reopen}`,
    confirm: 'Decline',
    cancel,
  };
}

export function moveLabel(to: ServiceRequestStatus): string {
  return `Move to ${serviceRequestStatusLabels[to]}`;
}
