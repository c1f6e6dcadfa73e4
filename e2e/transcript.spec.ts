import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessibleAtAllSizes } from './expect-accessible.ts';
import { answerSms, expectSms, newMember } from './partners.ts';
import { failUntilRetried } from './retries.ts';
import { gotoAs } from './sessions.ts';
import { test } from './test.ts';
import { blockAllUpdates, filterTab, newTicket, reviewAs } from './tickets.ts';

// One of the last files to run, so its tests use every free worker.
test.describe.configure({ mode: 'parallel' });

/** The number that refuses every text in a trial portal. */
const refusingNumber = '+15005550001';

/** The ticket's texts in its review dialog. */
async function openTexts(page: Page, member = newMember()) {
  const made = await newTicket(page, member);
  const dialog = await reviewAs(page, made.pantry, made.id);
  await filterTab(dialog, 'SMS').click();
  return { ...made, dialog, box: dialog.getByRole('textbox', { name: 'Text Ruth' }) };
}

/** Opens the transcript of the ticket's member from their profile. */
async function openTranscript(page: Page) {
  const made = await newTicket(page);
  const read = await page.request.get(`/v1/service-requests/${made.id}`, {
    headers: { authorization: `Bearer ${made.pantry.token}` },
  });
  const { patient } = await read.json();
  await gotoAs(page, made.pantry, `/members/${patient.id}`);
  await page.getByRole('button', { name: 'SMS transcript' }).click();
  const dialog = page.getByRole('dialog', { name: 'SMS Transcript' });
  return { ...made, dialog, box: dialog.getByRole('textbox', { name: 'Text Ruth' }) };
}

/** Expects the download to be the ticket's transcript. */
async function expectExport(page: Page, place: Locator, id: number, phoneNumber: string): Promise<void> {
  const saving = page.waitForEvent('download');
  await place.getByRole('button', { name: 'Export to CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('SMS Transcripts.csv');
  const [header, first] = (await readFile(await file.path(), 'utf8')).replace('\ufeff', '').split(/\r?\n/);
  expect(header).toBe('SMS ID,RECIPIENT TYPE,FIRST NAME,PHONE NUMBER,SERVICE TYPE,SERVICE REQUEST ID');
  expect(first).toContain(`,Member,Ruth,`);
  expect(first).toContain(phoneNumber.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, ',($1) $2-$3,'));
  expect(first).toMatch(new RegExp(`,FOOD,${id}$`));
}

test("§9 a request's texts are exported, and staff and member text until the opt-out", async ({ page }) => {
  const { dialog, box, member, pantry, id } = await openTexts(page);
  await dialog.getByRole('button', { name: 'SMS transcript' }).click();
  const transcript = page.getByRole('dialog', { name: 'SMS Transcript' });
  await expect(transcript).toContainText(`Ticket #${id}`);
  await expect(transcript.getByRole('log')).toContainText('Hi Ruth');
  await expectExport(page, transcript, id, member.phoneNumber);
  await page.keyboard.press('Escape');
  await expect(transcript).toBeHidden();
  await expectExport(page, dialog, id, member.phoneNumber);

  const send = dialog.getByRole('button', { name: 'Send SMS' });
  await expect(send).toBeDisabled();
  await box.fill('a'.repeat(160));
  await expect(dialog).toContainText('160 of 300 · 1 text message');
  await box.fill('a'.repeat(161));
  await expect(dialog).toContainText('161 of 300 · 2 text messages');
  await box.fill('ж'.repeat(71));
  await expect(dialog).toContainText('71 of 300 · 2 text messages');
  await box.fill('a'.repeat(301));
  await expect(dialog).toContainText('301 of 300');
  await expect(send).toBeDisabled();
  await box.fill('  Your box is ready at noon.  ');
  await send.dblclick();
  await expect(box).toHaveValue('');
  const feed = dialog.getByRole('log');
  const sent = feed.getByRole('listitem').filter({ hasText: 'Your box is ready at noon.' });
  await expect(sent).toHaveCount(1);
  await expect(sent).toContainText(`${pantry.admin.firstName} ${pantry.admin.lastName} to Ruth`);
  await expect(sent).toContainText('Sent');
  await expectSms(page.request, member.phoneNumber, /^Your box is ready at noon\.$/);
  await answerSms(page.request, member.phoneNumber, 'Thank you, I will come.');
  await expect(feed.getByRole('listitem').last()).toContainText('Thank you, I will come.');
  await answerSms(page.request, member.phoneNumber, 'STOP');
  await expect(dialog).toContainText("Ruth can't receive texts. This number opted out by texting STOP.");
  await expect(box).toBeDisabled();
});

test('an opt-out the page missed explains itself and keeps what was typed', async ({ page }) => {
  await blockAllUpdates(page);
  const { dialog, box, member } = await openTexts(page);
  await answerSms(page.request, member.phoneNumber, 'STOP');
  await box.fill('Are you there?');
  await dialog.getByRole('button', { name: 'Send SMS' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    "We couldn't send your text. This number opted out by texting STOP. They can text START to opt in again.",
  );
  await expect(box).toHaveValue('Are you there?');
});

test("a member's transcript can be retried, shows all texts and keeps the draft", async ({ page }) => {
  await failUntilRetried(page, '**/getPatientMessages/*');
  const { dialog, box, member, pantry, id } = await openTranscript(page);
  await expect(dialog).toContainText("We couldn't reach Kinbridge.");
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('log')).toContainText(`Hi Ruth, ${pantry.name} received your request.`);
  await expectExport(page, dialog, id, member.phoneNumber);
  await box.fill('Half a sente');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'SMS transcript' })).toBeFocused();
  await page.getByRole('button', { name: 'SMS transcript' }).click();
  await expect(box).toHaveValue('Half a sente');
  await box.fill('A whole sentence.');
  await box.press('Control+Enter');
  await expect(dialog.getByRole('log')).toContainText('A whole sentence.');
  await answerSms(page.request, member.phoneNumber, 'And an answer');
  await expect(dialog.getByRole('listitem').last()).toContainText('And an answer');
  await box.fill('a'.repeat(301));
  await expectAccessibleAtAllSizes(page);
});

