import { isOwnPath } from '@kinbridge/contract/single-sign-on/return-path';

/**
 * The address that a signed-out person opened, such as a ticket from an email: signing in leads there. In this tab, so
 * that it outlasts a trip to an identity provider, and a changed password.
 */
const openedKey = 'kinbridge.opened-link';

/** Whether the person opened this page by its address. After a reload, such as that of Logout, it isn't what they want. */
export function isOpenedByAddress(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'navigate';
}

export function keepLink(): void {
  const { pathname, search, hash } = window.location;
  sessionStorage.setItem(openedKey, `${pathname}${search}${hash}`);
}

export function readLink(): string | null {
  const path = sessionStorage.getItem(openedKey);
  return path !== null && isOwnPath(path) ? path : null;
}

export function forgetLink(): void {
  sessionStorage.removeItem(openedKey);
}
