import { expect, type Page, test } from '@playwright/test';
import { newPerson, registerOrganization } from './accounts.ts';
import { mailsTo, verificationPath } from './outbox.ts';
import { expectSlide, fillProfile, headings, next } from './registration-slides.ts';

async function joinOrganization(page: Page, name: string): Promise<void> {
  await page.goto('/signup');
  await page.getByRole('combobox', { name: 'Organization' }).fill(name);
  await page.getByRole('option', { name }).click();
  await next(page);
  await expectSlide(page, headings.profile);
}

test('§4 an employee joins an organization, verifies, signs in and learns that approval is pending', async ({
  page,
  request,
}) => {
  const { name } = await registerOrganization(request);
  const person = newPerson();
  await joinOrganization(page, name);
  await fillProfile(page, person);
  await next(page);
  await expectSlide(page, headings.verify);
  await expect(page.getByText('Please verify your account through your email to proceed')).toBeVisible();

  await page.goto(await verificationPath(request, person.email));
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner')).toContainText('Employee');
  await expect(page.getByText('Your account is waiting for approval')).toBeVisible();
});

test('§5 an organization must be chosen', async ({ page }) => {
  await page.goto('/signup');
  await expect(page.getByRole('heading', { name: 'Join your organization' })).toBeVisible();
  await next(page);
  await expect(page.getByText('Organization is required.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Organization' })).toBeFocused();
});

test('an organization that is not verified yet cannot be chosen', async ({ page, request }) => {
  const { name } = await registerOrganization(request, { verified: false });
  await page.goto('/signup');
  await page.getByRole('combobox', { name: 'Organization' }).fill(name);
  await expect(page.getByText('No organization of that name has joined yet.')).toBeVisible();
});

test('§2 an organization that is missing leads over the plans to the registration', async ({ page }) => {
  await page.goto('/signup');
  await expect(page.getByText("Don't see yours? + Add Your Organization")).toBeVisible();
  await page.getByRole('link', { name: '+ Add Your Organization' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  const plans = page.getByRole('link', { name: /^Start with/ });
  await expect(plans).toHaveCount(3);
  await plans.first().click();
  await expect(page).toHaveURL(/\/add-organization$/);
  await expectSlide(page, headings.organization);
});

test('§5 the profile says what is wrong with each field, and creates nobody', async ({ page, request }) => {
  const { name } = await registerOrganization(request);
  let created = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith('/v1/auth/sign-up')) created += 1;
  });
  await joinOrganization(page, name);
  await next(page);
  for (const sentence of [
    'First Name is required.',
    'Last Name is required.',
    'Email is required.',
    'Phone Number is required.',
    'Password is required.',
    'Please fill out required fields',
  ]) {
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('alert')).toContainText('6 fields need a look');

  const person = newPerson();
  await fillProfile(page, { ...person, email: 'ada', phoneNumber: '12' });
  await page.getByLabel('Confirm Password').fill('something else');
  await page.keyboard.press('Enter');
  for (const sentence of ['Must be a valid Email.', 'Must be a valid Phone Number.', 'Passwords do not match.']) {
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
  }
  await expect(page.getByLabel('First Name')).toHaveValue(person.firstName);
  expect(created).toBe(0);
});

test('§5 the rules of the password are ticked off while typing', async ({ page, request }) => {
  const { name } = await registerOrganization(request);
  await joinOrganization(page, name);
  const field = page.getByLabel('Password', { exact: true });
  const rules = page.locator('[data-holds]');
  await expect(rules).toHaveText([
    'Password must have at least 8 characters.',
    'Must contain at least one special character.',
    'Must contain at least one capital letter.',
    'Must contain at least one number.',
  ]);
  for (const [typed, held] of [
    ['', 0],
    ['A', 1],
    ['A1', 2],
    ['A1!', 3],
    ['A1!abcde', 4],
  ] as const) {
    await field.fill(typed);
    await expect(page.locator('[data-holds=true]')).toHaveCount(held);
  }
});

test('an address that is in use is told beside the field, and what was typed stays', async ({ page, request }) => {
  const { name, admin } = await registerOrganization(request);
  const person = newPerson();
  await joinOrganization(page, name);
  await fillProfile(page, { ...person, email: admin.email });
  await next(page);
  const email = page.getByRole('textbox', { name: 'Email' });
  await expect(email).toHaveAccessibleDescription('This email is already in use. Sign in, or reset your password.');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password);
  await email.fill(person.email);
  await next(page);
  await expectSlide(page, headings.verify);
});

test('a password that everybody uses is refused beside the field', async ({ page, request }) => {
  const { name } = await registerOrganization(request);
  await joinOrganization(page, name);
  await fillProfile(page, { ...newPerson(), password: 'P@ssw0rd' });
  await next(page);
  await expect(page.getByText('This password is one of the most common ones. Please choose another.')).toBeVisible();
});

test('a failure without a field shows the message of the server', async ({ page, request }) => {
  const { name } = await registerOrganization(request);
  const person = newPerson();
  await joinOrganization(page, name);
  await fillProfile(page, person);
  await page.route('**/v1/auth/sign-up', (route) => route.abort(), { times: 1 });
  await next(page);
  await expect(page.getByRole('alert')).toContainText('The server could not be reached.');
  await expect(page.getByRole('alert')).toBeFocused();
  await next(page);
  await expectSlide(page, headings.verify);
});

test('a double click on Next creates one user, and the link can be sent again', async ({ page, request }) => {
  const { name } = await registerOrganization(request);
  const person = newPerson();
  await joinOrganization(page, name);
  await fillProfile(page, person);
  await page.getByRole('button', { name: 'Next' }).dblclick();
  await expectSlide(page, headings.verify);
  await verificationPath(request, person.email);
  expect(await mailsTo(request, person.email)).toHaveLength(1);

  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText('a new link is on its way')).toBeVisible();
  await expect.poll(async () => (await mailsTo(request, person.email)).length).toBe(2);
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page).toHaveURL(/\/login$/);
});
