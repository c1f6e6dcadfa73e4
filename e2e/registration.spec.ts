import { expect, type Page, type Request, test } from '@playwright/test';
import { registerOrganization } from './accounts.ts';
import { mailsTo, verificationPath } from './outbox.ts';
import {
  expectSlide,
  fillOrganization,
  fillPasswords,
  fillProfile,
  fillService,
  headings,
  newRegistration,
  next,
  walkToTerms,
} from './registration-slides.ts';

/** A picture of one pixel. */
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** The calls that create something, as they are sent. */
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

test('§4 an organization is registered, its admin verifies, signs in and sees its name', async ({ page, request }) => {
  const registration = newRegistration();
  await page.goto('/add-organization');
  await fillOrganization(page, registration.name);
  await page.getByRole('textbox', { name: 'Website' }).fill('cedargrove.example');
  await page.getByRole('textbox', { name: 'Zip' }).fill('48226');
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
  await expect(page.getByRole('img', { name: 'Preview of logo.png' })).toBeVisible();
  await next(page);
  await expectSlide(page, headings.services);
  await fillService(page);
  await next(page);
  await expectSlide(page, headings.profile);
  await fillProfile(page, registration.admin);
  await next(page);
  await expectSlide(page, headings.terms);
  await accept(page);
  await expectSlide(page, headings.verify);
  await expect(page.getByText('Please verify your account through your email to proceed')).toBeVisible();

  const link = await verificationPath(request, registration.admin.email);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your account is verified' })).toBeVisible();
  expect(page.url()).not.toContain('token');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(registration.admin.email);
  await page.getByLabel('Password', { exact: true }).fill(registration.admin.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('banner')).toContainText(registration.name);
  await expect(page.getByRole('banner')).toContainText('Ada Moreno');
  await expect(page.getByRole('banner')).toContainText('Admin');
});

test('a verification link that was used before offers a new one', async ({ page, request }) => {
  const { admin } = await registerOrganization(request, { verified: false });
  const link = await verificationPath(request, admin.email);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your account is verified' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('This link has expired or was used before.');
  await page.getByLabel('Email').fill(admin.email);
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText('a new link is on its way')).toBeVisible();
});

test('§5 the organization slide says what is missing, beside each field and on top', async ({ page }) => {
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
  await expect(summary).toContainText('5 fields need a look');
  await expect(summary).toBeFocused();
  await summary.getByRole('link', { name: 'Phone Number' }).click();
  await expect(page.getByRole('textbox', { name: 'Phone Number' })).toBeFocused();
  await page.keyboard.type('313 555');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Must be a valid Phone Number.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Website' })).toHaveValue('not a site');
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('§9 slides move in 400 ms, and focus goes to the heading of the new one', async ({ page }) => {
    await page.goto('/add-organization');
    await fillOrganization(page, newRegistration().name);
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
  });
});

test('a phone number is written out when its field is left', async ({ page }) => {
  await page.goto('/add-organization');
  const field = page.getByRole('textbox', { name: 'Phone Number' });
  await field.fill('(313) 555-0123');
  await field.blur();
  await expect(field).toHaveValue('+13135550123');
});

test('a logo that is too large or no picture is refused at once', async ({ page }) => {
  await page.goto('/add-organization');
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(2 * 1024 * 1024 + 1) });
  await expect(page.getByText('This picture is larger than 2 MB.')).toBeVisible();
  await input.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(page.getByText('Please choose a PNG, JPEG or WebP picture.')).toBeVisible();
  await input.setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(page.getByText('This file cannot be shown as a picture.')).toBeVisible();
});

test('§5 Next is blocked until every service has a name and a type, and the labels turn red', async ({ page }) => {
  await page.goto('/add-organization');
  await fillOrganization(page, newRegistration().name);
  await next(page);
  await expectSlide(page, headings.services);
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
  await next(page);
  await expectSlide(page, headings.profile);
});

