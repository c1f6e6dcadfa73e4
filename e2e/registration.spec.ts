import { expect, type Page, type Request } from '@playwright/test';
import { registerOrganization, verify } from './accounts.ts';
import { mailsTo, verificationPath } from './outbox.ts';
import {
  expectSlide,
  fillOrganization,
  fillPasswords,
  fillProfile,
  fillService,
  headings,
  newPassword,
  newRegistration,
  next,
  walkToTerms,
} from './registration-slides.ts';
import { navigateTo } from './sessions.ts';
import { test } from './test.ts';

/** A picture of one pixel. */
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const failure = {
  code: 'internal',
  message: 'Something went wrong on our side. Please try again later.',
  requestId: 'TEST',
};

/** Records the calls that create something. */
function watchCreations(page: Page) {
  const sent = { organizations: [] as Request[], users: [] as Request[] };
  page.on('request', (request) => {
    if (request.method() !== 'POST') return;
    if (request.url().endsWith('/v1/organizations')) sent.organizations.push(request);
    if (request.url().endsWith('/v1/auth/sign-up')) sent.users.push(request);
  });
  return sent;
}

function accept(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Accept' }).click();
}

/** Goes from the first slide to the terms; everything is already filled in. */
async function nextToTerms(page: Page): Promise<void> {
  for (const heading of [headings.services, headings.profile, headings.terms]) {
    await next(page);
    await expectSlide(page, heading);
  }
}