test('resends a text that failed, and warns first if it may have arrived', async ({ page }) => {
  const { dialog, id, clinic } = await openTexts(page, { ...newMember(), phoneNumber: refusingNumber });
  const text = dialog.getByRole('listitem').filter({ hasText: 'Hi Ruth' });
  await expect(text).toContainText('Failed: the number does not exist');
  const headers = { authorization: `Bearer ${clinic.token}` };
  const { patient } = await (await page.request.get(`/v1/service-requests/${id}`, { headers })).json();
  const phoneNumber = newMember().phoneNumber;
  const changed = await page.request.put(`/v1/users/${patient.id}`, { headers, data: { phoneNumber } });
  expect(changed.status()).toBe(200);

  await test.step('asks before it resends a text that may have arrived', async () => {
    await page.route('**/getServiceRequestMessages/*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"failed"', '"unknown"') });
    });
    await dialog.getByRole('button', { name: 'SMS transcript' }).click();
    const transcript = page.getByRole('dialog', { name: 'SMS Transcript' });
    await transcript.getByRole('button', { name: 'Resend' }).first().click();
    const warning = page.getByRole('dialog', { name: 'Resend this text?' });
    await expect(warning).toContainText('It may have arrived.');
    await expectAccessibleAtAllSizes(page);
    await warning.getByRole('button', { name: 'Cancel' }).click();
    await expect(warning).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(transcript).toBeHidden();
  });

  await text.getByRole('button', { name: 'Resend' }).click();
  await expect(text).toContainText('Sent');
  await expect(page.getByText('The text is queued again.')).toBeVisible();
  await expectSms(page.request, phoneNumber, /received your request/);
  await expect(text.getByRole('button', { name: 'Resend' })).toHaveCount(0);
});
