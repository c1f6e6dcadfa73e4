import { expect, type Locator, type Page } from '@playwright/test';
import { expectNoAxeIssues } from './expect-accessible.ts';
import { answersTo, archiveForm, fillInName, next, publishForm, storedOnPhone } from './forms.ts';
import { test } from './test.ts';

test.use({ viewport: { width: 390, height: 844 } });

const sleep = {
  type: 'radiogroup',
  name: 'sleep',
  title: { default: 'Where did you sleep last night?', es: '¿Dónde durmió anoche?' },
  isRequired: true,
  choices: [
    { value: 'home', text: { default: 'My own place', es: 'En mi casa' } },
    { value: 'family', text: { default: 'With family or friends', es: 'Con familia o amigos' } },
  ],
};
const since = { type: 'text', name: 'since', title: 'Since when?', visibleIf: "{sleep} = 'family'" };
const meals = { type: 'boolean', name: 'meals', title: 'Would you like hot meals?' };
const remarks = { type: 'comment', name: 'remarks', title: 'Anything else?' };

test('a form works on a phone in two languages; closed forms and bad links say so', async ({ page, request }) => {
  const form = await publishForm(request, 'Housing check', () => [sleep, since, meals], {
    offeredLanguages: ['es'],
  });
  await page.goto(form.address);
  await expect(page.getByText(form.partner.name, { exact: true })).toBeVisible();
  await next(page);
  await expect(page.getByText('Please fill this in to continue.').first()).toBeVisible();
  await expect(page.getByLabel('First name')).toBeFocused();
  await expectNoAxeIssues(page);
  await fillInName(page);
  await expect(page.getByText('Saved on this phone')).toBeVisible();
  await next(page);

  await expect(page.getByRole('heading', { name: 'Where did you sleep last night?' })).toBeFocused();
  await next(page);
  await expect(page.getByText('Please choose an answer to continue.')).toBeVisible();
  await page.getByRole('radio', { name: 'With family or friends' }).check();
  await expectNoAxeIssues(page);
  await page.getByLabel('Language').selectOption({ label: 'Español' });
  await expect(page.getByRole('radio', { name: 'Con familia o amigos' })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.getByLabel('Idioma').selectOption({ label: 'English' });
  await next(page);
  await page.getByLabel('Since when?').fill('A week');
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Since when?')).toHaveValue('A week');
  await next(page);
  await page.getByRole('button', { name: 'Send' }).click();

  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused();
  await expectNoAxeIssues(page);
  expect(await storedOnPhone(page)).toEqual([]);
  expect(await answersTo(request, form)).toEqual([
    { userFirstName: 'Ada', userLastName: 'Byron', sleep: 'family', since: 'A week', meals: true },
  ]);

  await archiveForm(request, form);
  const closed = await page.goto(form.address);
  expect(closed?.status()).toBe(410);
  await expect(page.getByRole('heading', { name: 'This form is closed' })).toBeVisible();
  await expectNoAxeIssues(page);
  const unknown = await page.goto('/form/00000000-0000-4000-8000-000000000000');
  expect(unknown?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'There is no form at this link' })).toBeVisible();
});

test('offline answers are kept and sent once, after a reload or a lost response', async ({
  page,
  request,
  context,
}) => {
  const form = await publishForm(request, 'Check-in', () => [remarks]);
  await page.goto(form.address);
  await fillInName(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => caches.match(location.pathname).then(Boolean))).toBe(true);
  await context.setOffline(true);
  await next(page);
  await page.getByLabel('Anything else?').fill('The stairs are steep');
  await page.getByRole('button', { name: 'Send' }).click();
  const waiting = page.getByText("Saved on this phone. We'll send it when you're back online.");
  await expect(waiting).toBeVisible();
  await expectNoAxeIssues(page);
  await page.reload();
  await expect(waiting).toBeVisible();

  // The answers arrive, but the response is lost.
  await page.route('**/v1/survey-answers/submit', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await context.setOffline(false);
  await expect.poll(async () => (await answersTo(request, form)).length).toBe(1);
  await expect(waiting).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(await storedOnPhone(page)).toEqual([]);
  expect(await answersTo(request, form)).toEqual([
    { userFirstName: 'Ada', userLastName: 'Byron', remarks: 'The stairs are steep' },
  ]);
});

