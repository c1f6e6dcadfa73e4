import { test as base, type Page } from '@playwright/test';

/**
 * Chromium forgets requests that are under way when the last interception of a page ends: code that is being fetched
 * then never comes. So where a test intercepts anything, something stays intercepted until it ends.
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
