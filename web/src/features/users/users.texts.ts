export const userTexts = {
  updateFailed: 'Something went wrong during updating user data',
  updated: 'Your profile is saved.',
  emailRequested: (address: string) => `Please open the link that we sent to ${address} to confirm your new email.`,
  pendingTitle: 'Your account is waiting for approval',
  pending:
    'An admin of your organization must approve your account before your work can begin. You do not need to do anything.',
  stillPending: (at: Date) =>
    `Still waiting at ${at.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' })}.`,
  terminatedTitle: 'Your account was terminated',
  terminated: 'You can still see your own profile. If this is a mistake, please contact an admin of your organization.',
  staleTitle: 'Your profile was changed meanwhile',
  preferencesHint:
    'An e-mail about each new incoming request for the service, each status change by the other side, and each comment.',
  preferenceFailed: (service: string) => `Your choice for ${service} was not saved.`,
  noServices: 'Your organization has no services yet.',
};
