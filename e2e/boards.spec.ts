import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { answerSms, expectSms, moveTo, newMember, newPartner, type Partner, refer, row, tab } from './partners.ts';
import { gotoAs, signIn } from './sessions.ts';

/** Less than the ten seconds after which a page asks by itself, so what comes within it came by the stream. */
const liveMs = 8000;

let clinic: Partner;
let pantry: Partner;

test.beforeEach(async ({ request }) => {
  clinic = await newPartner(request, []);
  pantry = await newPartner(request);
});

async function openBoard(page: Page, partner: Partner, address = '/incoming-service-requests'): Promise<void> {
  await gotoAs(page, partner, address);
  await expect(page.getByRole('heading', { level: 1, name: 'Service Requests' })).toBeVisible();
}

test('§2 the incoming board has five tabs with counts and nine columns, newest first', async ({ page, request }) => {
  const older = await refer(request, clinic, pantry);
  const own = await refer(request, pantry, pantry);
  const open = await refer(request, clinic, pantry);
  await moveTo(request, pantry, open, 'OPEN');
  await openBoard(page, pantry);
  await expect(page).toHaveTitle('Incoming Service Requests · Kinbridge');
  await expect(page.getByRole('button', { name: 'New Member Referral', exact: true })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Requested2', 'Open1', 'In Progress0', 'Pending0', 'Completed0']);
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
    'In status',
    'Date Completed',
  ]);
  await expect(page.getByRole('columnheader', { name: 'Ticket ID' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('link', { name: /^#\d/ })).toHaveText([`#${own}`, `#${older}`]);
  await expect(row(page, older)).toContainText(clinic.name);
  await expect(row(page, older)).toContainText('Referral');
  await expect(row(page, own)).toContainText('Direct');
  await expect(row(page, own)).toContainText('Food+');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Incoming' })).toContainText('2');
  await tab(page, 'Open').click();
  await expect(row(page, open)).toBeVisible();
  await expect(row(page, own)).toHaveCount(0);
});

test('§2 the outgoing board names the organization that a request went to', async ({ page, request }) => {
  const id = await refer(request, clinic, pantry);
  await openBoard(page, clinic, '/service-requests');
  await expect(page).toHaveTitle('Outgoing Service Requests · Kinbridge');
  await expect(page.getByRole('columnheader', { name: 'Organization', exact: true })).toBeVisible();
  await expect(row(page, id)).toContainText(pantry.name);
  const incoming = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Incoming' });
  await expect(incoming).toHaveText('Incoming');
});

test('§4 the bulk move offers every status but Cancelled, Completed first, and says what it did', async ({
  page,
  request,
}) => {
  const ids = [await refer(request, clinic, pantry), await refer(request, clinic, pantry)];
  await openBoard(page, pantry);
  const move = page.getByRole('button', { name: 'Move', exact: true });
  await expect(move).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await move.click();
  const dialog = page.getByRole('dialog', { name: 'Move 2 requests' });
  await expect(dialog.getByRole('radio')).toHaveCount(5);
  await expect(dialog.getByRole('radio', { name: 'Cancelled' })).toHaveCount(0);
  await expect(dialog.getByRole('radio', { name: 'Completed' })).toBeChecked();
  await expect(dialog).toContainText('Moving to Pending sends each member a confirmation message.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Move 2 requests' }).click();
  await expect(page.getByText('Successfully updated status')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(tab(page, 'Completed')).toHaveText('Completed2');
  await expect(page.getByText('selected')).toHaveCount(0);
  await tab(page, 'Completed').click();
  for (const id of ids) await expect(row(page, id)).toContainText('Completed');
});

test('a bulk move that sends nothing can be undone, each request to where it was', async ({ page, request }) => {
  const requested = await refer(request, clinic, pantry);
  const open = await refer(request, clinic, pantry);
  await moveTo(request, pantry, open, 'OPEN');
  await openBoard(page, pantry);
  await row(page, requested).getByRole('checkbox').check();
  // What is selected stays so in another tab.
  await tab(page, 'Open').click();
  await row(page, open).getByRole('checkbox').check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByRole('radio', { name: 'In Progress' }).check();
  await page.getByRole('button', { name: 'Move 2 requests' }).click();
  await expect(page.getByText('2 requests moved to In Progress')).toBeVisible();
  await expect(tab(page, 'In Progress')).toHaveText('In Progress2');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('tab')).toHaveText(['Requested1', 'Open1', 'In Progress0', 'Pending0', 'Completed0']);
  await expect(row(page, open)).toContainText('Open');
});

test('what a bulk move cannot touch is skipped and named; Pending asks the member', async ({ page, request }) => {
  const member = newMember();
  const waiting = await refer(request, clinic, pantry, member);
  const done = await refer(request, clinic, pantry);
  await moveTo(request, pantry, waiting, 'OPEN', 'IN_PROGRESS');
  await moveTo(request, pantry, done, 'OPEN', 'IN_PROGRESS', 'PENDING', 'COMPLETED');
  await openBoard(page, pantry, '/incoming-service-requests?tab=completed');
  await row(page, done).getByRole('checkbox').check();
  await tab(page, 'In Progress').click();
  await row(page, waiting).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByRole('radio', { name: 'Pending' }).check();
  await page.getByRole('button', { name: 'Move 2 requests' }).click();
  await expect(page.getByText(`1 moved, 1 skipped: #${done} already completed, which is final.`)).toBeVisible();
  await expectSms(request, member.phoneNumber, new RegExp(`Reply YES ${waiting} or NO ${waiting}`));
  await answerSms(request, member.phoneNumber, `NO ${waiting}`);
  await tab(page, 'Pending').click();
  await expect(row(page, waiting)).toContainText('Member says no');
});

test('a bulk move that fails says why and keeps the selection', async ({ page, request }) => {
  await refer(request, clinic, pantry);
  await openBoard(page, pantry);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  const message = 'The service is starting again. Please try once more in a few seconds.';
  await page.route('**/v1/service-requests/transition/*', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message, requestId: 'x' } }),
  );
  await page.getByRole('button', { name: 'Move 1 request' }).click();
  await expect(page.getByRole('alert')).toContainText(message);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Move 1 request' }).click();
  await expect(tab(page, 'Completed')).toHaveText('Completed1');
});

