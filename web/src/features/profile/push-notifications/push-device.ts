import { deviceName } from '@kinbridge/contract/auth/device-name';
import { call } from '../../../lib/api.ts';
import { rememberDevice } from '../../../lib/push-device.ts';
import { findPushProblem, type PushProblem } from './push-support.ts';

/** This browser can't show notices, for a reason that the person can read. */
export class PushUnavailable extends Error {
  readonly problem: PushProblem;

  constructor(problem: PushProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Asks for permission. Browsers allow that only right after a click, so nothing may come before it. */
export async function askForPush(): Promise<void> {
  const problem = findPushProblem();
  if (problem) throw new PushUnavailable(problem);
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') throw new PushUnavailable(permission === 'denied' ? 'denied' : 'dismissed');
}

/** Makes this browser one of the person's devices. It has permission. */
export async function registerBrowser(userId: number) {
  const { publicKey } = await call('GET /v1/push-key');
  const { endpoint, keys } = await subscribe(publicKey);
  const { p256dh = '', auth = '' } = keys ?? {};
  const added = await call('POST /v1/users/{id}/push-subscriptions', {
    params: { id: userId },
    body: { endpoint: endpoint ?? '', keys: { p256dh, auth }, device: deviceName(navigator.userAgent) },
  });
  rememberDevice({ userId, id: added.id, endpoint: endpoint ?? '' });
  return added;
}

async function subscribe(publicKey: string): Promise<PushSubscriptionJSON> {
  try {
    const { pushManager } = await startedWorker();
    const before = await pushManager.getSubscription();
    if (before && keyOf(before) === publicKey) return before.toJSON();
    // It is for another key, as after the server lost its own.
    await before?.unsubscribe();
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    return subscription.toJSON();
  } catch {
    throw new PushUnavailable('unreachable');
  }
}

async function startedWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/notices.js');
  return navigator.serviceWorker.ready;
}

function keyOf({ options: { applicationServerKey } }: PushSubscription): string {
  const bytes = String.fromCharCode(...new Uint8Array(applicationServerKey ?? new ArrayBuffer(0)));
  return btoa(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
}

/** After another sign-in of the same person: the device went with the session before. */
export async function renewBrowser(userId: number): Promise<void> {
  if (findPushProblem() || Notification.permission !== 'granted') return;
  // They see on their profile that this browser isn't one of their devices.
  await registerBrowser(userId).catch(() => undefined);
}
