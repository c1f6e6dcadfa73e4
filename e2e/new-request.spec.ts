import { expect, type Locator, type Page } from '@playwright/test';
import { registerOrganization } from './accounts.ts';
import { demoPerson } from './demo.ts';
import { newPartner } from './partners.ts';
import { apiAs, newMember, watchCreation } from './referrals.ts';
import { failUntilRetried } from './retries.ts';
import { everythingStored, gotoAs, navigateTo, storedDrafts } from './sessions.ts';
import { test } from './test.ts';

const nora = demoPerson('ADMIN', 'ACTIVE');
/** The profile of a colleague without assigned requests: the fastest page with the button. */
const light = '/employees/4';
const pdf = { name: 'lease.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\nlease') };

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'New Services Request' }).click();
  const form = page.getByRole('dialog', { name: 'New Service Request' });
  // Its code loads on first use, then the services.
  await expect(form.getByRole('checkbox', { name: 'Nurse visit at home' })).toBeVisible({ timeout: 15_000 });
  return form;
}

async function fillNames(form: Locator, member: { firstName: string; lastName: string }): Promise<void> {
  await form.getByLabel('First name').fill(member.firstName);
  await form.getByLabel('Last name').fill(member.lastName);
}

const failureOf = (page: Page) =>
  page.getByRole('dialog', { name: 'Service Request creation failed. Please try again.' });
const successOf = (page: Page) => page.getByRole('dialog', { name: 'The request was created successfully.' });

