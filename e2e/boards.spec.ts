import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import {
  answerSms,
  bearer,
  expectSms,
  moveTo,
  newMember,
  newPartner,
  type Partner,
  refer,
  row,
  tab,
} from './partners.ts';
import { failUntilRetried } from './retries.ts';
import { gotoAs } from './sessions.ts';
import { test } from './test.ts';
import { blockLiveUpdates } from './tickets.ts';

/** Less than the ten seconds between polls, so changes within it came through the stream. */
const liveMs = 8000;

const laptop = { width: 1280, height: 720 };
const incoming = '/incoming-service-requests';

/** Refers members. No test looks at its boards, so all tests share it. */
let clinic: Partner;
/** The organization whose boards are tested: a new one for each test, because boards count requests. */
let pantry: Partner;

test.beforeAll(async ({ request }) => {
  clinic = await newPartner(request);
});

test.beforeEach(async ({ request }) => {
  pantry = await newPartner(request);
});

async function openBoard(page: Page, address = incoming): Promise<void> {
  await gotoAs(page, pantry, address);
  await expect(page.getByRole('heading', { level: 1, name: 'Service Requests' })).toBeVisible();
}

const ticketLinks = (page: Page) => page.getByRole('link', { name: /^#\d/ });
const ticketDialog = (page: Page, id: number) => page.getByRole('dialog').filter({ hasText: `#${id}` });
const selectBox = (page: Page, id: number) => row(page, id).getByRole('checkbox');

test('§2 on a phone, a tap anywhere on a row opens its ticket', async ({ page, request }) => {
  const id = await refer(request, clinic, pantry);
  await page.setViewportSize({ width: 360, height: 740 });
  await openBoard(page);
  await expect(page.getByRole('button', { name: 'New Member Referral' })).toHaveText('New');
  await expect(row(page, id)).toContainText(`Hot meals · ${clinic.name}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await selectBox(page, id).check();
  await expect(page.getByRole('button', { name: 'Clear selection' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /Page 1 \/ 1/ }).click();
  await expect(page.getByLabel('Rows per page')).toHaveValue('10');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Rows per page')).toBeHidden();
  const time = await row(page, id).locator('time').boundingBox();
  await page.mouse.click((time?.x ?? 0) + 4, (time?.y ?? 0) + 4);
  await expect(ticketDialog(page, id)).toBeVisible();
  // The selection stays when the window gets wider.
  await page.keyboard.press('Escape');
  await page.setViewportSize(laptop);
  await expect(selectBox(page, id)).toBeChecked();
});

test('a printed board is as long as its rows, in light colors, without menu and tools', async ({ page, request }) => {
  const id = await refer(request, clinic, pantry);
  await page.setViewportSize({ width: 1024, height: 620 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await openBoard(page);
  await expect(row(page, id)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  for (const part of [
    page.getByRole('navigation'),
    page.getByRole('searchbox'),
    page.getByRole('button', { name: /New Member Referral|Move|Contact Support/ }),
  ]) {
    await expect(part.filter({ visible: true })).toHaveCount(0);
  }
  const scrollers = () =>
    page.evaluate(() => {
      const scrolls = (element: Element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowY);
      return [...document.querySelectorAll('*')].filter((element) => element.checkVisibility() && scrolls(element))
        .length;
    });
  expect(await scrollers()).toBe(0);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('§2 boards have five tabs with counts and nine columns', async ({ page, request }) => {
  const older = await refer(request, clinic, pantry);
  const own = await refer(request, pantry, pantry);
  const taken = await refer(request, clinic, pantry);
  const sent = await refer(request, pantry, clinic);
  await moveTo(request, pantry, taken, 'OPEN', 'IN_PROGRESS');
  await page.setViewportSize({ width: 1366, height: 768 });
  await openBoard(page);
  await expect(page).toHaveTitle('Incoming Service Requests · Kinbridge');
  await expect(page.getByRole('button', { name: 'New Member Referral', exact: true })).toHaveText(
    'New Member Referral',
  );
  await expect(page.getByRole('tab')).toHaveText(['Requested2', 'Open0', 'In Progress1', 'Pending0', 'Completed0']);
  await expect(page.getByRole('columnheader')).toHaveText([
    '',
    'Ticket ID',
    'Member Name',
    'Ref. Organization',
    'Assigned Agent',
    'Service Type',
    'Service Name',
    'Category',
    'Status',
    'Due',
    'Date Completed',
  ]);
  await expect(page.getByRole('columnheader', { name: 'Ticket ID' })).toHaveAttribute('aria-sort', 'descending');
  await expect(ticketLinks(page)).toHaveText([`#${own}`, `#${older}`]);
  await expect(row(page, older)).toContainText(clinic.name);
  await expect(row(page, older)).toContainText('Referral');
  await expect(row(page, own)).toContainText('Direct');
  await expect(row(page, own)).toContainText('Food+');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Incoming' })).toContainText('2');
  await row(page, older).locator('time').hover();
  await expect(page.getByRole('tooltip')).toContainText(/^Since .+day, /);
  await expectAccessible(page);
  await tab(page, 'Open').click();
  await expect(page.getByRole('heading', { name: 'No open requests' })).toBeVisible();
  await expectAccessible(page);
  await tab(page, 'In Progress').click();
  await expect(row(page, taken)).toBeVisible();
  await expect(row(page, own)).toHaveCount(0);
  await menu.getByRole('link', { name: 'Outgoing' }).click();
  await expect(page).toHaveTitle('Outgoing Service Requests · Kinbridge');
  await expect(page.getByRole('columnheader', { name: 'Organization', exact: true })).toBeVisible();
  await expect(row(page, sent)).toContainText(clinic.name);
});

test('§4 a move keeps focus in the dialog, and an old Undo undoes only its own move', async ({ page, request }) => {
  const id = await refer(request, clinic, pantry);
  await openBoard(page);
  await row(page, id).getByRole('link').click();
  const dialog = ticketDialog(page, id);
  await dialog.getByRole('button', { name: 'Move to Open' }).click();
  const onwards = dialog.getByRole('button', { name: 'Move to In Progress' });
  await expect(onwards).toBeVisible();
  await expect(row(page, id)).toHaveCount(0);
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await onwards.click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toHaveCount(2);
  await page.getByRole('status').filter({ hasText: 'moved to Open' }).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`0 moved, 1 skipped: #${id} now In Progress.`)).toBeVisible();
});

const moveButton = (page: Page) => page.getByRole('button', { name: 'Move', exact: true });
const moveTwo = (page: Page) => page.getByRole('button', { name: 'Move 2 requests' });

test('§4 the bulk move offers five statuses and shows the text that Pending sends', async ({ page, request }) => {
  await refer(request, clinic, pantry);
  await refer(request, clinic, pantry);
  await openBoard(page);
  await expect(moveButton(page)).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await moveButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Move 2 requests' });
  await expect(dialog.getByRole('radio')).toHaveCount(5);
  await expect(dialog.getByRole('radio', { name: 'Cancelled' })).toHaveCount(0);
  await expect(dialog.getByRole('radio', { name: 'Completed' })).toBeChecked();
  await expect(dialog.getByRole('combobox', { name: 'What happened?' })).toHaveValue('HELPED');
  await expect(dialog).toContainText('Moving to Pending asks members by text if help arrived.');
  await dialog.getByRole('radio', { name: 'Pending' }).check();
  const text = dialog.getByRole('figure', { name: 'Text to Ruth. 1 other member gets their own.' });
  await expect(text.getByRole('blockquote')).toContainText(/^Hi Ruth, did you get Hot meals/);
  await expectAccessible(page);
});

test('a bulk move to Pending names the members who get no text', async ({ page, request }) => {
  const silent = newMember('Sila');
  const id = await refer(request, clinic, pantry, silent);
  await refer(request, clinic, pantry);
  const headers = bearer(clinic.token);
  const { patient } = await (await request.get(`/v1/service-requests/${id}`, { headers })).json();
  const off = await request.put(`/v1/users/${patient.id}`, { headers, data: { sendSmsTexts: false } });
  expect(off.status()).toBe(200);
  await openBoard(page);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await moveButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Move 2 requests' });
  await dialog.getByRole('radio', { name: 'Pending' }).check();
  await expect(dialog).toContainText(`No text for Sila ${silent.lastName}, who can't get texts.`);
});

test('§4 a failed bulk move keeps the selection, and a double click moves once', async ({ page, request }) => {
  const ids = [await refer(request, clinic, pantry), await refer(request, clinic, pantry)];
  await openBoard(page);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await moveButton(page).click();
  const message = 'Kinbridge is restarting. Please try again in a few seconds.';
  await page.route('**/v1/service-requests/transition/*', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message, requestId: 'x' } }),
  );
  await moveTwo(page).click();
  await expect(page.getByRole('alert')).toContainText(message);
  await page.unrouteAll();
  await moveTwo(page).dblclick();
  await expect(page.getByText('Successfully updated status')).toBeVisible();
  await expect(page.getByText('0 moved')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(tab(page, 'Completed')).toHaveText('Completed2');
  await expect(page.getByText('selected')).toHaveCount(0);
  // The pressed button is disabled, and the rows have moved away.
  await expect(page.getByRole('tabpanel').getByRole('button', { name: 'New Member Referral' })).toBeFocused();
  await tab(page, 'Completed').click();
  for (const id of ids) await expect(row(page, id)).toContainText('CompletedHelped');
});

