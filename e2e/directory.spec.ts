import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { newPartner } from './partners.ts';
import { test } from './test.ts';

const phone = { width: 390, height: 844 };
/** No other test has services near here. */
const zipCode = '83814';

async function expectOnFirstScreen(page: Page, part: Locator): Promise<void> {
  await expect(part).toBeVisible();
  const box = await part.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? phone.height)).toBeLessThanOrEqual(phone.height);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
}

test.describe('a person in need on a phone', () => {
  test.use({ viewport: phone });

  test('finds who takes people, with phone number and address', async ({ page, request }) => {
    const { token, serviceId } = await newPartner(request, ['Hot meals'], zipCode);
    const details = {
      addressLine1: '12 Oak St',
      city: "Coeur d'Alene",
      state: 'ID',
      zipCode,
      phoneNumber: '+12085550142',
    };
    const headers = { authorization: `Bearer ${token}` };
    await request.put(`/v1/services/${serviceId}`, { headers, data: details });
    const results = page.getByRole('list');
    const first = results.getByRole('listitem').first();

    await test.step('comida', async () => {
      await page.goto('/services');
      await page.getByLabel('What do you need?').fill('comida');
      await page.getByLabel('Your ZIP code').fill(zipCode);
      await page.getByRole('button', { name: 'Search' }).click();
      await expect(page.getByText(`Comida near ${zipCode}`)).toBeVisible();
      await expect(first).toContainText('Hot meals');
      await expect(first).toContainText('Taking people');
      await expect(first.getByRole('link', { name: '(208) 555-0142' })).toHaveAttribute('href', 'tel:+12085550142');
      await expectOnFirstScreen(page, first.getByText("12 Oak St, Coeur d'Alene, ID 83814"));
      await expect(page.getByLabel('What do you need?')).toBeHidden();
      await expectAccessible(page);
    });

    await test.step('comida, in Spanish', async () => {
      await page.getByRole('link', { name: 'Español' }).click();
      await expect(page.getByText(`Comida cerca de ${zipCode}`)).toBeVisible();
      await expect(first).toContainText('Acepta personas');
      await expectOnFirstScreen(page, first.locator('.contact'));
      await page.getByRole('link', { name: 'English' }).click();
    });

    await test.step('eviction, with the form opened again', async () => {
      await page.getByRole('link', { name: 'Change' }).click();
      await page.getByLabel('What do you need?').fill('eviction');
      await page.getByLabel('Your ZIP code').fill('49024');
      await page.getByLabel('Taking people').check();
      await page.getByRole('button', { name: 'Search' }).click();
      await expect(page.getByText('Eviction near 49024 · Taking people')).toBeVisible();
      await expect(first).toContainText('Taking people');
      await expect(first.getByRole('link', { name: /^\(\d{3}\) / })).toBeVisible();
      await expectOnFirstScreen(page, first.locator('.contact'));
    });

    await test.step('nothing near: the nearest, 211 and 911', async () => {
      await page.goto(`/services?q=meals&zipCode=99950`);
      await expect(
        page.getByRole('heading', { name: 'Nothing within 10 miles. These are the nearest:' }),
      ).toBeVisible();
      await expect(page.getByRole('link', { name: '211' })).toHaveAttribute('href', 'tel:211');
    });
  });

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });

    test('folds the search and opens it again', async ({ page }) => {
      await page.goto('/services?type=FOOD&zipCode=49001');
      const need = page.getByLabel('What do you need?');
      await expect(page.getByText('Food+ near 49001')).toBeVisible();
      await expect(need).toBeHidden();
      const [list, map] = [page.locator('.services'), page.locator('.map')];
      expect((await list.boundingBox())?.y).toBeLessThan((await map.boundingBox())?.y ?? 0);
      await expect(map.locator('.place').first()).toHaveText('Kalamazoo');
      await page.getByRole('link', { name: 'Change' }).click();
      await expect(need).toBeVisible();
    });
  });
});
