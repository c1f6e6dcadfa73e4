import { expect, test } from '@playwright/test';
import { demoPerson } from './demo.ts';
import { signIn, storedSession } from './sessions.ts';

const nora = demoPerson('ADMIN', 'ACTIVE');

test('§2 the frame shows the organization, the full name, the user type and the menu', async ({ page }) => {
  await signIn(page, nora);
  const header = page.getByRole('banner');
  await expect(header).toContainText(nora.organization);
  await expect(header).toContainText(`${nora.firstName} ${nora.lastName}`);
  await expect(header).toContainText('Admin');
  await expect(page).toHaveTitle('Profile · Kinbridge');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page');
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible();
});

test('staff who are not active see the name of their organization too', async ({ page }) => {
  const pending = demoPerson('EMPLOYEE', 'PENDING');
  await signIn(page, pending);
  await expect(page.getByRole('banner')).toContainText(pending.organization);
  await expect(page.getByRole('button', { name: 'Contact Support' })).toHaveCount(0);
});

test('the choice to collapse the menu is remembered', async ({ page }) => {
  await signIn(page, nora);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('button', { name: 'Collapse menu' }).click();
  await expect(menu.getByText('Profile')).toBeHidden();
  await page.reload();
  await expect(menu.getByRole('link', { name: 'Profile' })).toBeVisible();
  await expect(menu.getByText('Profile')).toBeHidden();
  await menu.getByRole('button', { name: 'Expand menu' }).click();
  await expect(menu.getByText('Profile')).toBeVisible();
});

test('on a phone the menu is a drawer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, nora);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Kinbridge' });
  await expect(drawer.getByRole('link', { name: 'Profile' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
});

test('§2 a portal address renders the login screen while logged out, and the portal after signing in', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page).toHaveURL('/');
  await expect(page).toHaveTitle('Sign in · Kinbridge');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Email').fill(nora.email);
  await page.getByLabel('Password', { exact: true }).fill(nora.password);
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('main').getByRole('heading', { name: `${nora.firstName} ${nora.lastName}` }),
  ).toBeVisible();
  await page.goto('/login');
  await expect(page).toHaveURL('/');
});

test('§2 Logout ends the session on the server, forgets it here and shows the login screen', async ({
  page,
  request,
}) => {
  await signIn(page, nora);
  const session = await storedSession(page);
  const headers = { authorization: `Bearer ${session?.idToken}` };
  expect((await request.get(`/v1/users/${session?.userId}`, { headers })).status()).toBe(200);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await storedSession(page)).toBeNull();
  expect((await request.get(`/v1/users/${session?.userId}`, { headers })).status()).toBe(401);
  const refresh = await request.post('/v1/auth/refresh-token', { data: { token: session?.refreshToken } });
  expect(refresh.status()).toBe(401);
});

test('Logout works while the server is away', async ({ page }) => {
  await signIn(page, nora);
  await page.route('**/v1/auth/logout', (route) => route.abort());
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await storedSession(page)).toBeNull();
});

test('signing out in one tab signs out the others', async ({ context, page }) => {
  await signIn(page, nora);
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('an unknown address says so: alone when logged out, inside the frame when signed in', async ({ page }) => {
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);
  await signIn(page, nora);
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page).toHaveTitle('Page not found · Kinbridge');
  await page.getByRole('link', { name: 'Back to the start' }).click();
  const heading = page.getByRole('main').getByRole('heading', { level: 1, name: nora.firstName });
  await expect(heading).toBeFocused();
});

test('the palette finds members, requests and forms, and leads to them', async ({ page }) => {
  await signIn(page, nora);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('textbox', { name: 'Find anything' });
  await search.fill('Zofia');
  await page
    .getByRole('button', { name: /^Zofia \w+ ?Born/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/members\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: /^Zofia/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await search.fill('#75');
  await page.getByRole('button', { name: /^#75 / }).click();
  await expect(page.getByRole('dialog', { name: /^#75\b/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await search.fill('social needs');
  await page.getByRole('button', { name: /^Social needs check-in V\.\d+ ?Submissions$/ }).click();
  await expect(page).toHaveURL(/\/forms-submissions\?form=\d+$/);
});

test('the palette opens with Ctrl K, finds pages and actions, and runs them', async ({ page }) => {
  await signIn(page, nora);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('textbox', { name: 'Find anything' });
  await search.fill('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: 'Find anything' }).click();
  await search.fill('logout');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('? lists the keyboard shortcuts, and single keys can be turned off for good', async ({ page }) => {
  await signIn(page, nora);
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('?');
  await expect(dialog).toContainText('Ctrl K');
  await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('textbox', { name: 'Find anything' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Find anything' }).fill('shortcuts');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('switch', { name: 'Single-key shortcuts' })).not.toBeChecked();
});

test('the first Tab offers to skip to the content', async ({ page }) => {
  await signIn(page, nora);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused();
});
