import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { newPartner, refer } from './partners.ts';
import { apiAs } from './referrals.ts';
import { gotoAs } from './sessions.ts';
import { test } from './test.ts';

/** Opens the page of a new member of a new clinic. */
async function openMember(page: Page) {
  const clinic = await newPartner(page.request);
  const ticket = await refer(page.request, clinic, clinic);
  const api = await apiAs(page.request, clinic.admin);
  const { patient } = await api.get(`/v1/service-requests/${ticket}`);
  await gotoAs(page, clinic, `/members/${patient.id}`);
  const card = page.getByRole('region', { name: 'Files' });
  await expect(card).toContainText('No files yet.');
  return { card, api, memberId: patient.id as number };
}

const file = (name: string, text = 'contents') => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

async function openUpload(page: Page) {
  await page.getByRole('button', { name: 'Upload File' }).click();
  return page.getByRole('dialog', { name: 'Upload File' });
}

/** How far the page is wider than the window. */
const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('§8 files are uploaded, canceled, retried, downloaded and deleted', async ({ page }) => {
  const { card, memberId, api } = await openMember(page);
  const dialog = await openUpload(page);
  await dialog.getByLabel('Choose files').setInputFiles([file('slow.bin'), file('also slow.bin')]);
  // The server never answers.
  await page.route('**/v1/users/*/documents', () => undefined);
  await dialog.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect(dialog.getByRole('progressbar', { name: 'Uploading slow.bin' })).toBeAttached();
  await dialog.getByRole('button', { name: 'Cancel the upload of slow.bin' }).click();
  await expect(dialog.getByRole('progressbar')).toHaveCount(1);
  await page.keyboard.press('Escape');
  const stop = page.getByRole('dialog', { name: 'Stop the upload?' });
  await expect(stop).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(stop).toBeHidden();
  await expect(dialog.getByRole('progressbar')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await stop.getByRole('button', { name: 'Stop' }).click();
  await expect(dialog).toBeHidden();
  await page.unrouteAll();
  await expect(card).toContainText('No files yet.');
  expect(await api.get(`/v1/users/${memberId}/documents`)).toEqual([]);

  await openUpload(page);
  await dialog
    .getByLabel('Choose files')
    .setInputFiles([file('lease-2025.pdf', '%PDF-1.7 lease'), file('utility bill 🏠.jpg'), file('virus.txt')]);
  // The connection breaks for one file, and another one is infected.
  const infected = { code: 'file_infected', message: 'We found a virus in this file.', fields: {} };
  await page.route('**/v1/users/*/documents', async (route) => {
    const body = route.request().postDataBuffer();
    if (body?.includes('virus.txt')) await route.fulfill({ status: 422, json: infected });
    else await (body?.includes('lease-2025.pdf') ? route.abort() : route.continue());
  });
  await dialog.getByRole('button', { name: 'Upload 3 files' }).click();
  await expect(dialog.getByRole('alert').first()).toHaveText(
    'Some files were not uploaded properly due to network error. Please, try again later.',
  );
  await expect(dialog.getByRole('list', { name: 'Files' })).toContainText('utility bill 🏠.jpgUploaded');
  await expect(dialog.getByRole('list', { name: 'Files' })).toContainText('virus.txtWe found a virus');
  await expect(dialog.getByRole('button', { name: /^Try .+ again$/ })).toHaveAccessibleName('Try lease-2025.pdf again');
  await expect(card.getByRole('row')).toHaveCount(2);
  await expectAccessible(page);
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Remove virus.txt' }).click();
  await dialog.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2 files uploaded.')).toBeVisible();
  await expect(card.getByRole('row')).toHaveCount(3);
  expect(await api.get(`/v1/users/${memberId}/documents`)).toHaveLength(2);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'lease-2025.pdf', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('lease-2025.pdf');
  expect(String(await readFile(await download.path()))).toBe('%PDF-1.7 lease');

  await card.getByRole('button', { name: 'Delete lease-2025.pdf' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this file?' });
  await expect(question).toContainText('“lease-2025.pdf” will be permanently deleted.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(card.getByRole('row')).toHaveCount(2);
  await expect(card).not.toContainText('lease-2025.pdf');
  await expect(card.getByRole('button', { name: /^utility bill/ })).toBeFocused();

  // Admins see who did what on the page.
  await page.getByRole('button', { name: 'Show activity' }).click();
  const activity = page.getByRole('region', { name: 'Activity' });
  await expect(activity).toContainText(/deleted file #\d+ of this member/);
  await activity.getByText('Views', { exact: true }).click();
  await expect(activity).toContainText(/downloaded file #\d+ of this member/);
  await expect(activity).not.toContainText('deleted file');
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(card.getByRole('button', { name: /^Download utility bill/ })).toBeVisible();
  expect(await sidewaysScroll(page)).toBe(0);
});
