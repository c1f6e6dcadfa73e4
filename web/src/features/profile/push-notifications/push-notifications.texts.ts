import type { PushProblem } from './push-support.ts';

export const pushTexts = {
  title: 'Push notifications',
  hint: 'When a request needs you, even while Kinbridge is closed. They show ticket numbers and no names.',
  thisBrowser: 'This browser',
  turnOnHere: 'Turn On in This Browser',
  notHere: "This browser doesn't show them yet.",
  devices: 'Devices',
  devicesHint: 'Signing out on a device stops its notifications until you sign in there again.',
  added: (date: string) => `Since ${date}`,
  remove: 'Remove',
  removeOne: (device: string) => `Remove ${device}`,
  removed: (device: string) => `Removed ${device}.`,
  removeFailed: "We couldn't remove the device.",
  turnedOn: 'Push notifications are on in this browser.',
  saveFailed: "We couldn't save your choice.",
  problems: {
    insecure: 'Browsers show notifications only for encrypted pages. Ask your administrator for the https address.',
    install:
      'On an iPhone or iPad, add Kinbridge to the Home Screen first: tap Share, then Add to Home Screen. Open it from there and turn this on.',
    unsupported:
      "This browser can't show push notifications. Use a current Chrome, Edge, Firefox or Safari, and no private window.",
    denied:
      'This browser blocks notifications from Kinbridge. Allow them in its settings for this site, then try again.',
    dismissed: 'This browser needs your permission. Try again, and choose Allow when it asks.',
    unreachable: "We couldn't reach your browser's push service. Check your connection and try again.",
  } satisfies Record<PushProblem, string>,
};
