import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { expectAccessible, expectAccessibleAtAllSizes } from './expect-accessible.ts';
import { answerSms, expectSms, moveTo, newMember, newPartner, type Partner, refer, row } from './partners.ts';
import { failUntilRetried } from './retries.ts';
import { gotoAs, navigateTo } from './sessions.ts';
import { test } from './test.ts';
import { blockAllUpdates, filterTab, newTicket, reviewAs, ticket } from './tickets.ts';

// The tests are independent, so they can run in parallel.
test.describe.configure({ mode: 'parallel' });

const tinyPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function comment(page: Page, by: Partner, serviceRequestId: number, content: string): Promise<void> {
  const sent = await page.request.post('/v1/notes', {
    headers: { authorization: `Bearer ${by.token}` },
    multipart: { note: JSON.stringify({ serviceRequestId, content }) },
  });
  expect(sent.status()).toBe(201);
}

interface TraceEvent {
  name: string;
  args: { elementCount: number };
}

/** Opens another ticket of the board; the page stays loaded. */
async function reviewNext(page: Page, id: number): Promise<Locator> {
  await navigateTo(page, `/incoming-service-requests?ticket=${id}`);
  const dialog = ticket(page, id);
  await expect(dialog.getByRole('log')).toBeVisible();
  return dialog;
}

/** Holds responses from this address until the returned function is called. */
async function hold(page: Page, address: string): Promise<() => void> {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return answer;
}

test('§2 §4 the ticket id opens the dialog, which is disabled until it has loaded', async ({ page }) => {
  const { clinic, pantry, member, id } = await newTicket(page);
  await gotoAs(page, pantry, '/incoming-service-requests');
  const answer = await hold(page, `**/v1/service-requests/${id}`);
  const answerFeed = await hold(page, `**/v1/service-requests/${id}/timeline`);
  const link = row(page, id).getByRole('link', { name: `#${id}` });
  await link.click();
  const dialog = ticket(page, id);
  await expect(dialog).toContainText('Hot meals');
  for (const name of ['Move to Open', 'Move to', 'Cancel Ticket', 'Attach a file', 'SMS transcript']) {
    await expect(dialog.getByRole('button', { name, exact: true })).toBeDisabled();
  }
  const box = dialog.getByRole('textbox', { name: 'Comment' });
  await expect(box).toBeDisabled();
  const answered = page.waitForResponse(`**/v1/service-requests/${id}`);
  answer();
  await (await answered).finished();
  await expect(dialog).toContainText('Born 03-14-1987');
  await expect(dialog.getByRole('button', { name: 'Move to Open' })).toBeDisabled();
  answerFeed();
  await expect(dialog.getByRole('button', { name: 'Move to Open' })).toBeEnabled();
  await expect(box).toBeEnabled();
  await expect(dialog.getByRole('button', { name: 'Attach a file' })).toBeEnabled();
  await expect(dialog.getByRole('button', { name: 'SMS transcript' })).toBeEnabled();
  await expect(dialog).toContainText(
    `From${clinic.name}To${pantry.name}ServiceHot mealsPhone(313) 555-0123Address49684CategoryFood+ · Referral`,
  );
  await expect(dialog).toContainText('Born 03-14-1987');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Requested' })).toHaveAttribute('aria-current', 'step');
  await expect(dialog.getByRole('log')).toContainText(`at ${clinic.name} referred Ruth`);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('link', { name: `Ruth ${member.lastName}` }).click();
  await expect(page).toHaveURL(/\/members\/\d+$/);
});

test('opening a ticket restyles the ticket, not the board behind it', async ({ browser, page }) => {
  const { pantry, id } = await newTicket(page);
  // A lock on the root restyled everything, but only from the second opening on.
  const dialog = await reviewAs(page, pantry, id);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const behind = await page.locator('body *').count();
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await row(page, id)
    .getByRole('link', { name: `#${id}` })
    .click();
  await expect(dialog.getByRole('log')).toBeVisible();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const restyled = traceEvents.flatMap(({ name, args }) => (name === 'UpdateLayoutTree' ? [args.elementCount] : []));
  const all = await page.locator('body *').count();
  const most = Math.max(...restyled);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(all - behind / 2);
});