test('§4 a selection spans tabs, and Undo returns each request to its status', async ({ page, request }) => {
  const requested = await refer(request, clinic, pantry);
  const open = await refer(request, clinic, pantry);
  await moveTo(request, pantry, open, 'OPEN');
  await openBoard(page);
  await selectBox(page, requested).check();
  await tab(page, 'Open').click();
  await selectBox(page, open).check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await moveButton(page).click();
  await page.getByRole('radio', { name: 'In Progress' }).check();
  await moveTwo(page).click();
  await expect(page.getByText('2 requests moved to In Progress')).toBeVisible();
  await expect(tab(page, 'In Progress')).toHaveText('In Progress2');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('tab')).toHaveText(['Requested1', 'Open1', 'In Progress0', 'Pending0', 'Completed0']);
  await expect(row(page, open)).toContainText('Open');
});

test("§4 the bulk move lists what it skips, and the member's no shows on the board", async ({ page, request }) => {
  const member = newMember();
  const done = await refer(request, clinic, pantry);
  const open = await refer(request, clinic, pantry, member);
  await moveTo(request, pantry, done, 'OPEN', 'IN_PROGRESS', 'PENDING', 'COMPLETED');
  await moveTo(request, pantry, open, 'OPEN', 'IN_PROGRESS');
  await openBoard(page, `${incoming}?tab=completed`);
  await selectBox(page, done).check();
  await tab(page, 'In Progress').click();
  await selectBox(page, open).check();
  await moveButton(page).click();
  await page.getByRole('radio', { name: 'Pending' }).check();
  await moveTwo(page).click();
  await expect(page.getByText(`1 moved, 1 skipped: #${done} already completed, which is final.`)).toBeVisible();
  await expectSms(request, member.phoneNumber, new RegExp(`Reply YES ${open} or NO ${open}`));
  await answerSms(request, member.phoneNumber, `NO ${open}`);
  await tab(page, 'Pending').click();
  await expect(row(page, open)).toContainText('Member says no');
});

