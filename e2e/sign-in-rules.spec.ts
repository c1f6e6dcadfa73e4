import { createHmac } from 'node:crypto';
import { expect } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { newPartner } from './partners.ts';
import { gotoAs } from './sessions.ts';
import { newEmployee } from './staff.ts';
import { test } from './test.ts';

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator app shows now, by RFC 6238. */
function codeOf(secret: string): string {
  const bits = [...secret.replaceAll(' ', '')].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0'));
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', key).update(step).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

test('admin requires a second factor, and a colleague is led to set one up', async ({ page }) => {
  const partner = await newPartner(page.request);
  const colleague = await newEmployee(page.request, partner, 'Ada');
  const heading = page.getByRole('heading', { level: 1, name: 'Set up a second factor' });

  await test.step('the admin is warned, and has none either', async () => {
    await gotoAs(page, partner, '/account-management?tab=sign-in');
    const card = page.getByRole('region', { name: 'Sign-in rules' });
    const idle = card.getByLabel('Log off when idle');
    await idle.focus();
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.keyboard.press('ArrowDown');
    await saved;
    await expect(idle).toHaveAttribute('aria-disabled', 'false');
    await expect(idle).toBeFocused();
    await expect(idle).not.toHaveValue('');
    await card.getByRole('switch', { name: 'Require a second factor' }).click();
    const question = page.getByRole('dialog', { name: 'Require a second factor?' });
    await expect(question).toContainText('2 of 2 people have no second factor yet.');
    await expect(question).toContainText('You are one of them');
    await question.getByRole('button', { name: 'Require It' }).click();
    await expect(heading).toBeVisible();
  });

  await test.step('the colleague sets up an app and gets to the page they wanted', async () => {
    await gotoAs(page, colleague, '/employees?tab=active');
    await expect(heading).toBeVisible();
    await expect(page.getByText(`${partner.name} requires a second factor`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('region', { name: 'Authenticator app' }).getByRole('button', { name: 'Turn On' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Code from the app').fill(codeOf(await dialog.locator('code').innerText()));
    await dialog.getByRole('button', { name: 'Turn On' }).click();
    await dialog.getByRole('button', { name: 'I Saved Them' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Employee Management' })).toBeVisible();
    await expect(page).toHaveURL('/employees?tab=active');
  });
});
