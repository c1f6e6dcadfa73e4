import {
  type ServiceRequestStatus,
  serviceRequestStatusLabels,
} from '@kinbridge/contract/service-requests/service-request-status';

export const reviewTexts = {
  sendConfirmation: 'Send Confirmation Message',
  sendConfirmationLater: 'Possible once the request is In Progress.',
  moveTo: 'Move to',
  cancel: 'Cancel Ticket',
  reopen: 'Reopen',
  tipPending: "'Pending' requests become 'Completed' when the confirmation message is returned.",
  tipCompleted: 'A completed request cannot be canceled or moved to any other status.',
  notTexted: (firstName: string) => `${firstName} will not be texted.`,
  saysNo: (firstName: string) => `${firstName} answered NO: the help has not arrived.`,
  assignee: 'Assigned Agent',
  nobodyAssigned: 'Nobody yet',
  assignElsewhere: (provider: string) => `Only ${provider} can assign this request.`,
  staffFailed: 'The list of staff could not be loaded.',
  assignFailed: 'The request was not assigned',
  moveFailed: 'The request was not moved',
  changedMeanwhile: 'This request changed meanwhile',
  presentState: 'You see it as it is now.',
  feedFailed: 'Something went wrong. Please try again.',
  nothing: {
    all: 'Nothing has happened yet.',
    comments: 'No comments yet. Both organizations read what you write below.',
    status: 'Nothing has been moved or assigned yet.',
    sms: 'No texts yet.',
    views: 'Nobody has looked at it yet.',
  },
  linkCopied: 'Link copied to clipboard.',
  linkNotCopied: (address: string) => `The link could not be copied. It is ${address}`,
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
  tooLarge: 'The file is larger than 10 MB. Please choose a smaller one.',
  oneFile: 'One file at a time, please: only the first was taken.',
  sending: 'Sending…',
};

/** The question before a move that sends a message or ends the matter. */
export function questionBefore(
  to: ServiceRequestStatus,
  firstName: string,
  smsBlockedReason: string | null,
): { title: string; text: string; confirm: string; cancel: string } {
  const cancel = 'Go back';
  if (to === 'PENDING') {
    return {
      title: 'Send the confirmation message?',
      text: smsBlockedReason
        ? `The request moves to Pending, but ${firstName} will not be texted: ${smsBlockedReason}`
        : `${firstName} gets an SMS that asks whether the help arrived, and the request moves to Pending. This cannot be undone.`,
      confirm: smsBlockedReason ? 'Move to Pending' : 'Send and move',
      cancel,
    };
  }
  if (to === 'COMPLETED') {
    return {
      title: 'Complete this request?',
      text: reviewTexts.tipCompleted,
      confirm: 'Move to Completed',
      cancel,
    };
  }
  return {
    title: 'Cancel this ticket?',
    text: 'It leaves the boards. Whoever finds it again can reopen it.',
    confirm: reviewTexts.cancel,
    cancel,
  };
}

export function moveLabel(to: ServiceRequestStatus): string {
  return `Move to ${serviceRequestStatusLabels[to]}`;
}
