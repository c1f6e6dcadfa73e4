import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { newPartner } from './partners.ts';
import { gotoAs } from './sessions.ts';
import { test } from './test.ts';

/** A browser without the push service of its vendor, which tests can't reach: it answers with these keys. */
async function answerSubscriptions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const endpoint = 'https://push.example.invalid/e2e';
    const keys = {
      p256dh: 'BGyYqzjAFExtz1plqjMQR2ydVorXZiNYoIJVJ4lrbi0y4Q61RERiJVdc2ir3tC9RmUCn-o6J9NYiOkcm0NauUQc',
      auth: 'iri7v6vkXRnU64Xtn_MBIQ',
    };
    const subscribe = async () => ({ endpoint: `${endpoint}/${Math.random()}`, toJSON: () => ({ endpoint, keys }) });
    Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => null });
    // Without a screen, Chromium says 'denied' even when it grants permission.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  });
}

interface WorkerScope {
  registration: { showNotification: (title: string, options: { data: unknown }) => Promise<void> };
  clients: { openWindow: (url: string) => Promise<void> };
  ExtendableEvent: typeof Event;
  shown?: { title: string; data: unknown };
  opened?: string;
}

const cardOf = (page: Page) => page.getByRole('region', { name: 'Push notifications' });
const switchOf = (page: Page) => cardOf(page).getByRole('switch', { name: 'Push notifications' });

async function turnOn(page: Page) {
  await page.context().grantPermissions(['notifications']);
  await answerSubscriptions(page);
  const partner = await newPartner(page.request);
  await gotoAs(page, partner, '/');
  await switchOf(page).click();
  await expect(switchOf(page)).toBeChecked();
  return partner;
}

test('§5 push notifications are turned on for this browser, listed and removed', async ({ page }) => {
  await turnOn(page);
  const row = cardOf(page).getByRole('listitem').filter({ hasText: 'Chrome on Linux' });
  await expect(row).toContainText('This browser');
  await expectAccessible(page);
  await page.reload();
  await expect(switchOf(page)).toBeChecked();
  await expect(row).toContainText('This browser');
  await row.getByRole('button', { name: 'Remove Chrome on Linux' }).click();
  await expect(row).toHaveCount(0);
  await cardOf(page).getByRole('button', { name: 'Turn On in This Browser' }).click();
  await expect(row).toContainText('This browser');
  await switchOf(page).click();
  await expect(switchOf(page)).not.toBeChecked();
  await page.reload();
  await expect(switchOf(page)).not.toBeChecked();
});

test('a browser that blocks notifications says what to do', async ({ page }) => {
  const partner = await newPartner(page.request);
  await page.addInitScript(() => {
    Notification.requestPermission = async () => 'denied';
  });
  await gotoAs(page, partner, '/');
  await switchOf(page).click();
  await expect(cardOf(page).getByRole('alert')).toContainText('Allow them in its settings for this site');
  await expect(switchOf(page)).not.toBeChecked();
});

test('a browser without a push service says what to do', async ({ page }) => {
  await page.context().grantPermissions(['notifications']);
  const partner = await newPartner(page.request);
  await page.addInitScript(() => {
    PushManager.prototype.subscribe = () => Promise.reject(new DOMException('Registration failed', 'AbortError'));
  });
  await gotoAs(page, partner, '/');
  await switchOf(page).click();
  await expect(cardOf(page).getByRole('alert')).toContainText("We couldn't reach your browser's push service.");
  await expect(switchOf(page)).not.toBeChecked();
});

test('a new sign-in in the same browser makes it a device again', async ({ page }) => {
  const { admin } = await turnOn(page);
  await expect(cardOf(page).getByRole('listitem')).toContainText('This browser');
  const again = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/push-subscriptions'),
  );
  await gotoAs(page, admin, '/');
  expect((await again).status()).toBe(201);
});

test('a notice shows while the portal is closed, and a click opens its ticket', async ({ page, context }) => {
  await turnOn(page);
  const worker = context.serviceWorkers().at(-1) ?? (await context.waitForEvent('serviceworker'));
  const origin = new URL(page.url()).origin;
  const tools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await tools.send('ServiceWorker.enable');
  const registrationId = await registered;
  await page.goto('about:blank');
  const notice = { title: 'Ticket #7', body: 'There is a new comment.', url: '/service-requests?ticket=7' };
  // Without a screen, Chromium shows none, and no browser lets a test click on one.
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    scope.registration.showNotification = async (title, options) => {
      scope.shown = { title, ...options };
    };
    scope.clients.openWindow = async (url) => {
      scope.opened = url;
    };
  });
  await tools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(notice) });
  const shown = () => worker.evaluate(() => (globalThis as unknown as WorkerScope).shown);
  await expect.poll(shown).toMatchObject({ title: notice.title, body: notice.body });
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    const notification = { close: () => undefined, data: scope.shown?.data };
    globalThis.dispatchEvent(Object.assign(new scope.ExtendableEvent('notificationclick'), { notification }));
  });
  const opened = () => worker.evaluate(() => (globalThis as unknown as WorkerScope).opened);
  await expect.poll(opened).toBe(`${origin}${notice.url}`);
});

test('the portal can be installed', async ({ page }) => {
  await page.goto('/login');
  const manifest = await page.locator('link[rel="manifest"]').getAttribute('href');
  const response = await page.request.get(manifest ?? '');
  expect(response.headers()['content-type']).toContain('application/manifest+json');
  const { icons, display, start_url: start } = await response.json();
  expect([display, start]).toEqual(['standalone', '/']);
  for (const { src, type } of icons) expect((await page.request.get(src)).headers()['content-type']).toBe(type);
});
