import { expect } from '@playwright/test';
import { demoPerson } from './demo.ts';
import { expectAccessible, expectAccessibleAtAllSizes } from './expect-accessible.ts';
import { gotoAs, navigateTo, storedSession } from './sessions.ts';
import { test } from './test.ts';

const nora = demoPerson('ADMIN', 'ACTIVE');
/** The page with the least content inside the frame. */
const light = '/nowhere';

test('§2 the frame shows organization, person and menu, and remembers display choices', async ({ page }) => {
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await gotoAs(page, nora, '/login');
  await expect(page).toHaveURL('/');
  const header = page.getByRole('banner');
  await expect(header).toContainText(nora.organization);
  await expect(header).toContainText(`${nora.firstName} ${nora.lastName}`);
  await expect(header).toContainText('Admin');
  await expect(page).toHaveTitle('Profile · Kinbridge');
  expect(warnings).toEqual([]);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page');
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible();

  // Collapse the menu, switch to dark colors in the palette, and turn off single-key shortcuts.
  await menu.getByRole('button', { name: 'Collapse menu' }).click();
  await expect(menu.getByText('Profile')).toBeHidden();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('textbox', { name: 'Find anything' });
  await search.fill('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(search).toBeHidden();
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('?');
  await expect(shortcuts).toContainText('Ctrl K');
  await shortcuts.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await expect(shortcuts).toBeHidden();

  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(menu.getByRole('link', { name: 'Profile' })).toBeVisible();
  await expect(menu.getByText('Profile')).toBeHidden();
  // The first Tab offers to skip to the content.
  const edit = page.getByRole('button', { name: 'Edit Profile' });
  await expect(edit).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(edit).toBeFocused();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await expect(search).toBeVisible();
  await expect(shortcuts).toHaveCount(0);
  await search.fill('shortcuts');
  await page.keyboard.press('Enter');
  await expect(shortcuts.getByRole('switch', { name: 'Single-key shortcuts' })).not.toBeChecked();
  await page.keyboard.press('Escape');
  await menu.getByRole('button', { name: 'Expand menu' }).click();
  await expect(menu.getByText('Profile')).toBeVisible();
});

test('pending staff see their organization, and on a phone the menu is a drawer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const pending = demoPerson('EMPLOYEE', 'PENDING');
  await gotoAs(page, pending, '/');
  const header = page.getByRole('banner');
  await expect(header.getByText(pending.organization)).toBeVisible();
  await expect(header.locator('img[src*="/image"], [class*="tile"]')).toBeVisible();
  await expect(header.getByText(`${pending.firstName} ${pending.lastName}`)).toBeInViewport({ ratio: 1 });
  await expect(header.getByText('Employee', { exact: true })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Kinbridge' });
  await expect(drawer).toContainText(`${pending.firstName} ${pending.lastName}Employee`);
  await expect(drawer.getByRole('link', { name: 'Profile' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.getByRole('banner')).toContainText(pending.organization);
  await expect(page.getByRole('button', { name: 'Contact Support' })).toBeVisible();
  await test.step('the page of a pending employee has no serious accessibility issue', () =>
    expectAccessibleAtAllSizes(page));
  for (const address of ['/members', '/service-requests']) {
    await navigateTo(page, address);
    await expect(page).toHaveTitle('Not authorized · Kinbridge');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page).toHaveURL('/');
  }
});

test('§2 portal addresses show login when signed out; unknown ones say not found', async ({ page }) => {
  const unknown = page.getByRole('heading', { name: 'Page not found' });
  await page.goto('/nowhere');
  await expect(unknown).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);
  await navigateTo(page, '/');
  await expect(page).toHaveURL('/');
  await expect(page).toHaveTitle('Sign in · Kinbridge');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Email').fill(nora.email);
  await page.getByLabel('Password', { exact: true }).fill(nora.password);
  await page.keyboard.press('Enter');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: `${nora.firstName} ${nora.lastName}` })).toBeVisible();
  await navigateTo(page, '/nowhere');
  await expect(unknown).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await expect(page).toHaveTitle('Page not found · Kinbridge');
  await page.getByRole('link', { name: 'Go to home page' }).click();
  await expect(main.getByRole('heading', { level: 1, name: nora.firstName })).toBeFocused();
});

test('§2 Logout ends the session in every tab, even when the server is unreachable', async ({
  context,
  page,
  request,
}) => {
  // Unknown pages don't show the login screen, so the test starts on a portal page.
  await gotoAs(page, nora, '/member-messaging');
  const other = await context.newPage();
  await other.goto('/member-messaging');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  const session = await storedSession(page);
  const headers = { authorization: `Bearer ${session?.idToken}` };
  expect((await request.get(`/v1/users/${session?.userId}`, { headers })).status()).toBe(200);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await storedSession(page)).toBeNull();
  await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible();
  // The page doesn't wait for the server.
  await expect.poll(async () => (await request.get(`/v1/users/${session?.userId}`, { headers })).status()).toBe(401);
  const refresh = await request.post('/v1/auth/refresh-token', { data: { token: session?.refreshToken } });
  expect(refresh.status()).toBe(401);

  await page.route('**/v1/auth/logout', (route) => route.abort());
  await page.getByLabel('Email').fill(nora.email);
  await page.getByLabel('Password', { exact: true }).fill(nora.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await storedSession(page)).toBeNull();
});

test('the palette opens with Ctrl K and finds members, requests, forms and actions', async ({ page }) => {
  await gotoAs(page, nora, light);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('textbox', { name: 'Find anything' });
  // Enter opens the first result, even though results load after typing, and members load last.
  let tickets = 0;
  page.on('response', (answer) => {
    if (/service-requests\/search$/.test(answer.url()) && answer.request().postData()?.includes('Zofia')) tickets += 1;
  });
  await page.route('**/members/search', async (route) => {
    await expect.poll(() => tickets).toBeGreaterThanOrEqual(2);
    await route.continue();
  });
  // Search words must stay out of URLs, because proxies and servers log them.
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await search.fill('Zofia');
  const first = page.getByRole('button', { name: /^Zofia \w+ ?Born/ }).first();
  await expect(first).toHaveAttribute('data-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/members\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: /^Zofia/ })).toBeVisible();
  expect(addresses.filter((address) => /zofia/i.test(address))).toEqual([]);
  await page.keyboard.press('Control+k');
  await search.fill('#75');
  await page.getByRole('button', { name: /^#75 / }).click();
  await expect(page.getByRole('dialog', { name: /^#75\b/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await search.fill('social needs');
  await page.getByRole('button', { name: /^Social needs check-in V\.\d+ ?Submissions$/ }).click();
  await expect(page).toHaveURL(/\/forms-submissions\?form=\d+$/);
  await page.getByRole('button', { name: 'Find anything' }).click();
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Find anything' })).toBeFocused();
  await page.keyboard.press('Enter');
  await search.fill('logout');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});
