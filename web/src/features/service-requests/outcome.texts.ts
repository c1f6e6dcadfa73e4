export const outcomeTexts = {
  question: { CANCELLED: 'Reason', COMPLETED: 'What happened?' },
  note: 'Note',
  noteHint: 'Both organizations can read it.',
  codeMissing: 'Please choose a reason.',
  noteMissing: 'Please say what the reason is.',
  column: 'Outcome',
} as const;