test('rows are selected and opened by keyboard, and by Shift and click', async ({ page, request }) => {
  const ids: number[] = [];
  for (let count = 0; count < 4; count += 1) ids.unshift(await refer(request, clinic, pantry));
  const [first, , third] = ids as [number, number, number, number];
  await openBoard(page);
  const link = (index: number) => page.getByRole('link', { name: `#${ids[index]}`, exact: true });
  await link(0).focus();
  await page.keyboard.press('ArrowDown');
  await expect(link(1)).toBeFocused();
  await page.keyboard.press(' ');
  await page.keyboard.press('End');
  await expect(link(3)).toBeFocused();
  await page.keyboard.press('Shift+ ');
  await expect(page.getByText('3 selected')).toBeVisible();
  await expect(selectBox(page, first)).not.toBeChecked();
  await page.keyboard.press('Home');
  await expect(link(0)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(ticketDialog(page, first)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link(0)).toBeFocused();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'New Service Request' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const clear = page.getByRole('button', { name: 'Clear selection' });
  await clear.click();
  await expect(clear).toHaveCount(0);
  await selectBox(page, first).click();
  await selectBox(page, third).click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 selected')).toBeVisible();
  await clear.click();
  await expect(moveButton(page)).toBeDisabled();
});

test('a chosen tab keeps focus, and Back moves it from a row to the one in its place', async ({ page, request }) => {
  const ids: number[] = [];
  for (let count = 0; count < 4; count += 1) ids.unshift(await refer(request, clinic, pantry));
  for (const id of ids.slice(2)) await moveTo(request, pantry, id, 'OPEN');
  await openBoard(page);
  const link = (index: number) => page.getByRole('link', { name: `#${ids[index]}`, exact: true });
  // Both lists are loaded, so that the second click shows its rows immediately.
  await tab(page, 'Open').click();
  await expect(link(3)).toBeVisible();
  await tab(page, 'Requested').click();
  await link(1).focus();
  await tab(page, 'Open').click();
  await expect(link(3)).toBeVisible();
  await expect(tab(page, 'Open')).toBeFocused();
  await link(3).focus();
  await page.goBack();
  await expect(link(1)).toBeFocused();
  await expect(link(1)).toHaveAttribute('tabindex', '0');
});

test('a search leads to its rows by keyboard and survives a reload', async ({ page, request }) => {
  const member = newMember('Calliope');
  const cancelled = await refer(request, clinic, pantry, member);
  const open = await refer(request, clinic, pantry, member);
  const wanted = await refer(request, clinic, pantry, member);
  const other = await refer(request, clinic, pantry, newMember('Deshawn'));
  await moveTo(request, pantry, cancelled, 'CANCELLED');
  await moveTo(request, pantry, open, 'OPEN');
  await openBoard(page);
  await expect(row(page, other)).toBeVisible();
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search Service Requests...' });
  await expect(search).toBeFocused();
  // In one step: a pause between letters would start a search.
  await search.fill('calliope');
  await expect(row(page, other)).toHaveCount(0);
  await expect(row(page, wanted)).toBeVisible();
  await expect(row(page, cancelled)).toContainText('Cancelled');
  await expect(row(page, open)).toHaveCount(0);
  expect(page.url()).not.toContain('calliope');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('row').nth(1).getByRole('link')).toBeFocused();
  // Enter doesn't wait for a pause in typing, but for the results.
  const nothing = page.getByRole('heading', { name: 'Nothing matches “nobody at all”' });
  await search.fill('nobody at all');
  await page.keyboard.press('Enter');
  await expect(nothing).toBeVisible();
  await expect(search).toBeFocused();
  await search.fill('calliope');
  await page.keyboard.press('Enter');
  await expect(row(page, wanted).getByRole('link').or(row(page, cancelled).getByRole('link')).first()).toBeFocused();
  await page.reload();
  await expect(search).toHaveValue('calliope');
  await expect(row(page, wanted)).toBeVisible();
  await expect(page.getByText('1 more in other tabs.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(row(page, open)).toContainText('Open');
  await search.fill('nobody at all');
  await expect(nothing).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear search' }).last().click();
  await expect(row(page, other)).toBeVisible();
});

test('a request that is declined while you look stays until you leave the tab', async ({ page, request }) => {
  const declined = await refer(request, pantry, clinic);
  const waiting = await refer(request, pantry, clinic);
  await page.setViewportSize({ width: 1366, height: 768 });
  await openBoard(page, '/service-requests');
  await expect(ticketLinks(page)).toHaveText([`#${waiting}`, `#${declined}`]);
  for (const name of ['Due', 'Service Type']) {
    await expect(page.getByRole('columnheader', { name })).toBeVisible();
  }
  await moveTo(request, clinic, declined, 'CANCELLED');
  await expect(row(page, declined)).toContainText('Cancelled', { timeout: liveMs });
  await expect(ticketLinks(page)).toHaveText([`#${waiting}`, `#${declined}`]);
  await expect(page.getByRole('checkbox', { name: 'Declined (1)' })).toBeVisible();
  await row(page, declined).getByRole('link', { name: 'Refer elsewhere' }).click();
  await expect(page.getByRole('dialog', { name: 'Refer elsewhere' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await tab(page, 'Open').click();
  await tab(page, 'Requested').click();
  await expect(ticketLinks(page)).toHaveText([`#${waiting}`]);
  await page.getByRole('checkbox', { name: 'Declined (1)' }).check();
  await expect(ticketLinks(page)).toHaveText([`#${declined}`]);
  await page.getByRole('checkbox', { name: 'Declined (1)' }).uncheck();
  await page.getByRole('checkbox', { name: 'Mine' }).check();
  await expect(ticketLinks(page)).toHaveText([`#${waiting}`]);
});

test('Show cancelled lists the cancelled tickets, and leads back to the tab', async ({ page, request }) => {
  const cancelled = await refer(request, clinic, pantry);
  await moveTo(request, pantry, cancelled, 'CANCELLED');
  await openBoard(page, `${incoming}?tab=open`);
  const box = page.getByRole('checkbox', { name: 'Show cancelled' });
  await expect(tab(page, 'Cancelled')).toHaveCount(0);
  await box.check();
  await expect(row(page, cancelled)).toContainText('Cancelled');
  await expect(tab(page, 'Cancelled')).toHaveAttribute('aria-selected', 'true');
  await box.uncheck();
  await expect(tab(page, 'Open')).toHaveAttribute('aria-selected', 'true');
});

test('page, size, sort and ticket are in the URL, and Back closes a ticket', async ({ page, request }) => {
  const ids: number[] = [];
  for (const letter of 'ABCDEFGHIJKLM') ids.push(await refer(request, clinic, pantry, newMember(`${letter}nna`)));
  const [first, middle, last] = ids.slice(-3) as [number, number, number];
  await openBoard(page, `${incoming}?size=10`);
  await expect(page.getByText('1–10 of 13')).toBeVisible();
  await selectBox(page, last).check();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(ticketLinks(page)).toHaveText([`#${ids[2]}`, `#${ids[1]}`, `#${ids[0]}`]);
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Member Name' }).click();
  await expect(page).toHaveURL(/sort=memberName%2Casc/);
  await expect(ticketLinks(page).first()).toHaveText(`#${ids[0]}`);
  await page.getByLabel('Go to page').fill('2');
  await page.keyboard.press('Enter');
  await expect(ticketLinks(page)).toHaveText([`#${first}`, `#${middle}`, `#${last}`]);

  const address = `${incoming}?size=10&sort=memberName%2Casc&page=2`;
  const link = page.getByRole('link', { name: `#${first}` });
  await expect(link).toHaveAttribute('href', `${address}&ticket=${first}`);
  await link.click();
  await expect(ticketDialog(page, first)).toBeVisible();
  await expect(page).toHaveURL(`${address}&ticket=${first}`);
  await page.reload();
  await expect(ticketDialog(page, first)).toBeVisible();
  await page.getByRole('button', { name: 'Next ticket' }).click();
  await expect(ticketDialog(page, middle)).toBeVisible();
  await page.getByRole('button', { name: 'Next ticket' }).click();
  await expect(ticketDialog(page, last)).toBeVisible();
  await expect(page.getByText('13 of 13', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('link', { name: `#${last}` })).toBeFocused();
  await expect(page.getByRole('columnheader', { name: 'Member Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(ticketLinks(page)).toHaveText([`#${first}`, `#${middle}`, `#${last}`]);
  await page.getByLabel('Rows per page').selectOption('20');
  await expect(page.getByText('1–13 of 13')).toBeVisible();
});

test('all tabs of a browser follow changes through one stream', async ({ page, context, request }) => {
  const streams: string[] = [];
  context.on('request', (sent) => sent.url().endsWith('/v1/events') && streams.push(sent.url()));
  await openBoard(page);
  await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible();
  const services = page.getByRole('link', { name: 'See your services' });
  await expect(services).toHaveAttribute('href', '/account-management');
  const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Incoming' });
  await expect(entry).toHaveText('Incoming');
  const other = await context.newPage();
  await other.goto(incoming);
  await expect(other.getByRole('heading', { name: 'No requests yet' })).toBeVisible();
  streams.length = 0;
  const id = await refer(request, clinic, pantry);
  for (const each of [page, other]) {
    await expect(row(each, id)).toBeVisible({ timeout: liveMs });
    await expect(tab(each, 'Requested')).toHaveText('Requested1');
  }
  await moveTo(request, clinic, id, 'OPEN');
  for (const each of [page, other]) await expect(row(each, id)).toHaveCount(0, { timeout: liveMs });
  expect(streams).toEqual([]);
  // When the tab with the stream closes, the other one takes over.
  await page.close();
  await expect.poll(() => streams.length).toBe(1);
  await tab(other, 'Open').click();
  await moveTo(request, clinic, id, 'IN_PROGRESS');
  await expect(tab(other, 'In Progress')).toHaveText('In Progress1', { timeout: liveMs });

  // Your own move doesn't wait for the server's response.
  const own = await refer(request, clinic, pantry);
  await tab(other, 'Requested').click();
  await other.getByRole('link', { name: `#${own}` }).click();
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await other.route(`**/v1/service-requests/${own}/transition/*`, async (route) => {
    await held;
    await route.continue();
  });
  await other.getByRole('button', { name: 'Move to Open' }).click();
  await expect(other.locator(`tr[data-row="${own}"]`)).toHaveCount(0);
  await expect(other.locator('[role="tab"]').nth(1)).toHaveText('Open1');
  answer();
  await expect(other.getByText(`#${own} moved to Open`)).toBeVisible();
});

test('without a stream the board polls; failed lists and late moves explain themselves', async ({ page, request }) => {
  const id = await refer(request, clinic, pantry);
  await moveTo(request, pantry, id, 'OPEN');
  await page.clock.install();
  await blockLiveUpdates(page);
  const list = '**/incoming-service-requests/search';
  const message = 'The database is away.';
  await failUntilRetried(page, list, (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message, requestId: '7F3A-19C2' } }),
  );
  await openBoard(page, `${incoming}?tab=open`);
  await expect(page.getByRole('alert')).toContainText('Something went wrong. Please try again later');
  await expect(page.getByText('Reference 7F3A-19C2')).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(row(page, id)).toBeVisible();

  const next = await refer(request, clinic, pantry);
  await moveTo(request, pantry, next, 'OPEN');
  await page.clock.fastForward(10_000);
  await expect(row(page, next)).toBeVisible({ timeout: liveMs });
  await expect(page.getByRole('alert')).toHaveCount(0);

  await page.getByRole('link', { name: `#${id}` }).click();
  const move = page.getByRole('button', { name: 'Move to In Progress' });
  await expect(move).toBeEnabled();
  // The page must not learn of it before it tries.
  await page.route(`**/v1/service-requests/${id}/transition/*`, async (route) => {
    await moveTo(request, clinic, id, 'CANCELLED');
    await route.continue();
  });
  await move.click();
  await expect(page.getByText(`Ada Moreno at ${clinic.name} moved #${id} to Cancelled before you, at `)).toBeVisible();
  const marked = page.locator(`tr[data-row="${id}"]`);
  await expect(marked).toHaveAttribute('data-marked', 'true');
  await expect(marked).toContainText('Cancelled');
  await page.clock.fastForward(2_000);
  await expect(marked).toHaveCount(0);
  await expect(tab(page, 'Open')).toHaveText('Open1');
});
