export const supportTexts = {
  button: 'Contact Support',
  about: 'What it is about',
  question: 'Your question',
  placeholder: 'What happened, or what would you like to know?',
  success: 'Success!',
  sent: 'We got your message and will reply by email.',
  failure: "We couldn't send your message",
};
