/** Why a person gets no SMS, as shown to staff, most important first. */
export const smsBlockedReasons = {
  noPhone: 'There is no phone number.',
  optedOut: 'This number opted out by texting STOP. They can text START to opt in again.',
  noConsent: 'This person has not agreed to receive texts.',
  notAmerican: 'Texts go to US numbers only.',
} as const;

/** Why another automatic text to a number is skipped. */
export const dailyLimitReason = 'This number has reached its limit of automatic texts for today.';

/** The reason stored with a text of a waiting organization, and how staff read it. */
export const waitingOrganizationReason = 'organization_waiting';
export const waitingOrganizationText = "Your organization isn't approved yet, so it can't send texts.";

export function readableReason(reason: string): string {
  return reason === waitingOrganizationReason ? waitingOrganizationText : reason;
}

/** Why a queued text of a refused or suspended organization isn't sent. */
export const closedOrganizationReason = "Not sent: the organization can't send texts right now.";

/** Why a queued mass text isn't sent once the organization no longer sees the member. */
export const notVisibleReason = 'Not sent: your organization no longer sees this member.';
