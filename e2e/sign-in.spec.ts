import { expect, type Page } from '@playwright/test';
import { newPerson, registerOrganization } from './accounts.ts';
import { findInMail, newestMailId, verificationPath } from './outbox.ts';
import { newPartner, refer } from './partners.ts';
import { navigateTo } from './sessions.ts';
import { newEmployee } from './staff.ts';
import { test } from './test.ts';

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

test('§4 §5 login checks both fields and survives a lost connection', async ({ page, request }) => {
  const { admin, name } = await registerOrganization(request);
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(page.getByText('Technology connecting healthcare to community.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Email is required.')).toBeVisible();
  await expect(page.getByText('Password is required.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();

  // The password can be shown and hidden with the keyboard alone.
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('secret');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).press('Space');
  await expect(field).toHaveAttribute('type', 'password');

  await page.route('**/v1/auth/login', (route) => route.abort(), { times: 1 });
  await signIn(page, admin.email, admin.password);
  await expect(page.getByRole('alert')).toContainText("We couldn't reach Kinbridge.");
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('banner')).toContainText(name);
  await expect(page.getByRole('banner')).toContainText('Ada Moreno');
});

test("§8 failed logins show the server's message, are throttled, and resend links", async ({ page, request }) => {
  const { admin } = await registerOrganization(request, { verified: false });
  const data = { email: newPerson().email, password: 'wrong' };
  await page.goto('/login');
  await signIn(page, data.email, data.password);
  const card = page.getByRole('alert');
  await expect(card).toContainText('Login Failure');
  await expect(card).toContainText('Incorrect email or password.');
  await expect(card).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue(data.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('wrong');

  // Tries are counted per minute, and a new minute may start in between.
  await expect(async () => {
    await Promise.all(Array.from({ length: 10 }, () => request.post('/v1/auth/login', { data })));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(card).toContainText(/Too many tries\. Please wait \d+ seconds and try again\./);
  }).toPass();

  await verificationPath(request, admin.email);
  const before = await newestMailId(request, admin.email);
  await signIn(page, admin.email, admin.password);
  await expect(card).toContainText('Please verify your account through your email to proceed');
  await card.getByRole('button', { name: 'Send the link again' }).click();
  await expect(card).toContainText('a new link is on its way');
  await navigateTo(page, await verificationPath(request, admin.email, before));
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner')).toContainText('Ada Moreno');

  // A stranger uses up the tries for this minute; this browser has signed in before, so it still gets in.
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const guesses = { email: admin.email, password: 'wrong' };
  await Promise.all(Array.from({ length: 10 }, () => request.post('/v1/auth/login', { data: guesses })));
  const right = { email: admin.email, password: admin.password };
  expect((await request.post('/v1/auth/login', { data: right })).status()).toBe(429);
  await signIn(page, admin.email, admin.password);
  await expect(page.getByRole('banner')).toContainText('Ada Moreno');
});

test('a link from an email opens its ticket after sign-in', async ({ page, request }) => {
  const [sender, provider] = [await newPartner(request), await newPartner(request)];
  const colleague = await newEmployee(request, provider, 'Owen');
  const id = await refer(request, sender, provider);
  const { match: link } = await findInMail(request, provider.admin.email, /\/incoming-service-requests\?ticket=\d+/, 0);
  const expectTicket = async () => {
    await expect(page.getByRole('dialog')).toContainText(`#${id}`);
    await expect(page).toHaveURL(link);
  };

  await test.step('of a signed-out person, even by way of a forgotten password', async () => {
    await page.goto(link);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page).toHaveURL('/reset-password');
    await page.goBack();
    await signIn(page, provider.admin.email, provider.admin.password);
    await expectTicket();
  });

  await test.step('of a colleague, where another session expired', async () => {
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('kinbridge.session') ?? '{}');
      localStorage.setItem('kinbridge.session', JSON.stringify({ ...session, idToken: 'x', refreshToken: 'x' }));
    });
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByText('Your session ended')).toBeVisible();
    await signIn(page, colleague.email, colleague.password);
    await expectTicket();
  });

  await test.step('but never the next person after Logout, nor another site', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await page.evaluate(() => sessionStorage.setItem('kinbridge.opened-link', '//evil.example'));
    await signIn(page, provider.admin.email, provider.admin.password);
    await expect(page).toHaveURL('/');
  });
});

test('§2 §9 links lead to sign-up, reset and terms, and Accept leads back', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Terms & Privacy' }).click();
  await expect(page.getByRole('heading', { name: 'Terms of Service & Privacy Policy' })).toBeVisible();
  await expect(page.getByText('You must be 18 years or older.')).toBeVisible();
  await expect(
    page.getByText('the greater of the amounts you paid us for using it or 100 US dollars ($100)'),
  ).toBeVisible();
  await page.getByRole('link', { name: '14. Which law applies' }).click();
  await expect(page.getByRole('heading', { name: '14. Which law applies' })).toBeFocused();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('link', { name: 'Join your organization' }).click();
  await expect(page).toHaveURL(/\/signup$/);
  // Also works without a page to go back to.
  await page.goto('/privacy-policy');
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveURL(/\/login$/);
});
