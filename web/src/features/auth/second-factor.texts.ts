export type Method = 'totp' | 'passkey' | 'recovery';

/** Texts for the step after the password. */
export const secondFactorTexts = {
  totp: {
    title: 'Enter your code',
    hint: 'Open your authenticator app to find it.',
    label: '6-digit code',
    instead: 'Use my authenticator app instead',
  },
  passkey: {
    title: 'Use your passkey',
    hint: 'Your device will ask for your fingerprint, face or PIN.',
    label: 'Use my passkey',
    instead: 'Use a passkey instead',
  },
  recovery: {
    title: 'Enter a recovery code',
    hint: 'You saved them when you turned on your authenticator app. Each works once.',
    label: 'Recovery code',
    instead: 'Use a recovery code instead',
  },
  required: 'Code is required.',
  back: 'Back to sign in',
};
