import type { MessageTemplateKey } from '@kinbridge/contract/custom-messages/message-templates';

export const customMessageTexts = {
  title: 'Member Messaging',
  lead: 'The text messages that Kinbridge sends for your organization. Each has variables that are filled in when it is sent.',
  adminsOnly: 'Only admins can edit these messages',
  adminsOnlyText: 'Please ask an admin of your organization if a text should change.',
  edit: 'Edit',
  editOf: (title: string) => `Edit “${title}”`,
  ownText: 'Your own text',
  defaultText: 'Default text',
  message: 'Message',
  insert: 'Insert a variable',
  preview: 'Preview with sample values',
  reset: 'Reset to default',
  saved: 'The message is saved.',
  failed: 'Something went wrong! Please try again',
  unknown: (names: string[]) =>
    `${names.map((name) => `{${name}}`).join(', ')} ${names.length === 1 ? 'is no variable' : 'are no variables'}: people would read it as it stands.`,
  counts: (characters: number, segments: number) =>
    `About ${characters} characters, sent as ${segments === 1 ? '1 text message' : `${segments} text messages`}`,
};

/** When each of them leaves. */
export const templateOccasions: Record<MessageTemplateKey, string> = {
  service_request_patient: 'Sent when a request to one of your services is created.',
  service_request_employee: 'Sent when a request is created, to its assignee or, without one, to your admins.',
  service_request_confirmation_patient: 'Sent when a request becomes Pending. A YES completes it.',
};
