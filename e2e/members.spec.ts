import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { demoPerson } from './demo.ts';
import { expectAccessibleAtAllSizes } from './expect-accessible.ts';
import { writeList } from './member-lists.ts';
import { newPartner, type Partner } from './partners.ts';
import { failUntilRetried } from './retries.ts';
import { gotoAs } from './sessions.ts';
import { test } from './test.ts';

/** An organization with 25 members, imported from a list because that is quick. */
async function newList(request: APIRequestContext): Promise<Partner> {
  const clinic = await newPartner(request);
  const rows = Array.from({ length: 22 }, (_, n) => [`Person${String.fromCharCode(65 + n)}`, 'Many', '1/2/1980', null]);
  const file = await writeList([
    ...rows,
    ['Yara', 'Many', '7/8/1980', null],
    ['Zora', 'Quill', '3/4/1990', '2695550147'],
    ['Zora', 'Quill', '5/6/1991', null],
  ]);
  const answer = await request.post(
    `/v1/organizations/${clinic.id}/services/upload-patients?serviceIds=${clinic.serviceId}`,
    { headers: { authorization: `Bearer ${clinic.token}` }, multipart: { file } },
  );
  expect(answer.status(), await answer.text()).toBe(200);
  return clinic;
}

const rowNames = (page: Page) => page.getByRole('table').getByRole('link');
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search Members...' });
const birthdateBox = (page: Page) => page.getByRole('textbox', { name: 'Search Birthdate' });

