/**
 * Caches this page and its files so that it opens offline too. Runs after the page has loaded, and never on a shared
 * phone. Without service workers, the form works as long as it stays open.
 */
export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return;
  try {
    await navigator.serviceWorker.register('/form-offline.js', { scope: '/form/' });
    const cache = await caches.open('kinbridge-form');
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    const files = new Set([location.pathname, ...loaded.filter((path) => path.startsWith('/assets/form/'))]);
    for (const file of files) if (!(await cache.match(file))) await cache.add(file);
    // Files of an earlier build are no longer needed.
    const names = new Set([...files].map(withoutHash));
    for (const { url } of await cache.keys()) {
      const { pathname } = new URL(url);
      if (!files.has(pathname) && names.has(withoutHash(pathname))) await cache.delete(url);
    }
  } catch {
    // Storage may be blocked or full.
  }
}

function withoutHash(path: string): string {
  return path.replace(/-[\w-]{8}(\.\w+)$/, '$1');
}
