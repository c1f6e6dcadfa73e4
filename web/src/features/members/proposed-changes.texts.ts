export const proposalTexts = {
  title: 'Proposed changes',
  toDecide: 'Texts and searches use the current values until you accept.',
  waiting: (organization: string) => `Waiting for ${organization}. Texts and searches use the current values.`,
  verbs: { accept: 'Accept', decline: 'Decline', withdraw: 'Withdraw' },
  done: {
    accept: (field: string) => `${field} updated.`,
    decline: (field: string) => `Change to ${inSentence(field)} declined.`,
    withdraw: (field: string) => `Change to ${inSentence(field)} withdrawn.`,
  },
  proposedName: 'Name proposed',
  proposed: (accepted: string) => `Proposed. Current value: ${accepted}`,
};

/** Only the first letter, so that ID keeps its capitals. */
function inSentence(field: string): string {
  return field.charAt(0).toLowerCase() + field.slice(1);
}
