import { expect, type Page, test } from '@playwright/test';
import { registerOrganization } from './accounts.ts';
import { demoPerson } from './demo.ts';
import { apiAs, newMember, watchCreation } from './referrals.ts';
import { signIn } from './sessions.ts';

const nora = demoPerson('ADMIN', 'ACTIVE');
const pdf = { name: 'lease.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\nlease') };

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'New Services Request' }).click();
  const form = page.getByRole('dialog', { name: 'New Service Request' });
  // Its code comes at first use, and then the services.
  await expect(form.getByRole('checkbox', { name: 'Nurse visit at home' })).toBeVisible({ timeout: 15_000 });
  return form;
}

test('§5 names and a service are required, and what is wrong is said beside its field', async ({ page }) => {
  await signIn(page, nora);
  const form = await openForm(page);
  await form.getByRole('button', { name: 'Create request' }).click();
  await expect(form).toContainText('3 fields need a look');
  await expect(form).toContainText('First Name is required.');
  await expect(form).toContainText('Last Name is required.');
  await expect(form).toContainText('This is a required field');
  await form.getByRole('link', { name: 'Services' }).click();
  await expect(form.getByRole('searchbox', { name: 'Search services or organizations' })).toBeFocused();
  await form.getByLabel('First name').fill('Calliope');
  await form.getByLabel('Last name').fill('Marsh');
  await form.getByLabel('Date of birth').fill('02-30-1991');
  await form.getByLabel('Phone').fill('(269) 555-01');
  await form.getByLabel('Email').fill('calliope');
  await form.getByLabel('Zip code').fill('4900');
  await form.getByLabel('Participant ID').fill('123');
  await form.getByRole('checkbox', { name: 'Nurse visit at home' }).check();
  await form.getByRole('button', { name: 'Create request' }).click();
  await expect(form).toContainText('5 fields need a look');
  await expect(form).toContainText('Must be a valid date between 1900-01-01 and today.');
  await expect(form).toContainText('Phone number should be 10 digit');
  await expect(form).toContainText('Must be a valid Email.');
  await expect(form).toContainText('Must be a valid ZIP code');
  await expect(form).toContainText('Participant ID number should be 11 digits');
  await expect(form.getByLabel('Date of birth')).toHaveValue('02-30-1991');
});

test('two services make two requests for one new member, each with the file and the assignee', async ({ page }) => {
  const api = await apiAs(page.request, nora);
  const member = newMember();
  await signIn(page, nora);
  const sent = watchCreation(page);
  const form = await openForm(page);
  await form.getByLabel('First name').fill(member.firstName);
  await form.getByLabel('Last name').fill(member.lastName);
  await form.getByLabel('Description').fill('Lease ends on the 30th.');
  await form.getByRole('checkbox', { name: 'Nurse visit at home' }).check();
  await form.getByRole('checkbox', { name: 'Grief support group' }).check();
  await expect(form).toContainText('2 requests will be created, one per service');
  await form.getByRole('checkbox', { name: /Attach a file/ }).check();
  await form.locator('input[type="file"]').setInputFiles(pdf);
  await expect(form).toContainText('lease.pdf');
  await form.getByRole('combobox', { name: 'Assign to' }).click();
  await page.getByRole('option', { name: 'Nora Lindqvist (you)' }).click();
  await form.getByRole('button', { name: 'Create 2 requests' }).dblclick();
  const success = page.getByRole('dialog', { name: 'The request was created successfully.' });
  await expect(success).toContainText('24 to 48hrs');
  await expect(success).toContainText('Nurse visit at home, Riverbend Hospital');
  await success.getByRole('button', { name: 'Continue' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'New Services Request' })).toBeFocused();

  expect(sent).toHaveLength(2);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  const found = await api.members(member.lastName);
  expect(found.content).toHaveLength(1);
  const requests = await api.requestsOf(found.content[0].id);
  expect(requests).toHaveLength(2);
  for (const request of requests) {
    expect(request).toMatchObject({
      fileName: 'lease.pdf',
      description: 'Lease ends on the 30th.',
      status: 'REQUESTED',
    });
    expect(request.assignee.id).toBe(api.user.id);
    await expect(page.getByRole('link', { name: `View request #${request.id}` })).toBeVisible();
  }
});

