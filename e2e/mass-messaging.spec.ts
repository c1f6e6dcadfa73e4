import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { answerSms, expectSms, newMember, refer } from './partners.ts';
import { gotoAs } from './sessions.ts';
import { test } from './test.ts';
import { newPair } from './tickets.ts';

/** The number that refuses every text in a trial portal. */
const refusingNumber = '+15005550001';

const count = (page: Page, label: string) =>
  page.locator('dl > div').filter({ hasText: label }).getByRole('definition');

async function expectNoSidewaysScrolling(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
}

test('§2 Mass Messaging sends a text, shows its progress and retries failures', async ({ page, request }) => {
  const { clinic, pantry } = await newPair(request);
  const people = [
    { ...newMember('Aaron'), phoneNumber: refusingNumber },
    ...Array.from({ length: 11 }, () => newMember()),
  ];
  for (const member of people) await refer(request, clinic, pantry, member);
  const [refused, optedOut, reached] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
  await expectSms(request, optedOut.phoneNumber, /received your request/);
  await answerSms(request, optedOut.phoneNumber, 'STOP');

  await test.step("warns when the text provider doesn't answer", async () => {
    const json = { sendingPausedSince: new Date().toISOString() };
    await page.route('**/v1/messages/delivery', (route) => route.fulfill({ json }));
    await gotoAs(page, clinic, '/mass-messaging');
    await expect(page.getByRole('heading', { name: 'The text provider isn’t answering' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page, 320);
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.unroute('**/v1/messages/delivery');
  });

  await gotoAs(page, clinic, '/mass-messaging');
  await expect(page.getByRole('heading', { level: 1, name: 'Mass Messaging' })).toBeVisible();
  await expect(page.getByText('All fields are required')).toBeVisible();
  const next = page.getByRole('button', { name: 'Next', exact: true });
  await expect(next).toBeDisabled();
  await expect(page.getByRole('status', { name: 'Preview' })).toHaveCount(0);
  await page.getByLabel('Your Message').fill('Our pantry is open on Saturday.');
  await expect(page.getByRole('status', { name: 'Preview' })).toHaveText(
    `Our pantry is open on Saturday.\n${clinic.name}. Reply STOP to opt out.`,
  );
  await next.click();

  await test.step('chooses recipients with filters, pages and tabs, and keeps them on reload', async () => {
    await expect(next).toBeDisabled();
    const table = page.getByRole('table', { name: 'Members' });
    await expect(table.getByRole('columnheader')).toHaveText([
      '',
      ...['ID', 'First Name', 'Last Name', 'Birth Date', 'Email', 'Zip Code', 'Service Type', 'Service Name'],
      'Service Date',
    ]);
    await expect(table.locator('tbody tr')).toHaveCount(10);
    await page.getByPlaceholder('Search Members...').fill(refused.lastName);
    await expect(table.locator('tbody tr')).toHaveCount(1);
    await expect(table).toContainText('03-14-1987');
    await page.getByRole('checkbox', { name: `Select Aaron ${refused.lastName}` }).check();
    expect(page.url()).not.toContain(refused.lastName);
    await page.getByRole('button', { name: 'Clear', exact: true }).first().click();
    await page.getByLabel('Service start date').fill('03-02-2026');
    await page.getByLabel('Service end date').fill('03-01-2026');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('heading', { name: 'The end date is before the start date.' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear dates' }).click();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(table.locator('tbody tr')).toHaveCount(2);
    await expect(page.getByRole('tab', { name: /Members/ })).toContainText('1 of 12');
    await page.getByRole('button', { name: 'Select all 12' }).click();
    await page.getByRole('tab', { name: /Employees/ }).click();
    await page.getByRole('checkbox', { name: `Select ${clinic.admin.firstName} ${clinic.admin.lastName}` }).check();
    const summary = '13 people selected: 12 members, 1 employee. 1 opted out and will be skipped.';
    await expect(page.getByText(summary)).toBeVisible();
    await page.reload();
    await expect(page.getByText(summary)).toBeVisible();
    await page.getByRole('tab', { name: /Members/ }).click();
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect(page.getByRole('table', { name: 'Members' })).toContainText('Opted out');
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page, 390);
    await expectNoSidewaysScrolling(page, 320);
    await page.setViewportSize({ width: 1366, height: 768 });
  });
  await next.click();

  await test.step('shows who will be skipped, sends a test, and keeps everything on failure', async () => {
    await expect(page.getByText('12 people will get this message')).toBeVisible();
    await expect(page.getByText(`${optedOut.firstName} ${optedOut.lastName}`)).toBeVisible();
    await expect(page.getByText('This number opted out by texting STOP.')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page, 390);
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.getByRole('button', { name: 'Send a test to myself' }).click();
    await expect(page.getByText('The test is on its way to your phone.')).toBeVisible();
    await page.route('**/sendSMSToIdsList', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('Your text and your selection are still here.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  });

  await test.step('updates the counts and retries failed texts', async () => {
    await expect(page).toHaveURL(/\/mass-messaging\/\d+$/);
    await expect(page.getByText("Done, but some people couldn't be reached.")).toBeVisible();
    await expect(count(page, 'Sent')).toHaveText('11');
    await expect(count(page, 'Failed')).toHaveText('1');
    await expectSms(request, reached.phoneNumber, /open on Saturday/);
    await expect(page.getByRole('listitem').filter({ hasText: 'the number does not exist' })).toContainText(
      refused.lastName,
    );
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page, 390);

    const corrected = newMember().phoneNumber;
    const link = await page.getByRole('link', { name: `Aaron ${refused.lastName}` }).getAttribute('href');
    const changed = await request.put(`/v1/users/${link?.split('/').at(-1)}`, {
      headers: { authorization: `Bearer ${clinic.token}` },
      data: { phoneNumber: corrected },
    });
    expect(changed.status()).toBe(200);
    await page.getByRole('button', { name: 'Try 1 again' }).click();
    await expect(count(page, 'Sent')).toHaveText('12');
    await expectSms(request, corrected, /open on Saturday/);
    await expect(count(page, 'Failed')).toHaveText('0');
    await expect(page.getByRole('button', { name: /^Try/ })).toHaveCount(0);
    await expect(page.getByText('Your message was sent successfully to the selected patient(s)')).toBeVisible();
  });

  await test.step('warns before it resends texts that may have arrived', async () => {
    await page.route(/\/v1\/campaigns\/\d+$/, async (route) => {
      const response = await route.fetch();
      const campaign = await response.json();
      const counts = { ...campaign.counts, unknown: 1, queued: 1 };
      await route.fulfill({ response, json: { ...campaign, counts, sendingPausedSince: campaign.createTimestamp } });
    });
    await page.reload();
    await expect(page.getByText('The rest are waiting for the text provider.')).toBeVisible();
    await page.getByRole('button', { name: 'Resend 1 unknown' }).click();
    const warning = page.getByRole('dialog', { name: 'Resend texts that may have arrived?' });
    await expect(warning).toContainText('some people may get the message twice');
    await expectAccessible(page);
    await warning.getByRole('button', { name: 'Cancel' }).click();
    await expect(warning).toBeHidden();
  });

  await test.step('asks before it stops, and shows when every text was already sent', async () => {
    await page.getByRole('button', { name: 'Stop Sending' }).click();
    const question = page.getByRole('dialog', { name: 'Stop sending this message?' });
    await expect(question).toContainText("you can't continue this message later");
    await question.getByRole('button', { name: 'Stop Sending' }).click();
    await expect(page.getByText('Your message was sent successfully to the selected patient(s)')).toBeVisible();
    await page.unroute(/\/v1\/campaigns\/\d+$/);
  });

  // A sent message leaves no draft.
  await page.goto('/mass-messaging');
  await expect(page.getByLabel('Your Message')).toHaveValue('');
  await page.getByRole('link', { name: 'Our pantry is open on Saturday.' }).click();
  await expect(count(page, 'Sent')).toHaveText('12');
  await expect(count(page, 'Failed')).toHaveText('0');
  await expect(page.getByRole('button', { name: /^Try/ })).toHaveCount(0);
});
