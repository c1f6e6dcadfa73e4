import { expect, type Page } from '@playwright/test';
import { newPerson, registerOrganization } from './accounts.ts';
import { expectAccessible } from './expect-accessible.ts';
import { operator } from './operator.ts';
import { mailsTo, verificationPath } from './outbox.ts';
import { expectSlide, fillPasswords, fillProfile, headings, newPassword, next } from './registration-slides.ts';
import { navigateTo, newSession, signIn } from './sessions.ts';
import { test } from './test.ts';

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Organization' }).fill(name);
  await page.getByRole('option', { name }).click();
  await next(page);
  await expectSlide(page, headings.profile);
}

test('Next is busy while the password is rated', async ({ page, request }) => {
  const { name } = await registerOrganization(request);
  let created = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith('/v1/auth/sign-up')) created += 1;
  });
  await page.route('**/assets/rate-password*', () => undefined);
  await page.goto('/signup');
  await choose(page, name);
  await fillProfile(page, newPerson());
  await next(page);
  await expect(page.getByRole('button', { name: 'Next' })).toHaveAttribute('data-loading', 'true');
  expect(created).toBe(0);
  await expectSlide(page, headings.verify);
});

test('§4 §5 an employee joins, verifies, signs in and sees that approval is pending', async ({ page, request }) => {
  const { name } = await registerOrganization(request);
  const person = newPerson();
  let created = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith('/v1/auth/sign-up')) created += 1;
  });
  await page.goto('/signup');
  await choose(page, name);
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
  await expect(page.getByRole('alert')).toContainText('Please fix 6 fields');

  // The password rules are checked off while typing.
  await expect(page.locator('[data-holds]')).toHaveText([
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
    await newPassword(page).fill(typed);
    await expect(page.locator('[data-holds=true]')).toHaveCount(held);
  }

  await fillProfile(page, { ...person, email: 'ada', phoneNumber: '12' });
  await page.getByLabel('Confirm Password').fill('something else');
  await page.keyboard.press('Enter');
  for (const sentence of ['Must be a valid Email.', 'Must be a valid Phone Number.', 'Passwords do not match.']) {
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
  }
  await expect(page.getByLabel('First Name')).toHaveValue(person.firstName);
  expect(created).toBe(0);

  await fillProfile(page, person);
  await next(page);
  await expectSlide(page, headings.verify);
  await expect(page.getByText('Please verify your account through your email to proceed')).toBeVisible();
  await navigateTo(page, await verificationPath(request, person.email));
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await page.getByRole('button', { name: 'Verify and sign in' }).click();
  await expect(password).toHaveAccessibleDescription('Password is required.');
  await password.fill('Somebody-Else7!');
  await page.keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription("This isn't the password you chose when you signed up.");
  await expect(password).toBeFocused();
  await expectAccessible(page);
  expect(page.url()).not.toContain('token');
  await page.reload();
  await password.fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner')).toContainText('Employee');
  await expect(page.getByText('Your account is waiting for approval')).toBeVisible();
});

test('§2 §5 an organization is required, and a double click creates one user', async ({ page, request }) => {
  const [{ name, admin }, unverified] = await Promise.all([
    registerOrganization(request),
    registerOrganization(request, { verified: false }),
  ]);
  const person = newPerson();
  await page.goto('/signup');
  await expect(page.getByRole('heading', { name: 'Join your organization' })).toBeVisible();
  await expect(page.getByText('Organization *')).toBeVisible();
  await next(page);
  await expect(page.getByText('Organization is required.')).toBeVisible();
  const organization = page.getByRole('combobox', { name: 'Organization' });
  await expect(organization).toBeFocused();
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await organization.fill(unverified.name);
  await expect(page.getByText('No organization with that name has joined yet.')).toBeVisible();
  await page.keyboard.press('Escape');

  // An organization that isn't listed leads to the plans, then to the registration.
  await expect(page.getByText("Don't see yours? + Add Your Organization")).toBeVisible();
  await page.getByRole('link', { name: '+ Add Your Organization' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  const plans = page.getByRole('link', { name: /^Start with/ });
  await expect(plans).toHaveCount(3);
  await plans.first().click();
  await expect(page).toHaveURL(/\/add-organization$/);
  await expectSlide(page, headings.organization);

  await navigateTo(page, '/signup');
  await choose(page, name);
  await fillProfile(page, { ...person, email: admin.email });
  await next(page);
  const email = page.getByRole('textbox', { name: 'Email' });
  await expect(email).toHaveAccessibleDescription('This email is already in use. Sign in, or reset your password.');
  await expect(newPassword(page)).toHaveValue(person.password);

  await email.fill(person.email);
  const easy = 'This password is easy to guess. Use a few unrelated words, without names or your organization.';
  const password = newPassword(page);
  const strength = page.getByRole('meter', { name: 'Password strength' });
  await fillPasswords(page, { ...person, password: 'Summer2026!' });
  await expect(strength).toHaveAttribute('aria-valuetext', 'Weak');
  await expect(page.getByRole('status').filter({ hasText: easy })).toBeVisible();
  await expectAccessible(page);
  await next(page);
  await expect(password).toHaveAccessibleDescription(new RegExp(`^${easy}`));
  await expect(page.getByText(easy)).toHaveCount(1);
  await fillPasswords(page, person);
  await expect(strength).toHaveAttribute('aria-valuetext', /Good|Strong/);

  await page.route('**/v1/auth/sign-up', (route) => route.abort(), { times: 1 });
  await next(page);
  await expect(page.getByRole('alert')).toContainText("We couldn't reach Kinbridge.");
  await expect(page.getByRole('alert')).toBeFocused();

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

test('an invited employee joins, and a suspended organization shows a banner', async ({ page, request }) => {
  const { id, name, admin } = await registerOrganization(request);
  const { idToken } = JSON.parse(await newSession(request, admin));
  const person = newPerson();
  const invited = await request.post(`/v1/organizations/${id}/invitations`, {
    data: { email: person.email },
    headers: { authorization: `Bearer ${idToken}` },
  });
  const { link } = await invited.json();

  await page.goto(new URL(link).pathname + new URL(link).search);
  await expectSlide(page, `Join ${name}`);
  await expect(page.getByText(`This invitation is for ${person.email}.`)).toBeVisible();
  // The token is neither in the URL nor in the history.
  await expect(page).toHaveURL(/\/signup$/);
  await page.reload();
  await expectSlide(page, `Join ${name}`);
  await next(page);
  await expectSlide(page, headings.profile);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email);
  await fillProfile(page, person);
  await next(page);
  await expectSlide(page, headings.verify);
  await verificationPath(request, person.email);

  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await navigateTo(page, '/signup?invitation=made-up');
  await expect(page.getByRole('alert')).toContainText("This invitation isn't valid.");
  await page.getByRole('button', { name: 'Choose another organization' }).click();
  await expectSlide(page, 'Join your organization');

  expect(await operator('suspend', String(id), '--reason', 'Registered twice')).toContain('is now suspended');
  await signIn(page, admin);
  const banner = page.getByRole('region', { name: 'Your organization is suspended.' });
  await expect(banner).toContainText('Reason: Registered twice.');
  await operator('restore', String(id));
  await page.reload();
  await expect(page.getByRole('banner')).toContainText(name);
  await expect(banner).toBeHidden();
});
