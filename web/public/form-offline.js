// Keeps the public form working offline: a page that was opened once can be opened again. It caches the form and its
// files, which are the same for everyone, and never answers.
const kept = 'kinbridge-form';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && pathname.startsWith('/form/')) event.respondWith(newest(request, pathname));
  else if (pathname.startsWith('/assets/form/')) event.respondWith(once(request));
});

/** The page from the network or, offline, as last seen. A closed form isn't cached. */
async function newest(request, pathname) {
  const cache = await caches.open(kept);
  try {
    const response = await fetch(request);
    if (response.ok && !request.url.includes('?')) await cache.put(pathname, response.clone());
    else if (response.status === 404 || response.status === 410) await cache.delete(pathname);
    return response.status >= 500 ? ((await cache.match(pathname)) ?? response) : response;
  } catch (error) {
    const page = await cache.match(pathname);
    if (page) return page;
    throw error;
  }
}

/** These files have a hash in their name and never change. */
async function once(request) {
  return (await caches.match(request)) ?? fetch(request);
}
