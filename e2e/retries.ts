import type { Page, Route } from '@playwright/test';

declare global {
  interface Window {
    retries?: number;
  }
}

/**
 * Fails calls on the next page until "Try again" was clicked that many times. Live updates repeat calls at any time, so
 * a failure that ends before the click may be gone before it.
 */
export async function failUntilRetried(
  page: Page,
  url: string,
  fail: (route: Route) => Promise<void> = (route) => route.abort(),
  clicks = 1,
): Promise<void> {
  await page.addInitScript(() => {
    if (window.retries !== undefined) return;
    window.retries = 0;
    const count = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('button')?.textContent === 'Try again')
        window.retries = (window.retries ?? 0) + 1;
    };
    window.addEventListener('click', count, { capture: true });
  });
  let isRetried = false;
  await page.route(url, async (route) => {
    isRetried ||= (await page.evaluate(() => window.retries ?? 0)) >= clicks;
    await (isRetried ? route.fallback() : fail(route));
  });
}
