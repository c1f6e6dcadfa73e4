// Shows notices, also while the portal is closed, and opens what they are about. It does nothing else: no page or call
// passes through it.
self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('push', (event) => {
  const { title, body, url } = event.data.json();
  // The same notice again replaces the one that is shown.
  const options = { body, tag: `${url} ${body}`, icon: '/icon-192.png', data: { url } };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.url, self.location.origin)));
});

/** Goes to the window that shows it, or opens another: what people are writing elsewhere stays. */
async function open(url) {
  if (url.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find((window) => window.url === url.href);
  await (shown ? shown.focus() : self.clients.openWindow(url.href));
}
