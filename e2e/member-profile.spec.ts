import { expect, type Page } from '@playwright/test';
import { password, registerOrganization, unique, verify } from './accounts.ts';
import { demoPerson } from './demo.ts';
import { expectAccessible } from './expect-accessible.ts';
import { apiAs, newMember } from './referrals.ts';
import { failUntilRetried } from './retries.ts';
import { gotoAs, navigateTo, shareSession } from './sessions.ts';
import { test } from './test.ts';

const nora = demoPerson('ADMIN', 'ACTIVE');

let lastPhone = 2000;

/** A member of Riverbend Hospital with one request, and the API for checks behind the screen. */
async function buildMember(page: Page, more: object = {}) {
  const api = await apiAs(page.request, nora);
  const { id: serviceId } = await api.service('Nurse visit at home');
  const phoneNumber = `+1269555${++lastPhone + (process.pid % 70) * 100}`;
  const { patient, id } = await api.create(serviceId, { ...newMember(), phoneNumber, ...more });
  return { api, member: patient, requestId: id as number };
}

async function openMember(page: Page, id: number) {
  await shareSession(page, nora);
  await page.goto(`/members/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Calliope' })).toBeVisible();
}

async function openEditor(page: Page) {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  return page.getByRole('dialog', { name: 'Edit Member' });
}

test("§2 a member's page shows facts, requests and texts, also at /patients", async ({ page }) => {
  const today = new Date();
  const dateOfBirth = `${today.getFullYear() - 39}-01-01`;
  const participantId = String(Date.now()).slice(-11);
  const { member, requestId } = await buildMember(page, { dateOfBirth, participantId });
  await openMember(page, member.id);
  await expect(page).toHaveTitle('Member · Kinbridge');
  const main = page.getByRole('main');
  await expect(main).toContainText(`Member ${member.id} · 39 years old`);
  const facts = main.locator('dl');
  await expect(facts).toContainText(`Birth date01-01-${today.getFullYear() - 39}`);
  await expect(facts).toContainText(`Participant ID${participantId.replace(/^(.{5})(.{3})/, '$1 $2 ')}`);
  await expect(facts).toContainText('Email–');
  await expect(facts).toContainText('Address–');
  await expect(facts).toContainText('TextsAllowed');
  const table = main.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText([
    'View Request',
    'Service Request',
    'Organization',
    'Member Name',
    'Date Sent',
    'Date Closed',
    'Request Status',
  ]);
  const cells = table.getByRole('row').nth(1).getByRole('cell');
  await expect(cells.nth(0)).toHaveText(`#${requestId}`);
  await expect(cells.nth(1)).toHaveText('Nurse visit at home');
  await expect(cells.nth(2)).toHaveText('Riverbend Hospital');
  await expect(cells.nth(5)).toHaveText('–');
  await expect(cells.nth(6)).toHaveText('Requested');

  await navigateTo(page, '/members/nobody');
  await expect(page.getByRole('heading', { name: 'Member not found' })).toBeVisible();
  await navigateTo(page, `/patients/${member.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Calliope' })).toBeVisible();
  const link = page.getByRole('link', { name: `View request #${requestId}` });
  await link.click();
  await expect(page).toHaveURL(`/patients/${member.id}?ticket=${requestId}`);
  const review = page.getByRole('dialog', { name: new RegExp(`#${requestId}`) });
  await expect(review).toContainText('Nurse visit at home');
  await page.keyboard.press('Escape');
  await expect(review).toBeHidden();
  await expect(page).toHaveURL(`/patients/${member.id}`);
  await expect(link).toBeFocused();
  await page.getByRole('button', { name: 'SMS transcript' }).click();
  const transcript = page.getByRole('dialog', { name: 'SMS transcript' });
  await expect(transcript).toContainText('Hi Calliope, Riverbend Hospital received your request.');
});

test('§8 requests can be reloaded, a new one is for this member, and STOP is shown', async ({ page }) => {
  const { api, member } = await buildMember(page, { zipCode: '49007' });
  const { member: silent } = await buildMember(page);
  const form = { From: silent.phoneNumber, To: '+12695550100', Body: 'STOP', MessageSid: unique('SM') };
  expect((await page.request.post('/v1/messages/inbound', { form })).status()).toBe(200);
  const failure = { code: 'internal', message: 'Broken.', requestId: 'x' };
  const requests = '**/v1/users/*/service-requests';
  await page.route(requests, (route) => route.fulfill({ json: [] }));
  await failUntilRetried(page, requests, (route) => route.fulfill({ status: 500, json: failure }));
  await openMember(page, member.id);
  const card = page.getByRole('region', { name: 'Service Requests' });
  await expect(card.getByRole('alert')).toContainText('Something went wrong. Please try again later');
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card).toContainText('No service requests yet.');
  await page.unrouteAll();

  await page.getByRole('button', { name: 'New Services Request' }).click();
  const request = page.getByRole('dialog', { name: 'New Service Request' });
  await expect(request).toContainText('Existing member');
  await expect(request.getByRole('button', { name: 'Use another person' })).toHaveCount(0);
  await expect(request.getByLabel('Last name')).toHaveValue(member.lastName);
  await expect(request.getByLabel('Zip code')).toBeDisabled();
  await request.getByRole('checkbox', { name: /^Weekly food box/ }).check();
  await request.getByRole('button', { name: 'Create request' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('main').getByRole('table')).toContainText('Weekly food box');
  expect(await api.requestsOf(member.id)).toHaveLength(2);

  await navigateTo(page, `/members/${silent.id}`);
  await expect(page.getByRole('main').locator('dl')).toContainText('Not allowedThis number opted out by texting STOP.');
  const editor = await openEditor(page);
  const box = editor.getByRole('checkbox', { name: 'SMS texts' });
  await expect(box).toBeDisabled();
  await expect(box).not.toBeChecked();
  await expect(editor).toContainText('They can text START to opt in again.');
});

test('§5 §8 an edit is checked and saved, and a failed or late save keeps the text', async ({ page }) => {
  const { api, member } = await buildMember(page);
  await openMember(page, member.id);
  let dialog = await openEditor(page);
  await expect(dialog.getByRole('checkbox')).toHaveCount(1);
  await dialog.getByLabel('First Name').fill('');
  await dialog.getByLabel('Participant ID').fill('12');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toContainText('First Name is required.');
  await expect(dialog).toContainText('Participant ID number should be 11 digits');
  await dialog.getByLabel('First Name').fill('Calliope Ann');
  await dialog.getByLabel('Participant ID').fill('');
  await dialog.getByLabel('Date of Birth').fill('2/19/1987');
  await dialog.getByLabel('Address', { exact: true }).fill('418 Alder Court');
  await dialog.getByLabel('City').fill('Alder Falls');
  await dialog.getByRole('checkbox', { name: 'SMS texts' }).uncheck();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Member saved.')).toBeVisible();
  await expect(dialog).toBeHidden();
  const facts = page.getByRole('main').locator('dl');
  await expect(facts).toContainText('Birth date02-19-1987');
  await expect(facts).toContainText('Address418 Alder Court, Alder Falls');
  await expect(facts).toContainText('TextsNot allowedThis person has not agreed to receive texts.');
  await expect(page.getByRole('main').getByRole('table')).toContainText('Calliope Ann');

  dialog = await openEditor(page);
  await dialog.getByLabel('City').fill('Ypsilanti');
  await api.put(`/v1/users/${member.id}`, { city: 'Flint', state: 'OH' });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toContainText('Someone else changed this member');
  await expect(dialog).toContainText('City is now “Flint”; you typed “Ypsilanti”.');
  await expect(dialog.getByRole('textbox', { name: 'City' })).toHaveValue('Ypsilanti');
  await expect(dialog.getByLabel('State')).toHaveValue('OH');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(facts).toContainText('Address418 Alder Court, Ypsilanti, OH');

  dialog = await openEditor(page);
  await dialog.getByLabel('City').fill('Portage');
  await page.route('**/v1/users/*', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Something went wrong during updating user data');
  await expect(dialog.getByRole('textbox', { name: 'City' })).toHaveValue('Portage');
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(facts).toContainText('Address418 Alder Court, Portage, OH');
});

test('§6 unknown members and those of other organizations are not found', async ({ page }) => {
  const { member } = await buildMember(page);
  const { admin } = await registerOrganization(page.request);
  await gotoAs(page, admin, '/members/nobody');
  await expect(page.getByRole('heading', { name: 'Member not found' })).toBeVisible();
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Moreno' })).toBeVisible();
  for (const id of [member.id, 999999]) {
    await navigateTo(page, `/members/${id}`);
    await expect(page.getByRole('heading', { name: 'Member not found' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Ada Moreno' })).toBeVisible();
  }
  await gotoAs(page, demoPerson('EMPLOYEE', 'PENDING'), `/members/${member.id}`);
  await expect(page.getByRole('dialog', { name: 'Not authorized' })).toContainText('Please contact your administrator');
});

test('§2 without an id, members see their own page and staff see their profile', async ({ page }) => {
  const email = `${unique('calliope')}@member.example`;
  const { organizationId } = (await apiAs(page.request, nora)).user;
  const person = { firstName: 'Calliope', lastName: 'Marsh', email, phoneNumber: '+12695550199', password };
  const data = { ...person, userType: 'PATIENT', organizationId, zipcode: '49007' };
  expect((await page.request.post('/v1/auth/sign-up', { data })).status()).toBe(201);
  await verify(page.request, { email, password });
  await gotoAs(page, { email, password }, '/members');
  for (const path of ['/members', '/patients']) {
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('main').locator('dl')).toContainText(`Email${email}`);
    await expect(page.getByText('No service requests yet.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'New Services Request' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
    if (path === '/members') await navigateTo(page, '/patients');
  }
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await shareSession(page, nora);
  await page.goto('/patients');
  await expect(page).toHaveURL('/');
});

test('an admin downloads everything about a member and erases them by keyboard', async ({ page }) => {
  const { member } = await buildMember(page);
  await openMember(page, member.id);
  const data = page.getByRole('region', { name: "Member's data" });
  const download = page.waitForEvent('download');
  await data.getByRole('button', { name: 'Download everything as JSON' }).press('Enter');
  expect((await download).suggestedFilename()).toBe(`member-${member.id}.json`);

  const open = data.getByRole('button', { name: 'Erase…' });
  await open.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Erase this member?' });
  const name = dialog.getByLabel(`Type ${member.firstName} ${member.lastName} to confirm`);
  await expect(dialog.getByText('No other organization sees this member.')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(name).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();

  await open.press('Enter');
  await name.fill('Somebody Else');
  await name.press('Enter');
  await expect(dialog).toContainText("Type the member's first and last name as shown.");
  await name.fill(`${member.firstName} ${member.lastName}`);
  await name.press('Enter');
  await expect(page.getByText('Member erased.')).toBeVisible();
  await expect(page).toHaveURL('/members');
});
