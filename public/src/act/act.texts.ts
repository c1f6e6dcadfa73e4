const en = {
  loading: 'One moment…',
  requestTitle: (service: string) => `Request for ${service}`,
  ticket: 'Ticket',
  service: 'Service',
  from: 'From',
  to: 'To',
  phone: 'Phone',
  place: 'Place',
  website: 'Website',
  member: 'Member',
  memberText: (firstName: string, age: number | null) => (age === null ? firstName : `${firstName}, age ${age}`),
  accept: 'Accept',
  decline: 'Decline',
  back: 'Back',
  open: 'Open in Kinbridge',
  declineTitle: 'Decline this request',
  reason: 'Reason',
  reasonMissing: 'Choose a reason.',
  note: 'Note',
  noteOptional: '(optional)',
  noteMissing: 'Write a note for the reason Other.',
  noteTooLong: (most: number) => `Write at most ${most} characters.`,
  accepted: 'Accepted',
  acceptedText: (id: number) => `Request #${id} is now Open.`,
  declined: 'Declined',
  declinedText: (id: number, organization: string) => `Request #${id} is cancelled. ${organization} sees your reason.`,
  confirmTitle: 'Is this listing still right?',
  confirmText: (service: string, organization: string) => `${service} at ${organization}`,
  confirm: 'Confirm',
  edit: 'Edit in Kinbridge',
  confirmed: 'Confirmed',
  confirmedText: (service: string) => `Thank you. Partners see that ${service} is up to date.`,
  sending: 'Sending…',
  offlineTitle: "We couldn't reach Kinbridge",
  offline: 'Check your connection and try again.',
  refusedTitle: "That didn't work",
  tryAgain: 'Try Again',
  goneTitle: 'This link no longer works',
  signIn: 'Sign In',
};

/** By language; each has the type of English. */
export const actTexts = { en };

const enPage = {
  title: 'Answer from your email',
  needsScript: 'This page needs JavaScript. You can also',
  signInInstead: 'sign in to Kinbridge',
};

/** What its script doesn't need. */
export const actPageTexts = { en: enPage };
