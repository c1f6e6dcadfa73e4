import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { recentEventsMs } from '@kinbridge/contract/events/live-events';
import { expect, type Page } from '@playwright/test';
import { demoPerson } from './demo.ts';
import { shareSession } from './sessions.ts';
import { test } from './test.ts';

const loginLimit = 150_000;
const boardLimit = 220_000;
const membersLimit = 230_000;
const boardRequests = 20;
const latencyMs = 20;

/** Counts the page's requests from here on, and the compressed size of its scripts. */
function watchLoad(page: Page): () => Promise<{ scripts: number; bytes: number; requests: number }> {
  const scripts: Promise<Buffer>[] = [];
  let requests = 0;
  page.on('request', () => {
    requests += 1;
  });
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  return async () => {
    const sizes = (await Promise.all(scripts)).map((script) => gzipSync(script, { level: 9 }).length);
    return { scripts: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0), requests };
  };
}

test('/login needs at most 150 kB of compressed JavaScript and breaks no CSP rule', async ({ page }) => {
  const load = watchLoad(page);
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await page.goto('/login', { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const { scripts, bytes } = await load();
  console.log(`First load of /login: ${(bytes / 1000).toFixed(1)} kB of JavaScript in ${scripts} files`);
  expect(bytes).toBeLessThanOrEqual(loginLimit);
  expect(refused).toEqual([]);
});

test('the member list needs at most 230 kB of JavaScript', async ({ page }) => {
  await shareSession(page, demoPerson('ADMIN', 'ACTIVE', 1));
  const load = watchLoad(page);
  await page.goto('/members');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const { scripts, bytes } = await load();
  console.log(`Member list: ${(bytes / 1000).toFixed(1)} kB of JavaScript in ${scripts} files`);
  expect(bytes).toBeLessThanOrEqual(membersLimit);
});

test('the first board needs at most 220 kB of JavaScript and 20 requests', async ({ page }) => {
  // Until then, a new portal asks every page to load again, in case it missed an update.
  const readyAt = Number(process.env.KINBRIDGE_E2E_READY_AT);
  await expect.poll(() => Date.now() - readyAt, { timeout: 2 * recentEventsMs }).toBeGreaterThan(recentEventsMs);
  // Other tests change nothing of this organization, so no live update reads its lists again.
  await shareSession(page, demoPerson('ADMIN', 'ACTIVE', 1));
  const load = watchLoad(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const about = /incoming-service-requests\/(search|counts)$/.exec(request.url())?.[1];
    if (about) asked.push(about);
  });
  const heard = page.waitForResponse('**/v1/events');
  await page.goto('/incoming-service-requests');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const { scripts, bytes, requests } = await load();
  console.log(`First board: ${(bytes / 1000).toFixed(1)} kB of JavaScript in ${scripts} files, ${requests} requests`);
  expect(bytes).toBeLessThanOrEqual(boardLimit);
  expect(requests).toBeLessThanOrEqual(boardRequests);
  await heard;
  // By the time this list has loaded, any extra request of the first one would show.
  await page.getByRole('tab', { name: /^Completed/ }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Completed');
  expect(asked.toSorted()).toEqual(['counts', 'search', 'search']);
});

test('boards, profiles, metrics and forms load on a phone without moving', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  // Scripts wait for the font, and the server's answers come one after the other. Chromium's own slow network isn't
  // used: at times a page never finishes loading (https://github.com/microsoft/playwright/issues/22676).
  let font: Promise<unknown>;
  await page.route('**/assets/*.js', async (route) => {
    await font;
    await route.continue();
  });
  let line = Promise.resolve();
  await page.route('**/v1/**', async (route) => {
    line = line.then(() => setTimeout(latencyMs));
    await line;
    await route.continue();
  });
  await shareSession(page, demoPerson('ADMIN', 'ACTIVE'));
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const form = '/form/de300000-0000-4000-8000-000000000001';
  for (const path of ['/incoming-service-requests', '/', '/members/66', '/metrics-dashboard', form]) {
    font = page.waitForResponse('**/*.woff2').then((response) => response.finished());
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(
      shifts.reduce((sum, shift) => sum + shift, 0),
      path,
    ).toBeLessThan(0.004);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
