/**
 * Texts for signing in. The two sentences about missing fields are copied from the contract, because the login page
 * must not load the contract's schemas. A test keeps them in sync.
 */
export const loginTexts = {
  title: 'Welcome back',
  lead: 'Technology connecting healthcare to community.',
  failure: 'Login Failure',
  endedTitle: 'Your session ended',
  ended: 'Sign in again to pick up where you left off. Your unsaved work is kept.',
  emailRequired: 'Email is required.',
  passwordRequired: 'Password is required.',
};

export const verifyTexts = {
  checking: 'Verifying your account',
  verifiedTitle: 'Your account is verified',
  noTokenTitle: 'Open the link from your email',
  noToken: 'The link in your email verifies your account. If you have opened it before, you can sign in.',
  passwordTitle: 'Verify your email',
  password: 'Enter the password you chose when you signed up. We verify your email and sign you in.',
  failureTitle: "We couldn't verify your account",
  failure: "If it's already verified, you can sign in.",
  linkFailure: "The link didn't work",
  verifyFailure: "We couldn't verify your email",
  title: 'Verify Your Account',
  notice: 'Please verify your account through your email to proceed',
  sendAgain: 'Send the link again',
  sent: 'If that address has an account to verify, a new link is on its way. Please check your mailbox.',
};

export const resetTexts = {
  title: 'Reset your password',
  lead: "Enter the email you sign in with. We'll send you a code.",
  sendFailure: "We couldn't send the code",
  codeTitle: 'Choose a new password',
  changeFailure: "We couldn't change your password",
  sentAgain: 'If that address has an account, a new code is on its way.',
  doneTitle: 'Your password was changed',
  done: 'You were signed out everywhere. Sign in with your new password.',
};

export const resetLabels = { token: 'Verification Code', password: 'New Password' };

export const profileTexts = {
  title: 'Create Your Profile',
  failure: "We couldn't create your account",
  passwordNotKept: 'We never store your password in the browser. Please enter it again.',
};

export const profileLabels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  phoneNumber: 'Phone Number',
  password: 'Password',
  confirmPassword: 'Confirm Password',
};