test('§5 services within 10 miles stand by organization, own first, then by miles, and can be filtered', async ({
  page,
}) => {
  await signIn(page, nora);
  const form = await openForm(page);
  await expect(form).toContainText(/\d+ organizations within 10 miles of 49007/);
  const groups = form.getByRole('region', { name: 'Services' }).getByRole('group');
  const names = ['Riverbend Hospital', 'Harvest Table Food Bank', 'Lantern House'];
  const order = (await groups.allInnerTexts()).map((text) => names.findIndex((name) => text.startsWith(name)));
  expect(order.filter((place) => place !== -1)).toEqual([0, 1, 2]);
  await expect(groups.filter({ hasText: 'Riverbend Hospital' })).toContainText('Your organization');
  await expect(groups.filter({ hasText: 'Lantern House' })).toContainText(/\d+(\.\d)? mi/);

  const search = form.getByRole('searchbox', { name: 'Search services or organizations' });
  await search.fill('lantern');
  await expect(form.getByRole('checkbox', { name: 'Nurse visit at home' })).toBeHidden();
  await form.getByRole('checkbox', { name: /^Emergency shelter bed/ }).check();
  await search.fill('');
  await form.getByRole('combobox', { name: 'Service type' }).click();
  await page.getByRole('option', { name: 'Food+' }).click();
  await expect(form.getByRole('checkbox', { name: /^Weekly food box/ })).toBeVisible();
  await expect(form.getByRole('checkbox', { name: /^Emergency shelter bed/ })).toBeHidden();
  await search.fill('no such thing');
  await expect(form).toContainText('No service matches your search.');
  await form.getByRole('button', { name: 'Clear search' }).click();
  await expect(form.getByRole('checkbox', { name: /^Emergency shelter bed/ })).toBeChecked();
  await form.getByRole('button', { name: 'Remove Emergency shelter bed, Lantern House' }).click();
  await expect(form.getByRole('checkbox', { name: /^Emergency shelter bed/ })).not.toBeChecked();
});

test('§5 an employee can be assigned only while all services are the own organization’s', async ({ page }) => {
  await signIn(page, nora);
  const form = await openForm(page);
  const assign = form.getByRole('combobox', { name: 'Assign to' });
  await expect(assign).toBeDisabled();
  await expect(form).toContainText('Choose a service first.');
  await form.getByRole('checkbox', { name: 'Nurse visit at home' }).check();
  await assign.click();
  await page.getByRole('option', { name: 'Owen Birch' }).click();
  await form.getByRole('checkbox', { name: /^Weekly food box/ }).check();
  await expect(assign).toBeDisabled();
  await expect(assign).toHaveValue("I'll assign later");
  await expect(form).toContainText('Harvest Table Food Bank will assign its own request.');
  await form.getByRole('checkbox', { name: /^Weekly food box/ }).uncheck();
  await expect(assign).toHaveValue('Owen Birch');
});

test('an existing member is offered while typing, locks the fields, and can be exchanged', async ({ page }) => {
  const api = await apiAs(page.request, nora);
  const member = { ...newMember(), dateOfBirth: '1991-08-02', phoneNumber: '(269) 555-0142', zipCode: '49007' };
  const { id: serviceId } = await api.service('Nurse visit at home');
  const { patient } = await api.create(serviceId, member);
  await signIn(page, nora);
  const sent = watchCreation(page);
  const form = await openForm(page);
  await form.getByLabel('First name').fill('Ca');
  await form.getByLabel('Last name').fill(member.lastName);
  await form.getByLabel('Date of birth').fill('8/2/1991');
  await form.getByRole('button', { name: new RegExp(member.lastName) }).click();
  await expect(form).toContainText('Locked: an existing member');
  await expect(form.getByLabel('First name')).toHaveValue('Calliope');
  await expect(form.getByLabel('First name')).toBeDisabled();
  await expect(form.getByLabel('Phone')).toHaveValue('(269) 555-0142');
  await form.getByRole('button', { name: 'Use another person' }).click();
  await expect(form.getByLabel('First name')).toHaveValue('Ca');

  await form.getByRole('searchbox', { name: /Find an existing member/ }).fill(member.lastName);
  await page.getByRole('option', { name: new RegExp(member.lastName) }).click();
  await expect(form.getByLabel('Last name')).toBeDisabled();
  await form.getByRole('checkbox', { name: 'Grief support group' }).check();
  await form.getByRole('button', { name: 'Create request' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(form).toBeHidden();
  expect(sent.map(({ serviceRequest }) => [serviceRequest.patientId, serviceRequest.patient])).toEqual([
    [patient.id, null],
  ]);
});

test('the draft survives a reload, without the file; Cancel asks and forgets it', async ({ page }) => {
  await signIn(page, nora);
  const form = await openForm(page);
  await form.getByLabel('First name').fill('Calliope');
  await form.getByLabel('Date of birth').fill('8/2/1991');
  await form.getByRole('checkbox', { name: /^Weekly food box/ }).check();
  await form.getByRole('checkbox', { name: /Attach a file/ }).check();
  await form.locator('input[type="file"]').setInputFiles(pdf);
  await page.reload();
  await openForm(page);
  await expect(form).toContainText('This is the draft that you left here earlier.');
  await expect(form.getByLabel('First name')).toHaveValue('Calliope');
  await expect(form.getByLabel('Date of birth')).toHaveValue('08-02-1991');
  await expect(form.getByRole('checkbox', { name: /^Weekly food box/ })).toBeChecked();
  await expect(form).toContainText('Please choose lease.pdf again');

  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.getByLabel('First name')).toHaveValue('Calliope');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
  await openForm(page);
  await expect(form.getByLabel('First name')).toHaveValue('');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
});

test('Start over empties a restored draft, and Logout forgets it', async ({ page }) => {
  await signIn(page, nora);
  const form = await openForm(page);
  await form.getByLabel('Last name').fill('Marsh');
  await page.reload();
  await openForm(page);
  await form.getByRole('button', { name: 'Start over' }).click();
  await expect(form.getByLabel('Last name')).toHaveValue('');
  await form.getByLabel('Last name').fill('Marsh');
  await page.reload();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))).toEqual([]);
});

