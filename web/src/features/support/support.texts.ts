import type { SupportState } from '@kinbridge/contract/support/support.contract';

export const supportTexts = {
  button: 'Contact Support',
  unread: 'New answer',
  about: 'What it is about',
  question: 'Your question',
  placeholder: 'What happened, or what would you like to know?',
  success: 'Success!',
  sent: 'We got your message and will reply by email.',
  failure: "We couldn't send your message",
};

export const ownQuestionTexts = {
  title: 'Your questions',
  ask: 'Ask a Question',
  back: 'Your Questions',
  empty: 'Questions you ask will appear here, with our answers.',
  failure: "We couldn't load your questions. Check your connection and try again.",
  threadFailure: "We couldn't load this question. Check your connection and try again.",
  thread: 'Question and answers',
  reply: 'Your reply',
  placeholder: 'Write a reply',
  send: 'Send Reply',
  sent: 'Reply sent.',
  replyFailure: "We couldn't send your reply",
  reopens: 'This question is closed. A reply opens it again.',
  you: 'You',
  support: 'Kinbridge Support',
};

export const supportStateTexts: Record<SupportState, string> = {
  OPEN: 'Open',
  ANSWERED: 'Answered',
  CLOSED: 'Closed',
};
