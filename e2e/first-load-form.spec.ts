import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { next, publishForm, sayWho } from './forms.ts';
import { test } from './test.ts';

// A kept page would answer in place of the network.
test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });

const plainLimit = 20_000;
/** SurveyJS with React, loaded behind the first page by forms that need it. */
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

test('a plain form needs at most 20 kB of JavaScript, compressed, from its first page to its last', async ({
  page,
  request,
}) => {
  const form = await publishForm(request, 'Check-in', () => [
    { type: 'radiogroup', name: 'a', choices: ['One', 'Two'] },
    { type: 'comment', name: 'b', title: 'Anything else?', visibleIf: "{a} = 'One'" },
  ]);
  const total = measureScripts(page);
  await page.goto(form.address, { waitUntil: 'networkidle' });
  await sayWho(page);
  await next(page);
  await page.getByRole('radio', { name: 'One' }).check();
  await next(page);
  await expect(page.getByLabel('Anything else?')).toBeVisible();
  console.log(`A plain form: ${((await total()) / 1000).toFixed(1)} kB of JavaScript`);
  expect(await total()).toBeLessThanOrEqual(plainLimit);
});

test('any other form can be read and filled in before its 450 kB have come', async ({ page, request }) => {
  const form = await publishForm(request, 'Check-in', () => [{ type: 'ranking', name: 'a', choices: ['One', 'Two'] }]);
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
  await sayWho(page);
  await next(page);
  await expect(page.getByText('One moment…')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  send();
  await expect(page.getByText('Two', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Ada');
  console.log(`Any other form: ${((await total()) / 1000).toFixed(1)} kB of JavaScript`);
  expect(await total()).toBeLessThanOrEqual(surveyLimit);
});

test('no module of the portal is in the public form', () => {
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
