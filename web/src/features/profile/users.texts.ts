import { smsBlockedReasons } from '@kinbridge/contract/sms/sms-blocked-reasons';
import type { User } from '@kinbridge/contract/users/users.contract';

export const userTexts = {
  updateFailed: 'Something went wrong during updating user data',
  emailRequested: (address: string) => `Please open the link that we sent to ${address} to confirm your new email.`,
  proposedTo: (organization: string) =>
    `Changes to the name, phone number, birth date, email and participant ID are proposed to ${organization}. Everything else is saved right away.`,
  proposed: (organization: string) => `Saved. Some changes wait for ${organization}.`,
  pendingTitle: 'Your account is waiting for approval',
  pending: "An admin must approve your account before you can start. You don't need to do anything.",
  stillPending: (at: Date) =>
    `Still waiting at ${at.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' })}.`,
  terminatedTitle: 'Your account was terminated',
  terminated: 'You can still see your own profile. If this is a mistake, contact an admin in your organization.',
  refusedTitle: (address: string) => `${address} refuses our emails`,
  refusedOwn:
    'Its mail server refused our last email, so you may miss notices and codes. Check the address, or ask your IT team. This notice goes away once an email gets through.',
  refused: (name: string) =>
    `Its mail server refused our last email, so ${name} may miss notices and codes. Check the address with them. This notice goes away once an email gets through.`,
  preferencesHint:
    'An email about each new incoming request for the service, each status change by the other side, and comments on requests that nobody is assigned.',
  mailSentRequests: 'Requests you sent',
  mailSentRequestsHint: 'When the other organization declines, completes or comments on one',
  mailAssignedRequests: 'Requests assigned to you',
  mailAssignedRequestsHint: 'When the other organization comments on one',
  dailyDigest: 'Daily digest',
  dailyDigestHint: "At 8:00 AM, if there's something new, overdue or assigned to you",
  choiceFailed: "We couldn't save your choice.",
  preferenceFailed: (service: string) => `We couldn't save your choice for ${service}.`,
  noServices: 'Your organization has no services yet.',
};

/** The edit dialog's texts for this kind of profile. */
export function editTexts({ userType }: Pick<User, 'userType'>, own: boolean) {
  if (own) {
    return {
      title: 'Edit Profile',
      saved: 'Profile saved.',
      stale: 'Someone else changed your profile',
      smsHint: 'Text messages to your phone number',
      optedOutHint: 'This number opted out by texting STOP. Text START to opt in again.',
      pushHint: 'When a request needs you, on the devices in your profile',
    };
  }
  if (userType === 'PATIENT') {
    return {
      title: 'Edit Member',
      saved: 'Member saved.',
      stale: 'Someone else changed this member',
      smsHint: 'This member agreed to receive text messages',
      optedOutHint: smsBlockedReasons.optedOut,
      pushHint: '',
    };
  }
  return {
    title: 'Edit Profile',
    saved: 'Profile saved.',
    stale: 'Someone else changed this profile',
    smsHint: 'Text messages to their phone number',
    optedOutHint: smsBlockedReasons.optedOut,
    pushHint: 'When a request needs them, on devices where they turn this on',
  };
}