test('the page scrolls in a low window, but not behind a ticket', async ({ page }) => {
  const { pantry, id } = await newTicket(page);
  await page.setViewportSize({ width: 1280, height: 400 });
  const dialog = await reviewAs(page, pantry, id);
  const turnWheel = async () => {
    const heard = page.evaluate(
      () => new Promise((resolve) => window.addEventListener('wheel', resolve, { once: true })),
    );
    await page.mouse.move(8, 200);
    await page.mouse.wheel(0, 60);
    await heard;
  };
  await turnWheel();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await turnWheel();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
});

test('§4 a move can be undone, and a cancelled ticket can be reopened', async ({ page }) => {
  const { pantry, id } = await newTicket(page);
  const dialog = await reviewAs(page, pantry, id);
  await expect(dialog.getByRole('button', { name: 'Send Confirmation Message' })).toBeDisabled();
  const menu = dialog.getByRole('button', { name: 'Move to', exact: true });
  await menu.click();
  await expect(page.getByRole('menuitem')).toHaveText(['Open', 'Cancelled']);
  // Also before the menu has taken focus.
  await menu.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Move to Open' }).click();
  await expect(dialog.getByRole('button', { name: 'Move to In Progress' })).toBeVisible();
  await expect(page.getByText('Successfully updated status')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByRole('button', { name: 'Move to Open' })).toBeVisible();
  await expect(filterTab(dialog, 'Status')).toContainText('3');
  await expect(dialog.getByRole('log')).toContainText('undid the move to Open: Requested again');
  for (const [assigned, reopened] of [
    [false, 'Move to Open'],
    [true, 'Move to In Progress'],
  ] as const) {
    if (assigned) {
      await dialog.getByRole('combobox', { name: 'Assigned Agent' }).click();
      await page.getByRole('option', { name: pantry.admin.firstName }).click();
      await expect(dialog.getByRole('log')).toContainText(`assigned ${pantry.admin.firstName}`);
    }
    await dialog.getByRole('button', { name: 'Cancel Ticket' }).click();
    const question = page.getByRole('dialog', { name: 'Decline this request' });
    await question.getByRole('button', { name: 'Decline' }).click();
    await expect(question).toContainText('Please choose a reason.');
    await question.getByRole('radio', { name: 'Other' }).check();
    await question.getByRole('button', { name: 'Decline' }).click();
    await expect(question).toContainText('Please say what the reason is.');
    await question.getByRole('textbox', { name: 'Note' }).fill('Our van broke down.');
    // The next move waits until the server has this one.
    const answer = await hold(page, '**/transition/CANCELLED');
    await question.getByRole('button', { name: 'Decline' }).click();
    await expect(dialog.getByRole('button', { name: 'Reopen' })).toBeDisabled();
    answer();
    await expect(dialog.getByRole('button', { name: 'Reopen' })).toBeEnabled();
    await expect(dialog.getByRole('log')).toContainText('cancelled the ticket: OtherOur van broke down.');
    await expect(dialog.getByRole('region', { name: 'Request' })).toContainText('OutcomeOtherOur van broke down.');
    await expect(dialog.getByRole('button', { name: 'Cancel Ticket' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Reopen' }).click();
    await expect(dialog.getByRole('button', { name: reopened })).toBeVisible();
  }
});

test('a reason typed for one ticket stays when another one is moved', async ({ page }) => {
  const [{ id: typed }, { pantry, id: moved }] = [await newTicket(page), await newTicket(page)];
  const dialog = await reviewAs(page, pantry, typed);
  await dialog.getByRole('button', { name: 'Cancel Ticket' }).click();
  const question = page.getByRole('dialog', { name: 'Decline this request' });
  await question.getByRole('textbox', { name: 'Note' }).fill('Our van broke down.');
  await question.getByRole('button', { name: 'Go back' }).click();
  await dialog.getByRole('button', { name: 'Previous ticket' }).click();
  await ticket(page, moved).getByRole('button', { name: 'Move to Open' }).click();
  await expect(ticket(page, moved).getByRole('button', { name: 'Move to In Progress' })).toBeVisible();
  await ticket(page, moved).getByRole('button', { name: 'Next ticket' }).click();
  await dialog.getByRole('button', { name: 'Cancel Ticket' }).click();
  await expect(question.getByRole('textbox', { name: 'Note' })).toHaveValue('Our van broke down.');
});

test("a notice doesn't cover the buttons of a question", async ({ page }) => {
  const { pantry, id } = await newTicket(page);
  const dialog = await reviewAs(page, pantry, id);
  await dialog.getByRole('button', { name: 'Move to Open' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'moved to Open' });
  await expect(notice).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel Ticket' }).click();
  const question = page.getByRole('dialog', { name: 'Decline this request' });
  await expect(question).toBeVisible();
  const button = await question.getByRole('button', { name: 'Go back' }).boundingBox();
  const covering = await notice.boundingBox();
  expect(covering && button && covering.x + covering.width < button.x).toBe(true);
});

test("§4 the confirmation asks first, and the member's yes completes the ticket", async ({ page }) => {
  const { clinic, pantry, member, id } = await newTicket(page);
  const silent = await refer(page.request, clinic, pantry, { ...newMember(), phoneNumber: '' });
  for (const one of [id, silent]) await moveTo(page.request, pantry, one, 'OPEN', 'IN_PROGRESS');
  const dialog = await reviewAs(page, pantry, id);
  const send = dialog.getByRole('button', { name: 'Send Confirmation Message' });
  await expect(dialog).toContainText(
    "'Pending' requests become 'Completed' when the confirmation message is returned.",
  );
  await send.click();
  const question = page.getByRole('dialog', { name: 'Send the confirmation message?' });
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(dialog).toBeVisible();
  await expect(send).toBeFocused();
  await send.click();
  // The member gets exactly the text in the question.
  const shown = question.getByRole('figure', { name: 'Text to Ruth' }).getByRole('blockquote');
  await expect(shown).toContainText(
    `did you get Hot meals from our team at ${pantry.name}? Reply YES ${id} or NO ${id}.`,
  );
  const text = await shown.innerText();
  await question.getByRole('button', { name: 'Send and move' }).click();
  await expect(dialog.getByRole('button', { name: 'Move to Completed' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expectSms(page.request, member.phoneNumber, text);
  await answerSms(page.request, member.phoneNumber, `YES ${id}`);
  await expect(dialog.getByRole('log')).toContainText('confirmed by SMS, moved from Pending to Completed');
  await expect(dialog.getByRole('button', { name: 'Move to', exact: true })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Cancel Ticket' })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Send Confirmation Message' })).toBeDisabled();
  await expect(dialog).toContainText('A completed request cannot be canceled or moved to any other status.');

  const other = await reviewNext(page, silent);
  await expect(other).toContainText("Ruth won't get a text. There is no phone number.");
  await other.getByRole('button', { name: 'Send Confirmation Message' }).click();
  await expect(question).toContainText("Ruth won't get a text: There is no phone number.");
  await question.getByRole('button', { name: 'Move to Pending' }).click();
  await expect(other.getByRole('log')).toContainText('Skipped: There is no phone number.');
});

test('§8 §9 failed loads can be retried, and a failed or late move says why', async ({ page }) => {
  const { clinic, pantry, id } = await newTicket(page);
  const second = await refer(page.request, clinic, pantry);
  const asked: string[] = [];
  const failEmployees = (route: Route) => {
    asked.push(route.request().url());
    return route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Away', requestId: '1' } });
  };
  await failUntilRetried(page, '**/timeline');
  await failUntilRetried(page, '**/v1/users?*', failEmployees, 2);
  await blockAllUpdates(page);
  await gotoAs(page, pantry, `/incoming-service-requests?ticket=${id}`);
  const dialog = ticket(page, id);
  const feed = dialog.getByRole('tabpanel');
  await expect(feed).toContainText('Something went wrong. Please try again.');
  await expect(dialog).toContainText("We couldn't load your employees.");
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain(`entityId=${pantry.id}&entityType=ORGANIZATION&role=EMPLOYEE`);
  await feed.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('log')).toContainText('referred Ruth');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByRole('combobox', { name: 'Assigned Agent' }).click();
  await expect(page.getByRole('option', { name: pantry.admin.firstName })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.route('**/transition/**', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Move to Open' }).click();
  await expect(dialog.getByRole('alert')).toContainText("We couldn't reach Kinbridge.");
  await page.unroute('**/transition/**');
  await dialog.getByRole('button', { name: 'Move to Open' }).click();
  await expect(dialog.getByRole('button', { name: 'Move to In Progress' })).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveCount(0);

  const late = await reviewNext(page, second);
  const box = late.getByRole('textbox', { name: 'Comment' });
  await box.fill('I am about to call her.');
  await moveTo(page.request, clinic, second, 'OPEN');
  await late.getByRole('button', { name: 'Move to Open' }).click();
  const { firstName, lastName } = clinic.admin;
  await expect(late.getByRole('alert')).toContainText('This request has changed');
  await expect(late.getByRole('alert')).toContainText(
    new RegExp(
      `${firstName} ${lastName} at ${clinic.name} moved #${second} to Open before you, at \\d+:\\d\\d [AP]M\\.`,
    ),
  );
  await expect(late.getByRole('button', { name: 'Move to In Progress' })).toBeVisible();
  await expect(box).toHaveValue('I am about to call her.');
  await test.step('the card disappears once the ticket has moved on', async () => {
    await moveTo(page.request, clinic, second, 'IN_PROGRESS');
    await box.press('Control+Enter');
    await expect(late.getByRole('button', { name: 'Send Confirmation Message' })).toBeEnabled();
    await expect(late.getByRole('alert')).toHaveCount(0);
  });
});

test("§5 §6 a comment is trimmed, sent once, and readable by people who can't assign", async ({ page, browser }) => {
  const { clinic, pantry, id } = await newTicket(page);
  const other = await (await browser.newContext()).newPage();
  const theirs = await reviewAs(other, clinic, id, '/service-requests');
  await expect(theirs).toContainText(`Only ${pantry.name} can assign this request.`);
  await expect(theirs.getByRole('combobox', { name: 'Assigned Agent' })).toHaveCount(0);
  const dialog = await reviewAs(page, pantry, id);
  const box = dialog.getByRole('textbox', { name: 'Comment' });
  const send = dialog.getByRole('button', { name: 'Comment', exact: true });
  await box.fill('   ');
  await expect(send).toBeDisabled();
  await box.fill('  First line\nand a second  ');
  await box.press('Control+Enter');
  await expect(box).toHaveValue('');
  await expect(theirs.getByRole('article')).toContainText('First line\nand a second');
  await expect(theirs.getByRole('article')).toContainText(pantry.name);
  await box.fill('Only once, please');
  await send.dblclick();
  await expect(filterTab(theirs, 'Comments')).toContainText('2');
  await expect(theirs.getByRole('article').filter({ hasText: 'Only once, please' })).toHaveCount(1);
  await other.context().close();
});

test('§8 a comment shows immediately, and returns to its box if it fails', async ({ page }) => {
  const { clinic, pantry, id } = await newTicket(page);
  const second = await refer(page.request, clinic, pantry);
  let dialog = await reviewAs(page, pantry, second);
  let box = dialog.getByRole('textbox', { name: 'Comment' });
  const answer = await hold(page, '**/v1/notes');
  await box.fill('On its way');
  await box.press('Control+Enter');
  await expect(dialog.getByRole('article')).toContainText('Sending…');
  await expect(dialog.getByRole('article')).toContainText('On its way');
  await box.fill('The next words');
  answer();
  await expect(dialog).not.toContainText('Sending…');
  await expect(dialog.getByRole('article')).toHaveCount(1);
  await expect(box).toHaveValue('The next words');
  await box.press('Control+Enter');
  // Its time appears once the server has it.
  const last = dialog.getByRole('article').filter({ hasText: 'The next words' });
  await expect(last.locator('time')).toBeVisible();

  dialog = await reviewNext(page, id);
  box = dialog.getByRole('textbox', { name: 'Comment' });
  await expect(box).toHaveValue('');
  await box.fill('She called back.');
  await page.route('**/v1/notes', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Something went wrong. Please try again.');
  await expect(box).toHaveValue('She called back.');
  await page.unroute('**/v1/notes');
  dialog = await reviewNext(page, second);
  await expect(dialog.getByRole('textbox', { name: 'Comment' })).toHaveValue('');
  await page.reload();
  await expect(dialog.getByRole('log')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Comment' })).toHaveValue('');
  dialog = await reviewNext(page, id);
  await expect(box).toHaveValue('She called back.');
  await box.press('Control+Enter');
  await expect(dialog.getByRole('article').filter({ hasText: 'She called back.' }).locator('time')).toBeVisible();
  await reviewNext(page, second);
  await reviewNext(page, id);
  await expect(box).toHaveValue('');
});

test('§5 a comment can be a file, which is previewed or downloaded', async ({ page, context }) => {
  const { clinic, pantry } = await newTicket(page);
  const serviceRequest = {
    organizationId: clinic.id,
    serviceId: pantry.serviceId,
    patientId: null,
    patient: newMember(),
    description: 'Leaving the ward on Friday.',
  };
  const created = await page.request.post('/v1/service-requests', {
    headers: { authorization: `Bearer ${clinic.token}` },
    multipart: {
      serviceRequest: JSON.stringify(serviceRequest),
      file: { name: 'discharge.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') },
    },
  });
  const { id } = await created.json();
  const dialog = await reviewAs(page, pantry, id);
  const chooser = dialog.locator('input[type="file"]');
  await chooser.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(dialog.getByRole('alert')).toContainText('Only png, jpeg, jpg and pdf files can be attached.');
  // The server rejects a fake picture.
  await chooser.setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await dialog.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Only png, jpeg, jpg and pdf files can be attached.');
  await dialog.getByRole('button', { name: 'Remove fake.png' }).click();
  await chooser.setInputFiles({ name: 'ramp.png', mimeType: 'image/png', buffer: tinyPng });
  await dialog.getByRole('button', { name: 'Comment', exact: true }).click();
  await dialog.getByRole('button', { name: 'View ramp.png' }).click();
  const preview = page.getByRole('dialog', { name: 'ramp.png' });
  await expect(preview.getByRole('img', { name: 'ramp.png' })).toBeVisible();
  const saving = page.waitForEvent('download');
  await preview.getByRole('button', { name: 'Download' }).click();
  expect((await saving).suggestedFilename()).toBe('ramp.png');
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'View ramp.png' })).toBeFocused();

  await expect(dialog).toContainText('Leaving the ward on Friday.');
  await dialog.getByRole('button', { name: 'View discharge.pdf' }).click();
  const link = page.getByRole('dialog', { name: 'discharge.pdf' }).getByRole('link', { name: 'Open in a new tab' });
  await expect(link).toHaveAttribute('href', /^blob:/);
  // A browser without a PDF viewer saves the file instead, and the tab stays empty.
  const opened = context.waitForEvent('page');
  await link.click();
  await (await opened).close();
});

test('on a phone, facts are a tab, moves are in reach, and the feed has filters', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { clinic, pantry, member, id } = await newTicket(page);
  await comment(page, clinic, id, Array.from({ length: 50 }, (_, line) => `Line ${line}`).join('\n'));
  await comment(page, clinic, id, 'The newest comment');
  const reads: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === `/v1/service-requests/${id}/timeline`) reads.push(searchParams.get('background'));
  });
  const dialog = await reviewAs(page, pantry, id);
  await expect(dialog.getByText('The newest comment')).toBeAttached();
  await expect(dialog.getByText('Step 1 of 5')).toBeInViewport();
  for (const shown of await dialog.getByRole('tab').all()) await expect(shown).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole('button', { name: 'Cancel Ticket' })).toBeInViewport();
  await expect(dialog).toContainText(`for Ruth ${member.lastName} from ${clinic.name}`);
  await expect(dialog.getByRole('link', { name: 'Call' })).toHaveAttribute('href', `tel:${member.phoneNumber}`);
  await filterTab(dialog, 'Details').click();
  await expect(dialog).toContainText('CategoryFood+ · Referral');
  await dialog.getByRole('button', { name: 'Move to Open' }).click();
  await expect(dialog).toContainText('Step 2 of 5');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['In Progress', 'Cancelled']);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 1280, height: 720 });
  await comment(page, clinic, id, 'Discharge is on Saturday.');
  const feed = dialog.getByRole('log');
  for (const words of [
    'referred Ruth',
    'moved from Requested to Open',
    'Discharge is on Saturday.',
    'Hi Ruth',
    'Today',
  ]) {
    await expect(feed).toContainText(words);
  }
  await filterTab(dialog, 'Comments').click();
  await expect(feed).toContainText('Discharge is on Saturday.');
  await expect(feed).not.toContainText('Hi Ruth');
  await filterTab(dialog, 'Status').click();
  await expect(feed.getByRole('listitem')).toHaveCount(2);
  await filterTab(dialog, 'SMS').click();
  await expect(feed).toContainText('Hi Ruth');
  await expect(feed).toContainText('To Ruth');
  await filterTab(dialog, 'Views').click();
  await expect(feed).toContainText(`${pantry.admin.firstName} ${pantry.admin.lastName} at ${pantry.name} viewed it`);
  // Reads after live updates aren't views.
  await expect(feed.getByRole('listitem')).toHaveCount(1);
  const [opening, ...later] = reads;
  expect(opening).toBeNull();
  expect(new Set(later)).toEqual(new Set(['true']));
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(await reviewAs(page, clinic, id, '/service-requests')).toContainText(
    `for Ruth ${member.lastName} to ${pantry.name}`,
  );
});

