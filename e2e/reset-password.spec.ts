import { expect, type Page, test } from '@playwright/test';
import { newPerson, registerOrganization } from './accounts.ts';
import { mailsTo, newestMailId, resetCode } from './outbox.ts';
import { expectSlide } from './registration-slides.ts';

const newPassword = 'Lantern9!bright';

async function askForCode(page: Page, email: string): Promise<void> {
  await page.goto('/reset-password');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expectSlide(page, 'Choose a new password');
}

test('§4 a password is reset with the mailed code, and only the new one works', async ({ page, request }) => {
  const { admin } = await registerOrganization(request);
  await page.goto('/login');
  await page.getByLabel('Email').fill(admin.email);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expectSlide(page, 'Reset your password');
  await expect(page.getByLabel('Email')).toHaveValue(admin.email);
  const before = await newestMailId(request, admin.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expectSlide(page, 'Choose a new password');
  expect(page.url()).not.toContain(admin.email);

  const { code } = await resetCode(request, admin.email, before);
  await page.getByLabel('Verification Code').fill(code);
  await page.getByLabel('New Password').fill(newPassword);
  await page.keyboard.press('Enter');
  await expectSlide(page, 'Your password was changed');
  await page.getByRole('link', { name: 'Back to login' }).click();

  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Incorrect email or password.');
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner')).toContainText('Ada Moreno');
});

test('§5 email, code and password are required', async ({ page, request }) => {
  await page.goto('/reset-password');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText('Email is required.')).toBeVisible();
  const { admin } = await registerOrganization(request);
  await page.getByLabel('Email').fill(admin.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expectSlide(page, 'Choose a new password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Verification code is required. Please check your mailbox')).toBeVisible();
  await expect(page.getByText('Password is required.')).toBeVisible();
  await page.getByLabel('New Password').fill('lantern');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('New Password')).toHaveAccessibleDescription(
    /^Password must have at least 8 characters\./,
  );
});

test('a wrong code is told beside the field, and the right one still works', async ({ page, request }) => {
  const { admin } = await registerOrganization(request);
  const before = await newestMailId(request, admin.email);
  await askForCode(page, admin.email);
  const { code } = await resetCode(request, admin.email, before);
  await page.getByLabel('Verification Code').fill(code === '000000' ? '000001' : '000000');
  await page.getByLabel('New Password').fill(newPassword);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Verification Code')).toHaveAccessibleDescription(
    'The code is wrong or has expired. Please check it, or ask for a new one.',
  );
  await expect(page.getByLabel('New Password')).toHaveValue(newPassword);
  await page.getByLabel('Verification Code').fill(code);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expectSlide(page, 'Your password was changed');
});

test('the code can be sent again, and a reload in between keeps the slide', async ({ page, request }) => {
  const { admin } = await registerOrganization(request);
  const before = await newestMailId(request, admin.email);
  await askForCode(page, admin.email);
  const first = await resetCode(request, admin.email, before);
  await page.reload();
  await expectSlide(page, 'Choose a new password');
  await page.getByRole('button', { name: 'Send it again' }).click();
  await expect(page.getByText('a new code is on its way')).toBeVisible();
  const second = await resetCode(request, admin.email, first.mailId);
  await page.getByLabel('Verification Code').fill(second.code);
  await page.getByLabel('New Password').fill(newPassword);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expectSlide(page, 'Your password was changed');
});

test('an unknown address is answered like a known one', async ({ page, request }) => {
  const { email } = newPerson();
  await askForCode(page, email);
  await expect(page.getByText(`If ${email} has an account, a 6-digit code is on its way.`)).toBeVisible();
  expect(await mailsTo(request, email)).toHaveLength(0);
});

test('a failure to send the code is told', async ({ page }) => {
  await page.goto('/reset-password');
  await page.getByLabel('Email').fill(newPerson().email);
  await page.route('**/v1/auth/forgotPassword/*', (route) => route.abort(), { times: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('The server could not be reached.');
});
