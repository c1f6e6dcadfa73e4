import { checkConnection, isReachable, whenReachable } from './connection.ts';

const reloadedKey = 'kinbridge.reloaded-at';
const minuteMs = 60_000;

/**
 * Loads a part of the app. Without a connection it waits, so the page and its text stay. Files that a deployment
 * replaced are loaded by reloading the page once.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  // Browsers remember a file that failed to load until the page is reloaded, so none is asked for in vain.
  if (!seemsConnected() && !(await checkConnection())) await whenReachable();
  try {
    return await load();
  } catch (error) {
    if (await checkConnection()) {
      if (reloadAfterDeployment()) return new Promise(() => {});
      throw error;
    }
  }
  await whenReachable();
  await reloadFailedStyles();
  return loadCode(load);
}

/** Loads code that may soon be needed. */
export function preloadCode(load: () => Promise<unknown>): void {
  // On failure, the code is loaded again when it is shown, which reports the error.
  if (seemsConnected()) load().catch(() => undefined);
}

function seemsConnected(): boolean {
  return navigator.onLine && isReachable();
}

/** At most once a minute: if the file is really missing, the error screen is better than an endless reload. */
function reloadAfterDeployment(): boolean {
  const reloadedAt = Number(sessionStorage.getItem(reloadedKey) ?? 0);
  if (Date.now() - reloadedAt < minuteMs) return false;
  sessionStorage.setItem(reloadedKey, String(Date.now()));
  window.location.reload();
  return true;
}

/** The bundler requests each style sheet only once, so failed ones are requested again here. */
async function reloadFailedStyles(): Promise<void> {
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
    ({ sheet }) => !sheet,
  );
  await Promise.all(
    failed.map((link) => {
      const again = link.cloneNode() as HTMLLinkElement;
      const settled = new Promise((resolve) => {
        again.onload = resolve;
        again.onerror = resolve;
      });
      link.replaceWith(again);
      return settled;
    }),
  );
}
