import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import {
  expectSlide,
  fillOrganization,
  fillProfile,
  fillService,
  headings,
  newRegistration,
  next,
} from './registration-slides.ts';
import { test } from './test.ts';

/** The slide after a submit that found errors. */
async function checkMistakes(page: Page): Promise<void> {
  await next(page);
  await expect(page.getByRole('alert')).toContainText('Please fix');
  await expectAccessible(page);
}

test('registration slides have no serious issue, with or without errors', async ({ page }) => {
  const registration = newRegistration();
  await page.goto('/add-organization');
  await expectSlide(page, headings.organization);
  // accessibility.spec.ts checks this slide without errors.
  await checkMistakes(page);
  await fillOrganization(page, registration.name);
  await next(page);
  await expectSlide(page, headings.services);
  await expectAccessible(page);
  await checkMistakes(page);
  await fillService(page);
  await next(page);
  await expectSlide(page, headings.profile);
  await expectAccessible(page);
  await checkMistakes(page);
  await fillProfile(page, registration.admin);
  await next(page);
  await expectSlide(page, headings.terms);
  await expectAccessible(page);
  await page.route('**/v1/organizations', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

test('you can register with the keyboard alone', async ({ page }) => {
  const { name, admin } = newRegistration();
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  await page.goto('/add-organization');
  await page.getByRole('textbox', { name: 'Company Name' }).focus();
  await page.keyboard.type(name);
  const option = page.getByRole('option').first();
  await press('Tab', 'ArrowDown');
  await expect(option).toBeVisible();
  await press('ArrowDown', 'Enter', 'Tab');
  await page.keyboard.type('3135550123');
  await press('Enter');
  await expect(page.getByRole('heading', { name: headings.services })).toBeFocused();
  await press('Tab');
  await page.keyboard.insertText('Rides to the doctor');
  await press('Tab');
  await page.keyboard.type('Transp');
  await expect(option).toBeVisible();
  await press('ArrowDown', 'Enter', 'Shift+Tab', 'Enter');
  await expect(page.getByRole('heading', { name: headings.profile })).toBeFocused();
  for (const text of [admin.firstName, admin.lastName, admin.email, admin.phoneNumber, admin.password]) {
    await press('Tab');
    await page.keyboard.insertText(text);
  }
  // The button that shows the first password comes between the two fields.
  await press('Tab', 'Tab');
  await page.keyboard.insertText(admin.password);
  await press('Enter');
  await expect(page.getByRole('heading', { name: headings.terms })).toBeFocused();
  await press('Tab', 'Tab', 'Tab', 'Enter');
  await expect(page.getByRole('heading', { name: headings.verify })).toBeFocused();
});
