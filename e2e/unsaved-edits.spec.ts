import { expect } from '@playwright/test';
import { newMember, newPartner, refer } from './partners.ts';
import { type Credentials, everythingStored, gotoAs, navigateTo, storedDrafts } from './sessions.ts';
import { newEmployee } from './staff.ts';
import { test } from './test.ts';

// One of the last files to run, so its tests use every free worker.
test.describe.configure({ mode: 'parallel' });

test('§8 an unsaved edit survives the end of a session, for its author only', async ({ page }) => {
  const partner = await newPartner(page.request);
  const colleague = await newEmployee(page.request, partner, 'Owen');
  const id = await refer(page.request, partner, partner, newMember());
  const headers = { authorization: `Bearer ${partner.token}` };
  const request = await page.request.get(`/v1/service-requests/${id}`, { headers });
  const address = `/members/${(await request.json()).patient.id}`;
  const dialog = page.getByRole('dialog');
  const note = dialog.getByText('This is the draft that you left here earlier.');
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  const ended = page.getByText('Your session ended');
  const signInAs = async ({ email, password }: Credentials) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  };
  const openMember = async () => {
    await expect(page).toHaveURL('/');
    await navigateTo(page, address);
    await expect(edit).toBeVisible();
  };
  // The click comes before a live update notices the end.
  const endSession = async (button = 'Save Changes') => {
    await dialog.getByRole('button', { name: button }).evaluate((clicked: HTMLButtonElement) => {
      const session = JSON.parse(localStorage.getItem('kinbridge.session') ?? '{}');
      localStorage.setItem('kinbridge.session', JSON.stringify({ ...session, idToken: 'x', refreshToken: 'x' }));
      clicked.click();
    });
    await expect(ended).toBeVisible();
  };
  const logOut = async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  };

  await gotoAs(page, partner, address);
  await edit.click();
  await dialog.getByLabel('City').fill('Canary Springs');
  await expect.poll(() => storedDrafts(page)).toEqual([expect.stringMatching(/^sealed:/)]);
  expect(await everythingStored(page)).not.toContain('Canary');
  await endSession();
  await expect(page.getByLabel('Email')).toBeFocused();

  await test.step('other people neither see nor delete it', async () => {
    await signInAs(colleague);
    await openMember();
    await expect(dialog).toHaveCount(0);
    await edit.click();
    await expect(dialog.getByLabel('City')).toHaveValue('');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await logOut();
    await expect(ended).toHaveCount(0);
    expect(await storedDrafts(page)).toHaveLength(1);
  });

  await test.step('its author finds it again and saves it', async () => {
    await signInAs(partner.admin);
    await openMember();
    await expect(note).toBeVisible();
    await expect(dialog.getByLabel('City')).toHaveValue('Canary Springs');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('main')).toContainText('Canary Springs');
    await edit.click();
    await expect(dialog.getByLabel('City')).toHaveValue('Canary Springs');
    await expect(note).toHaveCount(0);
  });

  await test.step('its author returns to the page and the open draft', async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'SMS transcript' }).click();
    const text = dialog.getByRole('textbox', { name: 'Text Ruth' });
    await text.fill('Half a sente');
    await endSession('Send SMS');
    await signInAs(partner.admin);
    await expect(page).toHaveURL(address);
    await expect(text).toHaveValue('Half a sente');
  });

  await test.step('Logout deletes drafts, in other tabs too', async () => {
    await expect.poll(() => storedDrafts(page)).toHaveLength(1);
    const other = await page.context().newPage();
    await other.goto('/account-management');
    await other.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(await storedDrafts(page)).toEqual([]);
    expect(await storedDrafts(other)).toEqual([]);
  });
});

test('drafts are stored encrypted, and not at all without a key', async ({ page }) => {
  const partner = await newPartner(page.request);
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('Service name');
  page.on('dialog', (question) => void question.accept());
  await gotoAs(page, partner, '/account-management');
  await expect(page.getByRole('button', { name: 'Add a new service' })).toBeVisible();
  await page.getByRole('button', { name: 'Add a new service' }).click();
  await name.fill('Old plain rides');
  await expect.poll(() => storedDrafts(page)).toEqual([expect.stringMatching(/^sealed:/)]);
  await page.reload();
  await expect(name).toHaveValue('Old plain rides');
  await expect.poll(() => storedDrafts(page)).toEqual([expect.stringMatching(/^sealed:/)]);
  expect(await everythingStored(page)).not.toContain('plain');

  const kept = await storedDrafts(page);
  await page.route('**/draft-key', (route) => route.abort());
  await page.reload();
  await page.getByRole('button', { name: 'Add a new service' }).click();
  await expect(name).toHaveValue('');
  await name.fill('Never stored');
  expect(await storedDrafts(page)).toEqual(kept);
  expect(await everythingStored(page)).not.toContain('Never stored');
  await page.unrouteAll();
  await page.reload();
  await expect(name).toHaveValue('Old plain rides');
});

test('every edit dialog returns after a reload with its text, except passwords', async ({ page }) => {
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
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: 'Keep Editing' }).click();
    await expect(dialog.getByLabel('Service name')).toHaveValue('Rides to the doctor');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
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

  await test.step('your own profile', async () => {
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await dialog.getByLabel('Email').fill('ada.anew@willow.example');
    await dialog.getByLabel('Current password').fill(partner.admin.password);
    await page.reload();
    await expect(dialog.getByLabel('Email')).toHaveValue('ada.anew@willow.example');
    await expect(dialog.getByLabel('Current password')).toHaveValue('');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('a message', async () => {
    const message = dialog.getByRole('textbox', { name: 'Message' });
    await navigateTo(page, '/member-messaging');
    await page.getByRole('button', { name: /Edit “Confirmation/ }).click();
    await message.fill('Did it arrive?');
    await page.reload();
    await expect(message).toHaveValue('Did it arrive?');
  });
});
