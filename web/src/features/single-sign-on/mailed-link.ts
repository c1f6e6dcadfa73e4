import { isOwnPath } from '@kinbridge/contract/single-sign-on/return-path';

const mailedKey = 'kinbridge.opened-link-by-mail';
const mailedMs = 30 * 60_000;

/** For another tab of this browser, which the link of a confirmation email opens. */
export function keepLinkForMail(path: string | null): void {
  localStorage.setItem(mailedKey, JSON.stringify({ path, until: Date.now() + mailedMs }));
}

export function readLinkForMail(): string | null {
  const { path, until } = JSON.parse(localStorage.getItem(mailedKey) ?? '{}') as { path?: unknown; until?: unknown };
  return typeof path === 'string' && isOwnPath(path) && Number(until) > Date.now() ? path : null;
}
