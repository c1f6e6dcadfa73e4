import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { id, idParam, requiredText, timestamp } from '../shared/fields.ts';
import { oneLine } from '../shared/one-line.ts';

/** How many devices of a person get notices. */
export const maxPushDevices = 10;

export const pushDevice = z
  .strictObject({ id, device: z.string(), createTimestamp: timestamp })
  .meta({ id: 'PushDevice' });

export type PushDevice = z.infer<typeof pushDevice>;

/** What a notice says, as the browser gets it. */
export interface PushNotice {
  title: string;
  body: string;
  /** A path of the portal. */
  url: string;
}

const wrongKeys = "This isn't a browser's subscription.";
/** Browsers leave the padding out. */
const base64url = z
  .string(wrongKeys)
  .max(200, wrongKeys)
  .regex(/^[A-Za-z0-9_-]+={0,2}$/, wrongKeys);

/** As a browser's `PushSubscription` says it, with a name for the device. */
export const pushSubscription = z.strictObject({
  endpoint: oneLine('Endpoint is required.', 'Endpoint').max(2_000, 'Endpoint can have at most 2000 characters.'),
  keys: z.strictObject({ p256dh: base64url, auth: base64url }),
  device: requiredText('Device'),
});

export type PushSubscriptionInput = z.infer<typeof pushSubscription>;

export const pushNotificationCalls = defineCalls('Users', {
  'GET /v1/push-key': {
    summary: 'The public key with which browsers subscribe to notices.',
    answers: z.strictObject({ publicKey: z.string() }),
  },
  'GET /v1/users/{id}/push-subscriptions': {
    summary: 'Your devices that get notices, the newest first. Only for yourself.',
    answers: z.array(pushDevice),
  },
  'POST /v1/users/{id}/push-subscriptions': {
    summary: `Sends notices to this browser until its session ends. The same endpoint replaces its row; beyond ${maxPushDevices}, the oldest goes. Only for yourself.`,
    body: pushSubscription,
    creates: true,
    answers: pushDevice,
  },
  'DELETE /v1/users/{id}/push-subscriptions/{subscriptionId}': {
    summary: 'Sends no more notices to that device. Only for yourself.',
    params: z.strictObject({ id: idParam, subscriptionId: idParam }),
  },
});
