import { test as base, type Page } from '@playwright/test';

/**
 * Chromium drops pending requests when a page's last interception ends, so code being loaded never arrives. A test that
 * intercepts anything therefore keeps one interception until it ends.
 */
export const test = base.extend({
  context: async ({ context }, use) => {
    context.on('page', keepIntercepting);
    await use(context);
  },
});

function keepIntercepting(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (...given) => {
    page.route = route;
    await page.context().route(
      () => false,
      () => undefined,
    );
    return route(...given);
  };
}