test.describe('§2 the list of members', () => {
  const search = '**/v1/organizations/*/members/search';
  /** No test changes its members. */
  let clinic: Partner;
  test.beforeAll(async ({ request }) => {
    clinic = await newList(request);
  });

  test('can be retried, and says when it is not allowed', async ({ page }) => {
    const message = 'Kinbridge is restarting. Please try again in a few seconds.';
    await failUntilRetried(page, search, (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message, requestId: 'x' } }),
    );
    await gotoAs(page, clinic, '/members');
    await expect(page.getByRole('alert')).toContainText(message);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveTitle('Member Management · Kinbridge');
    await expect(page.getByText('1–10 of 25')).toBeVisible();
    await page.route(search, (route) =>
      route.fulfill({ status: 403, json: { code: 'forbidden', message: 'no', requestId: 'x' } }),
    );
    await searchBox(page).fill('quill');
    await expect(page.getByRole('dialog', { name: 'Not authorized' })).toContainText('This account is not authorized');
  });

  test('is searched by part of a name and birthday, outside the URL', async ({ page }) => {
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await gotoAs(page, clinic, '/members');
    await expect(page.getByRole('columnheader', { name: 'First Name' })).toHaveAttribute('aria-sort', 'descending');
    await expect(rowNames(page)).toHaveCount(10);
    // The icon in a field is part of its click target.
    await searchBox(page).click({ position: { x: 16, y: 16 } });
    await expect(searchBox(page)).toBeFocused();
    await searchBox(page).fill('\u2068ora qui\u2069');
    await expect(rowNames(page)).toHaveCount(2);
    await birthdateBox(page).fill('3/4/1990');
    await expect(rowNames(page)).toHaveText(['Zora']);
    expect(page.url()).not.toMatch(/zora|qui|1990/i);
    expect(addresses.filter((address) => /zora|qui|1990/i.test(address))).toEqual([]);
    await page.getByRole('cell', { name: '03-04-1990' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Zora Quill' })).toBeVisible();
    await page.goBack();
    await expect(rowNames(page)).toHaveText(['Zora']);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page.getByText('1–10 of 25')).toBeVisible();
    await expect(searchBox(page)).toHaveValue('');
    await expect(birthdateBox(page)).toHaveValue('');
  });

  test('says when nobody matches and when a birthdate is invalid', async ({ page }) => {
    await gotoAs(page, clinic, '/members');
    const refusal = page.getByText('Enter a date like 03-04-1990, from 1900 to today. Showing all birthdays.');
    const birthdate = birthdateBox(page);
    await birthdate.fill('1/1/2999');
    await birthdate.blur();
    await expect(refusal).toBeVisible();
    await expect(rowNames(page)).toHaveCount(10);
    for (const unusable of ['01-01-1899', 'garbage']) {
      await birthdate.fill('3/4/1990');
      await expect(refusal).toHaveCount(0);
      await expect(rowNames(page)).toHaveText(['Zora']);
      await birthdate.fill(unusable);
      await birthdate.press('Enter');
      await expect(refusal).toBeVisible();
      await expect(rowNames(page)).toHaveCount(10);
    }
    await birthdate.fill('');
    await searchBox(page).fill('nobody at all');
    await expect(page.getByRole('heading', { name: 'No one matches “nobody at all”' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear search' }).last().click();
    await expect(page.getByText('1–10 of 25')).toBeVisible();
  });

  test('keeps page, size and sort in the URL and remembers the size', async ({ page }) => {
    await gotoAs(page, clinic, '/members');
    await searchBox(page).fill('many');
    await expect(page.getByText('1–10 of 23')).toBeVisible();
    await birthdateBox(page).fill('1/2/1980');
    await expect(page.getByText('1–10 of 22')).toBeVisible();
    await page.getByRole('button', { name: 'Last Name' }).click();
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('20');
    await expect(rowNames(page)).toHaveCount(20);
    await page.getByRole('textbox', { name: 'Go to page' }).fill('2');
    await page.keyboard.press('Enter');
    await expect(page.getByText('21–22 of 22')).toBeVisible();
    const query = Object.fromEntries(new URL(page.url()).searchParams);
    expect(query).toEqual({ page: '2', size: '20', sort: 'lastName,asc' });
    const view = page.url();
    await rowNames(page).first().click();
    await expect(page).toHaveURL(/\/members\/\d+$/);
    await page.goBack();
    await expect(page).toHaveURL(view);
    await expect(page.getByText('21–22 of 22')).toBeVisible();
    await page.reload();
    await expect(page.getByText('21–22 of 22')).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Last Name' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(searchBox(page)).toHaveValue('many');
    await expect(birthdateBox(page)).toHaveValue('01-02-1980');

    await test.step('opens with the remembered size', async () => {
      await page.getByRole('link', { name: 'Member Management' }).click();
      await expect(page.getByText('1–20 of 25')).toBeVisible();
    });
  });
});

test('Add Member shows similar members, its draft and a question, and adds one person', async ({ page }) => {
  const clinic = await newPartner(page.request);
  const known = { firstName: 'Zora', lastName: 'Quill', dateOfBirth: '1990-03-04', phoneNumber: '2695550147' };
  const added = await page.request.post(`/v1/organizations/${clinic.id}/members`, {
    headers: { authorization: `Bearer ${clinic.token}` },
    data: known,
  });
  expect(added.status()).toBe(201);
  await gotoAs(page, clinic, '/members');
  const open = () => page.getByRole('button', { name: 'Add Member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Member' });
  await open();
  await expect(dialog.getByLabel('First Name')).toBeFocused();
  await dialog.getByLabel('First Name').fill('Zora');
  await dialog.getByLabel('Last Name').fill('Qui');
  await expect(dialog.getByText('similar name')).toBeVisible();
  await expectAccessibleAtAllSizes(page);
  await dialog.getByRole('link', { name: 'Open Zora Quill' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Zora Quill' })).toBeVisible();

  await page.goBack();
  await open();
  await expect(dialog.getByText('This is the draft that you left here earlier.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('We saved your draft.')).toBeVisible();
  await open();
  await dialog.getByLabel('First Name').fill('Zelda');
  await expect(dialog.getByText('Is it one of these members?')).toHaveCount(0);
  await dialog.getByLabel('Phone Number').fill('12');
  const calls: string[] = [];
  page.on('request', (request) => /\/members$/.test(new URL(request.url()).pathname) && calls.push(request.method()));
  const submit = dialog.getByRole('button', { name: 'Add Member' });
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText('Please fix 1 field');
  expect(calls).toEqual([]);
  await dialog.getByLabel('Last Name').fill('Quill');
  await dialog.getByLabel('Date of Birth').fill('3/4/1990');
  // As a phone copies it from its contacts.
  await dialog.getByLabel('Phone Number').fill('\u202a(269)\u202c 555-0147');
  await submit.dblclick();
  const question = page.getByRole('dialog', { name: 'Is this the same person?' });
  await expect(question.getByRole('row', { name: /^First Name Different/ })).toContainText('Zora');
  await expectAccessibleAtAllSizes(page);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(dialog.getByLabel('First Name')).toHaveValue('Zelda');
  await expect(submit).toBeFocused();
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'No, a new person' }).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'Zelda Quill' })).toBeVisible();
  await expect(page.getByText('Zelda Quill was added as a member.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Possible duplicates' })).toContainText('Zora Quill');
  expect(calls).toEqual(['POST', 'POST', 'POST']);
});

test('compact rows show more members and are remembered', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await gotoAs(page, demoPerson('ADMIN', 'ACTIVE'), '/members');
  const row = page.getByRole('row').nth(1);
  const height = async () => (await row.boundingBox())?.height;
  await expect(row).toBeVisible();
  expect(await height()).toBe(38);
  await page.getByRole('button', { name: 'Compact rows' }).click();
  await expect.poll(height).toBe(28);
  await page.reload();
  await expect(row).toBeVisible();
  expect(await height()).toBe(28);
  await expect(rowNames(page)).toHaveCount(30);
});