test('§5 names, a service and the file are checked before anything is sent', async ({ page }) => {
  await gotoAs(page, nora, light);
  const form = await openForm(page);
  const create = form.getByRole('button', { name: 'Create request' });
  await create.click();
  await expect(form).toContainText('Please fix 3 fields');
  await expect(form).toContainText('First Name is required.');
  await expect(form).toContainText('Last Name is required.');
  await expect(form).toContainText('This is a required field');
  await form.getByRole('link', { name: 'Services' }).click();
  await expect(form.getByRole('searchbox', { name: 'Search services or organizations' })).toBeFocused();
  await fillNames(form, newMember());
  const wrong = {
    'Date of birth': '02-30-1991',
    Phone: '(269) 555-01',
    Email: 'calliope',
    'Zip code': '4900',
    'Participant ID': '123',
  };
  for (const [label, value] of Object.entries(wrong)) await form.getByLabel(label).fill(value);
  await form.getByRole('checkbox', { name: 'Nurse visit at home' }).check();
  await create.click();
  await expect(form).toContainText('Please fix 5 fields');
  await expect(form).toContainText('Must be a valid date after 01-01-1900 and no later than today.');
  await expect(form).toContainText('Phone number should be 10 digit');
  await expect(form).toContainText('Must be a valid Email.');
  await expect(form).toContainText('Must be a valid ZIP code');
  await expect(form).toContainText('Participant ID number should be 11 digits');
  await expect(form.getByLabel('Date of birth')).toHaveValue('02-30-1991');
  for (const label of Object.keys(wrong)) await form.getByLabel(label).fill('');

  await form.getByRole('checkbox', { name: /Attach a file/ }).check();
  const input = form.locator('input[type="file"]');
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') });
  await expect(form).toContainText('File "notes.txt" was rejected. Only png, jpeg, jpg and pdf files can be attached.');
  await input.setInputFiles({ ...pdf, buffer: Buffer.alloc(10 * 1024 * 1024 + 1) });
  await expect(form).toContainText('File "lease.pdf" was rejected. It is larger than 10 MB.');
  await input.setInputFiles(pdf);
  await form.getByRole('button', { name: 'Remove lease.pdf' }).click();
  await create.click();
  await expect(form).toContainText('Please choose a file, or clear the box.');

  // The server rejects a fake PDF, and nothing typed is lost.
  await input.setInputFiles({ ...pdf, buffer: Buffer.from('not a pdf') });
  await create.click();
  await expect(failureOf(page)).toContainText('Only png, jpeg, jpg and pdf files can be attached.');
  await failureOf(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(form.getByLabel('First name')).toHaveValue('Calliope');
});

test('two services make two requests for one new member, who is suggested later', async ({ page }) => {
  const api = await apiAs(page.request, nora);
  const member = newMember();
  await gotoAs(page, nora, '/');
  const sent = watchCreation(page);
  const form = await openForm(page);
  await fillNames(form, member);
  await form.getByLabel('Date of birth').fill('8/2/1991');
  await form.getByLabel('Phone').fill('(269) 555-0142');
  await form.getByLabel('Description').fill('Lease ends on the 30th.');
  await form.getByRole('checkbox', { name: 'Nurse visit at home' }).check();
  await form.getByRole('checkbox', { name: 'Grief support group' }).check();
  await expect(form).toContainText('2 requests will be created, one per service. Calliope gets 2 texts.');
  await form.getByRole('checkbox', { name: /Attach a file/ }).check();
  await form.locator('input[type="file"]').setInputFiles(pdf);
  await expect(form).toContainText('lease.pdf');
  await form.getByRole('combobox', { name: 'Assign to' }).click();
  await page.getByRole('option', { name: 'Nora Lindqvist (you)' }).click();
  await form.getByRole('button', { name: 'Create 2 requests' }).dblclick();
  await expect(successOf(page)).toContainText('24 to 48hrs');
  await expect(successOf(page)).toContainText('Nurse visit at home, Riverbend Hospital');
  await successOf(page).getByRole('button', { name: 'Continue' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'New Services Request' })).toBeFocused();

  expect(sent).toHaveLength(2);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  const found = await api.members(member.lastName);
  expect(found.content).toHaveLength(1);
  const [{ id: memberId }] = found.content;
  const requests = await api.requestsOf(memberId);
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

  await api.put(`/v1/users/${memberId}`, { language: 'vi' });
  await openForm(page);
  await fillNames(form, { firstName: 'Ca', lastName: member.lastName });
  await form.getByLabel('Date of birth').fill('8/2/1991');
  await form.getByRole('button', { name: new RegExp(member.lastName) }).click();
  await expect(form).toContainText('Existing member');
  await expect(form.getByLabel('First name')).toHaveValue('Calliope');
  await expect(form.getByLabel('First name')).toBeDisabled();
  await expect(form.getByLabel('Phone')).toHaveValue('(269) 555-0142');
  await expect(form).toContainText("Doesn't list Vietnamese.");
  await form.getByRole('button', { name: 'Use another person' }).click();
  await expect(form.getByLabel('First name')).toHaveValue('Ca');

  await form.getByRole('searchbox', { name: /Find a member/ }).fill(member.lastName);
  await page.getByRole('option', { name: new RegExp(member.lastName) }).click();
  await expect(form.getByLabel('Last name')).toBeDisabled();
  await form.getByRole('checkbox', { name: 'Grief support group' }).check();
  await form.getByRole('button', { name: 'Create request' }).click();
  await expect(form.getByLabel('Last name')).toHaveValue('');
  await successOf(page).getByRole('button', { name: 'Create another' }).click();
  await expect(form.getByRole('searchbox', { name: /Find a member/ })).toBeFocused();
  await expect(form).toContainText('Choose at least one service.');
  await fillNames(form, { ...member, firstName: 'Ursula' });
  await form.getByRole('checkbox', { name: 'Grief support group' }).check();
  await expect(form).toContainText("Ursula won't get a text. There is no phone number.");
  await form.getByLabel('Date of birth').fill('8/2/1991');
  await form.getByLabel('Phone').fill('(269) 555-0142');
  const create = form.getByRole('button', { name: 'Create request' });
  await create.click();
  const question = page.getByRole('dialog', { name: 'Is this the same person?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(create).toBeFocused();
  await expect(form.getByLabel('First name')).toHaveValue('Ursula');
  await create.click();
  await question.getByRole('button', { name: `Yes, this is Calliope ${member.lastName}` }).click();
  const known = successOf(page).getByRole('link', { name: `Calliope ${member.lastName}` });
  await expect(known).toHaveAttribute('href', `/members/${memberId}`);
  await successOf(page)
    .getByRole('link', { name: /^Open #\d+$/ })
    .click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('dialog', { name: /^#\d+/ })).toContainText('Grief support group');
  expect(sent.slice(2, 3).map(({ serviceRequest }) => [serviceRequest.patientId, serviceRequest.patient])).toEqual([
    [memberId, null],
  ]);
});

test('§5 nearby services are listed and filtered, and only own ones can be assigned', async ({ page }) => {
  // If services don't load, the person can retry.
  await failUntilRetried(page, '**/v1/organizations?**');
  await gotoAs(page, nora, light);
  await page.getByRole('button', { name: 'New Services Request' }).click();
  const form = page.getByRole('dialog', { name: 'New Service Request' });
  await expect(form).toContainText("We couldn't load the services");
  await form.getByRole('button', { name: 'Try again' }).click();
  await expect(form.getByRole('checkbox', { name: 'Nurse visit at home' })).toBeVisible();

  await expect(form).toContainText(/\d+ organizations within 10 miles of 49007/);
  const rows = form.getByRole('list', { name: 'Services', exact: true }).getByRole('listitem');
  const names = ['Nurse visit at home', 'Weekly food box', 'Emergency shelter bed', 'Cooking class'];
  const texts = await rows.allInnerTexts();
  const order = names.map((name) => texts.findIndex((text) => text.startsWith(name)));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  await expect(rows.filter({ hasText: 'Nurse visit at home' })).toContainText('your organization');
  await expect(rows.filter({ hasText: 'Emergency shelter bed' })).toContainText(/\d+(\.\d)? mi/);
  await expect(form.getByRole('checkbox', { name: /^Volunteer placement/ })).toBeDisabled();

  const search = form.getByRole('searchbox', { name: 'Search services or organizations' });
  const shelter = form.getByRole('checkbox', { name: /^Emergency shelter bed/ });
  const foodBox = form.getByRole('checkbox', { name: /^Weekly food box/ });
  await search.fill('lantern');
  await expect(form.getByRole('checkbox', { name: 'Nurse visit at home' })).toBeHidden();
  await shelter.check();
  await search.fill('');
  await form.getByRole('combobox', { name: 'Service type' }).click();
  await page.getByRole('option', { name: 'Food+' }).click();
  await expect(foodBox).toBeVisible();
  await expect(shelter).toBeHidden();
  await search.fill('no such thing');
  await expect(form).toContainText('No service matches your search.');
  await form.getByRole('button', { name: 'Clear search' }).click();
  await expect(shelter).toBeChecked();
  await form.getByRole('button', { name: 'Remove Emergency shelter bed, Lantern House' }).click();
  await expect(shelter).not.toBeChecked();

  const assign = form.getByRole('combobox', { name: 'Assign to' });
  await expect(assign).toBeDisabled();
  await expect(form).toContainText('Choose a service first.');
  await form.getByRole('checkbox', { name: 'Nurse visit at home' }).check();
  await assign.click();
  await page.getByRole('option', { name: 'Owen Birch' }).click();
  await foodBox.check();
  await expect(assign).toBeDisabled();
  await expect(assign).toHaveValue("I'll assign later");
  await expect(form).toContainText('Harvest Table Food Bank will assign its own request.');
  await foodBox.uncheck();
  await expect(assign).toHaveValue('Owen Birch');
});

test('services are looked for farther away, or near the member', async ({ page, request }) => {
  const [near, member] = ['59718', '59047'];
  const [clinic] = await Promise.all([
    newPartner(request, ['Nurse visit at home'], near),
    newPartner(request, ['Soup'], member),
  ]);
  await gotoAs(page, clinic.admin, '/');
  const form = await openForm(page);
  const soup = form.getByRole('checkbox', { name: /^Soup/ });
  const distance = form.getByRole('combobox', { name: 'Distance', exact: true });
  await expect(form).toContainText(`1 organization within 10 miles of ${near}`);
  await distance.click();
  await page.getByRole('option', { name: 'Within 50 miles' }).click();
  await soup.check();
  const rows = form.getByRole('list', { name: 'Services', exact: true }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'Soup' })).toContainText('32.8 mi');

  // Nobody loses a choice by looking elsewhere.
  await distance.click();
  await page.getByRole('option', { name: 'Within 10 miles' }).click();
  await expect(soup).toBeHidden();
  await expect(form.getByRole('button', { name: /^Remove Soup/ })).toBeVisible();

  await form.getByLabel('Zip code').fill(member);
  await form.getByRole('combobox', { name: 'Distance from' }).click();
  await page.getByRole('option', { name: `From the member (${member})` }).click();
  await expect(form).toContainText(`1 organization within 10 miles of ${member}`);
  await expect(soup).toBeChecked();
  await distance.click();
  await page.getByRole('option', { name: 'All distances' }).click();
  await expect(form.getByText(/^\d+ organizations$/)).toBeVisible();
  await form.getByRole('button', { name: 'Details of Soup' }).click();
  await expect(form.getByRole('complementary').getByRole('link', { name: /^\(\d{3}\)/ })).toBeVisible();
});

test('the draft survives a reload; Cancel, Start over and Logout delete it', async ({ page }) => {
  await gotoAs(page, nora, light);
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
  await expect(form).toContainText('Choose lease.pdf again');

  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(form.getByLabel('First name')).toHaveValue('Calliope');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
  await openForm(page);
  await expect(form.getByLabel('First name')).toHaveValue('');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();

  // Opening another page keeps the draft, as a reload does.
  const leave = async () => {
    await navigateTo(page, '/member-messaging');
    await expect(page.getByRole('heading', { level: 1, name: 'Member Messaging' })).toBeVisible();
  };
  await openForm(page);
  await form.getByLabel('Last name').fill('Marsh');
  await leave();
  await navigateTo(page, light);
  await openForm(page);
  await expect(form.getByLabel('Last name')).toHaveValue('Marsh');
  await form.getByRole('button', { name: 'Start over' }).click();
  await expect(form.getByLabel('Last name')).toHaveValue('');
  await form.getByLabel('Last name').fill('Marsh');
  await leave();
  await expect.poll(() => storedDrafts(page)).toEqual([expect.stringMatching(/^sealed:/)]);
  expect(await everythingStored(page)).not.toContain('Marsh');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await storedDrafts(page)).toEqual([]);
});

test('a retry creates only what failed, and a lost response creates nothing twice', async ({ page }) => {
  const api = await apiAs(page.request, nora);
  const requestsOf = async (lastName: string) => {
    const found = await api.members(lastName);
    expect(found.content).toHaveLength(1);
    return api.requestsOf(found.content[0].id);
  };
  const member = newMember();
  await gotoAs(page, nora, light);
  const sent = watchCreation(page);
  const form = await openForm(page);
  await fillNames(form, member);
  await form.getByRole('checkbox', { name: 'Nurse visit at home' }).check();
  await form.getByRole('checkbox', { name: /^Weekly food box/ }).check();
  await form.getByRole('checkbox', { name: 'Grief support group' }).check();
  const body = { code: 'internal', message: 'The disk is on fire.', requestId: 'x' };
  await page.route('**/v1/service-requests', (route) =>
    sent.length === 2 ? route.fulfill({ status: 500, json: body }) : route.continue(),
  );
  await form.getByRole('button', { name: 'Create 3 requests' }).click();
  const failure = failureOf(page);
  await expect(failure).toContainText('The disk is on fire.');
  await expect(failure.getByRole('listitem').filter({ hasText: '#' })).toHaveCount(2);
  await expect(failure).toContainText('Weekly food box');
  await page.keyboard.press('Escape');
  await expect(failure).toBeHidden();
  await expect(form.getByLabel('Last name')).toHaveValue(member.lastName);
  await expect(form).toContainText('1 request will be created.');
  await form.getByRole('button', { name: 'Create request' }).click();
  await expect(successOf(page).getByRole('listitem')).toHaveCount(3);
  await successOf(page).getByRole('button', { name: 'Continue' }).click();
  await expect(form).toBeHidden();
  await page.unrouteAll();
  expect(sent[3]?.key).toBe(sent[1]?.key);
  expect(await requestsOf(member.lastName)).toHaveLength(3);

  const next = newMember();
  await openForm(page);
  await fillNames(form, next);
  await form.getByRole('checkbox', { name: 'Nurse visit at home' }).check();
  await form.getByRole('checkbox', { name: 'Grief support group' }).check();
  await page.route('**/v1/service-requests', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await form.getByRole('button', { name: 'Create 2 requests' }).click();
  await expect(failure).toContainText("We couldn't reach Kinbridge.");
  await expect(failure).toContainText('Not sent, because the one before it failed.');
  await page.unrouteAll();
  // The key is in the draft, so a reload in between creates no second request.
  await page.reload();
  await openForm(page);
  await form.getByRole('button', { name: 'Create 2 requests' }).click();
  await expect(successOf(page)).toBeVisible();
  expect(sent).toHaveLength(4 + 3);
  expect(await requestsOf(next.lastName)).toHaveLength(2);
});

test('without a zip code own services are shown, and the keyboard alone is enough', async ({ page }) => {
  const services = [{ name: 'Nurse visit at home', type: 'MEDICAL' }];
  const { admin } = await registerOrganization(page.request, { profile: { serviceDTOList: services } });
  const member = newMember();
  await gotoAs(page, admin, '/');
  await page.getByRole('button', { name: 'New Services Request' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'New Service Request' });
  await expect(form.getByRole('searchbox', { name: /Find a member/ })).toBeFocused();
  await expect(form.getByRole('checkbox', { name: 'Nurse visit at home' })).toBeVisible();
  await expect(form).toContainText('Your organization has no zip code yet, so only its own services are shown.');
  await expect(form.getByRole('link', { name: 'Add the zip code' })).toHaveAttribute('href', '/account-management');
  await expect(form.getByRole('list', { name: 'Services' }).getByRole('checkbox')).toHaveCount(1);
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
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await expect(question.getByRole('button', { name: 'Keep Editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  // The only service is already selected, and can be removed.
  const only = form.getByRole('checkbox', { name: 'Nurse visit at home' });
  await expect(only).toBeChecked();
  await form.getByRole('searchbox', { name: 'Search services or organizations' }).press('ArrowDown');
  await expect(only).toBeFocused();
  await page.keyboard.press('Space');
  await expect(form).toContainText('Choose at least one service.');
  await page.keyboard.press('Space');
  await form.getByLabel('Last name').focus();
  await page.keyboard.press('Enter');
  await expect(successOf(page).getByRole('button', { name: 'Continue' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'New Services Request' })).toBeFocused();
});

test('an open picker shows what another organization sets in two clicks', async ({ page, browser }) => {
  const other = await (await browser.newContext()).newPage();
  await gotoAs(other, demoPerson('EMPLOYEE', 'ACTIVE', 2), '/incoming-service-requests');
  await gotoAs(page, nora, light);
  const form = await openForm(page);
  const row = form.getByRole('listitem').filter({ hasText: 'Tenant rights advice' });
  await expect(row).toContainText('Taking people');
  await other.getByRole('button', { name: 'Your services' }).click();
  await other.getByRole('group', { name: 'Availability of Tenant rights advice' }).getByText('Full').click();
  await expect(row).toContainText('Full');

  await fillNames(form, newMember());
  await form.getByRole('checkbox', { name: /^Tenant rights advice/ }).check();
  await form.getByRole('button', { name: 'Create request' }).click();
  await expect(page.getByRole('dialog', { name: 'Send anyway?' })).toContainText('Tenant rights advice is full');
  await other.context().close();
});
