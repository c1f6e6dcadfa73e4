import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { newPartner, refer } from './partners.ts';
import { gotoAs } from './sessions.ts';
import { newEmployee } from './staff.ts';
import { test } from './test.ts';

/** A picture twice as wide as it is high, drawn by the browser. */
async function widePicture(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 200 });
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = 'teal';
    context?.fillRect(0, 0, 400, 200);
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(address.split(',')[1] ?? '', 'base64');
}

test("admin edits the business profile and logo, and no colleague's change is lost", async ({ page }) => {
  const partner = await newPartner(page.request);
  await gotoAs(page, partner, '/account-management');
  const card = page.getByRole('region', { name: 'Business Profile' });
  await expect(card).toContainText(partner.name);
  await card.getByRole('button', { name: 'Edit Business Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Business Profile' });
  await dialog.getByLabel('Company Name').fill('');
  await dialog.getByLabel('Website').fill('not a site');
  const logo = dialog.locator('input[type="file"]');
  await logo.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(dialog).toContainText('Choose a PNG, JPEG or WebP image.');
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await widePicture(page) });
  await expect(dialog.getByRole('img', { name: 'Preview of the new logo' })).toBeVisible();
  await dialog.getByText('Crop', { exact: true }).click();
  const zoom = dialog.getByRole('slider', { name: 'Zoom' });
  await zoom.press('ArrowRight');
  await expect(zoom).toHaveAttribute('aria-valuenow', '1.05');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toContainText('Please fix 2 fields');
  await expect(dialog).toContainText('Company Name is required.');
  await expectAccessible(page);
  await dialog.getByLabel('Company Name').fill(`${partner.name} renamed`);
  await dialog.getByLabel('Website').fill('willow.example');
  await dialog.getByLabel('Description').fill('We cook.');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Business profile saved.')).toBeVisible();
  await expect(card).toContainText('willow.example');
  await expect(card).toContainText('We cook.');
  await expect(page.getByRole('banner')).toContainText(`${partner.name} renamed`);
  const shown = card.locator('img');
  await expect(shown).toBeVisible();
  // Cropped to a square, as in the preview.
  await expect
    .poll(() => shown.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]))
    .toEqual([512, 512]);

  // A colleague saves first: their changes are merged in, and fields both changed need a decision.
  await card.getByRole('button', { name: 'Edit Business Profile' }).click();
  await dialog.getByLabel('City').fill('Ypsilanti');
  const headers = { authorization: `Bearer ${partner.token}` };
  const own = `/v1/organizations/${partner.id}`;
  const { imageFilename: _logo, ...current } = await (await page.request.get(own, { headers })).json();
  const theirs = { ...current, city: 'Flint', description: 'We cook and deliver.', organizationType: 'CARE_PROVIDER' };
  await page.request.put(own, { headers, multipart: { organization: JSON.stringify(theirs) } });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toContainText('Someone else changed the business profile');
  await expect(dialog).toContainText('City is now “Flint”; you typed “Ypsilanti”.');
  await expect(dialog.getByLabel('Description')).toHaveValue('We cook and deliver.');
  await dialog.getByRole('radio', { name: 'Use “Flint”' }).check();
  await dialog.getByLabel('State').fill('MI');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(card).toContainText('Flint, MI');
  await expect(card).toContainText('We cook and deliver.');
});

test("admins who edit the same services don't undo each other's changes", async ({ page }) => {
  const partner = await newPartner(page.request, ['Hot meals', 'Groceries']);
  const headers = { authorization: `Bearer ${partner.token}` };
  const services = await (await page.request.get(`/v1/organizations/${partner.id}/services`, { headers })).json();
  const colleagueSaves = (place: number, data: object) =>
    page.request.put(`/v1/services/${services[place].id}`, { headers, data });
  await gotoAs(page, partner, '/account-management');
  const card = page.getByRole('region', { name: 'Company Services' });

  await test.step('in the details', async () => {
    await card.getByRole('button', { name: 'Edit details of Hot meals' }).click();
    const dialog = page.getByRole('dialog', { name: 'Details of' });
    await dialog.getByLabel('Service name').fill('Warm meals');
    await dialog.getByRole('button', { name: 'Add hours' }).click();
    const hours = [{ day: 'TU', opens: '10:00', closes: '12:00' }];
    await colleagueSaves(0, { name: 'Lunch', city: 'Portage', languages: ['en', 'es'], hours });
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog).toContainText('Someone else changed this service');
    await expect(dialog).toContainText('Service name is now “Lunch”; you typed “Warm meals”.');
    await expect(dialog).toContainText('Languages are now “English, Spanish”.');
    await expect(dialog).toContainText('Hours are now “Tue 10:00 AM – 12:00 PM”; you typed “Mon 9:00 AM – 5:00 PM”.');
    await expect(dialog.getByLabel('City')).toHaveValue('Portage');
    await expectAccessible(page);
    await dialog.getByRole('radio', { name: 'Use “Tue' }).check();
    await expect(dialog.getByRole('combobox', { name: 'Day' })).toHaveValue('Tuesday');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog).toBeHidden();
    const saved = await (await page.request.get(`/v1/organizations/${partner.id}/services`, { headers })).json();
    expect(saved[0]).toMatchObject({ name: 'Warm meals', city: 'Portage', languages: ['en', 'es'], hours });
  });

  await test.step('in the list of all', async () => {
    await card.getByRole('button', { name: 'Update your service information' }).click();
    const dialog = page.getByRole('dialog', { name: 'Update your service information' });
    await dialog.getByLabel('Service name').nth(1).fill('Food box');
    await colleagueSaves(1, { name: 'Food basket', description: 'Every Friday' });
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog).toContainText('Service name of service #2 is now “Food basket”; you typed “Food box”.');
    await expect(dialog.getByLabel('Description').nth(1)).toHaveValue('Every Friday');
    await dialog.getByRole('radio', { name: 'Keep “Food box”' }).check();
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog).toBeHidden();
    await expect(card.getByRole('listitem').nth(1)).toContainText('Food box');
    await expect(card.getByRole('listitem').nth(1)).toContainText('Every Friday');
  });

  await test.step('of which one is deleted', async () => {
    await card.getByRole('button', { name: 'Edit details of Food box' }).click();
    const dialog = page.getByRole('dialog', { name: 'Details of' });
    await dialog.getByLabel('Eligibility').fill('Families');
    await page.request.post(`/v1/services/deleteService/${services[1].id}`, { headers });
    await expect(card.getByRole('listitem')).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog).toContainText("We couldn't find that service");
    await expect(dialog.getByLabel('Eligibility')).toHaveValue('Families');
  });
});

