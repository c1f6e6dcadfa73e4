import { expect, type Page } from '@playwright/test';
import { password, registerOrganization, unique, verify } from './accounts.ts';
import { demoPerson } from './demo.ts';
import { expectAccessible } from './expect-accessible.ts';
import { mailsTo, verificationPath } from './outbox.ts';
import { newPartner, refer } from './partners.ts';
import { gotoAs, navigateTo, signIn, storedSession } from './sessions.ts';
import { test } from './test.ts';

/** Signs in a verified admin of a new organization, so that no other test sees the changes. */
async function signInNewAdmin(page: Page, address = '/') {
  const { admin } = await registerOrganization(page.request);
  await gotoAs(page, admin, address);
  return admin;
}

async function openEditor(page: Page) {
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await expect(dialog.getByLabel('First Name')).toBeFocused();
  return dialog;
}

/** The same person saves from another browser. */
async function saveElsewhere(page: Page, change: object): Promise<void> {
  const session = await storedSession(page);
  const headers = { authorization: `Bearer ${session?.idToken}` };
  const response = await page.request.put(`/v1/users/${session?.userId}`, { data: change, headers });
  expect(response.status()).toBe(200);
}

test('staff who texted STOP see why they get no texts', async ({ page }) => {
  const admin = await signInNewAdmin(page);
  await expect(page.getByRole('heading', { name: admin.firstName })).toBeVisible();
  await saveElsewhere(page, { phoneNumber: '+13135550171' });
  const form = { From: '+13135550171', To: '+12695550100', Body: 'STOP', MessageSid: unique('SM') };
  expect((await page.request.post('/v1/messages/inbound', { form })).status()).toBe(200);
  await page.reload();
  const dialog = await openEditor(page);
  const box = dialog.getByRole('checkbox', { name: 'SMS texts' });
  await expect(box).toBeDisabled();
  await expect(box).not.toBeChecked();
  await expect(dialog).toContainText('Text START to opt in again.');
});

test('§2 §5 the profile can be edited, and a new email counts once verified', async ({ page }) => {
  const admin = await signInNewAdmin(page);
  const main = page.getByRole('main');
  await expect(main).toContainText('Admin');
  await expect(main).toContainText('Active');
  const facts = main.locator('dl');
  await expect(facts).toContainText(`Email${admin.email}`);
  await expect(facts).toContainText('Phone #(313) 555-0123');
  await expect(facts).toContainText('Birthdate–');
  await expect(facts).toContainText('Address–');

  const dialog = await openEditor(page);
  await dialog.getByLabel('First Name').fill('');
  await dialog.getByLabel('Phone Number').fill('12');
  const email = await dialog.getByLabel('Email').inputValue();
  await dialog.getByLabel('Email').fill('nobody');
  await dialog.getByLabel('Zip Code').fill('123');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toContainText('Please fix 5 fields');
  // In the order of the form.
  const fields = ['First Name', 'Phone Number', 'Email', 'Current password', 'Zip Code'];
  await expect(dialog.getByRole('alert').getByRole('link')).toHaveText(fields);
  await dialog.getByLabel('Email').fill(email);
  await expect(dialog).toContainText('First Name is required.');
  await expect(dialog).toContainText('Must be a valid Phone Number.');
  await dialog.getByLabel('First Name').fill('Adele');
  await dialog.getByLabel('Phone Number').fill('(313) 555-0199');
  await dialog.getByLabel('Zip Code').fill('48201');
  await dialog.getByLabel('Date of Birth').fill('1987-02-19');
  await dialog.getByLabel('Address', { exact: true }).fill('418 Alder Court');
  await dialog.getByLabel('City').fill('Detroit');
  await dialog.getByLabel('State').fill('MI');
  await dialog.getByRole('checkbox', { name: 'SMS texts' }).uncheck();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile saved.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByRole('banner')).toContainText('Adele Moreno');
  await expect(facts).toContainText('Birthdate02-19-1987');
  await expect(facts).toContainText('Phone #(313) 555-0199');
  await expect(facts).toContainText('Address418 Alder Court, Detroit, MI');
  await openEditor(page);
  await expect(dialog.getByRole('checkbox', { name: 'SMS texts' })).not.toBeChecked();

  const newAddress = `new-${admin.email}`;
  await dialog.getByLabel('Email').fill(newAddress);
  await dialog.getByLabel('Current password').fill('Wrong7!word');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toContainText("This isn't your current password.");
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(facts).toContainText(`${newAddress} isn't verified yet`);
  await page.goto(await verificationPath(page.request, newAddress));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Verify and sign in' }).click();
  await navigateTo(page, '/profile');
  await expect(facts).toContainText(`Email${newAddress}`);
});

