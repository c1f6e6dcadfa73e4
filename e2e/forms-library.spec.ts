import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { archiveForm, formsPartner, publishForm } from './forms.ts';
import { newPartner, watchPosts } from './partners.ts';
import { gotoAs } from './sessions.ts';
import { test } from './test.ts';

const library = '/forms-library';

function row(page: Page, label: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name: label, exact: true }) });
}

async function createFrom(page: Page, choice: string): Promise<void> {
  await page.getByRole('button', { name: 'Create New Form' }).first().click();
  await page.getByRole('menuitem', { name: choice }).click();
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'PUBLISH' }).dblclick();
  const done = page.getByRole('dialog', { name: 'Congrats on the new form!' });
  await expect(done).toContainText('Form created successfully');
  await done.getByRole('button', { name: 'Continue' }).click();
}

/** Starts a form from the Intake template. Drafts are in the browser, so the organization is shared. */
async function startIntake(page: Page): Promise<void> {
  await gotoAs(page, await formsPartner(page.request), library);
  await createFrom(page, 'Intake');
  await expect(page.getByRole('textbox', { name: 'Title of the form' }).first()).toHaveValue('Intake');
}

test('choosing another template asks before it replaces the draft', async ({ page }) => {
  await gotoAs(page, await newPartner(page.request), library);
  await page.getByRole('button', { name: 'Create New Form' }).first().click();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'No forms yet' })).toBeVisible();
  await createFrom(page, 'How did we do?');
  await page.getByRole('link', { name: 'Back to Forms Library' }).click();
  await createFrom(page, 'Intake');
  await page
    .getByRole('dialog', { name: 'Replace your draft?' })
    .getByRole('button', { name: 'Keep the draft' })
    .click();
  await createFrom(page, 'Intake');
  await page.getByRole('button', { name: 'Replace the draft' }).click();
  await expect(page.getByRole('textbox', { name: 'Title of the form' }).first()).toHaveValue('Intake');
});

test('the preview of an empty form asks for a question first', async ({ page }) => {
  await gotoAs(page, await formsPartner(page.request), '/forms-create');
  await page.getByRole('link', { name: 'Preview' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Add a question first.' })).toBeVisible();
  await expect(page).toHaveURL('/forms-create');
});

test('the preview runs the whole form, saves no answers, and can be retried', async ({ page }) => {
  await startIntake(page);
  await page.route('**/form/assets.json', (route) => route.abort(), { times: 1 });
  await page.getByRole('link', { name: 'Preview' }).click();
  await expect(page.getByRole('alert')).toContainText("We couldn't load the preview. Please try again.");
  await page.getByRole('button', { name: 'Try again' }).click();
  const preview = page.frameLocator('[title="Preview of the form"]');
  const sent: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())));
  await preview.getByLabel('First name').fill('Ada');
  await preview.getByLabel('Last name').fill('Byron');
  const next = preview.getByRole('button', { name: 'Next' });
  while (await next.isVisible()) await next.click();
  await preview.getByText('Yes', { exact: true }).click();
  await preview.getByRole('button', { name: 'Send' }).click();
  await expect(preview.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(sent).toEqual([]);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kinbridge.form'))),
  ).toEqual([]);
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(preview.getByLabel('First name')).toHaveValue('');
  await expectAccessible(page);
});

test('a rule about a deleted question is named and blocks PUBLISH until removed', async ({ page }) => {
  await startIntake(page);
  await page.getByRole('button', { name: /^Edit question \d+: How many people live/ }).click();
  await page.getByRole('button', { name: /^Delete question/ }).click();
  const deleting = page.getByRole('dialog', { name: /^Delete “How many people live/ });
  await expect(deleting).toContainText('A rule depends on it');
  await expectAccessible(page);
  await deleting.getByRole('button', { name: 'Delete and Keep Rules' }).click();
  await expect(page.getByText('Rule needs fixing')).toBeVisible();
  await page.getByRole('link', { name: 'Preview' }).click();
  await expect(page.getByText(/has a rule about “householdSize”, a question that was deleted/)).toBeVisible();
  const publishing = page.getByRole('button', { name: 'PUBLISH' });
  await expect(publishing).toBeDisabled();
  await page.getByRole('link', { name: 'MAKE EDITS' }).click();
  await page.getByRole('button', { name: /^Edit question \d+: Who lives with you/ }).click();
  await page.getByRole('tab', { name: 'Logic' }).click();
  await page.getByRole('button', { name: 'Remove rule 1' }).click();
  await expect(page.getByText('Rule needs fixing')).toBeHidden();
  await page.getByRole('link', { name: 'Preview' }).click();
  await expect(publishing).toBeEnabled();
});