test('a reload in the middle keeps the slide and what was typed, and the password is never stored', async ({
  page,
}) => {
  const registration = newRegistration();
  await page.goto('/add-organization');
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
  await fillOrganization(page, registration.name);
  await next(page);
  await expectSlide(page, headings.services);
  await fillService(page);
  await next(page);
  await expectSlide(page, headings.profile);
  await fillProfile(page, registration.admin);
  const stored = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(await stored()).toContain(registration.admin.email);
  expect(await stored()).not.toContain(registration.admin.password);

  await page.reload();
  await expectSlide(page, headings.profile);
  await expect(page.getByText('Step 3 of 5')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(registration.admin.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(page.getByText('Your password is never kept when the page is reloaded.')).toBeVisible();

  await page.goBack();
  await expectSlide(page, headings.services);
  await expect(page.getByRole('textbox', { name: 'Service name' })).toHaveValue('Rides to the doctor');
  await page.goBack();
  await expectSlide(page, headings.organization);
  await expect(page.getByRole('textbox', { name: 'Company Name' })).toHaveValue(registration.name);
  await expect(page.getByRole('img', { name: 'Preview of logo.png' })).toBeVisible();

  await next(page);
  // A click that met the slide on its way out would wait for a button that does not come back.
  await expectSlide(page, headings.services);
  await next(page);
  await expectSlide(page, headings.profile);
  await fillPasswords(page, registration.admin);
  await next(page);
  await accept(page);
  await expectSlide(page, headings.verify);
  expect(await stored()).not.toContain(registration.admin.email);
});

test('a reload on the terms leads back to the password, which was not kept', async ({ page }) => {
  await walkToTerms(page, newRegistration());
  await page.reload();
  await expectSlide(page, headings.profile);
});

test('§4 Decline returns to the first slide and nothing is created', async ({ page }) => {
  const registration = newRegistration();
  const sent = watchCreations(page);
  await walkToTerms(page, registration);
  await page.getByRole('button', { name: 'Decline' }).click();
  await expectSlide(page, headings.organization);
  await expect(page.getByRole('heading', { name: headings.organization })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Company Name' })).toHaveValue(registration.name);
  expect(sent).toEqual({ organizations: [], users: [] });
});

test('a double click on Accept creates one organization and one user', async ({ page, request }) => {
  const registration = newRegistration();
  const sent = watchCreations(page);
  await walkToTerms(page, registration);
  await page.getByRole('button', { name: 'Accept' }).dblclick();
  await expectSlide(page, headings.verify);
  await verificationPath(request, registration.admin.email);
  expect(await mailsTo(request, registration.admin.email)).toHaveLength(1);
  expect(sent.organizations).toHaveLength(1);
  expect(sent.users).toHaveLength(1);
});

for (const button of ['Cancel', 'Ok']) {
  test(`§4 a failure to create the organization is told, and ${button} returns to the first slide`, async ({
    page,
  }) => {
    const registration = newRegistration();
    await walkToTerms(page, registration);
    await page.route('**/v1/organizations', (route) => route.fulfill({ status: 500, json: failure }), { times: 1 });
    await accept(page);
    const dialog = page.getByRole('dialog', { name: 'Something went wrong! Please try again' });
    await expect(dialog).toContainText(failure.message);
    await dialog.getByRole('button', { name: button }).click();
    await expectSlide(page, headings.organization);
    await expect(page.getByRole('textbox', { name: 'Company Name' })).toHaveValue(registration.name);
    for (const heading of [headings.services, headings.profile, headings.terms]) {
      await next(page);
      await expectSlide(page, heading);
    }
    await accept(page);
    await expectSlide(page, headings.verify);
  });
}

const failure = {
  code: 'internal',
  message: 'Something went wrong on our side. Please try again later.',
  requestId: 'TEST',
};

test('what the server says about a field of the organization stands beside that field', async ({ page }) => {
  await walkToTerms(page, newRegistration());
  const sentence = 'This website is not known.';
  await page.route(
    '**/v1/organizations',
    (route) =>
      route.fulfill({
        status: 400,
        json: { code: 'invalid_input', message: sentence, fields: { website: sentence }, requestId: 'TEST' },
      }),
    { times: 1 },
  );
  await accept(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Ok' }).click();
  await expectSlide(page, headings.organization);
  await expect(page.getByRole('textbox', { name: 'Website' })).toHaveAccessibleDescription(sentence);
});

test('an answer that was lost on its way does not lead to a second organization', async ({ page }) => {
  const registration = newRegistration();
  const sent = watchCreations(page);
  await walkToTerms(page, registration);
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
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('The server could not be reached.');
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

test('§4 a failure to create the user returns to the profile, and Accept goes on from the organization', async ({
  page,
  request,
}) => {
  const { admin: taken } = await registerOrganization(request);
  const registration = newRegistration();
  const sent = watchCreations(page);
  await walkToTerms(page, { ...registration, admin: { ...registration.admin, email: taken.email } });
  await accept(page);
  await expectSlide(page, headings.profile);
  const email = page.getByRole('textbox', { name: 'Email' });
  await expect(email).toHaveAccessibleDescription(/already in use/);
  await expect(email).toHaveValue(taken.email);

  // The organization exists, so its details are read-only from now on, also after a reload.
  await page.reload();
  await expectSlide(page, headings.profile);
  await page.getByRole('button', { name: 'Back' }).click();
  await expectSlide(page, headings.services);
  await expect(page.getByRole('paragraph').filter({ hasText: 'is registered already' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Service name' })).toBeDisabled();
  await next(page);
  await email.fill(registration.admin.email);
  await fillPasswords(page, registration.admin);
  await next(page);
  await accept(page);
  await expectSlide(page, headings.verify);
  expect(sent.organizations).toHaveLength(1);
  const ids = sent.users.map((user) => user.postDataJSON().organizationId);
  expect(ids).toEqual([ids[0], ids[0]]);
});

test('a registration token that has expired is renewed for the same organization', async ({ page, request }) => {
  const registration = newRegistration();
  const sent = watchCreations(page);
  await walkToTerms(page, registration);
  await page.route(
    '**/v1/auth/sign-up',
    (route) => route.fulfill({ status: 403, json: { code: 'forbidden', message: 'Not allowed.', requestId: 'TEST' } }),
    { times: 1 },
  );
  await accept(page);
  await expectSlide(page, headings.verify);
  const keys = sent.organizations.map((organization) => organization.headers()['idempotency-key']);
  expect(keys).toEqual([keys[0], keys[0]]);
  const answers = await Promise.all(sent.organizations.map(async (sending) => (await sending.response())?.json()));
  expect(answers[0].id).toBe(answers[1].id);

  await page.goto(await verificationPath(request, registration.admin.email));
  await expect(page.getByRole('heading', { name: 'Your account is verified' })).toBeVisible();
  const listed: { name: string }[] = await (await request.get('/v1/organizations')).json();
  expect(listed.filter(({ name }) => name === registration.name)).toHaveLength(1);
});