test('after a partial failure it says what was created, and a retry creates only the rest', async ({ page }) => {
  const api = await apiAs(page.request, nora);
  const member = newMember();
  await signIn(page, nora);
  const sent = watchCreation(page);
  const form = await openForm(page);
  await form.getByLabel('First name').fill(member.firstName);
  await form.getByLabel('Last name').fill(member.lastName);
  await form.getByRole('checkbox', { name: 'Nurse visit at home' }).check();
  await form.getByRole('checkbox', { name: /^Weekly food box/ }).check();
  await form.getByRole('checkbox', { name: 'Grief support group' }).check();
  const body = { code: 'internal', message: 'The disk is on fire.', requestId: 'x' };
  await page.route('**/v1/service-requests', (route) =>
    sent.length === 2 ? route.fulfill({ status: 500, json: body }) : route.continue(),
  );
  await form.getByRole('button', { name: 'Create 3 requests' }).click();
  const failure = page.getByRole('dialog', { name: 'Service Request creation failed. Please try again.' });
  await expect(failure).toContainText('The disk is on fire.');
  await expect(failure.getByRole('listitem').filter({ hasText: '#' })).toHaveCount(2);
  await expect(failure).toContainText('Weekly food box');
  await page.keyboard.press('Escape');
  await expect(failure).toBeHidden();
  await expect(form.getByLabel('Last name')).toHaveValue(member.lastName);
  await expect(form).toContainText('1 request will be created.');
  await form.getByRole('button', { name: 'Create request' }).click();
  const success = page.getByRole('dialog', { name: 'The request was created successfully.' });
  await expect(success.getByRole('listitem')).toHaveCount(3);
  await success.getByRole('button', { name: 'Continue' }).click();

  expect(sent[3]?.key).toBe(sent[1]?.key);
  const found = await api.members(member.lastName);
  expect(found.content).toHaveLength(1);
  expect(await api.requestsOf(found.content[0].id)).toHaveLength(3);
});

