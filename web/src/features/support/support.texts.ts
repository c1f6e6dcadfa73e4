export const supportTexts = {
  button: 'Contact Support',
  about: 'What it is about',
  question: 'Your question',
  placeholder: 'What happened, or what would you like to know?',
  success: 'Success!',
  sent: 'Your message is on its way. We will answer by email.',
  failure: 'Your message was not sent',
};
