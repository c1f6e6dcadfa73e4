import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { moveTo, type Partner, refer, row } from './partners.ts';
import { failUntilRetried } from './retries.ts';
import { gotoAs } from './sessions.ts';
import { test } from './test.ts';
import { newPair, ticket } from './tickets.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const number = (page: Page, name: string, value: string) =>
  card(page, name).getByRole('link', { name: `${value}: show the list` });

async function downloaded(page: Page, button: string) {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('§2 a dashboard without requests can be retried and shows dashes', async ({ page, request }) => {
  const { pantry } = await newPair(request);
  await failUntilRetried(page, '**/metrics?*');
  await gotoAs(page, pantry, '/metrics-dashboard');
  await expect(page.getByRole('heading', { name: "We're sorry..." })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No requests in this period or the one before.')).toBeVisible();
  await expect(card(page, 'Conversion Rates')).toContainText('–');
  await expect(card(page, 'Programming')).toContainText('Hot meals');
  await expectAccessible(page);
});

test.describe('§2 the dashboard', () => {
  /** Received three requests, one of them completed. */
  let pantry: Partner;
  let ids: number[];
  test.beforeAll(async ({ request }) => {
    const pair = await newPair(request);
    pantry = pair.pantry;
    ids = [];
    for (let count = 0; count < 3; count += 1) ids.push(await refer(request, pair.clinic, pantry));
    await moveTo(request, pantry, ids[0] ?? 0, 'OPEN', 'IN_PROGRESS', 'PENDING', 'COMPLETED');
  });

  test('counts requests and keeps its period in the URL', async ({ page }) => {
    await gotoAs(page, pantry, '/metrics-dashboard');
    await expect(number(page, 'Service Requests Received', '3')).toBeVisible();
    await expect(number(page, 'Inbound Service Requests Completed', '1')).toBeVisible();
    await expect(card(page, 'Conversion Rates')).toContainText('33%');
    await expect(card(page, 'Programming')).toContainText('1 referring agency');
    const range = page.getByText(/, compared with /);
    const before = (await range.textContent()) ?? '';
    await page.getByText('Last Year', { exact: true }).click();
    await expect(page).toHaveURL(/period=year/);
    await expect(range).not.toHaveText(before);
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Last Year' })).toBeChecked();
    await page.getByText('Last Month', { exact: true }).click();
    await expect(range).toHaveText(before);
  });

  test('shows its charts as tables, and the requests behind a number', async ({ page }) => {
    const [done = 0] = ids;
    await gotoAs(page, pantry, '/metrics-dashboard?period=year');
    await card(page, 'Service Requests Received')
      .getByRole('button', { name: /^Show numbers/ })
      .click();
    const numbers = page.getByRole('dialog', { name: 'Service Requests Received' });
    await expect(numbers.getByRole('row')).toHaveCount(13);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(numbers).toBeHidden();
    await number(page, 'Service Requests Received', '3').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Requests received' })).toBeVisible();
    for (const id of ids) await expect(row(page, id)).toBeVisible();
    await expect(page.getByText('1–3 of 3')).toBeVisible();
    await page.getByRole('link', { name: `#${done}`, exact: true }).click();
    await expect(ticket(page, done)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(ticket(page, done)).toBeHidden();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page).toHaveURL('/metrics-dashboard?period=year');
    await card(page, 'Conversion Rates')
      .getByRole('row', { name: /^Completed/ })
      .getByRole('link')
      .click();
    const heading = 'Requests received that reached Completed';
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByText('1–1 of 1')).toBeVisible();
  });

  test('is downloaded as PDF and CSV', async ({ page }) => {
    await gotoAs(page, pantry, '/metrics-dashboard?period=year');
    const pdf = await downloaded(page, 'Download PDF');
    expect(pdf.name).toBe(`${pantry.name}_metrics_report.pdf`);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const csv = await downloaded(page, 'Download CSV');
    expect(csv.name).toBe(`${pantry.name}_metrics_report.csv`);
    expect(csv.bytes.toString().match(/^INCOMING,FOOD,/gm)).toHaveLength(3);
  });
});
