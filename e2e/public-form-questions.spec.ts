import { randomUUID } from 'node:crypto';
import { expect, type Page, type Request } from '@playwright/test';
import { expectNoAxeIssues } from './expect-accessible.ts';
import { answersTo, fillInName, next, publishForm } from './forms.ts';
import { test } from './test.ts';

// The test watches the page's requests, so no service worker may answer them.
test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const beacon = 'http://beacon.invalid';
const markup = `<img src="${beacon}/img" onerror="ran()"><script>ran()</script><svg onload="ran()"></svg><iframe src="${beacon}/frame"></iframe><a href="javascript:ran()">x</a>`;

/** Every question type, with markup in every text and a URL wherever one is possible. */
const questions = [
  { type: 'boolean', name: 'boolean', labelTrue: markup },
  { type: 'checkbox', name: 'checkbox', choices: ['One', { value: 'two', text: markup }], showOtherItem: true },
  { type: 'comment', name: 'comment', placeholder: markup },
  { type: 'dropdown', name: 'dropdown', choices: ['One'], choicesByUrl: { url: `${beacon}/choices` } },
  { type: 'html', name: 'html', html: markup },
  { type: 'expression', name: 'expression', expression: `'${beacon}'`, displayStyle: markup },
  { type: 'image', name: 'image', imageLink: `${beacon}/picture.png` },
  { type: 'imagepicker', name: 'imagepicker', choices: [{ value: 'cat', imageLink: pixel, text: markup }] },
  { type: 'matrix', name: 'matrix', columns: ['Never', { value: 'b', text: markup }], rows: ['Food', markup] },
  {
    type: 'matrixdropdown',
    name: 'matrixdropdown',
    choices: ['Yes'],
    columns: [{ name: 'now', title: markup }],
    rows: ['a'],
  },
  { type: 'matrixdynamic', name: 'matrixdynamic', columns: [{ name: 'kind', cellType: 'text' }], addRowText: markup },
  { type: 'multipletext', name: 'multipletext', items: [{ name: 'street', title: markup }] },
  { type: 'panel', name: 'panel', title: markup, elements: [{ type: 'text', name: 'inside', title: 'Inside' }] },
  {
    type: 'paneldynamic',
    name: 'people',
    panelCount: 1,
    templateElements: [{ type: 'text', name: 'name', title: 'Name' }],
    templateTitle: markup,
  },
  {
    type: 'radiogroup',
    name: 'radiogroup',
    title: 'Which one, {userFirstName}?',
    choices: ['One', 'Two', 'x'.repeat(60)],
    isRequired: true,
  },
  { type: 'ranking', name: 'ranking', choices: ['Food', markup] },
  { type: 'rating', name: 'rating', rateMax: 5, minRateDescription: markup },
  { type: 'slider', name: 'slider' },
  { type: 'tagbox', name: 'tagbox', choices: ['One', { value: 'two', text: markup }] },
  { type: 'file', name: 'file', title: 'A picture?' },
  { type: 'signaturepad', name: 'signature', title: 'Please sign' },
  { type: 'text', name: 'text', description: markup, minValueExpression: 'ran()' },
].map((question) => ({ title: question.type, description: markup, ...question }));

const elsewhere = {
  description: markup,
  completedHtml: markup,
  completedBeforeHtml: markup,
  loadingHtml: markup,
  navigateToUrl: `${beacon}/away`,
  logo: `${beacon}/logo.png`,
  backgroundImage: `${beacon}/back.png`,
  cookieName: 'x',
  surveyPostId: 'x',
};