test('a rule follows a choice that is relabeled, and blocks PUBLISH when it is deleted', async ({ page }) => {
  const { id, partner } = await publishForm(page.request, 'Rules', () => [
    { type: 'text', name: 'early', title: 'Early?', visibleIf: "{pets} = 'Cat'" },
    { type: 'radiogroup', name: 'pets', title: 'Which pets?', choices: ['Dog', 'Cat'] },
  ]);
  await gotoAs(page, partner, `/forms-create?form=${id}`);
  await page.getByRole('button', { name: /^Edit question \d+: Early/ }).click();
  await page.getByRole('tab', { name: 'Logic' }).click();
  await expect(page.getByText('This question comes later.')).toBeVisible();
  await page.getByRole('button', { name: /^Edit question \d+: Which pets/ }).click();
  const form = page.getByRole('region', { name: 'The form' });
  await form.getByRole('button', { name: 'Edit as lines' }).click();
  await page.getByLabel('Choices, one per line').fill('Dog\nA cat');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Rule needs fixing')).toBeHidden();
  await form.getByRole('button', { name: 'Remove choice 2' }).click();
  await expect(page.getByText('Rule needs fixing')).toBeVisible();
  await page.getByRole('link', { name: 'Preview' }).click();
  await expect(page.getByText('“Early?” has a rule about “Cat”, which “Which pets?” doesn')).toBeVisible();
  await expect(page.getByRole('button', { name: 'PUBLISH' })).toBeDisabled();
});