test('search finds by name and cancelled tickets too, keeps the words out of the address, and outlives a reload', async ({
  page,
  request,
}) => {
  const member = newMember('Calliope');
  const other = await refer(request, clinic, pantry, newMember('Deshawn'));
  const wanted = await refer(request, clinic, pantry, member);
  const cancelled = await refer(request, clinic, pantry, member);
  const open = await refer(request, clinic, pantry, member);
  await moveTo(request, pantry, cancelled, 'CANCELLED');
  await moveTo(request, pantry, open, 'OPEN');
  await openBoard(page, pantry);
  await expect(row(page, other)).toBeVisible();
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search Service Requests...' });
  await expect(search).toBeFocused();
  await page.keyboard.type('calliope');
  await expect(row(page, other)).toHaveCount(0);
  await expect(row(page, wanted)).toBeVisible();
  await expect(row(page, cancelled)).toContainText('Cancelled');
  await expect(row(page, open)).toHaveCount(0);
  expect(page.url()).not.toContain('calliope');
  await page.reload();
  await expect(search).toHaveValue('calliope');
  await expect(row(page, wanted)).toBeVisible();
  await expect(page.getByText('1 more in other tabs.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(row(page, open)).toContainText('Open');
  await search.fill('nobody at all');
  await expect(page.getByRole('heading', { name: 'Nothing matches “nobody at all”' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear search' }).last().click();
  await expect(row(page, other)).toBeVisible();
});

test('Show cancelled lists the cancelled tickets, and leads back', async ({ page, request }) => {
  const cancelled = await refer(request, clinic, pantry);
  await moveTo(request, pantry, cancelled, 'CANCELLED');
  await openBoard(page, pantry, '/incoming-service-requests?tab=open');
  await expect(tab(page, 'Cancelled')).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Show cancelled' }).check();
  await expect(row(page, cancelled)).toContainText('Cancelled');
  await expect(tab(page, 'Cancelled')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('checkbox', { name: 'Show cancelled' }).uncheck();
  await expect(tab(page, 'Open')).toHaveAttribute('aria-selected', 'true');
});

test('page, size, sort and tab stand in the address, and the server pages and sorts', async ({ page, request }) => {
  const ids: number[] = [];
  for (const letter of 'ABCDEFGHIJKL') ids.push(await refer(request, clinic, pantry, newMember(`${letter}nna`)));
  await openBoard(page, pantry, '/incoming-service-requests?size=10');
  await expect(page.getByText('1–10 of 12')).toBeVisible();
  await row(page, ids[11] ?? 0)
    .getByRole('checkbox')
    .check();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole('link', { name: /^#\d/ })).toHaveText([`#${ids[1]}`, `#${ids[0]}`]);
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Member Name' }).click();
  await expect(page).toHaveURL(/sort=memberName%2Casc/);
  await expect(page.getByRole('link', { name: /^#\d/ }).first()).toHaveText(`#${ids[0]}`);
  await page.getByLabel('Go to page').fill('2');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /^#\d/ })).toHaveText([`#${ids[10]}`, `#${ids[11]}`]);
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Member Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('link', { name: /^#\d/ })).toHaveText([`#${ids[10]}`, `#${ids[11]}`]);
  await page.getByLabel('Rows per page').selectOption('20');
  await expect(page.getByText('1–12 of 12')).toBeVisible();
});

test('a ticket is a link: reload keeps it, the neighbours are a key away, and going back closes it', async ({
  page,
  request,
}) => {
  const last = await refer(request, clinic, pantry);
  const middle = await refer(request, clinic, pantry);
  const first = await refer(request, clinic, pantry);
  await openBoard(page, pantry);
  await page.getByRole('link', { name: `#${first}` }).click();
  const dialog = (id: number) => page.getByRole('dialog').filter({ hasText: `#${id}` });
  await expect(dialog(first)).toBeVisible();
  await expect(page).toHaveURL(`/incoming-service-requests?ticket=${first}`);
  await page.reload();
  await expect(dialog(first)).toBeVisible();
  await page.getByRole('button', { name: 'Next ticket' }).click();
  await expect(dialog(middle)).toBeVisible();
  await page.getByRole('button', { name: 'Next ticket' }).click();
  await expect(dialog(last)).toBeVisible();
  await expect(page.getByText('3 of 3', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/incoming-service-requests');
  await expect(page.getByRole('link', { name: `#${last}` })).toBeFocused();
});

test('arrows, Space, Shift and Enter work along the rows, and n opens a new request', async ({ page, request }) => {
  const ids: number[] = [];
  for (let count = 0; count < 4; count += 1) ids.unshift(await refer(request, clinic, pantry));
  await openBoard(page, pantry);
  const link = (index: number) => page.getByRole('link', { name: `#${ids[index]}`, exact: true });
  await link(0).focus();
  await page.keyboard.press('ArrowDown');
  await expect(link(1)).toBeFocused();
  await page.keyboard.press(' ');
  await page.keyboard.press('End');
  await expect(link(3)).toBeFocused();
  await page.keyboard.press('Shift+ ');
  await expect(page.getByText('3 selected')).toBeVisible();
  await expect(row(page, ids[0] ?? 0).getByRole('checkbox')).not.toBeChecked();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').filter({ hasText: `#${ids[0]}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link(0)).toBeFocused();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'New Service Request' })).toBeVisible();
});

test('Shift-click selects a range', async ({ page, request }) => {
  const ids: number[] = [];
  for (let count = 0; count < 4; count += 1) ids.unshift(await refer(request, clinic, pantry));
  await openBoard(page, pantry);
  await row(page, ids[0] ?? 0)
    .getByRole('checkbox')
    .click();
  await row(page, ids[2] ?? 0)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(page.getByRole('button', { name: 'Move', exact: true })).toBeDisabled();
});

test('a board follows what others do, by one stream for all tabs of the browser', async ({
  page,
  context,
  request,
}) => {
  const streams: string[] = [];
  context.on('request', (sent) => sent.url().endsWith('/v1/events') && streams.push(sent.url()));
  await openBoard(page, pantry);
  await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/incoming-service-requests');
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
  // The tab that held the stream goes; the other one takes over.
  await page.close();
  await expect.poll(() => streams.length).toBe(1);
  await tab(other, 'Open').click();
  await moveTo(request, clinic, id, 'IN_PROGRESS');
  await expect(tab(other, 'In Progress')).toHaveText('In Progress1', { timeout: liveMs });
});

test('without a stream the board asks every ten seconds, and says nothing of it', async ({ page, request }) => {
  await page.route('**/v1/events', (route) => route.abort());
  await openBoard(page, pantry);
  await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible();
  const id = await refer(request, clinic, pantry);
  await expect(row(page, id)).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('where somebody was quicker, the row comes back, is marked, and says who moved it', async ({ page, request }) => {
  const id = await refer(request, clinic, pantry);
  await moveTo(request, pantry, id, 'OPEN');
  await page.route('**/v1/events', (route) => route.abort());
  await openBoard(page, pantry, '/incoming-service-requests?tab=open');
  await page.getByRole('link', { name: `#${id}` }).click();
  const move = page.getByRole('button', { name: 'Move to In Progress' });
  await expect(move).toBeEnabled();
  // The page must not hear of it before it tries.
  await page.route(`**/v1/service-requests/${id}/transition/*`, async (route) => {
    await moveTo(request, clinic, id, 'CANCELLED');
    await route.continue();
  });
  await move.click();
  await expect(page.getByText(`Ada Moreno at ${clinic.name} moved #${id} to Cancelled meanwhile.`)).toBeVisible();
  await expect(page.locator(`tr[data-row="${id}"]`)).toHaveAttribute('data-marked', 'true');
  await expect(page.locator(`tr[data-row="${id}"]`)).toContainText('Cancelled');
  await expect(page.locator(`tr[data-row="${id}"]`)).toHaveCount(0);
  await expect(tab(page, 'Open')).toHaveText('Open0');
});

test('a single move shows at once, before the server has answered', async ({ page, request }) => {
  const id = await refer(request, clinic, pantry);
  await openBoard(page, pantry);
  await page.getByRole('link', { name: `#${id}` }).click();
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**/v1/service-requests/${id}/transition/*`, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Move to Open' }).click();
  await expect(page.locator(`tr[data-row="${id}"]`)).toHaveCount(0);
  await expect(page.locator('[role="tab"]').nth(1)).toHaveText('Open1');
  answer();
  await expect(page.getByText(`#${id} moved to Open`)).toBeVisible();
});

test('a list that fails says why, keeps its tools, and can be tried again', async ({ page, request }) => {
  const id = await refer(request, clinic, pantry);
  await signIn(page, pantry.admin);
  await page.route('**/v1/events', (route) => route.abort());
  const message = 'Something went wrong. Please try again later';
  await page.route(/\/v1\/.*\/incoming-service-requests\?/, (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message, requestId: '7F3A-19C2' } }),
  );
  await page.goto('/incoming-service-requests');
  await expect(page.getByRole('alert')).toContainText(message);
  await expect(page.getByText('Reference 7F3A-19C2')).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(row(page, id)).toBeVisible();
});

test('the board has no barrier', async ({ page, request }) => {
  await refer(request, clinic, pantry);
  await refer(request, pantry, pantry);
  await openBoard(page, pantry);
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await expectAccessible(page);
  await tab(page, 'Open').click();
  await expect(page.getByRole('heading', { name: 'No open requests' })).toBeVisible();
  await expectAccessible(page);
});

test('on a phone a request has two lines, the whole of them opens it, and nothing scrolls sideways', async ({
  page,
  request,
}) => {
  const id = await refer(request, clinic, pantry);
  await page.setViewportSize({ width: 360, height: 740 });
  await openBoard(page, pantry);
  await expect(page.getByRole('button', { name: 'New Member Referral' })).toHaveText('New');
  await expect(row(page, id)).toContainText(`Hot meals · ${clinic.name}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await row(page, id).getByRole('checkbox').check();
  await expect(page.getByRole('button', { name: 'Clear selection' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /Page 1 of 1/ }).click();
  await expect(page.getByLabel('Rows per page')).toHaveValue('10');
  await page.keyboard.press('Escape');
  await row(page, id).click({ position: { x: 200, y: 44 } });
  await expect(page.getByRole('dialog').filter({ hasText: `#${id}` })).toBeVisible();
});
