import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { demoPerson } from './demo.ts';
import { expectAccessibleAtAllSizes } from './expect-accessible.ts';
import { navigateTo, shareSession, signIn } from './sessions.ts';
import { test } from './test.ts';

/** Every path in the route tables, so a new page is checked from its first day. */
const publicPaths = pathsIn('routes.ts');
const portalPaths = pathsIn('portal-routes.ts');

const nora = demoPerson('ADMIN', 'ACTIVE');
test.describe.configure({ mode: 'parallel' });

/** Optional parameters are left out; required ones are 1. */
function pathsIn(file: string): string[] {
  const text = readFileSync(new URL(`../web/src/app/${file}`, import.meta.url), 'utf8');
  return [...text.matchAll(/path: '([^']+)'/g)].map((match) =>
    (match[1] as string).replace(/\/:\w+\?/g, '').replace(/:\w+/g, '1'),
  );
}

async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Goes through a page with no content in common, so that what shows next is the new page. */
async function goOn(page: Page, path: string): Promise<void> {
  const nowhere = page.getByRole('heading', { name: 'Page not found' });
  await navigateTo(page, '/nowhere');
  await expect(nowhere).toBeVisible();
  await navigateTo(page, path);
  if (!path.startsWith('/nowhere')) await expect(nowhere).toHaveCount(0);
  await expectLoaded(page);
}

/** Dialogs and cards that open above a portal page. */
const overlays: Record<string, (page: Page) => Promise<void>> = {
  'contact support': async (page) => {
    await page.getByRole('button', { name: 'Contact Support' }).click();
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Please type your question')).toBeVisible();
  },
  palette: async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Find anything' }).fill('o');
    await expect(page.getByRole('button', { name: 'Logout' }).last()).toBeVisible();
  },
  shortcuts: async (page) => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  },
  'edit profile': async (page) => {
    await goOn(page, '/');
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByLabel('First Name').fill('');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('First Name is required.')).toBeVisible();
  },
};

test('public pages have no serious accessibility issue', async ({ page }) => {
  test.slow();
  await page.goto('/nowhere');
  await expectLoaded(page);
  await expectAccessibleAtAllSizes(page);
  for (const path of publicPaths) {
    await test.step(path, async () => {
      await goOn(page, path);
      await expectAccessibleAtAllSizes(page);
    });
  }
});

/** The portal pages in three groups, which run in parallel. */
for (const third of [0, 1, 2]) {
  const paths = [...portalPaths, '/nowhere/else'].filter((_, index) => index % 3 === third);
  test(`portal pages have no serious accessibility issue and log nothing (part ${third + 1})`, async ({ page }) => {
    test.slow();
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`${violatedDirective} refused ${blockedURI}`),
      );
    });
    await shareSession(page, nora);
    await page.goto('/nowhere');
    await expectLoaded(page);
    for (const path of paths) {
      await test.step(path, async () => {
        await goOn(page, path);
        await expectAccessibleAtAllSizes(page);
      });
    }
    // Some pages ask for a record that isn't there.
    expect(logged.filter((text) => !text.includes('status of 404'))).toEqual([]);
  });
}

test('dialogs and cards have no serious accessibility issue', async ({ page }) => {
  await shareSession(page, nora);
  // Other tests check the page behind them.
  await page.goto('/nowhere');
  await expectLoaded(page);
  for (const [name, show] of Object.entries(overlays)) {
    await test.step(name, async () => {
      // Keys belong to an open dialog.
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await show(page);
      await expectAccessibleAtAllSizes(page);
      await page.keyboard.press('Escape');
    });
  }
});

test('at 400% zoom the whole page scrolls, header included', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 192 });
  await signIn(page, nora);
  await page.mouse.move(160, 150);
  await page.mouse.wheel(0, 200);
  await expect(page.getByRole('banner')).not.toBeInViewport();
});

test('you can sign in with the keyboard alone', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(nora.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(nora.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: nora.firstName })).toBeVisible();
});
