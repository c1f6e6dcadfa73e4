/** Why a person gets no SMS, as the sentences that staff read; the order is the order of importance. */
export const smsBlockedReasons = {
  noPhone: 'There is no phone number.',
  optedOut: 'This number opted out by texting STOP. Only START from that phone lifts it.',
  noConsent: 'This person has not agreed to receive texts.',
  notAmerican: 'Texts go to US numbers only.',
} as const;
