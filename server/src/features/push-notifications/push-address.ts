import { ECDH } from 'node:crypto';
import type { PushSubscriptionInput } from '@kinbridge/contract/push-notifications/push-notifications.contract';
import { invalidField } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import { isAllowedUrl, type ReachableNetwork, resolvesAllowed } from '../../outside/network/guarded-request.ts';
import type { PushAddress } from '../../outside/push/push-service.ts';

/** Push services are on the internet; during a trial, also on this machine. */
export function pushNetwork({ singleSignOn }: Pick<Config, 'singleSignOn'>): ReachableNetwork {
  return { ...singleSignOn, privateNetwork: false };
}

/** Throws for an address where nothing may be sent, and for keys that nothing can be encrypted with. */
export async function readPushAddress(
  config: Pick<Config, 'singleSignOn'>,
  { endpoint, keys: { p256dh, auth } }: PushSubscriptionInput,
): Promise<PushAddress> {
  if (!isCurvePoint(p256dh)) throw invalidField('keys.p256dh', "This isn't the key of a browser's subscription.");
  if (Buffer.from(auth, 'base64url').length !== 16) {
    throw invalidField('keys.auth', "This isn't the secret of a browser's subscription.");
  }
  const network = pushNetwork(config);
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (!url || !isAllowedUrl(url, network) || !(await resolvesAllowed(url, network))) {
    throw invalidField('endpoint', 'Must be a public https address.');
  }
  return { endpoint: url.href, p256dh, auth };
}

function isCurvePoint(text: string): boolean {
  const point = Buffer.from(text, 'base64url');
  if (point.length !== 65) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
