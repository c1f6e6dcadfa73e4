export const passwordTexts = {
  title: 'Change Password',
  hint: 'Changing your password signs you out on all other devices.',
  changed: 'Password changed. Your other devices were signed out.',
  failed: "We couldn't change your password",
};
