import { expect, type Page } from '@playwright/test';
import { registerOrganization } from './accounts.ts';
import { demoPerson } from './demo.ts';
import { failUntilRetried } from './retries.ts';
import { gotoAs, newSession, shareSession } from './sessions.ts';
import { test } from './test.ts';

function answerUser(page: Page, status: number, body: object): Promise<unknown> {
  return page.route('**/v1/users/*', (route) => route.fulfill({ status, json: body }));
}

test('§2 a failed page load or a render crash shows an error with a way to retry', async ({ page }) => {
  const { admin } = await registerOrganization(page.request);
  const message = 'The database is away for a moment. Please try again.';
  await failUntilRetried(page, '**/v1/users/*', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message, requestId: '7F3A-19C2-0000' } }),
  );
  await gotoAs(page, admin, '/');
  await expect(page.getByText('Service Unavailable')).toBeVisible();
  await expect(page.getByText(message)).toHaveCount(0);
  await expect(page.getByText('Reference 7F3A-19C2-0000')).toBeVisible();
  await expect(page).toHaveTitle("We're sorry · Kinbridge");
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: admin.firstName })).toBeVisible();

  await answerUser(page, 200, { id: 1, status: 'ACTIVE', userType: 'ADMIN', organizationId: null });
  await page.reload();
  await expect(page.getByRole('heading', { name: "We're sorry..." })).toBeVisible();
  await expect(page.getByText('An error occurred while loading this page.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: admin.firstName })).toBeVisible();
});

test('missing code reloads the page once, then shows the error screen', async ({ page }) => {
  const { admin } = await registerOrganization(page.request);
  await gotoAs(page, admin, '/');
  const markPage = () => page.evaluate(() => Object.assign(window, { before: true }));
  await page.route('**/assets/edit-profile-dialog*', (route) => route.abort());
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  await markPage();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.waitForFunction(() => !('before' in window));
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await expect(dialog).toBeVisible();

  // A second reload would start an endless loop.
  await markPage();
  await page.route('**/assets/birthday-calendar*', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Choose from a calendar' }).click();
  await expect(page.getByRole('heading', { name: "We're sorry..." })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  expect(await page.evaluate(() => 'before' in window)).toBe(true);
});

test('a page whose code is missing shows the error screen inside the frame', async ({ page }) => {
  await shareSession(page, demoPerson('ADMIN', 'ACTIVE'));
  await page.route('**/assets/metrics-dashboard*', (route) => route.abort());
  await page.goto('/metrics-dashboard');
  await expect(page.getByRole('heading', { name: "We're sorry..." })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Service Requests / Dashboard' })).toBeVisible();
});

test('signed out, missing code leaves a way to reload', async ({ page }) => {
  await page.route('**/assets/signup*', (route) => route.abort());
  await page.goto('/signup');
  await expect(page.getByRole('heading', { name: "We're sorry..." })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();

  await page.unrouteAll();
  await page.route('**/assets/index*.js', (route) => route.abort());
  await page.goto('/login');
  const sentence = page.getByText('If nothing happens, reload the page.');
  await expect(sentence).toBeHidden();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(sentence).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('link', { name: 'reload the page' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('§6 §8 expired tokens are refreshed, dead sessions end at login, a 403 says so', async ({ page }) => {
  const { name, admin } = await registerOrganization(page.request);
  const session = JSON.parse(await newSession(page.request, admin));
  const refreshes: string[] = [];
  page.on('request', (request) => request.url().endsWith('/refresh-token') && refreshes.push(request.url()));
  await gotoAs(page, { session: JSON.stringify({ ...session, idToken: `${session.idToken}x` }) }, '/');
  await expect(page.getByRole('banner')).toContainText(name);
  await expect(page.getByRole('heading', { name: admin.firstName })).toBeVisible();
  expect(refreshes).toHaveLength(1);

  await gotoAs(page, { session: JSON.stringify({ ...session, idToken: 'x', refreshToken: 'x' }) }, '/');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();

  // A token with another person's user id: the server answers 403.
  const noras = JSON.parse(await newSession(page.request, demoPerson('ADMIN', 'ACTIVE')));
  await gotoAs(page, { session: JSON.stringify({ ...noras, userId: noras.userId + 1 }) }, '/');
  const dialog = page.getByRole('dialog', { name: 'Not authorized' });
  await expect(dialog).toContainText(
    'This account is not authorized to perform this action. Please contact your administrator for approval.',
  );
  await expect(page).toHaveTitle('Not authorized · Kinbridge');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Go back' })).toBeVisible();
});

test('offline, the page keeps what was typed and resumes when the connection returns', async ({ context, page }) => {
  const bar = page.getByText("You're offline.");
  const search = page.getByRole('searchbox', { name: 'Search Members...' });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const rows = page.getByRole('main').locator('tbody tr');
  await shareSession(page, demoPerson('ADMIN', 'ACTIVE'));
  await page.goto('/members');
  await expect(rows.first()).toBeVisible();

  await context.setOffline(true);
  await search.fill('Zofia');
  await expect(bar).toBeVisible();
  await expect(page.getByText('Waiting for the connection')).toBeVisible();
  await expect(rows).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Pages' })).not.toContainText(' of ');
  await expect(search).toHaveValue('Zofia');
  await context.setOffline(false);
  await expect(rows.first()).toContainText('Zofia');
  await expect(bar).toBeHidden();

  await context.setOffline(true);
  await page.getByRole('link', { name: 'Metrics Dashboard' }).click();
  await expect(bar).toBeVisible();
  await expect(heading('Member Management')).toBeVisible();
  await expect(search).toHaveValue('Zofia');
  await context.setOffline(false);
  await expect(heading('Service Requests / Dashboard')).toBeVisible();
  const unstyled = await page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(({ sheet }) => !sheet).length,
  );
  expect(unstyled).toBe(0);
});
