import { type APIRequestContext, test as base, type Page } from '@playwright/test';

/**
 * Chromium drops pending requests when a page's last interception ends, so code being loaded never arrives. A test that
 * intercepts anything therefore keeps one interception until it ends. A page that is already open learns of the first
 * one a moment after Playwright says so, and until then its requests pass unseen: the kept one shows when it counts.
 */
export const test = base.extend({
  request: async ({ request }, use) => {
    retryReset(request);
    await use(request);
  },
  context: async ({ context }, use) => {
    retryReset(context.request);
    context.on('page', keepIntercepting);
    await use(context);
  },
  page: async ({ page }, use) => {
    // It may be the page of the test before, emptied.
    keepIntercepting(page);
    await use(page);
  },
});

const retried = new WeakSet<APIRequestContext>();

/** Tests of a worker share connections, and the server may close an idle one just as a test reuses it. */
function retryReset(request: APIRequestContext): void {
  if (retried.has(request)) return;
  retried.add(request);
  const fetch = request.fetch.bind(request);
  request.fetch = (url, options) => fetch(url, { maxRetries: 1, ...options });
}

const probe = '/?intercepted';
const watched = new WeakSet<Page>();

function keepIntercepting(page: Page): void {
  if (watched.has(page)) return;
  watched.add(page);
  const route = page.route.bind(page);
  page.route = async (...given) => {
    page.route = route;
    await page.context().route(
      ({ pathname, search }) => pathname + search === probe,
      (intercepted) => intercepted.fulfill({ status: 204 }),
    );
    if (page.url().startsWith('http')) await page.evaluate(untilIntercepted, probe);
    return route(...given);
  };
}

async function untilIntercepted(path: string): Promise<void> {
  while ((await fetch(path)).status !== 204);
}
