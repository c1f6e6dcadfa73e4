import type { Act } from '@kinbridge/contract/acts/acts.contract';
import type { ErrorBody } from '@kinbridge/contract/shared/errors';

export type ActAnswer =
  | { kind: 'ok'; act: Act }
  /** The link can't be used: it expired, someone was faster, or the person must sign in first. */
  | { kind: 'gone'; message: string; signInUrl: string }
  | { kind: 'refused'; message: string }
  | { kind: 'offline' };

const timeoutMs = 20_000;

export function readAct(token: string): Promise<ActAnswer> {
  return call(token, {});
}

export function sendAct(token: string, body: object): Promise<ActAnswer> {
  return call(token, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function call(token: string, init: RequestInit): Promise<ActAnswer> {
  try {
    const response = await fetch(`/v1/acts/${encodeURIComponent(token)}`, {
      ...init,
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return { kind: 'ok', act: (await response.json()) as Act };
    const { message, signInUrl } = (await response.json()) as ErrorBody & { signInUrl?: string };
    return signInUrl ? { kind: 'gone', message, signInUrl } : { kind: 'refused', message };
  } catch {
    return { kind: 'offline' };
  }
}
