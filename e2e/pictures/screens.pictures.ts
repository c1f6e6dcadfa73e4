import { expect, type Page } from '@playwright/test';
import { demoPerson } from '../demo.ts';
import { gotoAs } from '../sessions.ts';
import { test } from '../test.ts';
import { savePicture } from './save-picture.ts';

const nora = demoPerson('ADMIN', 'ACTIVE');
const form = '/form/de300000-0000-4000-8000-000000000001';

test.use({ viewport: { width: 1280, height: 760 }, deviceScaleFactor: 1 });

async function openAs(page: Page, path: string): Promise<void> {
  await gotoAs(page, nora, path);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
}

test('a board and a ticket', async ({ page }) => {
  await openAs(page, '/incoming-service-requests');
  const firstRow = page.getByRole('row').nth(1);
  await expect(firstRow).toBeVisible();
  await savePicture(page, 'board');
  await firstRow.getByRole('link').first().click();
  await expect(page.getByRole('dialog').getByRole('log')).toBeVisible();
  await savePicture(page, 'review');
});

test('a new request', async ({ page }) => {
  await openAs(page, '/service-requests');
  await page.getByRole('button', { name: 'New Member Referral' }).click();
  const form = page.getByRole('dialog', { name: 'New Service Request' });
  await expect(form.getByRole('checkbox', { name: /shelter/i }).first()).toBeVisible();
  await savePicture(page, 'new-request');
});

test('what needs a person', async ({ page }) => {
  await openAs(page, '/needs-you');
  await expect(page.getByRole('button', { name: /^Done/ }).first()).toBeVisible();
  await savePicture(page, 'needs-you');
});

test('the directory on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 760 });
  await page.goto('/services?zipCode=49007');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await savePicture(page, 'directory');
});

test('a member', async ({ page }) => {
  await openAs(page, '/members');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Service Requests' })).toBeVisible();
  await savePicture(page, 'member');
});

test('the metrics dashboard', async ({ page }) => {
  await openAs(page, '/metrics-dashboard');
  await savePicture(page, 'metrics');
});

test('the form builder', async ({ page }) => {
  await openAs(page, '/forms-library');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'Short answer' })).toBeVisible();
  await savePicture(page, 'builder');
});

test('a form on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 760 });
  await page.goto(form);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await savePicture(page, 'public-form');
});
