/**
 * Texts for signing in, in the first load. The two sentences about missing fields are copied from the contract, because the login page
 * must not load the contract's schemas. A test keeps them in sync.
 */
export const loginTexts = {
  title: 'Welcome back',
  lead: 'Technology connecting healthcare to community.',
  failure: 'Login Failure',
  /** Why the person signs in again. */
  again: {
    ended: {
      title: 'Your session ended',
      text: 'Sign in again to pick up where you left off. Your unsaved work is kept.',
    },
    idle: {
      title: "You hadn't used Kinbridge for a while",
      text: 'We signed you out to protect your records. Sign in again to pick up where you left off. Your unsaved work is kept.',
    },
    over: {
      title: 'Please sign in again',
      text: 'You have 5 minutes and 5 tries to enter your code.',
    },
  },
  emailRequired: 'Email is required.',
  passwordRequired: 'Password is required.',
};
