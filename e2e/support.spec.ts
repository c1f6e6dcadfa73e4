import { expect, type Page, type Request } from '@playwright/test';
import { demoPerson } from './demo.ts';
import { gotoAs } from './sessions.ts';
import { test } from './test.ts';

const owen = demoPerson('EMPLOYEE', 'ACTIVE');

function watchQuestions(page: Page): Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/support')) sent.push(request);
  });
  return sent;
}

async function openCard(page: Page) {
  await page.getByRole('button', { name: 'Contact Support' }).click();
  return page.getByRole('dialog', { name: 'Contact Support' });
}

test('§2 Contact Support keeps its draft through failures and sends it once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // The page with the least content inside the frame.
  await gotoAs(page, owen, '/nowhere');
  const card = await openCard(page);
  const question = card.getByLabel('Your question');
  const technical = card.getByLabel('Technical Support Issue');
  const submit = card.getByRole('button', { name: 'Submit' });
  const success = card.getByRole('heading', { name: 'Success!' });
  await expect(question).toBeFocused();
  await submit.click();
  await expect(card).toContainText('Please type your question');
  await technical.check();
  await card.getByLabel('Business Inquiry').check();
  await expect(technical).not.toBeChecked();
  await question.fill('How do we add a second organization?');
  await submit.click();
  await expect(success).toBeVisible();
  await card.getByRole('button', { name: 'Done' }).click();
  await expect(card).toBeHidden();
  await expect(page.getByRole('button', { name: 'Contact Support' })).toBeFocused();

  await openCard(page);
  await question.fill('Never mind');
  await card.getByRole('button', { name: 'Cancel' }).click();
  await openCard(page);
  await expect(question).toHaveValue('');

  const sent = watchQuestions(page);
  await technical.check();
  await question.fill('The board does not load.');
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await openCard(page);
  await expect(question).toHaveValue('The board does not load.');
  await page.reload();
  await openCard(page);
  await expect(question).toHaveValue('The board does not load.');
  await expect(technical).toBeChecked();
  await page.route('**/v1/support', (route) => route.abort());
  await submit.click();
  await expect(card).toContainText("We couldn't send your message");
  await page.unrouteAll();
  const before = await card.boundingBox();
  await submit.dblclick();
  await expect(success).toBeVisible();
  // If the card shrank, the second click would land outside and close it unread.
  expect((await card.boundingBox())?.height).toBeGreaterThanOrEqual(before?.height ?? Number.NaN);
  const keys = new Set(sent.map((request) => request.headers()['idempotency-key']));
  expect(sent).toHaveLength(2);
  expect(keys.size).toBe(1);

  // Opened again while the last card is still fading out, it is a new card.
  const button = await page.getByRole('button', { name: 'Contact Support' }).elementHandle();
  await card.getByRole('button', { name: 'Done' }).evaluate(async (done: HTMLElement, again) => {
    done.click();
    await new Promise(requestAnimationFrame);
    (again as HTMLElement).click();
  }, button);
  await expect(question).toHaveValue('');
});