test('admin adds, edits and deletes services, and the audit log shows it', async ({ page }) => {
  const partner = await newPartner(page.request, ['Hot meals', 'Groceries']);
  const owen = await newEmployee(page.request, partner, '=Owen');
  const headers = { authorization: `Bearer ${partner.token}` };
  await page.request.put(`/v1/users/${owen.id}`, { headers, data: { city: 'Portage' } });
  await page.request.get(`/v1/users/${owen.id}`, { headers });
  await gotoAs(page, partner, '/account-management');
  const card = page.getByRole('region', { name: 'Company Services' });
  await expect(card.getByRole('listitem').first()).toContainText('Service #1 Hot meals');

  await card.getByRole('button', { name: 'Add a new service' }).click();
  const adding = page.getByRole('dialog', { name: 'Add New Service' });
  await adding.getByRole('button', { name: 'Add service' }).click();
  await expect(adding).toContainText('Service name is required.');
  await expect(adding).toContainText('Service type is required.');
  await adding.getByLabel('Service name').fill('Rides');
  await adding.getByRole('combobox', { name: 'Service type' }).fill('transport');
  await page.getByRole('option', { name: 'Transportation+' }).click();
  await adding.getByRole('button', { name: 'Add service' }).click();
  await expect(card.getByRole('listitem').nth(2)).toContainText('Service #3 Rides');

  await card.getByRole('button', { name: 'Update your service information' }).click();
  const editing = page.getByRole('dialog', { name: 'Update your service information' });
  const names = editing.getByLabel('Service name');
  await names.nth(1).fill('');
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await editing.getByRole('link', { name: 'Service name (2)' }).click();
  await expect(names.nth(1)).toBeFocused();
  await expectAccessible(page);
  await names.nth(1).fill('Food box');
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editing).toBeHidden();
  await expect(card.getByRole('listitem').nth(1)).toContainText('Service #2 Food box');

  await refer(page.request, partner, partner);
  await card.getByRole('button', { name: 'Delete Hot meals' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Hot meals' });
  await expect(question).toContainText('Are you sure you want to delete this service?');
  await expect(question).toContainText('It has 1 open request, which stays on your boards.');
  await question.getByRole('button', { name: 'Dismiss' }).click();
  await expect(card.getByRole('listitem')).toHaveCount(3);
  await card.getByRole('button', { name: 'Delete Hot meals' }).click();
  await question.getByRole('button', { name: 'Proceed' }).click();
  await expect(card.getByRole('listitem')).toHaveCount(2);
  await expect(card.getByRole('listitem').first()).toContainText('Service #1 Food box');
  await expect(card.getByRole('button', { name: 'Edit details of Food box' })).toBeFocused();

  await page.getByRole('tab', { name: 'Audit log' }).click();
  await page.reload();
  const log = page.getByRole('region', { name: 'Audit log' });
  const rows = log.getByRole('row');
  // The log opens on changes and hides views.
  await expect(rows.filter({ hasText: 'deleted service #' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'viewed' })).toHaveCount(0);
  await log.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Employees' }).click();
  await expect(rows.filter({ hasText: `activated ${owen.name}` })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'city' })).toHaveCount(0);
  await log.getByRole('button', { name: 'Clear', exact: true }).click();
  await log.getByRole('combobox', { name: 'Person' }).fill(partner.admin.lastName);
  await page.getByRole('option', { name: partner.admin.lastName }).first().click();
  await log.getByRole('combobox', { name: 'Record' }).click();
  await page.getByRole('option', { name: 'Person', exact: true }).click();
  await log.getByLabel('Record ID').fill(String(owen.id));
  await log.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Everything' }).click();
  await expect(rows.filter({ hasText: `changed city of the profile of ${owen.name}` })).toHaveCount(1);
  // The header, activated, changed, viewed.
  await expect(rows).toHaveCount(4);
  // As if the sign-in were more than 10 minutes ago.
  const refusal = { code: 'proof_required', message: 'Please confirm that it is you.', requestId: '' };
  await page.route('**/audit/csv?*', (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 });
  const saving = page.waitForEvent('download');
  await log.getByRole('button', { name: 'Export CSV' }).click();
  const proof = page.getByRole('dialog', { name: "Confirm it's you" });
  await proof.getByLabel('Password', { exact: true }).fill(partner.admin.password);
  await page.keyboard.press('Enter');
  const file = await readFile(await (await saving).path(), 'utf8');
  expect(file).toContain(',employee.activate,user,');
  expect(file.trim().split('\r\n')).toHaveLength(4);
});