test('a failed or late save says so, and leaving unsaved changes asks first', async ({ page }) => {
  // Starts inside the portal, so that Back stays in it.
  await signInNewAdmin(page, '/nowhere');
  await page.getByRole('link', { name: 'Go to home page' }).click();
  const dialog = await openEditor(page);
  await dialog.getByLabel('City').fill('Ypsilanti');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(dialog.getByLabel('City')).toHaveValue('Ypsilanti');
  let asked = '';
  page.once('dialog', (browserQuestion) => {
    asked = browserQuestion.message();
    return browserQuestion.dismiss();
  });
  await page.evaluate(() => history.back());
  await expect.poll(() => asked).toBe("Leave this page? Your changes haven't been saved.");
  await expect(dialog.getByLabel('City')).toHaveValue('Ypsilanti');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused();

  await openEditor(page);
  await dialog.getByLabel('City').fill('Ypsilanti');
  await saveElsewhere(page, { city: 'Flint', state: 'OH' });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toContainText('Someone else changed your profile');
  await expect(dialog).toContainText('City is now “Flint”; you typed “Ypsilanti”.');
  await expect(dialog).toContainText('State is now “OH”.');
  await expect(dialog.getByRole('textbox', { name: 'City' })).toHaveValue('Ypsilanti');
  await expect(dialog.getByLabel('State')).toHaveValue('OH');
  // For each field, keep yours or take theirs.
  const choice = dialog.getByRole('radiogroup', { name: /^City is now/ });
  await expect(choice.getByRole('radio', { name: 'Keep “Ypsilanti”' })).toBeChecked();
  await choice.getByRole('radio', { name: 'Use “Flint”' }).check();
  await expect(dialog.getByRole('textbox', { name: 'City' })).toHaveValue('Flint');
  await choice.getByRole('radio', { name: 'Keep “Ypsilanti”' }).check();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main').locator('dl')).toContainText('AddressYpsilanti, OH');

  await openEditor(page);
  await dialog.getByLabel('City').fill('Portage');
  await page.route('**/v1/users/*', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toContainText('Something went wrong during updating user data');
  await page.unrouteAll();
  await expect(dialog.getByLabel('City')).toHaveValue('Portage');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main').locator('dl')).toContainText('AddressPortage, OH');
});

test('changing your password signs out your other browsers', async ({ page, browser }) => {
  const admin = await signInNewAdmin(page);
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, admin);
  await expect(elsewhere.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  await page.getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await expect(dialog.getByLabel('Current password')).toBeFocused();
  await dialog.getByLabel('Current password').fill('Wrong7!word');
  await dialog.getByLabel('New password').fill('Summer2026!');
  await expect(dialog.getByRole('meter')).toHaveAttribute('aria-valuetext', 'Weak');
  await expectAccessible(page);
  const submit = dialog.getByRole('button', { name: 'Change Password' });
  await submit.click();
  await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription("This isn't your current password.");
  await dialog.getByLabel('Current password').fill(password);
  await submit.click();
  await expect(dialog.getByLabel('New password')).toHaveAccessibleDescription(/^This password is easy to guess/);
  await dialog.getByLabel('New password').fill('Quiet-Harbor-Lantern7!');
  await submit.click();
  await expect(page.getByText('Password changed. Your other devices were signed out.')).toBeVisible();
  // The end of the live stream may have told the page already.
  await navigateTo(elsewhere, '/members');
  await expect(elsewhere.getByText('Your session ended')).toBeVisible();
  await elsewhere.context().close();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible();
});

test("a new organization's first steps are checked off and can be dismissed", async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const partner = await newPartner(page.request);
  await gotoAs(page, partner, '/');
  const list = page.getByRole('region', { name: 'Get started' });
  await expect(list).toContainText('1 of 6 done');
  await expectAccessible(page);
  await list.getByRole('link', { name: 'Invite colleagues' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite colleagues' });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await dialog.getByLabel('Email').fill('nobody');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription('Must be a valid Email.');
  const invited = `invited-${partner.admin.email}`;
  await dialog.getByLabel('Email').fill(invited);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Invitation sent to ${invited}.`)).toBeVisible();
  await expect.poll(async () => (await mailsTo(page.request, invited))[0]?.text).toContain(partner.name);
  await dialog.getByRole('button', { name: 'Copy Link' }).click();
  await expect(page.getByText('Link copied to clipboard.')).toBeVisible();
  const link = await dialog.getByLabel('Sign-up link').inputValue();
  expect(link).toContain('/signup?invitation=');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(list).toContainText('2 of 6 done');
  // Someone else completes the next steps.
  await refer(page.request, partner, partner);
  await expect(list).toContainText('4 of 6 done');
  await list.getByRole('button', { name: 'Dismiss' }).click();
  await expect(list).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Email preferences' })).toBeVisible();
  await expect(list).toHaveCount(0);
});

test('a pending employee waits for approval and can work once approved', async ({ page }) => {
  const { id: organizationId, admin } = await registerOrganization(page.request);
  const employee = { ...admin, firstName: 'Ben', email: `ben-${admin.email}` };
  const data = { ...employee, userType: 'EMPLOYEE', organizationId };
  const created = await page.request.post('/v1/auth/sign-up', { data });
  await verify(page.request, employee);
  await signIn(page, employee);
  await expect(page.getByRole('heading', { name: 'Your account is waiting for approval' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toHaveCount(0);
  // Neither preferences nor requests.
  await expect(page.getByRole('region')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New Services Request' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Still waiting at')).toBeVisible();
  const login = await page.request.post('/v1/auth/login', { data: { email: admin.email, password } });
  const headers = { authorization: `Bearer ${(await login.json()).idToken}` };
  const { id } = await created.json();
  expect((await page.request.post(`/v1/users/${id}/activate`, { headers })).status()).toBe(200);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Contact Support' })).toBeVisible();
});

test('a terminated employee sees that and can contact support', async ({ page }) => {
  await signIn(page, demoPerson('EMPLOYEE', 'INACTIVE'));
  await expect(page.getByRole('heading', { name: 'Your account was terminated' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Terminated');
  await expect(page.getByRole('button', { name: 'Contact Support' })).toBeVisible();
});