/** Watches for scripts that run, requests that leave, navigation and browser dialogs. */
async function watch(page: Page): Promise<string[]> {
  const deeds: string[] = [];
  await page.exposeFunction('ran', () => deeds.push('a script ran'));
  page.on('request', (asked) => {
    const address = asked.url();
    if (!/^(data|blob):/.test(address) && new URL(address).hostname !== 'localhost') deeds.push(address);
  });
  page.on('dialog', (dialog) => {
    deeds.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => deeds.push(error.message));
  return deeds;
}

test("every question type works on a phone, and nothing in a form's texts runs", async ({ page, request }) => {
  const form = await publishForm(request, `Everything ${markup}`, () => questions, elsewhere);
  const deeds = await watch(page);
  await page.goto(form.address);
  await fillInName(page, `Ada ${'<b>'}`);
  await next(page);
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });

  await page.getByRole('radio').first().check({ force: true });
  await next(page);
  await page.getByRole('checkbox', { name: 'One', exact: true }).check({ force: true });
  await expectNoAxeIssues(page);
  await next(page);
  await page.getByRole('textbox').fill(markup);
  for (const name of ['dropdown', 'expression', 'matrix', 'matrixdropdown', 'matrixdynamic', 'multipletext']) {
    await walkTo(page, name);
  }
  await page.getByRole('textbox').fill('Main Street');
  await walkTo(page, 'Inside');
  await page.getByRole('textbox', { name: 'Inside' }).fill('Here');
  await walkTo(page, 'paneldynamic');
  await page.getByRole('textbox', { name: 'Name' }).fill('Lee');
  await walkTo(page, /Which one, Ada/);
  await next(page);
  await expect(page.getByText('Please choose an answer to continue.')).toBeVisible();
  await page.getByRole('radio', { name: 'Two', exact: true }).check({ force: true });
  await expectNoAxeIssues(page);
  await walkTo(page, 'A picture?');
  const bytes = Buffer.from(pixel.split(',')[1] as string, 'base64');
  const choosing = page.waitForEvent('filechooser');
  await page.locator('span', { hasText: 'Select File' }).first().click();
  await (await choosing).setFiles({ name: 'cat.png', mimeType: 'image/png', buffer: bytes });
  await expect(page.getByText('cat.png').first()).toBeVisible();
  await walkTo(page, 'Please sign');
  await page.locator('canvas').first().hover();
  await page.mouse.down();
  await page.mouse.move(220, 300, { steps: 5 });
  await page.mouse.up();
  await next(page);
  await expect(heading('text')).toBeVisible();
  const { uploads, submits } = await loseThePicture(page);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible();
  // The bytes are still on the phone, even though the server had them.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(submits).toHaveLength(3);
  expect(new Set(uploads).size).toBe(3);

  const file = { fileId: expect.any(String), name: expect.any(String) };
  expect(await answersTo(request, form)).toEqual([
    expect.objectContaining({
      userFirstName: 'Ada <b>',
      checkbox: ['One'],
      comment: markup,
      multipletext: { street: 'Main Street' },
      inside: 'Here',
      people: [{ name: 'Lee' }],
      radiogroup: 'Two',
      file: [file],
      signature: file,
    }),
  ]);
  expect(deeds).toEqual([]);
});

/**
 * The first submission fails; at the second, the server no longer has the picture. Returns the keys of all requests.
 */
async function loseThePicture(page: Page): Promise<{ uploads: string[]; submits: string[] }> {
  const [uploads, submits]: [string[], string[]] = [[], []];
  const keyOf = (sent: Request) => sent.headers()['idempotency-key'] ?? '';
  page.on('request', (sent) => {
    if (sent.url().endsWith('/files')) uploads.push(keyOf(sent));
  });
  await page.route('**/v1/survey-answers/submit', async (route) => {
    submits.push(keyOf(route.request()));
    if (submits.length === 1) return route.abort();
    const body = route.request().postDataJSON();
    if (submits.length === 2) body.surveyAnswerJson.file[0].fileId = randomUUID();
    return route.continue({ postData: JSON.stringify(body) });
  });
  return { uploads, submits };
}

/** Goes on to a question and checks that no page or table on the way scrolls sideways. */
async function walkTo(page: Page, name: string | RegExp): Promise<void> {
  const there = page
    .getByRole('heading', { name })
    .or(page.getByText(name, { exact: true }))
    .first();
  for (let pages = 0; pages < questions.length; pages += 1) {
    const where = await page.locator('#where').textContent();
    if (await there.isVisible()) break;
    await next(page);
    await expect(page.locator('#where')).not.toHaveText(where ?? '');
    const boxes = page.locator('html, .sd-table-wrapper');
    const hidden = await boxes.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
    expect(Math.max(...hidden)).toBe(0);
  }
  await expect(there).toBeVisible();
}
