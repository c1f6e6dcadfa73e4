import { expect } from '@playwright/test';
import { newPerson, registerOrganization } from './accounts.ts';
import { findInMail, mailsTo, newestMailId, resetCode } from './outbox.ts';
import { expectSlide } from './registration-slides.ts';
import { test } from './test.ts';

const newPassword = 'Lantern9!bright';

test('§4 §5 a password is reset with the mailed code after several mistakes', async ({ page, request }) => {
  const { admin } = await registerOrganization(request);
  await page.goto('/login');
  await page.getByLabel('Email').fill(admin.email);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expectSlide(page, 'Reset your password');
  const email = page.getByLabel('Email');
  await expect(email).toHaveValue(admin.email);
  await email.clear();
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText('Email is required.')).toBeVisible();

  const before = await newestMailId(request, admin.email);
  await email.fill(admin.email);
  await page.route('**/v1/auth/forgotPassword/*', (route) => route.abort(), { times: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText("We couldn't reach Kinbridge.");
  await page.getByRole('button', { name: 'Send code' }).click();
  await expectSlide(page, 'Choose a new password');
  expect(page.url()).not.toContain(admin.email);
  await page.getByRole('button', { name: 'Use a different email' }).click();
  await expectSlide(page, 'Reset your password');
  await expect(email).toHaveValue(admin.email);
  await page.goForward();
  await expectSlide(page, 'Choose a new password');

  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Verification code is required. Please check your mailbox')).toBeVisible();
  await expect(page.getByText('Password is required.')).toBeVisible();
  const password = page.getByLabel('New Password');
  await password.fill('lantern');
  await page.keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription(/^Password must have at least 8 characters\./);

  // A wrong code shows an error beside the field, and the right one still works.
  const field = page.getByLabel('Verification Code');
  const { code } = await resetCode(request, admin.email, before);
  await field.fill(code === '000000' ? '000001' : '000000');
  await password.fill(newPassword);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(field).toHaveAccessibleDescription(
    'The code is wrong or has expired. Please check it, or ask for a new one.',
  );
  await expect(password).toHaveValue(newPassword);
  await field.fill(code);
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

test('unknown emails get the same answer, and the code can be resent after a reload', async ({ page, request }) => {
  const { admin } = await registerOrganization(request);
  const stranger = newPerson();
  const before = await newestMailId(request, admin.email);
  await page.goto('/reset-password');
  for (const { email } of [stranger, admin]) {
    await page.getByLabel('Email').fill(email);
    await page.keyboard.press('Enter');
    await expectSlide(page, 'Choose a new password');
    await expect(page.getByText(`If ${email} has an account, a 6-digit code is on its way.`)).toBeVisible();
    if (email === stranger.email) await page.goBack();
  }
  const first = await resetCode(request, admin.email, before);
  expect(await mailsTo(request, stranger.email)).toHaveLength(0);

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

test('a link mailed after too many wrong codes opens at the new password', async ({ page, request }) => {
  const { admin } = await registerOrganization(request);
  const data = { email: admin.email, token: '000000', password: newPassword };
  for (let i = 0; i < 10; i++) await request.post('/v1/auth/forgotPasswordVerify', { data });
  await request.post(`/v1/auth/forgotPassword/${admin.email}`);
  const { match: link } = await findInMail(request, admin.email, /\/reset-password\?token=\S+/, 0);
  await page.goto(link);
  await expectSlide(page, 'Choose a new password');
  await expect(page).toHaveURL('/reset-password');
  const password = page.getByLabel('New Password');
  await password.fill(`${admin.email.split('@')[0]}A!`);
  await page.keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription(/^This password is easy to guess\./);
  // The next try can be typed without losing focus.
  await password.press('Control+A');
  await page.keyboard.type('Harbour8!bright');
  await page.keyboard.press('Enter');
  await expectSlide(page, 'Your password was changed');
  await page.goto(link);
  await page.getByLabel('New Password').fill(newPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.');
  await expect(page).toHaveURL('/reset-password');
  await page.getByLabel('Email').fill(admin.email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('If the email has a link instead, open the link.')).toBeVisible();
});
