// Keeps the public form open to somebody whose network has gone: a page that was opened once can be opened again.
// What it keeps is the form and its files, as everybody gets them; answers are none of its business.
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

/** The page from the network, and without one as it was last seen. A form that was closed is not kept. */
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

/** These files carry a hash in their name and never change. */
async function once(request) {
  return (await caches.match(request)) ?? fetch(request);
}
