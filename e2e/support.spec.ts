import { expect, type Page, type Request, test } from '@playwright/test';
import { demoPerson } from './demo.ts';
import { signIn } from './sessions.ts';

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

test('§2 Contact Support: one of two boxes, a question, and the success slide', async ({ page }) => {
  await signIn(page, owen);
  const card = await openCard(page);
  await expect(card.getByLabel('Your question')).toBeFocused();
  await card.getByRole('button', { name: 'Submit' }).click();
  await expect(card).toContainText('Please type your question');
  await card.getByLabel('Technical Support Issue').check();
  await card.getByLabel('Business Inquiry').check();
  await expect(card.getByLabel('Technical Support Issue')).not.toBeChecked();
  await card.getByLabel('Your question').fill('How do we add a second organization?');
  await card.getByRole('button', { name: 'Submit' }).click();
  await expect(card.getByRole('heading', { name: 'Success!' })).toBeVisible();
  await card.getByRole('button', { name: 'Done' }).click();
  await expect(card).toBeHidden();
  await expect(page.getByRole('button', { name: 'Contact Support' })).toBeFocused();
});

test('what was typed survives closing by accident and a failed send, and arrives once', async ({ page }) => {
  await signIn(page, owen);
  const sent = watchQuestions(page);
  const card = await openCard(page);
  await card.getByLabel('Technical Support Issue').check();
  await card.getByLabel('Your question').fill('The board does not load.');
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await openCard(page);
  await expect(card.getByLabel('Your question')).toHaveValue('The board does not load.');
  await expect(card.getByLabel('Technical Support Issue')).toBeChecked();
  await page.route('**/v1/support', (route) => route.abort());
  await card.getByRole('button', { name: 'Submit' }).click();
  await expect(card).toContainText('Your message was not sent');
  await page.unrouteAll();
  await card.getByRole('button', { name: 'Submit' }).dblclick();
  await expect(card.getByRole('heading', { name: 'Success!' })).toBeVisible();
  const keys = new Set(sent.map((request) => request.headers()['idempotency-key']));
  expect(sent).toHaveLength(2);
  expect(keys.size).toBe(1);
});

test('Cancel forgets the question', async ({ page }) => {
  await signIn(page, owen);
  const card = await openCard(page);
  await card.getByLabel('Your question').fill('Never mind');
  await card.getByRole('button', { name: 'Cancel' }).click();
  await openCard(page);
  await expect(card.getByLabel('Your question')).toHaveValue('');
});