test('the keyboard moves, undoes and steps through tickets; unknown ones say so', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { clinic, id: foreign } = await newTicket(page);
  const pantry = await newPartner(page.request);
  const id = await refer(page.request, clinic, pantry);
  const second = await refer(page.request, clinic, pantry);
  const dialog = await reviewAs(page, pantry, second);
  const menu = dialog.getByRole('button', { name: 'Move to', exact: true });
  // Tab skips disabled buttons.
  await expect(menu).toBeEnabled();
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    if (await menu.evaluate((button) => button === document.activeElement)) break;
  }
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Decline this request' });
  await expect(question.getByRole('radio', { name: 'No capacity' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(menu).toBeFocused();
  // The dialog traps focus, so Tab can't reach the notice.
  await dialog.getByRole('button', { name: 'Move to Open' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Move undone.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Move to Open' })).toBeVisible();

  await expect(dialog).toContainText('1 of 2');
  await page.keyboard.press('ArrowDown');
  await expect(ticket(page, id)).toContainText('2 of 2');
  await expect(page).toHaveURL(new RegExp(`ticket=${id}`));
  await ticket(page, id).getByRole('textbox', { name: 'Comment' }).press('ArrowUp');
  await expect(ticket(page, id)).toBeVisible();
  await ticket(page, id).getByRole('button', { name: 'Previous ticket' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied to clipboard.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${baseURL}/incoming-service-requests?ticket=${second}`,
  );
  await page.keyboard.press('ArrowDown');
  await expect(ticket(page, id)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ticket(page, id)).toBeHidden();
  await expect(row(page, id).getByRole('link', { name: `#${id}` })).toBeFocused();
  // When the open ticket leaves its tab, focus goes to the one in its place, or to the tab after the last one.
  for (const [left, next] of [
    [id, row(page, second).getByRole('link', { name: `#${second}` })],
    [second, page.getByRole('tabpanel').getByRole('button', { name: 'New Member Referral' })],
  ] as const) {
    await page.keyboard.press('Enter');
    const moveToOpen = ticket(page, left).getByRole('button', { name: 'Move to Open' });
    // The buttons are disabled until the ticket has loaded, and a key pressed on a disabled button does nothing.
    await expect(moveToOpen).toBeEnabled();
    await moveToOpen.press('Enter');
    await expect(row(page, left)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(next).toBeFocused();
  }

  for (const absent of [foreign, 99_999_999]) {
    await navigateTo(page, `/incoming-service-requests?ticket=${absent}`);
    await expect(ticket(page, absent)).toContainText('Ticket not found');
    await ticket(page, absent).getByRole('button', { name: 'Close' }).last().click();
    await expect(ticket(page, absent)).toBeHidden();
  }
});

test("the member's no shows immediately, and the dialog is accessible at every size", async ({ page }) => {
  const { clinic, pantry, member, id } = await newTicket(page);
  await comment(page, clinic, id, 'Discharge is on Saturday.');
  await moveTo(page.request, pantry, id, 'OPEN', 'IN_PROGRESS');
  const dialog = await reviewAs(page, pantry, id);
  for (const [width, height] of [
    [320, 640],
    [320, 192],
    [360, 640],
    [800, 500],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(dialog.getByRole('log')).toBeAttached();
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await sideways(), `${width} × ${height}`).toBeLessThanOrEqual(0);
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth), String(width)).toBe(0);
  }
  await moveTo(page.request, pantry, id, 'PENDING');
  await expect(dialog.getByRole('button', { name: 'Move to Completed' })).toBeVisible();
  await answerSms(page.request, member.phoneNumber, `NO ${id}`);
  await expect(dialog).toContainText("Ruth answered NO: help hasn't arrived.");
  await expect(dialog.getByRole('button', { name: 'Move to Completed' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Text Ruth' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Text Ruth' })).toBeFocused();
  await answerSms(page.request, member.phoneNumber, 'STOP');
  await expectAccessibleAtAllSizes(page);
  await filterTab(dialog, 'SMS').click();
  await expect(dialog).toContainText("can't receive texts");
  await dialog.getByRole('button', { name: /^Move( to)?$/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Cancelled' }).click();
  const question = page.getByRole('dialog', { name: 'Decline this request' });
  await expectAccessible(page);
  await question.getByRole('radio', { name: 'No capacity' }).check();
  await question.getByRole('button', { name: 'Decline' }).click();
  await expect(dialog.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await expectAccessibleAtAllSizes(page);
});
