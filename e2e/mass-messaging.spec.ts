import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { answerSms, expectSms, newMember, type Partner, refer } from './partners.ts';
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

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true });

/** The clinic's twelve members: a text to the first is refused, and the second opted out. */
let clinic: Partner;
/** Sends the messages of tests that need no list. */
let pantry: Partner;
let people: ReturnType<typeof newMember>[];

test.beforeAll(async ({ request }) => {
  ({ clinic, pantry } = await newPair(request));
  const refused = { ...newMember('Aaron'), phoneNumber: refusingNumber };
  people = [refused, ...Array.from({ length: 11 }, () => newMember())];
  for (const member of people) await refer(request, clinic, pantry, member);
  const [, optedOut] = people as [typeof refused, typeof refused];
  await expectSms(request, optedOut.phoneNumber, /received your request/);
  await answerSms(request, optedOut.phoneNumber, 'STOP');
});

async function writeMessage(page: Page): Promise<void> {
  await page.getByLabel('Your Message').fill('Our pantry is open on Saturday.');
  await next(page).click();
}

/** Sends a message to one member through the API and opens its page. */
async function openSent(page: Page, member: ReturnType<typeof newMember>) {
  const headers = { authorization: `Bearer ${pantry.token}` };
  const id = await refer(page.request, pantry, pantry, member);
  const { patient } = await (await page.request.get(`/v1/service-requests/${id}`, { headers })).json();
  const data = { ids: [patient.id], message: 'Our pantry is open on Saturday.' };
  const sent = await page.request.post('/v1/messages/sendSMSToIdsList', { headers, data });
  expect(sent.ok(), await sent.text()).toBe(true);
  const { campaignId } = await sent.json();
  await gotoAs(page, pantry, `/mass-messaging/${campaignId}`);
  return { headers, memberId: patient.id as number };
}

test("§2 Mass Messaging warns when the text provider doesn't answer", async ({ page }) => {
  const json = { sendingPausedSince: new Date().toISOString() };
  await page.route('**/v1/messages/delivery', (route) => route.fulfill({ json }));
  await gotoAs(page, clinic, '/mass-messaging');
  await expect(page.getByRole('heading', { name: 'The text provider isn’t answering' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page, 320);
});

test('§5 a message needs a text, which is previewed with its ending', async ({ page }) => {
  await gotoAs(page, clinic, '/mass-messaging');
  await expect(page.getByRole('heading', { level: 1, name: 'Mass Messaging' })).toBeVisible();
  await expect(page.getByText('All fields are required')).toBeVisible();
  await expect(next(page)).toBeDisabled();
  const preview = page.getByRole('status', { name: 'Preview' });
  await expect(preview).toHaveCount(0);
  await page.getByLabel('Your Message').fill('Our pantry is open on Saturday.');
  await expect(preview).toHaveText(`Our pantry is open on Saturday.\n${clinic.name}. Reply STOP to opt out.`);
});

test('recipients are chosen with filters, pages and tabs, and kept on reload', async ({ page }) => {
  const [refused] = people as [(typeof people)[0]];
  await gotoAs(page, clinic, '/mass-messaging');
  await writeMessage(page);
  await expect(next(page)).toBeDisabled();
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
  await expect(page.getByRole('tab', { name: /Members/ })).toContainText('1 chosen');
  expect(page.url()).not.toContain(refused.lastName);
  await page.getByRole('button', { name: 'Clear', exact: true }).first().click();
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
  await expect(table).toContainText('Opted out');
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page, 390);
  await expectNoSidewaysScrolling(page, 320);
});

test('recipients with an end date before the start date say so', async ({ page }) => {
  await gotoAs(page, clinic, '/mass-messaging');
  await writeMessage(page);
  await page.getByLabel('Service start date').fill('03-02-2026');
  await page.getByLabel('Service end date').fill('03-01-2026');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('heading', { name: 'The end date is before the start date.' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear dates' }).click();
  await expect(page.getByRole('table', { name: 'Members' }).locator('tbody tr')).toHaveCount(10);
});

test('a message names who is skipped, keeps everything on failure and is sent', async ({ page, request }) => {
  const [refused, optedOut, reached] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
  await gotoAs(page, clinic, '/mass-messaging');
  await writeMessage(page);
  await page.getByRole('button', { name: 'Select all 12' }).click();
  await next(page).click();
  await expect(page.getByText('11 people will get this message')).toBeVisible();
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
  await expect(page).toHaveURL(/\/mass-messaging\/\d+$/);
  await expect(page.getByText("Done, but some people couldn't be reached.")).toBeVisible();
  await expect(count(page, 'Sent')).toHaveText('10');
  await expect(count(page, 'Failed')).toHaveText('1');
  await expectSms(request, reached.phoneNumber, /open on Saturday/);
  const failed = page.getByRole('listitem').filter({ hasText: 'the number does not exist' });
  await expect(failed).toContainText(refused.lastName);
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page, 390);

  await test.step('leaves no draft', async () => {
    await page.goto('/mass-messaging');
    await expect(page.getByLabel('Your Message')).toHaveValue('');
    await expect(page.getByRole('link', { name: 'Our pantry is open on Saturday.' }).first()).toBeVisible();
  });
});

test('failed texts are retried, and the counts follow', async ({ page, request }) => {
  const { headers, memberId } = await openSent(page, { ...newMember('Aaron'), phoneNumber: refusingNumber });
  await expect(count(page, 'Failed')).toHaveText('1');
  const corrected = newMember().phoneNumber;
  const changed = await request.put(`/v1/users/${memberId}`, { headers, data: { phoneNumber: corrected } });
  expect(changed.status()).toBe(200);
  await page.getByRole('button', { name: 'Try 1 again' }).click();
  await expect(count(page, 'Sent')).toHaveText('1');
  await expectSms(request, corrected, /open on Saturday/);
  await expect(count(page, 'Failed')).toHaveText('0');
  await expect(page.getByRole('button', { name: /^Try/ })).toHaveCount(0);
  await expect(page.getByText('Your message was sent successfully to the selected patient(s)')).toBeVisible();
});

test('texts that may have arrived are resent, and sending stops, only after a question', async ({ page }) => {
  await page.route(/\/v1\/campaigns\/\d+$/, async (route) => {
    const response = await route.fetch();
    const massMessage = await response.json();
    const counts = { ...massMessage.counts, unknown: 1, queued: 1 };
    await route.fulfill({
      response,
      json: { ...massMessage, counts, sendingPausedSince: massMessage.createTimestamp },
    });
  });
  await openSent(page, newMember());
  await expect(page.getByText('The rest are waiting for the text provider.')).toBeVisible();
  await page.getByRole('button', { name: 'Resend 1 unknown' }).click();
  const warning = page.getByRole('dialog', { name: 'Resend texts that may have arrived?' });
  await expect(warning).toContainText('some people may get the message twice');
  await expectAccessible(page);
  await warning.getByRole('button', { name: 'Cancel' }).click();
  await expect(warning).toBeHidden();
  await page.getByRole('button', { name: 'Stop Sending' }).click();
  const question = page.getByRole('dialog', { name: 'Stop sending this message?' });
  await expect(question).toContainText("you can't continue this message later");
  await question.getByRole('button', { name: 'Stop Sending' }).click();
  // Every text had left before.
  await expect(page.getByText('Your message was sent successfully to the selected patient(s)')).toBeVisible();
});