test('§4 registration survives reloads, Decline and a double click', async ({ page, request }) => {
  const { name, admin } = newRegistration();
  const sent = watchCreations(page);
  await page.goto('/add-organization');
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
  await fillOrganization(page, name);
  await page.getByRole('textbox', { name: 'Website' }).fill('cedargrove.example');
  await page.getByRole('textbox', { name: 'Zip' }).fill('48226');
  await expect(page.getByRole('img', { name: 'Preview of logo.png' })).toBeVisible();
  await next(page);
  await expectSlide(page, headings.services);
  await fillService(page);
  await next(page);
  await expectSlide(page, headings.profile);
  await fillProfile(page, admin);
  const stored = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(await stored()).toContain(admin.email);
  expect(await stored()).not.toContain(admin.password);

  await page.reload();
  await expectSlide(page, headings.profile);
  await expect(page.getByText('Step 3 of 5')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(admin.email);
  await expect(newPassword(page)).toHaveValue('');
  await expect(page.getByText('We never store your password in the browser.')).toBeVisible();

  await page.goBack();
  await expectSlide(page, headings.services);
  await expect(page.getByRole('textbox', { name: 'Service name' })).toHaveValue('Rides to the doctor');
  await page.goBack();
  await expectSlide(page, headings.organization);
  await expect(page.getByRole('textbox', { name: 'Company Name' })).toHaveValue(name);
  await expect(page.getByRole('img', { name: 'Preview of logo.png' })).toBeVisible();

  await next(page);
  // A click on a slide that is leaving would wait for a button that never returns.
  await expectSlide(page, headings.services);
  await next(page);
  await expectSlide(page, headings.profile);
  await fillPasswords(page, admin);
  await next(page);
  await expectSlide(page, headings.terms);
  // A reload on the terms goes back to the password, which isn't stored.
  await page.reload();
  await expectSlide(page, headings.profile);
  await fillPasswords(page, admin);
  await next(page);

  await page.getByRole('button', { name: 'Decline' }).click();
  await expectSlide(page, headings.organization);
  await expect(page.getByRole('heading', { name: headings.organization })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Company Name' })).toHaveValue(name);
  expect(sent).toEqual({ organizations: [], users: [] });

  await nextToTerms(page);
  await page.getByRole('button', { name: 'Accept' }).dblclick();
  await expectSlide(page, headings.verify);
  await expect(page.getByText('Please verify your account through your email to proceed')).toBeVisible();
  await expect(page.getByText('Reviews are usually done within 2 business days')).toBeVisible();
  const link = await verificationPath(request, admin.email);
  expect(await mailsTo(request, admin.email)).toHaveLength(1);
  expect(sent.organizations).toHaveLength(1);
  expect(sent.users).toHaveLength(1);
  expect(await stored()).not.toContain(admin.email);

  await navigateTo(page, link);
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
  expect(page.url()).not.toContain('token');
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Verify and sign in' }).click();
  await expect(page.getByRole('banner')).toContainText(name);
  await expect(page.getByRole('banner')).toContainText('Ada Moreno');
  await expect(page.getByRole('banner')).toContainText('Admin');
});

test('§5 §9 every field is checked, and slides move in 400 ms and take focus', async ({ page }) => {
  await page.goto('/add-organization');
  await page.getByRole('textbox', { name: 'Website' }).fill('not a site');
  await page.getByRole('textbox', { name: 'Email' }).fill('office');
  await next(page);
  for (const sentence of [
    'Company Name is required.',
    'Organization type is required.',
    'Phone Number is required.',
    'Must be a valid Email.',
    'Must be a valid Website, such as https://example.org.',
  ]) {
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
  }
  const summary = page.getByRole('alert');
  await expect(summary).toContainText('Please fix 5 fields');
  await expect(summary).toBeFocused();
  await summary.getByRole('link', { name: 'Phone Number' }).click();
  const phone = page.getByRole('textbox', { name: 'Phone Number' });
  await expect(phone).toBeFocused();
  await page.keyboard.type('313 555');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Must be a valid Phone Number.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Website' })).toHaveValue('not a site');

  // The field formats the number when it loses focus.
  await phone.fill('313.555.0123');
  await phone.blur();
  await expect(phone).toHaveValue('(313) 555-0123');

  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(2 * 1024 * 1024 + 1) });
  await expect(page.getByText('This image is larger than 2 MB.')).toBeVisible();
  await input.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(page.getByText('Choose a PNG, JPEG or WebP image.')).toBeVisible();
  await input.setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(page.getByText("We can't show this file as an image.")).toBeVisible();

  await page.getByRole('textbox', { name: 'Website' }).clear();
  await page.getByRole('textbox', { name: 'Email' }).clear();
  await fillOrganization(page, newRegistration().name);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.evaluate(() => {
    document.addEventListener('animationstart', ({ target }) => {
      if (!(target instanceof HTMLElement) || target.dataset.state === undefined) return;
      target.dataset.moved = getComputedStyle(target).animationDuration;
    });
  });
  await next(page);
  // One slide leaves while the other comes in.
  await expect(page.locator('[data-moved="0.4s"]')).toHaveCount(2);
  const heading = page.getByRole('heading', { name: headings.services });
  await expect(heading).toBeFocused();
  await expect(heading).toHaveAccessibleDescription('Step 2 of 5');
  await expect(page.locator('[inert]')).toHaveCount(4);

  await fillService(page);
  await page.getByRole('button', { name: 'Add another service' }).click();
  const second = page.getByRole('group', { name: 'Service 2' });
  await expect(second.getByRole('textbox', { name: 'Service name' })).toBeFocused();
  await next(page);
  await expect(second.getByText('Service name is required.')).toBeVisible();
  await expect(second.getByText('Service type is required.')).toBeVisible();
  const label = second.locator('label', { hasText: 'Service name' });
  const color = await second
    .getByText('Service name is required.')
    .evaluate((sentence) => getComputedStyle(sentence).color);
  await expect(label).toHaveCSS('color', color);
  await expectSlide(page, headings.services);
  await page.getByRole('button', { name: 'Remove service 2' }).click();

  // With reduced motion, the next slide appears immediately.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await next(page);
  await expectSlide(page, headings.profile);
  const moving = () => document.getAnimations().some((animation) => animation instanceof CSSAnimation);
  expect(await page.evaluate(moving)).toBe(false);
});

