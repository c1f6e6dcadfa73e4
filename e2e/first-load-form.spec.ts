import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { expectNoAxeIssues } from './expect-accessible.ts';
import { answersTo, fillInName, next, publishForm } from './forms.ts';
import { test } from './test.ts';

// A page kept by the service worker would hide the network requests.
test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });

const plainLimit = 20_000;
/** SurveyJS with React: forms that need it load it after the first page. */
const surveyLimit = 450_000;

function measureScripts(page: Page): () => Promise<number> {
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  return async () => {
    const sizes = (await Promise.all(scripts)).map((script) => gzipSync(script, { level: 9 }).length);
    return sizes.reduce((sum, size) => sum + size, 0);
  };
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const plainQuestions = [
  { type: 'radiogroup', name: 'a', choices: ['One', 'Two', 'x'.repeat(60)] },
  { type: 'rating', name: 'happy', rateMax: 10, rateType: 'stars', minRateDescription: 'Poor', isRequired: true },
  { type: 'ranking', name: 'order', choices: ['Food', 'Home', 'Work'], isRequired: true },
  { type: 'matrix', name: 'grid', rows: ['Lunch', 'Dinner'], columns: ['Never', 'Often'], eachRowRequired: true },
  { type: 'file', name: 'photo', title: 'A photo?', allowMultiple: true },
  { type: 'signaturepad', name: 'signed', title: 'Please sign', isRequired: true },
  { type: 'comment', name: 'b', title: 'Anything else?', visibleIf: "{a} = 'One'" },
];

async function expectFingerSize(page: Page): Promise<void> {
  const sizes = await page
    .locator('main :is(button, label:has(input), .input):visible')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => [width, height]));
  for (const size of sizes) expect(Math.min(...size)).toBeGreaterThanOrEqual(44);
}

test('a plain form needs at most 20 kB of JavaScript and works with the keyboard', async ({ page, request }) => {
  const form = await publishForm(request, 'Check-in', () => plainQuestions);
  const total = measureScripts(page);
  await page.goto(form.address, { waitUntil: 'networkidle' });
  await fillInName(page);
  await next(page);
  await page.getByRole('radio', { name: 'One' }).check();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await next(page);

  await next(page);
  await expect(page.getByText('Please choose an answer to continue.')).toBeVisible();
  await expect(page.getByText('1: Poor')).toBeVisible();
  await page.getByRole('radio', { name: '7', exact: true }).check();
  await expectFingerSize(page);
  await next(page);

  await next(page);
  await expect(page.getByText('Please change the order, or keep it as it is.')).toBeVisible();
  const up = page.getByRole('button', { name: 'Move up: Work' });
  await up.press('Enter');
  await expect(up).toBeFocused();
  await expect(page.getByText('Work is now 2 of 3.')).toBeAttached();
  await expectNoAxeIssues(page);
  await expectFingerSize(page);
  await next(page);

  const row = (name: string) => page.getByRole('group', { name });
  await row('Lunch').getByRole('radio', { name: 'Often' }).check();
  await next(page);
  await expect(page.getByText('Please choose an answer in every row.')).toBeVisible();
  await expect(row('Dinner').getByRole('radio', { name: 'Never' })).toBeFocused();
  await page.keyboard.press('Space');
  await expectNoAxeIssues(page);
  await expectFingerSize(page);
  await next(page);

  const chooser = page.getByLabel('Choose files');
  await chooser.setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(page.getByText("We couldn't accept this file.")).toBeVisible();
  await chooser.setInputFiles([
    { name: 'cat.png', mimeType: 'image/png', buffer: pixel },
    { name: 'dog.png', mimeType: 'image/png', buffer: pixel },
  ]);
  await page.getByRole('button', { name: 'Remove dog.png' }).click();
  await expectFingerSize(page);
  await next(page);

  await next(page);
  await expect(page.getByText('Please sign to continue.')).toBeVisible();
  await page.getByLabel('Or type your name').fill('Ada Byron');
  await expect(page.getByRole('img', { name: 'Signature: signed' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('img', { name: 'Signature: empty' }).hover();
  await page.mouse.down();
  await page.mouse.move(220, 300, { steps: 3 });
  await page.mouse.up();
  await expectFingerSize(page);
  await expectNoAxeIssues(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText('cat.png')).toBeVisible();
  await next(page);
  await expect(page.getByRole('img', { name: 'Signature: signed' })).toBeVisible();
  await next(page);
  await expect(page.getByLabel('Anything else?')).toBeVisible();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  const file = { fileId: expect.any(String), name: expect.any(String) };
  expect(await answersTo(request, form)).toEqual([
    {
      userFirstName: 'Ada',
      userLastName: 'Byron',
      a: 'One',
      happy: 7,
      order: ['Food', 'Work', 'Home'],
      grid: { Lunch: 'Often', Dinner: 'Never' },
      photo: [file],
      signed: file,
    },
  ]);
  console.log(`A plain form: ${((await total()) / 1000).toFixed(1)} kB of JavaScript`);
  expect(await total()).toBeLessThanOrEqual(plainLimit);
});

test('other forms can be filled in before their 450 kB have loaded', async ({ page, request }) => {
  const question = { type: 'radiogroup', name: 'a', choices: ['One', 'Two'], showClearButton: true };
  const look = { showProgressBar: false, showQuestionNumbers: true };
  const form = await publishForm(request, 'Check-in', () => [question], look);
  const total = measureScripts(page);
  let send = () => {};
  const held = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route('**/survey-engine-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(form.address);
  await fillInName(page);
  await next(page);
  await expect(page.getByText('One moment…')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  send();
  await expect(page.getByText('Two', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1. a');
  await expect(page.locator('#progress')).toBeHidden();
  await expect(page.getByText('Choose one.')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Ada');
  console.log(`Any other form: ${((await total()) / 1000).toFixed(1)} kB of JavaScript`);
  expect(await total()).toBeLessThanOrEqual(surveyLimit);
});

test('the directory needs at most 60 kB of JavaScript', () => {
  const dist = new URL('../web/dist/', import.meta.url);
  const files = readdirSync(new URL('assets/visitors/', dist)).filter((name) => name.endsWith('.js'));
  const sizes = files.map(
    (name) => gzipSync(readFileSync(new URL(`assets/visitors/${name}`, dist)), { level: 9 }).length,
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`The directory and links in emails: ${(total / 1000).toFixed(1)} kB of JavaScript`);
  expect(files.length).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(60_000);
});

test('the public form contains no portal module', () => {
  const list = readFileSync(new URL('../web/dist/.vite/form-modules.json', import.meta.url), 'utf8');
  const modules = Object.values(JSON.parse(list) as Record<string, string[]>).flat();
  expect(modules.length).toBeGreaterThan(10);
  const portal = modules.filter(
    (id) =>
      /^web\/src\/(?!lib\/idempotency-key\.ts)/.test(id) ||
      /node_modules\/(@mantine|react-router|@tanstack|zod|dayjs|@dnd-kit)/.test(id),
  );
  expect(portal).toEqual([]);
});
