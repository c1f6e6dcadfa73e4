const key = 'kinbridge.reloaded-at';
const minuteInMs = 60_000;

/**
 * A deployment replaces the code files, so a tab that was open before asks for files that are gone.
 * A reload fetches the new ones. Only one within a minute: if the file is truly missing, the error
 * screen is better than an endless reload.
 */
export function reloadOnceAfterDeployment(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const reloadedAt = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - reloadedAt < minuteInMs) return;
    sessionStorage.setItem(key, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
