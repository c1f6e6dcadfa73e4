import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { expectAccessible } from './expect-accessible.ts';
import { writeList } from './member-lists.ts';
import { newPartner } from './partners.ts';
import { gotoAs } from './sessions.ts';
import { test } from './test.ts';

async function openDialog(page: Page) {
  await gotoAs(page, await newPartner(page.request), '/members');
  await page.getByRole('button', { name: 'Upload your list' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload your list' });
  await expect(dialog.getByRole('checkbox', { name: 'Hot meals' })).toBeVisible();
  return dialog;
}

const people = [
  ['Calliope', 'Marsh', '8/2/1991', '(269) 555-0142'],
  ['Deshawn', 'Avery', '11/3/1974', null],
  ['Half', null, null, null],
  ['Wrong', 'Birthday', '13/13/1990', null],
];

test('§5 imports valid lists and returns the rows it skips', async ({ page }) => {
  const dialog = await openDialog(page);
  const input = dialog.locator('input[type="file"]');
  await expect(dialog.getByRole('radio', { name: 'Completed' })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'Hot meals' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialog.getByText('This is a required field')).toHaveCount(2);
  const summary = dialog.getByRole('alert').filter({ hasText: 'Please fix 2 fields' });
  await expect(summary).toBeFocused();
  await summary.getByRole('link', { name: 'Services' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Hot meals' })).toBeFocused();

  const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('a') });
  await input.setInputFiles(text('notes.txt'));
  await expect(dialog).toContainText('File "notes.txt" was rejected.');
  await input.setInputFiles([text('a.csv'), text('b.xls')]);
  await expect(dialog).toContainText('Files "a.csv", "b.xls" were rejected.');
  await input.setInputFiles({ ...(await writeList([])), name: 'fake.xlsx', buffer: Buffer.from('PK, not really') });
  await expect(dialog.getByRole('region', { name: 'fake.xlsx' })).toContainText("This file isn't a spreadsheet.");

  const [template] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download the template' }).click(),
  ]);
  expect(template.suggestedFilename()).toBe('member-list-template.xlsx');

  await input.setInputFiles([text('c.csv'), await writeList(people)]);
  await expect(dialog).toContainText('File "c.csv" was rejected.');
  const preview = dialog.getByRole('region', { name: 'First rows of members.xlsx' });
  await expect(preview.getByRole('row').nth(1)).toHaveText('2CalliopeMarsh08-02-1991(269) 555-0142');
  await expectAccessible(page);
  await dialog.getByRole('checkbox', { name: 'Hot meals' }).check();
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();

  const failed = dialog.getByRole('alert').filter({ hasText: 'Some files were not uploaded properly.' });
  await expect(failed).toContainText("fake.xlsx: This file isn't a spreadsheet.");
  await expect(dialog).toContainText('2 members added, 0 already known, 2 requests created, 2 rows skipped.');
  const skipped = dialog.getByRole('list', { name: 'Skipped rows' });
  await expect(skipped.getByRole('listitem').first()).toHaveText('Row 4: Last Name is required.');
  await expectAccessible(page);
  const [list] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download skipped rows' }).click(),
  ]);
  expect(list.suggestedFilename()).toBe('members - skipped rows.xlsx');
  const { sheets } = await readXlsx(await readFile(await list.path()));
  expect(sheets[0]?.rows[1]?.slice(0, 2)).toEqual(['Last Name is required.', 'Half']);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('table').getByRole('link')).toHaveText(['Deshawn', 'Calliope']);

  // Rows that may be a member are decided on the screen.
  await page.getByRole('button', { name: 'Upload your list' }).first().click();
  await dialog.getByRole('checkbox', { name: 'Hot meals' }).check();
  const twins = ['Cal', 'Cleo', 'Cora'].map((name) => [name, 'Marsh', '8/2/1991', '(269) 555-0142']);
  await input.setInputFiles(await writeList(twins));
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  const undecided = dialog.getByRole('region', { name: 'Is this the same person?' });
  await expect(undecided.getByRole('listitem').first()).toContainText('Row 2: Cal MarshMay be Calliope Marsh');
  await expectAccessible(page);
  const question = page.getByRole('dialog', { name: 'Is this the same person?' });
  const decide = undecided.getByRole('button', { name: 'Decide, row 2' });
  await decide.click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(decide).toBeFocused();
  await decide.click();
  await question.getByRole('button', { name: 'Yes, this is Calliope Marsh' }).click();
  await expect(undecided.getByRole('button', { name: 'Change, row 2' })).toBeFocused();
  await undecided.getByRole('button', { name: 'Decide, row 3' }).click();
  await question.getByRole('button', { name: 'No, a new person' }).click();
  await undecided.getByRole('button', { name: 'Leave out, row 4' }).click();
  const address = '**/services/upload-patients?**';
  await page.route(address, (route) => route.abort());
  await undecided.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(undecided.getByRole('alert')).toContainText('Your answers are kept.');
  await page.unrouteAll();
  await page.reload();
  await page.getByRole('button', { name: 'See the result' }).click();
  await expect(undecided.getByRole('listitem')).toContainText([/as Calliope Marsh/, /A new person/, /Left out/]);
  await undecided.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(dialog).toContainText('1 member added, 1 already known, 2 requests created.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('table').getByRole('link')).toHaveText(['Deshawn', 'Cleo', 'Calliope']);
});

test('a failure keeps the choices, and an upload continues on other pages', async ({ page }) => {
  const dialog = await openDialog(page);
  await dialog.getByRole('checkbox', { name: 'Hot meals' }).check();
  await dialog.getByRole('radio', { name: 'Requested' }).check();
  await dialog.locator('input[type="file"]').setInputFiles(await writeList(people));
  const upload = dialog.getByRole('button', { name: 'Upload', exact: true });
  const address = '**/services/upload-patients?**';
  await page.route(address, (route) => route.abort());
  await upload.click();
  await expect(dialog.getByRole('alert').first()).toContainText(
    'Some files were not uploaded properly due to network error. Please, try again later.',
  );
  await page.unrouteAll();
  const message = 'The disk is on fire.';
  await page.route(address, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message, requestId: 'x' } }),
  );
  await upload.click();
  const alert = dialog.getByRole('alert').first();
  await expect(alert).toContainText('Some files were not uploaded properly. Please, try again.');
  await expect(alert).toContainText(`members.xlsx: ${message}`);
  await page.unrouteAll();
  await expect(dialog.getByRole('checkbox', { name: 'Hot meals' })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'Requested' })).toBeChecked();

  // The import takes a while: close the dialog, open another page, and come back.
  const working = { state: 'working', done: 1200, total: 5000, result: null, message: null };
  await page.route('**/v1/uploads/*', (route) => route.fulfill({ json: working }));
  await upload.click();
  await expect(dialog).toContainText('1,200 of 5,000');
  await expect(dialog).toContainText('You can leave this page. The upload continues.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '24');
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole('link', { name: 'Member Management' }).click();
  await expect(page.getByText('Uploading members.xlsx')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1,200 of 5,000')).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByText('members.xlsx uploaded.')).toBeVisible();
  await page.getByRole('button', { name: 'See the result' }).click();
  await expect(dialog).toContainText('Your documents were uploaded successfully, your member lists are now updated.');
  await expect(dialog).toContainText('2 members added');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('members.xlsx uploaded.')).toBeHidden();
});
