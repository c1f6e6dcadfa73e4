export const passwordTexts = {
  title: 'Change Password',
  hint: 'Changing your password signs you out on all other devices.',
  none: "You don't have a password, because you sign in another way. To set one, log out and choose “Forgot password?”.",
  changed: 'Password changed. Your other devices were signed out.',
  failed: "We couldn't change your password",
};

export const idleTexts = {
  title: 'Are you still there?',
  hint: 'Your organization signs people out when they stop using Kinbridge. Unsaved work is kept for your next sign-in.',
  left: (time: string) => `You'll be signed out in ${time}.`,
  stay: 'Stay Signed In',
};

export const sessionTexts = {
  title: 'Sessions',
  hint: "Where you're signed in. If you don't recognize a device, end its session and change your password.",
  lastUsed: (time: string) => `Last used ${time}`,
  thisDevice: 'This device',
  end: 'End',
  endOne: (device: string) => `End the session on ${device}`,
  ended: (device: string) => `Session on ${device} ended.`,
  endFailed: "We couldn't end the session.",
  endOthers: 'End All Others',
  endOthersTitle: 'End all other sessions?',
  endOthersText: "You'll stay signed in on this device and be signed out everywhere else.",
  othersEnded: 'All other sessions ended.',
};

export const proofTexts = {
  title: "Confirm it's you",
  hint: {
    password: 'Enter your password to continue.',
    passwordOrOther: 'Enter your password or choose another way to continue.',
    passkey: 'Use a passkey to continue.',
    singleSignOn: "Sign in again with single sign-on to continue. You'll come back to this page.",
    none: 'Log out and sign in again to continue.',
  },
  failed: "We couldn't confirm it's you",
  passkey: 'Use a Passkey',
  singleSignOn: 'Use Single Sign-On',
  confirm: 'Confirm',
  passwordRequired: 'Password is required.',
};

export const passkeyTexts = {
  title: 'Passkeys',
  hint: 'Sign in with your fingerprint, face or PIN instead of a password.',
  unsupported: "This browser can't use passkeys.",
  add: 'Add Passkey',
  addHint: 'Your device will ask for your fingerprint, face or PIN.',
  name: 'Name',
  nameHint: 'Helps you recognize the passkey later, such as “Work laptop”.',
  nameRequired: 'Name is required.',
  added: 'Passkey added.',
  addFailed: "We couldn't add the passkey",
  note: (added: string, used: string | null) =>
    `Added ${added} · ${used === null ? 'Not used yet' : `Last used ${used}`}`,
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: "You won't be able to sign in with this passkey anymore.",
  removed: 'Passkey removed.',
  removeFailed: "We couldn't remove the passkey.",
};

export const authenticatorTexts = {
  title: 'Authenticator app',
  offHint: 'Adds a code from an app on your phone to your password when you sign in.',
  onHint: (left: string) => `On. ${left} left.`,
  fewLeft: (left: string) => `On. Only ${left} left. Get new ones before they run out.`,
  newCodes: 'New Recovery Codes',
  newCodesText: 'Your old recovery codes will stop working.',
  newCodesConfirm: 'Get New Codes',
  newCodesFailed: "We couldn't create new recovery codes",
  turnOn: 'Turn On',
  turnOff: 'Turn Off',
  turnOnTitle: 'Turn On Authenticator App',
  beginFailed: "We couldn't start.",
  scan: 'Scan this code with an authenticator app, such as Google Authenticator, Microsoft Authenticator or 1Password.',
  qrCode: 'QR code for your authenticator app',
  secret: "Can't scan it? Enter this key in the app",
  copySecret: 'Copy Key',
  secretCopied: 'Key copied.',
  secretNotCopied: "Your browser didn't allow copying. Type the key instead.",
  code: 'Code from the app',
  codeRequired: 'Enter the 6-digit code from the app.',
  turnOnFailed: "We couldn't turn on the authenticator app",
  turnOffTitle: 'Turn Off Authenticator App',
  turnOffHint: "You'll sign in without a code from now on. Your recovery codes stop working.",
  turnOffNeedsPassword: 'You need your password to turn off the authenticator app.',
  turnOffCode: 'Code from the app, or a recovery code',
  turnOffCodeRequired: 'Enter a code from the app, or a recovery code.',
  passwordRequired: 'Password is required.',
  turnedOff: 'Authenticator app turned off.',
  turnOffFailed: "We couldn't turn off the authenticator app",
};

export const recoveryTexts = {
  title: 'Save Your Recovery Codes',
  turnedOn: 'The authenticator app is on.',
  hint: "If you lose your phone, sign in with one of these codes. Each works once, and we won't show them again.",
  copy: 'Copy',
  copied: 'Recovery codes copied.',
  notCopied: "Your browser didn't allow copying. Download the codes instead.",
  download: 'Download',
  fileName: 'kinbridge-recovery-codes.txt',
  fileHeading: (email: string) => `Kinbridge recovery codes for ${email}`,
  saved: 'I Saved Them',
  question: {
    title: 'Close without saving?',
    text: "We won't show these codes again. Without them, you can't sign in if you lose your phone.",
    confirm: 'Close',
    cancel: 'Go Back',
  },
};
