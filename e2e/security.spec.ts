import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { expectAccessible, expectAccessibleAtAllSizes } from './expect-accessible.ts';
import { newPartner } from './partners.ts';
import { gotoAs } from './sessions.ts';
import { test } from './test.ts';

const security = (page: Page) => page.getByRole('region', { name: 'Security' });

/** A device with a fingerprint reader that is always touched. */
async function giveFingerprintReader(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2' as const,
    transport: 'internal' as const,
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  };
  await browser.send('WebAuthn.addVirtualAuthenticator', { options });
}

/** A session that ends without Logout, so that the next sign-in starts at the login screen. */
async function forgetSession(page: Page, address = '/login'): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('kinbridge.session'));
  await page.goto(address);
}

async function enterPassword(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

test('a passkey is added, signs in without an address, proves and is removed', async ({ page }) => {
  const partner = await newPartner(page.request);
  await giveFingerprintReader(page);
  await gotoAs(page, partner, '/');
  await security(page).getByRole('button', { name: 'Add Passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Passkey' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Name is required.');
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill('Work laptop');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(security(page)).toContainText('Work laptopAdded');

  const [link, again] = ['/?from=email#security', '/?from=another#security'];
  await forgetSession(page, link);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('banner')).toContainText(partner.name);
  await expect(page).toHaveURL(link);
  await expect(security(page).getByRole('listitem').first()).toContainText('Last used');

  const headers = { authorization: `Bearer ${partner.token}` };
  const require = (requireSecondFactor: boolean) =>
    page.request.put(`/v1/organizations/${partner.id}/sign-in`, { headers, data: { requireSecondFactor } });
  await require(true);
  await forgetSession(page, again);
  await enterPassword(page, partner.admin);
  await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use my passkey' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner')).toContainText(partner.name);
  await expect(page).toHaveURL(again);
  await require(false);

  // As if the sign-in were more than 10 minutes ago.
  const refusal = { code: 'proof_required', message: 'Please confirm that it is you.', requestId: '' };
  const refuse = () =>
    page.route('**/v1/users/*/passkeys/*', (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 });
  await refuse();
  await security(page).getByRole('button', { name: 'Remove Work laptop' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Work laptop?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  const proof = page.getByRole('dialog', { name: "Confirm it's you" });
  await expect(proof.getByLabel('Password', { exact: true })).toBeFocused();
  await expectAccessibleAtAllSizes(page);
  await page.keyboard.press('Escape');
  await expect(proof).toBeHidden();
  await expect(question).toBeVisible();
  await expect(page.getByText("We couldn't remove the passkey.")).toHaveCount(0);
  await refuse();
  await question.getByRole('button', { name: 'Remove' }).click();
  await proof.getByLabel('Password', { exact: true }).fill('Wrong7!word');
  await page.keyboard.press('Enter');
  await expect(proof).toContainText("This isn't your current password.");
  await proof.getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(page.getByText('Passkey removed.')).toBeVisible();
  await expect(security(page).getByRole('button', { name: 'Add Passkey' })).toBeFocused();
});

test('an authenticator app is turned on; its codes and recovery codes sign in', async ({ page }) => {
  const partner = await newPartner(page.request);
  await gotoAs(page, partner, '/');
  const app = security(page).getByRole('region', { name: 'Authenticator app' });
  await app.getByRole('button', { name: 'Turn On' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn On Authenticator App' });
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expect(dialog.getByLabel('Code from the app')).toBeFocused();
  const code = new TOTP({ secret: (await dialog.locator('code').innerText()).replaceAll(' ', '') });
  await dialog.getByLabel('Code from the app').fill('000 000');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText("This code isn't right");
  await expectAccessibleAtAllSizes(page);
  await dialog.getByLabel('Code from the app').fill(code.generate());
  await page.keyboard.press('Enter');
  const saving = page.getByRole('dialog', { name: 'Save Your Recovery Codes' });
  await expect(saving.getByRole('listitem')).toHaveCount(10);
  await expect(saving.getByRole('button', { name: 'Copy' })).toBeFocused();
  await expectAccessible(page);
  const recoveryCodes = await saving.getByRole('listitem').allInnerTexts();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Close without saving?' })).toBeVisible();
  await page.getByRole('button', { name: 'Go Back' }).click();
  await saving.getByRole('button', { name: 'I Saved Them' }).click();
  await expect(app).toContainText('On. 10 recovery codes left.');

  await forgetSession(page, '/employees?tab=active');
  await enterPassword(page, partner.admin);
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  const field = page.getByLabel('6-digit code');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessibleAtAllSizes(page);
  await page.goBack();
  await expect(page.getByLabel('Email')).toHaveValue(partner.admin.email);
  await page.goForward();
  await page.reload();
  await field.fill('000000');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/^This code isn't right/);
  // The code of the next half minute: the present one may be used up.
  await field.fill(code.generate({ timestamp: Date.now() + 30_000 }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner')).toContainText(partner.name);
  await expect(page).toHaveURL('/employees?tab=active');

  await forgetSession(page);
  await enterPassword(page, partner.admin);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(app).toContainText('On. 9 recovery codes left.');

  await app.getByRole('button', { name: 'New Recovery Codes' }).click();
  await page.getByRole('button', { name: 'Get New Codes' }).click();
  await expect(saving.getByRole('listitem')).toHaveCount(10);
  const [newCode = ''] = await saving.getByRole('listitem').allInnerTexts();
  await saving.getByRole('button', { name: 'I Saved Them' }).click();
  await expect(app).toContainText('On. 10 recovery codes left.');

  await app.getByRole('button', { name: 'Turn Off' }).click();
  const off = page.getByRole('dialog', { name: 'Turn Off Authenticator App' });
  await off.getByLabel('Password', { exact: true }).fill(partner.admin.password);
  await off.getByLabel('Code from the app, or a recovery code').fill(recoveryCodes[1] ?? '');
  await page.keyboard.press('Enter');
  await expect(off.getByRole('alert')).toBeVisible();
  await expectAccessibleAtAllSizes(page);
  await off.getByLabel('Code from the app, or a recovery code').fill(newCode);
  await page.keyboard.press('Enter');
  await expect(app.getByRole('button', { name: 'Turn On' })).toBeFocused();
});

test('an unused session warns, keeps a draft and ends at the time the organization set', async ({ page }) => {
  const partner = await newPartner(page.request);
  const headers = { authorization: `Bearer ${partner.token}` };
  await page.request.put(`/v1/organizations/${partner.id}/sign-in`, { headers, data: { idleMinutes: 5 } });
  await page.clock.install();
  await gotoAs(page, partner, '/');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Profile' });
  await editing.getByLabel('City').fill('Lansing');
  const unasked = page.waitForRequest((request) => request.headers()['kinbridge-background'] === '1');
  await page.clock.runFor(4 * 60_000 + 1000);
  await unasked;
  const warning = page.getByRole('dialog', { name: 'Are you still there?' });
  await expect(warning.getByRole('button', { name: 'Stay Signed In' })).toBeFocused();
  await expect(warning.getByRole('timer')).toContainText(/signed out in \d+ seconds/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(warning).toBeHidden();
  await expect(editing).toBeVisible();
  await page.clock.runFor(5 * 60_000 + 1000);
  await expect(page.getByText("You hadn't used Kinbridge for a while")).toBeVisible();
  await enterPassword(page, partner.admin);
  await expect(editing.getByLabel('City')).toHaveValue('Lansing');

  // The server may notice first, if the browser slept.
  const idle = { code: 'session_idle', message: 'You were signed out.', requestId: '' };
  await page.route('**/v1/auth/refresh-token', (route) => route.fulfill({ status: 401, json: idle }));
  await editing.getByRole('button', { name: 'Save Changes' }).evaluate((clicked: HTMLButtonElement) => {
    const session = JSON.parse(localStorage.getItem('kinbridge.session') ?? '{}');
    localStorage.setItem('kinbridge.session', JSON.stringify({ ...session, idToken: 'x' }));
    clicked.click();
  });
  await expect(page.getByText("You hadn't used Kinbridge for a while")).toBeVisible();
  await enterPassword(page, partner.admin);
  await expect(editing.getByLabel('City')).toHaveValue('Lansing');
});