test('a new text counts as missing until it is translated beside its original', async ({ page }) => {
  await startIntake(page);
  await page.getByRole('button', { name: 'Short answer', exact: true }).click();
  await page.keyboard.insertText('Nickname?');
  await expect(page.getByText('Form saved successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Language: English' }).click();
  const spanish = page.getByRole('menuitem', { name: 'Español' });
  await expect(spanish).toContainText('1 missing');
  await spanish.click();
  const translation = page.getByRole('region', { name: 'Translation into Español' });
  await expect(translation.getByRole('status')).toContainText(/^1 of \d+ texts is missing/);
  await translation.getByRole('button', { name: 'Next Missing' }).click();
  await expect(translation.getByRole('textbox', { name: 'Nickname?' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.insertText('¿Apodo?');
  await expect(translation.getByRole('status')).toContainText('The public form offers Español.');
});

test('a form is published once and shared with a QR code that can be printed', async ({ page }) => {
  await startIntake(page);
  const published = watchPosts(page, '/v1/surveys');
  await publish(page);
  expect(published).toHaveLength(1);
  await expect(page).toHaveURL(library);
  await row(page, 'Intake V.1').first().getByRole('button', { name: 'QR code' }).click();
  const share = page.getByRole('dialog', { name: 'Intake V.1' });
  await expect(share.getByRole('img', { name: 'QR code that leads to Intake' })).toBeVisible();
  const link = await share.getByLabel('Link', { exact: true }).inputValue();
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(share).toBeHidden();
  await expect(page.getByText(link, { exact: true })).toBeVisible();
});

test('a form that a colleague publishes or archives shows without a reload', async ({ page }) => {
  const needs = () => [{ type: 'text', name: 'needs', title: 'What do you need?' }];
  const before = await publishForm(page.request, `Here before ${Date.now()}`, needs);
  await gotoAs(page, before.partner, library);
  const old = page.getByRole('link', { name: /^Here before/ });
  await expect(old).toBeVisible();
  await publishForm(page.request, `Published later ${Date.now()}`, needs);
  await expect(page.getByRole('link', { name: /^Published later/ })).toBeVisible();
  await archiveForm(page.request, before);
  await expect(old).toBeHidden();
});

test('an archived form is closed to visitors until it is unarchived', async ({ page, context }) => {
  const { partner, address } = await publishForm(page.request, 'Winter intake', () => [{ type: 'text', name: 'age' }]);
  const visitor = await context.newPage();
  const closed = visitor.getByRole('heading', { name: 'This form is closed' });
  await gotoAs(page, partner, library);
  const form = row(page, 'Winter intake V.1');
  const failing = '**/v1/surveys/*/archive';
  await page.route(failing, (route) => route.abort());
  await form.getByRole('button', { name: 'Archive' }).click();
  const asked = page.getByRole('dialog', { name: 'Archive Winter intake V.1' });
  await expect(asked.getByText('Are you sure you would like to archive this form?', { exact: true })).toBeVisible();
  await asked.getByRole('button', { name: 'Archive' }).click();
  await expect(asked.getByRole('alert')).toContainText('Something went wrong! Please try again');
  await expectAccessible(page);
  await page.unroute(failing);
  await asked.getByRole('button', { name: 'Archive' }).click();
  await expect(form).toHaveCount(0);
  await visitor.goto(address);
  await expect(closed).toBeVisible();

  await page.getByRole('tab', { name: 'Survey Responses' }).click();
  await expect(form.getByText('Archived')).toBeVisible();
  await page.getByRole('tab', { name: /^Archived Forms/ }).click();
  await expect(form.getByRole('button', { name: 'Copy Link' })).toHaveCount(0);
  await form.getByRole('button', { name: 'Unarchive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unarchive' }).click();
  await expect(form).toHaveCount(0);
  await visitor.goto(address);
  await expect(visitor.getByLabel('First name')).toBeVisible();
});

test('publishing to a form that was archived meanwhile says so', async ({ page }) => {
  const form = await publishForm(page.request, 'Closing soon', () => [{ type: 'text', name: 'age', title: 'Age?' }]);
  await gotoAs(page, form.partner, `/forms-create?form=${form.id}`);
  await page.getByRole('textbox', { name: 'Title of the form' }).first().fill('Closing later');
  await page.getByRole('link', { name: 'Preview' }).click();
  await archiveForm(page.request, form);
  await page.getByRole('button', { name: 'PUBLISH' }).click();
  await expect(page.getByRole('alert')).toContainText('This form is archived. Please unarchive it');
});

test('the editor and the preview say that a form could not be retrieved', async ({ page }) => {
  const { id, partner } = await publishForm(page.request, 'Lost', () => [{ type: 'text', name: 'age', title: 'Age?' }]);
  const failing = `**/v1/surveys/${id}`;
  for (const screen of ['create', 'preview']) {
    await page.route(failing, (route) => route.fulfill({ status: 500, json: { message: 'Down' } }));
    // A page of its own: the second would show the failure of the first while it asks again.
    await gotoAs(page, partner, `/forms-${screen}?form=${id}`);
    await expect(page.getByRole('heading', { name: 'Could not retrieve survey' })).toBeVisible();
    await page.unroute(failing);
  }
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Lost' })).toBeVisible();
});

test('forms are searched, imported and given responses, and each tab opens its page', async ({ page }) => {
  const partner = await newPartner(page.request);
  const headers = { authorization: `Bearer ${partner.token}` };
  const elements = [
    { type: 'text', name: 'age', title: 'Age', inputType: 'number' },
    {
      type: 'boolean',
      name: 'meals',
      title: 'Meals?',
      surveyAction: 'createServiceRequest',
      serviceId: partner.serviceId,
    },
  ];
  const ids: number[] = [];
  for (const title of ['Housing check', 'Old intake']) {
    const data = { title, pages: [{ name: 'one', elements }] };
    const answer = await page.request.post('/v1/surveys', {
      headers,
      data: { title, data, organizationId: partner.id },
    });
    ids.push((await answer.json()).id);
  }
  const json = { ...headers, 'content-type': 'application/json' };
  await page.request.post(`/v1/surveys/${ids[1]}/archive`, { headers: json, data: 'true' });
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await gotoAs(page, partner, library);

  await page.setViewportSize({ width: 390, height: 844 });
  for (const shown of await page.getByRole('tab').all()) await expect(shown).toBeInViewport({ ratio: 1 });
  const widthOf = async (name: string) => (await page.getByRole('button', { name }).boundingBox())?.width;
  expect(await widthOf('Import Survey')).toBe(await widthOf('Upload Responses'));
  await page.setViewportSize({ width: 1280, height: 720 });

  await row(page, 'Housing check V.1').getByRole('button', { name: 'Copy Link' }).click();
  const share = page.getByRole('dialog', { name: 'Housing check V.1' });
  await expect(share.getByRole('alert')).toContainText('blocked copying');
  await expect(share.getByLabel('Link', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');

  await page.getByPlaceholder('Search forms...').fill('old');
  await page.getByRole('button', { name: 'Show 1 form in Archived Forms' }).click();
  await expect(row(page, 'Old intake V.1')).toBeVisible();
  await expect(page).toHaveURL(`${library}?tab=archived`);
  await page.getByRole('button', { name: 'Clear search' }).click();

  await page.getByRole('button', { name: 'Import Survey' }).click();
  const importing = page.getByRole('dialog', { name: 'Import Survey' });
  await importing.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(importing.getByText('This is a required field')).toBeVisible();
  await importing.getByLabel('Form ID').fill('240123456789');
  await importing.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(importing.getByRole('alert')).toContainText('Could not successfully import survey');
  await expect(importing.getByRole('alert')).toContainText('JOTFORM_API_KEY');
  await expect(importing.getByLabel('Form ID')).toHaveValue('240123456789');
  await expectAccessible(page);
  await importing.getByLabel('Form ID').clear();
  await importing.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Upload Responses' }).click();
  const uploading = page.getByRole('dialog', { name: 'Upload Responses' });
  await uploading.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(uploading.getByText('Select one form')).toBeVisible();
  await expect(uploading.getByRole('alert').filter({ hasText: 'Please fix 2 fields' })).toBeFocused();
  await uploading.getByPlaceholder('Select one form').click();
  const options = page.getByRole('option', { name: 'V.1' });
  await expect(options).toHaveText(['Housing check V.1']);
  await options.click();
  const input = uploading.locator('input[type="file"]');
  await input.setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await expect(uploading.getByText('File "notes.pdf" was rejected.')).toBeVisible();
  await expectAccessible(page);
  const csv = 'First Name,Last Name,Age,Shoe size\r\nAda,Byron,36,40\r\nBea,Byron,many,41\r\n';
  await input.setInputFiles({ name: 'answers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await uploading.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(uploading.getByRole('status')).toHaveText('Housing check V.1: 1 response added, 1 row skipped.');
  await expect(uploading).toContainText('Shoe size');
  await expectAccessible(page);
  const [list] = await Promise.all([
    page.waitForEvent('download'),
    uploading.getByRole('button', { name: 'Download skipped rows' }).click(),
  ]);
  expect(list.suggestedFilename()).toBe('answers - skipped rows.csv');
  expect(await readFile(await list.path(), 'utf8')).toContain('Row,Reason\r\n3,');
  await uploading.getByRole('button', { name: 'Done' }).click();

  for (const [tab, address] of [
    ['Manage Forms', 'forms-create'],
    ['Survey Responses', 'forms-submissions'],
    ['Survey Analytics', 'forms-analytics'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('link', { name: 'Housing check V.1' }).click();
    await expect(page).toHaveURL(`/${address}?form=${ids[0]}`);
    expect(await page.evaluate(() => history.state.usr.survey.id)).toBe(ids[0]);
    await page.goBack();
  }
});

test('a long upload of responses continues on other pages', async ({ page }) => {
  const age = { type: 'text', name: 'age', title: 'Age' };
  const { partner } = await publishForm(page.request, 'Many answers', () => [age]);
  await gotoAs(page, partner, library);
  const open = page.getByRole('button', { name: 'Upload Responses' });
  const dialog = page.getByRole('dialog', { name: 'Upload Responses' });
  const upload = async (csv: string) => {
    await dialog.getByPlaceholder('Select one form').click();
    await page.getByRole('option', { name: 'Many answers V.1' }).click();
    const file = { name: 'answers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await dialog.locator('input[type="file"]').setInputFiles(file);
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  };
  // As if it took longer than the server lets callers wait.
  await page.route('**/upload-responses', (route) =>
    route.continue({ headers: { ...route.request().headers(), prefer: 'respond-async' } }),
  );
  const working = { state: 'working', done: 1200, total: 5000, result: null, message: null };
  await page.route('**/upload-responses/*', (route) => route.fulfill({ json: working }));
  await open.click();
  await upload('First Name,Last Name,Age\r\nAda,Byron,36\r\nBea,,41\r\n');
  await expect(dialog).toContainText('1,200 of 5,000');
  await expect(dialog).toContainText('You can leave this page. The upload continues.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '24');
  await page.getByRole('link', { name: 'Member Management' }).first().click();
  await page.getByRole('link', { name: 'Forms Library' }).first().click();
  await expect(page.getByText('Uploading answers.csv')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1,200 of 5,000')).toBeVisible();
  await page.unroute('**/upload-responses/*');
  await expect(page.getByText('answers.csv uploaded.')).toBeVisible();
  await page.getByRole('button', { name: 'See the result' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Many answers V.1: 1 response added, 1 row skipped.');
  await dialog.getByRole('button', { name: 'Upload another file' }).click();

  await upload('Shoe size\r\n40\r\n');
  await expect(dialog.getByRole('alert')).toContainText('No column matches a question of this form.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'See the result' })).toBeHidden();
});