test('a returning person is asked before answers show; shared phones keep nothing', async ({ page, request }) => {
  const form = await publishForm(request, 'Check-in', () => [sleep, remarks], { offeredLanguages: ['es'] });
  const question = page.getByRole('heading', { name: 'Continue or start over?' });
  await page.goto(form.address);
  await fillInName(page, 'Zephyrine');
  await next(page);
  await page.getByRole('radio', { name: 'My own place' }).check();
  await expect.poll(async () => (await storedOnPhone(page)).join()).toContain('"sleep":"home"');

  await page.reload();
  await expect(question).toBeVisible();
  await expectNoAxeIssues(page);
  expect(await page.locator('body').innerText()).not.toMatch(/Zephyrine|sleep/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('radio', { name: 'My own place' })).toBeChecked();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Zephyrine');

  await page.reload();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('');
  expect(await storedOnPhone(page)).toEqual([]);

  await fillInName(page, 'Zephyrine');
  await expect.poll(async () => (await storedOnPhone(page)).join()).toContain('Zephyrine');
  await page.clock.setFixedTime(Date.now() + 24 * 60 * 60 * 1000 + 60_000);
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('');
  await expect(question).toBeHidden();
  expect(await storedOnPhone(page)).toEqual([]);

  await page.goto(`${form.address}?shared=1`);
  await fillInName(page, 'Zephyrine');
  await next(page);
  await expect(page.getByText('Nothing is kept on this phone')).toBeVisible();
  expect(await storedOnPhone(page)).toEqual([]);
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('');
  await page.getByLabel('Language').selectOption({ label: 'Español' });
  await expect(page.getByText('No se guarda nada en este teléfono')).toBeVisible();
});

const needs = Array.from({ length: 14 }, (_, at) => `Need ${at + 1}`);
const longQuestions = [
  { type: 'radiogroup', name: 'need', choices: needs, showOtherItem: true, isRequired: true },
  { type: 'matrix', name: 'grid', rows: needs, columns: ['Never', 'Often'], eachRowRequired: true },
  { type: 'comment', name: 'story', isRequired: true },
];

for (const [kind, extra] of [['a plain form', {}]] as const) {
  test(`Next in ${kind} scrolls to the first thing to fix`, async ({ page, request }) => {
    const form = await publishForm(request, 'Needs', () => longQuestions.map((one) => ({ ...one, ...extra })));
    const error = (text: string) => expectInSight(page, page.getByText(text).filter({ visible: true }).first());
    const bottom = () => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.goto(form.address);
    await fillInName(page);
    await next(page);
    await expect(page.getByText('Need 14')).toBeVisible();
    await bottom();
    await next(page);
    await error('Please choose an answer to continue.');
    await expectInSight(page, page.getByText('Need 1', { exact: true }));

    await page.getByRole('radio', { name: 'Other' }).check({ force: true });
    await page.evaluate(() => window.scrollTo(0, 0));
    await next(page);
    await expect(page.getByRole('textbox')).toBeFocused();
    await expectInSight(page, page.getByRole('textbox'));
    await error('Please fill this in to continue.');
    await page.getByRole('textbox').fill('A cat');
    await next(page);

    await expect(page.getByText('Need 14')).toBeVisible();
    const row = (place: number) =>
      page.locator('.answer-row, .sd-table tbody tr').nth(place).getByRole('radio').first();
    for (const place of needs.keys()) if (place !== 11) await row(place).check({ force: true });
    await page.evaluate(() => window.scrollTo(0, 0));
    await next(page);
    await error('Please choose an answer in every row.');
    await expectInSight(page, row(11));
    await row(11).check({ force: true });
    await next(page);

    await page.getByRole('button', { name: 'Send' }).click();
    await error(kind === 'a plain form' ? 'Please fill this in to continue.' : 'Please choose an answer to continue.');
  });
}

async function expectInSight(page: Page, place: Locator): Promise<void> {
  await expect(place).toBeVisible();
  const bottom = async () => {
    const [box, footer] = [await place.boundingBox(), await page.locator('#footer').boundingBox()];
    return box && footer && box.y >= 0 && box.y + box.height <= footer.y;
  };
  await expect.poll(bottom, { message: `${place} isn't covered` }).toBe(true);
}
