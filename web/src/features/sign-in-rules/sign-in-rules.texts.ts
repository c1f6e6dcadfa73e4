import { counted, inNumbers } from '@kinbridge/contract/shared/counted';

export const signInRuleTexts = {
  title: 'Sign-in rules',
  saveFailed: "We couldn't save the rule.",
  requireSecondFactor: 'Require a second factor',
  requireSecondFactorHint: 'Staff need a passkey or an authenticator app. Those without one are asked to set one up.',
  providerIsFactor: 'Single sign-on counts as the second factor',
  providerIsFactorHint: 'People who come through your identity provider need no passkey or code here.',
  requireTitle: 'Require a second factor?',
  requireConfirm: 'Require It',
  idleMinutes: 'Log off when idle',
  idleMinutesHint: 'Unused sessions end after this time. People get a warning a minute before.',
  newPeople: 'New people from single sign-on',
  newPeopleHint: 'Whether an admin activates them first.',
  onlySingleSignOn: 'Only single sign-on',
  onlySingleSignOnHint: 'Staff sign in through your identity provider, not with a password or passkey of their own.',
  tryFirst: 'An admin must have signed in that way in the last hour.',
  tryNow: 'Try It Now',
  breakGlassFirst: 'Choose a break-glass admin first.',
  onlyTitle: 'Allow only single sign-on?',
  onlyText:
    "Passwords and passkeys of your staff stop working for signing in, and everyone who signed in with one is signed out now, except the break-glass admin. If your identity provider doesn't work yet, only that admin can sign in.",
  onlyConfirm: 'Allow Only Single Sign-On',
  breakGlass: 'Break-glass admin',
  breakGlassHint: 'This admin can still sign in with a password and second factor, such as when your provider is down.',
  noBreakGlass: 'No active admin has a second factor yet. Set one up in your profile first.',
  chooseBreakGlass: 'Choose an admin',
};

export const setUpTexts = {
  title: 'Set up a second factor',
  lead: (organization = 'Your organization') =>
    `${organization} requires a second factor, so that a stolen password isn't enough to sign in. Set one up to go on: a passkey on this device, or an authenticator app on your phone.`,
  ready: "You're all set.",
  continue: 'Continue',
  ways: 'Ways to sign in',
  logOut: 'Logout',
};

/** '7 of 12 people have no second factor yet. …' `self` is whether the reader is one of them. */
export function requireWarning(without: number, all: number, self: boolean): string {
  if (without === 0) return 'Everyone has a second factor already.';
  if (self && without === 1) return 'You have no second factor yet. You will be asked to set one up now.';
  const people = `${inNumbers(without)} of ${counted(all, 'person', 'people')}`;
  const asked = 'They will be asked to set one up before they can go on.';
  const now = self ? ' You are one of them, so you will be asked now.' : '';
  return `${people} ${without === 1 ? 'has' : 'have'} no second factor yet. ${asked}${now}`;
}

/** '2 hours' */
export function idleLabel(minutes: number): string {
  return minutes >= 60 && minutes % 60 === 0
    ? counted(minutes / 60, 'hour', 'hours')
    : counted(minutes, 'minute', 'minutes');
}