test('§4 a failed organization leads back to slide one; a retry creates no second one', async ({ page }) => {
  const registration = newRegistration();
  const sent = watchCreations(page);
  await walkToTerms(page, registration);
  const dialog = page.getByRole('dialog', { name: 'Something went wrong! Please try again' });
  for (const button of ['Cancel', 'Ok']) {
    await page.route('**/v1/organizations', (route) => route.fulfill({ status: 500, json: failure }), { times: 1 });
    await accept(page);
    await expect(dialog).toContainText(failure.message);
    await dialog.getByRole('button', { name: button }).click();
    await expectSlide(page, headings.organization);
    await expect(page.getByRole('textbox', { name: 'Company Name' })).toHaveValue(registration.name);
    await nextToTerms(page);
  }

  // Server errors about a field show beside that field.
  const sentence = 'This website is not known.';
  const refusal = { code: 'invalid_input', message: sentence, fields: { website: sentence }, requestId: 'TEST' };
  await page.route('**/v1/organizations', (route) => route.fulfill({ status: 400, json: refusal }), { times: 1 });
  await accept(page);
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expectSlide(page, headings.organization);
  const website = page.getByRole('textbox', { name: 'Website' });
  await expect(website).toHaveAccessibleDescription(sentence);
  await website.fill('cedargrove.example');
  await nextToTerms(page);

  // A retry after a lost response doesn't create a second organization.
  let first: unknown;
  await page.route(
    '**/v1/organizations',
    async (route) => {
      first = (await (await route.fetch()).json()).id;
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await accept(page);
  await expect(dialog).toContainText("We couldn't reach Kinbridge.");
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expectSlide(page, headings.organization);
  await page.getByRole('textbox', { name: 'City' }).fill('Detroit');
  await page.reload();
  for (const heading of [headings.services, headings.profile]) {
    await next(page);
    await expectSlide(page, heading);
  }
  await fillPasswords(page, registration.admin);
  await next(page);
  await accept(page);
  await expectSlide(page, headings.verify);
  expect(first).toEqual(expect.any(Number));
  expect(sent.users.map((request) => request.postDataJSON().organizationId)).toEqual([first]);
});

test('§4 a failed user leads back to the profile, and Accept reuses the organization', async ({ page, request }) => {
  const { admin: taken } = await registerOrganization(request);
  const registration = newRegistration();
  const sent = watchCreations(page);
  await walkToTerms(page, { ...registration, admin: { ...registration.admin, email: taken.email } });
  await accept(page);
  await expectSlide(page, headings.profile);
  const email = page.getByRole('textbox', { name: 'Email' });
  await expect(email).toHaveAccessibleDescription(/already in use/);
  await expect(email).toHaveValue(taken.email);
  expect(sent.organizations).toHaveLength(1);
  const created = await (await sent.organizations[0]?.response())?.json();

  // The organization exists, so its details are read-only from now on, even after a reload.
  await page.reload();
  await expectSlide(page, headings.profile);
  await page.getByRole('button', { name: 'Back' }).click();
  await expectSlide(page, headings.services);
  await expect(page.getByRole('paragraph').filter({ hasText: 'is already registered' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Service name' })).toBeDisabled();
  await next(page);
  await email.fill(registration.admin.email);
  await fillPasswords(page, registration.admin);
  await next(page);

  // The token has expired: it is renewed for the same organization and with the same key.
  let asked = 0;
  await page.route(
    '**/v1/auth/sign-up',
    (route) => {
      asked = sent.organizations.length;
      return route.fulfill({ status: 403, json: { code: 'forbidden', message: 'Not allowed.', requestId: 'TEST' } });
    },
    { times: 1 },
  );
  await accept(page);
  await expectSlide(page, headings.verify);
  expect(asked).toBe(1);
  const keys = sent.organizations.map((organization) => organization.headers()['idempotency-key']);
  expect(keys).toEqual([keys[0], keys[0]]);
  const renewed = await (await sent.organizations[1]?.response())?.json();
  expect(renewed.id).toBe(created.id);
  const ids = sent.users.map((user) => user.postDataJSON().organizationId);
  expect(ids).toEqual([created.id, created.id, created.id]);

  const link = await verificationPath(request, registration.admin.email);
  await verify(request, registration.admin);
  const listed: { name: string }[] = await (await request.get('/v1/organizations')).json();
  expect(listed.filter(({ name }) => name === registration.name)).toHaveLength(1);

  // A used link leads to the login; an invalid one offers a new link.
  await navigateTo(page, link);
  await expect(page.getByText('This email address is already verified. You can sign in.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await navigateTo(page, `${link}x`);
  await expect(page.getByRole('alert')).toContainText('This link has expired or is no longer valid.');
  await page.getByLabel('Email').fill(registration.admin.email);
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText('a new link is on its way')).toBeVisible();
});
