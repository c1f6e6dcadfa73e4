import { expect, type Page, test } from '@playwright/test';
import { demoPerson } from './demo.ts';
import { signIn } from './sessions.ts';

const nora = demoPerson('ADMIN', 'ACTIVE');

function answerUser(page: Page, status: number, body: object): Promise<unknown> {
  return page.route('**/v1/users/*', (route) => route.fulfill({ status, json: body }));
}

test('§2 a render crash shows the error screen, and Reload brings the page back', async ({ page }) => {
  await signIn(page, nora);
  await answerUser(page, 200, { id: 1, status: 'ACTIVE', userType: 'ADMIN', organizationId: null });
  await page.reload();
  await expect(page.getByRole('heading', { name: "We're sorry..." })).toBeVisible();
  await expect(page.getByText('An error occurred while loading this page.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: nora.firstName })).toBeVisible();
});

test('a page that fails to load says why, with a reference to read out, and can be tried again', async ({ page }) => {
  await signIn(page, nora);
  const message = 'The database is away for a moment. Please try again.';
  await answerUser(page, 503, { code: 'unavailable', message, requestId: '7F3A-19C2-0000' });
  await page.reload();
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByText('Reference 7F3A-19C2-0000')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: nora.firstName })).toBeVisible();
});

test('§6 a 403 on loading shows the unauthorised message, and Dismiss goes back', async ({ page }) => {
  await signIn(page, nora);
  await page.goto('/privacy-policy');
  // Somebody else's id beside one's own token: the server refuses that with 403.
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('kinbridge.session') ?? '{}');
    localStorage.setItem('kinbridge.session', JSON.stringify({ ...session, userId: session.userId + 1 }));
  });
  await page.goto('/');
  const dialog = page.getByRole('dialog', { name: 'Not authorized' });
  await expect(dialog).toContainText(
    'This account is not authorized to perform this action. Please contact your administrator for approval.',
  );
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Go back' })).toBeVisible();
});

test('code that a deployment replaced is fetched by one reload', async ({ page }) => {
  await signIn(page, nora);
  await page.evaluate(() => {
    (window as { before?: boolean }).before = true;
  });
  await page.route('**/assets/edit-profile-dialog*', (route) => route.abort());
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.waitForFunction(() => !('before' in window));
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Profile' })).toBeVisible();
});

test('code that stays missing ends in the error screen, not in endless reloads', async ({ page }) => {
  await signIn(page, nora);
  await page.route('**/assets/edit-profile-dialog*', (route) => route.abort());
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.waitForEvent('load');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(page.getByRole('heading', { name: "We're sorry..." })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
});

test('an expired id token is refreshed once for all calls, and nobody notices', async ({ page }) => {
  await signIn(page, nora);
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('kinbridge.session') ?? '{}');
    localStorage.setItem('kinbridge.session', JSON.stringify({ ...session, idToken: `${session.idToken}x` }));
  });
  const refreshes: string[] = [];
  page.on('request', (request) => request.url().endsWith('/refresh-token') && refreshes.push(request.url()));
  await page.goto('/');
  await expect(page.getByRole('banner')).toContainText(nora.organization);
  await expect(page.getByRole('heading', { name: nora.firstName })).toBeVisible();
  expect(refreshes).toHaveLength(1);
});

test('§8 a session that cannot be refreshed ends at the login screen', async ({ page }) => {
  await signIn(page, nora);
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('kinbridge.session') ?? '{}');
    localStorage.setItem('kinbridge.session', JSON.stringify({ ...session, idToken: 'x', refreshToken: 'x' }));
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});
