/** Why this browser can't show notices. */
export type PushProblem = 'insecure' | 'install' | 'unsupported' | 'denied' | 'dismissed' | 'unreachable';

/** What is in the way before the person is asked for permission; null if nothing is. */
export function findPushProblem(): PushProblem | null {
  if (!window.isSecureContext) return 'insecure';
  const supported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (supported) return null;
  return isAppleTouch() && !isInstalled() ? 'install' : 'unsupported';
}

/** An iPad calls itself a Mac, and no Mac has a touch screen. */
function isAppleTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}
