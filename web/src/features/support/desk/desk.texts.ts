export const deskTexts = {
  title: 'Support questions',
  empty: 'Questions that people ask with Contact Support appear here.',
  all: 'All states',
  nobody: 'Nobody',
  member: 'A member',
  thread: 'Question and answers',
  answer: 'Your answer',
  answerHelp: 'The person gets it by email and reads it in Kinbridge.',
  send: 'Send Answer',
  failure: "We couldn't change this question",
  close: 'Close',
  reopen: 'Reopen',
};
