import { expect } from '@playwright/test';
import { newMember, newPartner, refer } from './partners.ts';
import { follow, gotoAs } from './sessions.ts';
import { test } from './test.ts';

test('§8 an edit meets a session that has ended: after signing in anew it is there again, until it is saved', async ({
  page,
}) => {
  const partner = await newPartner(page.request);
  const id = await refer(page.request, partner, partner, newMember());
  const headers = { authorization: `Bearer ${partner.token}` };
  const request = await page.request.get(`/v1/service-requests/${id}`, { headers });
  const address = `/members/${(await request.json()).patient.id}`;
  const dialog = page.getByRole('dialog');
  const note = dialog.getByText('This is the draft that you left here earlier.');

  await gotoAs(page, partner, address);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByLabel('City').fill('Kalamazoo');
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('kinbridge.session') ?? '{}');
    localStorage.setItem('kinbridge.session', JSON.stringify({ ...session, idToken: 'x', refreshToken: 'x' }));
  });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Email').fill(partner.admin.email);
  await page.getByLabel('Password', { exact: true }).fill(partner.admin.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();

  await follow(page, address);
  await expect(note).toBeVisible();
  await expect(dialog.getByLabel('City')).toHaveValue('Kalamazoo');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('Kalamazoo');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(dialog.getByLabel('City')).toHaveValue('Kalamazoo');
  await expect(note).toHaveCount(0);
});

test('every dialog of an edit comes back after a reload with what was typed, but for the password', async ({
  page,
}) => {
  const partner = await newPartner(page.request, ['Hot meals', 'Warm coats']);
  const dialog = page.getByRole('dialog');
  const note = dialog.getByText('This is the draft that you left here earlier.');
  // The browser asks before it leaves.
  page.on('dialog', (question) => void question.accept());
  await gotoAs(page, partner, '/account-management');

  await test.step('services', async () => {
    const second = dialog.getByRole('group', { name: 'Service #2' }).getByLabel('Service name');
    await page.getByRole('button', { name: 'Update your service information' }).click();
    await second.fill('Winter coats');
    await page.reload();
    await expect(note).toBeVisible();
    await expect(second).toHaveValue('Winter coats');
    await dialog.getByRole('button', { name: 'Start over' }).click();
    await expect(second).toHaveValue('Warm coats');
    await expect(note).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a new service', async () => {
    await page.getByRole('button', { name: 'Add a new service' }).click();
    await dialog.getByLabel('Service name').fill('Rides to the doctor');
    await page.reload();
    await expect(dialog.getByLabel('Service name')).toHaveValue('Rides to the doctor');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Add a new service' }).click();
    await expect(dialog.getByLabel('Service name')).toHaveValue('');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('the business profile', async () => {
    await page.getByRole('button', { name: 'Edit Business Profile' }).click();
    await dialog.getByLabel('City').fill('Traverse City');
    await page.reload();
    await expect(dialog.getByLabel('City')).toHaveValue('Traverse City');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    // Nothing on this page opened the dialog, so there is nothing to go back to.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('the own profile', async () => {
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await dialog.getByLabel('Email').fill('ada.anew@willow.example');
    await dialog.getByLabel('Current password').fill(partner.admin.password);
    await page.reload();
    await expect(dialog.getByLabel('Email')).toHaveValue('ada.anew@willow.example');
    await expect(dialog.getByLabel('Current password')).toHaveValue('');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a message', async () => {
    const message = dialog.getByRole('textbox', { name: 'Message' });
    await follow(page, '/member-messaging');
    await page.getByRole('button', { name: /Edit “Confirmation/ }).click();
    await message.fill('Did it arrive?');
    await page.reload();
    await expect(message).toHaveValue('Did it arrive?');
  });
});
