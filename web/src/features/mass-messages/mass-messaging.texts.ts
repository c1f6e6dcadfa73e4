import { massMessageReasons } from '@kinbridge/contract/mass-messages/mass-message';
import { counted, inNumbers } from '@kinbridge/contract/shared/counted';
import { smsBlockedReasons } from '@kinbridge/contract/sms/sms-blocked-reasons';

export const massMessagingTexts = {
  title: 'Mass Messaging',
  allRequired: 'All fields are required',
  steps: {
    message: 'Your Message',
    recipients: 'Recipients',
    send: 'Send',
  },
  placeholder: 'Write your message…',
  preview: 'Preview',
  ending: 'We add your organization’s name and how to opt out if your text doesn’t include them.',
  searchMembers: 'Search Members...',
  searchEmployees: 'Search Employees...',
  sent: 'Your message was sent successfully to the selected patient(s)',
  notSent: "We couldn't send your message",
  testSent: 'The test is on its way to your phone.',
  strangers: 'Someone you selected is no longer on your list. Select the recipients again.',
  earlier: 'Earlier messages',
  waiting: "You can prepare a message now, and send it once it's approved.",
  paused: 'The text provider isn’t answering',
  pausedText: (since: string) =>
    `Texts have been waiting since ${since}. They will go out on their own as soon as the provider answers. You don’t need to send them again.`,
  resendUnknown: (count: string) => `Resend ${count} unknown`,
  resendQuestion: {
    title: 'Resend texts that may have arrived?',
    text: 'They may have arrived. If you resend them, some people may get the message twice.',
    confirm: 'Resend',
    destructive: false,
  },
  stop: 'Stop Sending',
  stopQuestion: {
    title: 'Stop sending this message?',
    text: "Texts that haven't been sent yet will not go out, and you can't continue this message later.",
    confirm: 'Stop Sending',
    cancel: 'Keep Sending',
  },
  emptyPreview: 'Your message will appear here as people get it.',
};

/** Shown in the row of a person who can't receive texts. */
export function blockedText(reason: string): string {
  if (reason === smsBlockedReasons.optedOut) return 'Opted out';
  return reason === smsBlockedReasons.noPhone ? 'No phone' : 'No texts';
}

/** The reasons in two or three words, for places without room for the sentence. */
const shortReasons: Record<string, string> = {
  [smsBlockedReasons.optedOut]: 'opted out',
  [smsBlockedReasons.noPhone]: 'without a phone number',
  [smsBlockedReasons.noConsent]: 'with texts off',
  [smsBlockedReasons.notAmerican]: 'without a US number',
  [massMessageReasons.sameNumber]: 'with the same number as someone else',
  [massMessageReasons.notActive]: 'not active',
};

export function people(count: number): string {
  return counted(count, 'person', 'people');
}

/** '1 opted out and will be skipped.' */
export function skippedText(skipped: { reason: string; count: number }[]): string {
  if (skipped.length === 0) return '';
  const parts = skipped.map(({ reason, count }) => `${inNumbers(count)} ${shortReasons[reason] ?? 'not reachable'}`);
  return `${parts.join(', ')} and will be skipped.`;
}

/** 'about 2 minutes' */
export function durationText(seconds: number): string {
  if (seconds < 60) return 'less than a minute';
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return minutes === 1 ? 'about a minute' : `about ${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours === 1 ? 'about an hour' : `about ${hours} hours`;
}

export function textMessages(segments: number): string {
  return counted(segments, 'text message');
}
