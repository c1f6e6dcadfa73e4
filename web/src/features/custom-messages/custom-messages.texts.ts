import type { MessageTemplateKey } from '@kinbridge/contract/custom-messages/message-templates';
import { counted } from '@kinbridge/contract/shared/counted';

export const customMessageTexts = {
  title: 'Member Messaging',
  lead: 'The texts Kinbridge sends for your organization. Variables are filled in when a text is sent.',
  waiting: "You can edit these texts now. We send them once it's approved.",
  adminsOnly: 'Only admins can edit these messages',
  adminsOnlyText: 'Ask an admin in your organization to change a text.',
  edit: 'Edit',
  editOf: (title: string) => `Edit “${title}”`,
  ownText: 'Your own text',
  defaultText: 'Default text',
  message: 'Message',
  insert: 'Insert a variable',
  preview: 'Preview with sample values',
  emptyPreview: 'Your message will appear here as people get it.',
  reset: 'Reset to default',
  saved: 'Message saved.',
  more: 'More messages',
  send: 'Send this message',
  sendOf: (title: string) => `Send “${title}”`,
  failed: 'Something went wrong! Please try again',
  unknown: (names: string[]) =>
    `${names.map((name) => `{${name}}`).join(', ')} ${names.length === 1 ? "isn't a variable" : "aren't variables"} and will be sent as plain text.`,
  counts: (characters: number, segments: number) =>
    `About ${characters} characters, sent as ${counted(segments, 'text message')}`,
};

/** When each message is sent. */
export const templateOccasions: Record<MessageTemplateKey, string> = {
  service_request_patient: 'Sent when a request to one of your services is created.',
  service_request_employee: 'Sent when a request is created, to its assignee or, without one, to your admins.',
  service_request_confirmation_patient: 'Sent when a request becomes Pending. A YES completes it.',
  service_request_declined_patient: 'Sent a day after you decline a request, unless its sender refers it elsewhere.',
  service_request_yes_patient: 'Sent when a member answers YES.',
  service_request_no_patient: 'Sent when a member answers NO.',
};
