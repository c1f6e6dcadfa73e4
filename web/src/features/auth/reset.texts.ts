export const resetTexts = {
  title: 'Reset your password',
  lead: "Enter the email you sign in with. We'll send you a code.",
  sendFailure: "We couldn't send the code",
  codeTitle: 'Choose a new password',
  linkLead: "You'll be signed out everywhere and sign in with the new password.",
  changeFailure: "We couldn't change your password",
  sentAgain: 'If that address has an account, a new code is on its way.',
  doneTitle: 'Your password was changed',
  done: 'You were signed out everywhere. Sign in with your new password.',
};

export const resetLabels = { token: 'Verification Code', password: 'New Password' };