test('an answer that is lost on the way creates nothing twice', async ({ page }) => {
  const api = await apiAs(page.request, nora);
  const member = newMember();
  await signIn(page, nora);
  const sent = watchCreation(page);
  const form = await openForm(page);
  await form.getByLabel('First name').fill(member.firstName);
  await form.getByLabel('Last name').fill(member.lastName);
  await form.getByRole('checkbox', { name: 'Nurse visit at home' }).check();
  await form.getByRole('checkbox', { name: 'Grief support group' }).check();
  await page.route('**/v1/service-requests', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await form.getByRole('button', { name: 'Create 2 requests' }).click();
  const failure = page.getByRole('dialog', { name: 'Service Request creation failed. Please try again.' });
  await expect(failure).toContainText('The server could not be reached.');
  await expect(failure).toContainText('Not sent yet, since the one before it failed.');
  await page.unrouteAll();
  // The key is in the draft, so not even a reload in between makes a second request.
  await page.reload();
  await openForm(page);
  await form.getByRole('button', { name: 'Create 2 requests' }).click();
  await expect(page.getByRole('dialog', { name: 'The request was created successfully.' })).toBeVisible();
  expect(sent).toHaveLength(3);
  const found = await api.members(member.lastName);
  expect(found.content).toHaveLength(1);
  expect(await api.requestsOf(found.content[0].id)).toHaveLength(2);
});

test('§5 one file: png, jpeg or pdf, at most 10 MB', async ({ page }) => {
  await signIn(page, nora);
  const form = await openForm(page);
  await form.getByRole('checkbox', { name: /Attach a file/ }).check();
  const input = form.locator('input[type="file"]');
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') });
  await expect(form).toContainText('File "notes.txt" was rejected. Only png, jpeg, jpg and pdf files can be attached.');
  await input.setInputFiles({ ...pdf, buffer: Buffer.alloc(10 * 1024 * 1024 + 1) });
  await expect(form).toContainText('File "lease.pdf" was rejected. It is larger than 10 MB.');
  await input.setInputFiles(pdf);
  await form.getByRole('button', { name: 'Remove lease.pdf' }).click();
  await form.getByLabel('First name').fill('Calliope');
  await form.getByLabel('Last name').fill('Marsh');
  await form.getByRole('checkbox', { name: 'Nurse visit at home' }).check();
  await form.getByRole('button', { name: 'Create request' }).click();
  await expect(form).toContainText('Please choose a file, or clear the box.');
});

test('a file that only pretends is refused by the server, and nothing typed is lost', async ({ page }) => {
  await signIn(page, nora);
  const form = await openForm(page);
  await form.getByLabel('First name').fill('Calliope');
  await form.getByLabel('Last name').fill(newMember().lastName);
  await form.getByRole('checkbox', { name: 'Nurse visit at home' }).check();
  await form.getByRole('checkbox', { name: /Attach a file/ }).check();
  await form.locator('input[type="file"]').setInputFiles({ ...pdf, buffer: Buffer.from('not a pdf') });
  await form.getByRole('button', { name: 'Create request' }).click();
  const failure = page.getByRole('dialog', { name: 'Service Request creation failed. Please try again.' });
  await expect(failure).toContainText('Only png, jpeg, jpg and pdf files can be attached.');
  await failure.getByRole('button', { name: 'Dismiss' }).click();
  await expect(form.getByLabel('First name')).toHaveValue('Calliope');
});

test('without a zip code the own services are shown, and why', async ({ page }) => {
  const services = [{ name: 'Nurse visit at home', type: 'MEDICAL' }];
  const { admin } = await registerOrganization(page.request, { profile: { serviceDTOList: services } });
  await signIn(page, admin);
  const form = await openForm(page);
  await expect(form).toContainText('Your organization has no zip code yet, so only its own services are shown.');
  await expect(form.getByRole('region', { name: 'Services' }).getByRole('checkbox')).toHaveCount(1);
});

test('services that do not load can be asked for again', async ({ page }) => {
  await signIn(page, nora);
  await page.route('**/v1/organizations?**', (route) => route.abort());
  await page.getByRole('button', { name: 'New Services Request' }).click();
  const form = page.getByRole('dialog', { name: 'New Service Request' });
  await expect(form).toContainText('The services could not be loaded');
  await page.unrouteAll();
  await form.getByRole('button', { name: 'Try again' }).click();
  await expect(form.getByRole('checkbox', { name: 'Nurse visit at home' })).toBeVisible();
});

test('a request can be made by keyboard alone', async ({ page }) => {
  const member = newMember();
  await signIn(page, nora);
  await page.getByRole('button', { name: 'New Services Request' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'New Service Request' });
  await expect(form.getByRole('searchbox', { name: /Find an existing member/ })).toBeFocused();
  await expect(form.getByRole('checkbox', { name: 'Nurse visit at home' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.type(member.firstName);
  await page.keyboard.press('Tab');
  await page.keyboard.type(member.lastName);
  await page.keyboard.press('Tab');
  await page.keyboard.type('08021991');
  await page.keyboard.press('Tab');
  await expect(form.getByRole('button', { name: 'Choose from a calendar' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Calendar' })).toBeVisible();
  await expect(
    page.getByRole('dialog', { name: 'Calendar' }).getByRole('button', { name: '2 August 1991', exact: true }),
  ).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Date of birth')).toHaveValue('08-03-1991');
  await expect(form.getByRole('button', { name: 'Choose from a calendar' })).toBeFocused();
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await form.getByRole('checkbox', { name: 'Grief support group' }).focus();
  await page.keyboard.press('Space');
  await form.getByLabel('Last name').focus();
  await page.keyboard.press('Enter');
  const success = page.getByRole('dialog', { name: 'The request was created successfully.' });
  await expect(success.getByRole('button', { name: 'Continue' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'New Services Request' })).toBeFocused();
});
