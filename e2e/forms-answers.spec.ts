import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { demoPerson } from './demo.ts';
import { expectAccessible } from './expect-accessible.ts';
import { newMember, newPartner, type Partner, watchPosts } from './partners.ts';
import { everythingStored, gotoAs, keepSession, navigateTo, newSession, storedDrafts } from './sessions.ts';
import { test } from './test.ts';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Signs in as the admin of the first demo organization, whose forms have answers. */
async function signInNora(page: Page) {
  const session = await newSession(page.request, demoPerson('ADMIN', 'ACTIVE'));
  await keepSession(page, session);
  const { idToken, organizationId } = JSON.parse(session);
  const listed = await page.request.get(`/v1/organizations/${organizationId}/surveys`, { headers: bearer(idToken) });
  const surveys: { id: number; title: string; version: number }[] = await listed.json();
  return surveys.find(({ version }) => version === 2)?.id ?? 0;
}

test('§2 answers to a form are listed, searched, exported, read and analyzed', async ({ page }) => {
  const id = await signInNora(page);
  await page.goto(`/forms-submissions?form=${id}`);
  const table = page.getByRole('table', { name: /^Submissions of Social needs/ });
  await expect(table.getByRole('row')).toHaveCount(51);
  await expect(table.getByRole('columnheader').first()).toHaveText('When');
  const column = table.getByRole('columnheader', { name: 'Would you like help with food?' });
  await expect(column).toHaveCount(1);

  // Fewer rows make the next steps faster.
  await navigateTo(page, `/forms-submissions?form=${id}&size=10`);
  await expect(table.getByRole('row')).toHaveCount(11);
  await page.getByRole('button', { name: 'Columns' }).click();
  const chooser = page.getByRole('dialog', { name: 'Columns' });
  await chooser.getByLabel('Would you like help with food?').uncheck();
  await expect(column).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(chooser).toBeHidden();

  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await csv).suggestedFilename()).toMatch(/\.csv$/);

  await page.getByRole('searchbox', { name: 'Search answers...' }).fill('nobody is called like this');
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  expect(page.url()).not.toContain('nobody');
  await page.getByRole('button', { name: 'Show all answers' }).click();
  await expect(table.getByRole('row')).toHaveCount(11);

  const newest = table.getByRole('button', { name: /^Answer of/ }).first();
  // Speech input goes by the visible words.
  expect(await newest.getAttribute('aria-label')).toContain(await newest.innerText());
  await newest.click();
  const answer = page.getByRole('dialog', { name: 'Social needs check-in' });
  const food = answer.locator('dl > div', { hasText: 'Would you like help with food?' });
  await expect(food.getByRole('definition')).toHaveText(/^(Yes|No|No answer)$/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(answer).toBeHidden();

  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByText('200 submissions, all versions')).toBeVisible();
  await expect(page).toHaveTitle(`${await page.getByRole('heading', { level: 1 }).innerText()} · Kinbridge`);
  const chart = page.getByRole('table', { name: 'Would you like help with food?' });
  await expect(chart.getByRole('row', { name: /^Yes \d+ \d+%$/ })).toHaveCount(1);
  await page.getByLabel('To', { exact: true }).fill('2001-01-01');
  await expect(page.getByText('No submissions found for selected survey.')).toBeVisible();
  await page.getByRole('button', { name: 'All days' }).click();
  await expect(chart).toBeVisible();

  await navigateTo(page, '/forms-analytics');
  await expect(page.getByRole('heading', { name: 'Choose a form' })).toBeVisible();
  await navigateTo(page, '/forms-submissions?form=999999999');
  await expect(page.getByRole('heading', { name: 'Could not retrieve survey' })).toBeVisible();
});

const title = 'Home visit';

async function publish(request: APIRequestContext, partner: Partner, name: string, elements: object[]) {
  const data = { title: name, pages: [{ name: 'questions', elements }] };
  const published = await request.post('/v1/surveys', {
    headers: bearer(partner.token),
    data: { title: name, data, organizationId: partner.id },
  });
  expect(published.status(), await published.text()).toBe(201);
}

/** A form that asks about the organization's first service, one with a list of texts, and a member to answer them. */
async function buildForm(request: APIRequestContext, partner: Partner) {
  const elements = [
    { type: 'text', name: 'street', title: 'Street' },
    { type: 'file', name: 'letter', title: 'Letter' },
    {
      type: 'boolean',
      name: 'meals',
      title: 'Would you like meals?',
      surveyAction: 'createServiceRequest',
      serviceId: partner.serviceId,
    },
  ];
  const rooms = [
    { type: 'multipletext', name: 'rooms', title: 'Rooms', items: [{ name: 'attic', title: 'Attic' }] },
    { type: 'boolean', name: 'warm', title: 'Is it warm?' },
  ];
  await publish(request, partner, title, elements);
  await publish(request, partner, 'Rooms and heat', rooms);
  const headers = bearer(partner.token);
  const serviceRequest = {
    organizationId: partner.id,
    serviceId: partner.serviceId,
    patientId: null,
    patient: newMember(),
  };
  const created = await request.post('/v1/service-requests', {
    headers,
    multipart: { serviceRequest: JSON.stringify(serviceRequest) },
  });
  return (await created.json()).patient as { id: number };
}

test('§2 a member is assigned a survey and screened, and the answers make a request', async ({ page }) => {
  const partner = await newPartner(page.request);
  const member = await buildForm(page.request, partner);
  await gotoAs(page, partner, `/members/${member.id}`);
  const card = page.getByRole('region', { name: 'Member Surveys' });
  await expect(card.getByText('No surveys yet.')).toBeVisible();

  await card.getByRole('button', { name: 'Assign New Survey' }).click();
  const assign = page.getByRole('dialog', { name: 'Assign New Survey' });
  await expect(assign.getByRole('button', { name: 'Submit' })).toBeDisabled();
  await assign.getByRole('combobox', { name: 'Survey' }).click();
  await page.getByRole('option', { name: `${title} V.1` }).click();
  await expectAccessible(page);
  const assigned = watchPosts(page, '/surveys');
  await assign.getByRole('button', { name: 'Submit' }).dblclick();
  await expect(assign).toBeHidden();
  expect(assigned).toHaveLength(1);
  await expect(card.getByText('Not answered yet')).toBeVisible();

  await card.getByRole('button', { name: 'New Member Screening' }).click();
  const screening = page.getByRole('dialog', { name: 'New Member Screening' });
  await screening.getByRole('combobox', { name: 'Survey' }).click();
  await page.getByRole('option', { name: `${title} V.1` }).click();
  const next = screening.getByRole('button', { name: 'Next' });
  await expect(screening.getByText('1 of 3')).toBeVisible();
  await screening.getByLabel('Street').fill('Alder Court');
  await expect.poll(() => storedDrafts(page)).toEqual([expect.stringMatching(/^sealed:/)]);
  expect(await everythingStored(page)).not.toContain('Alder Court');
  await next.click();
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const picture = { name: 'letter.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') };
  await screening.getByLabel('Choose a file').setInputFiles(picture);
  await expect(screening.getByText('letter.png')).toBeVisible();
  await next.click();
  await expect(screening.getByRole('heading', { name: 'Would you like meals?' })).toBeFocused();
  await expect(screening.getByRole('radio').first()).toHaveAccessibleName('Yes');
  await screening.getByText('Yes', { exact: true }).click();
  await expectAccessible(page);
  await screening.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep Editing' }).click();
  const answers = /\/v1\/surveys\/\d+\/answer$/;
  await page.route(answers, (route) => route.abort());
  await screening.getByRole('button', { name: 'Save answers' }).click();
  await expect(screening.getByText('Something went wrong! Please try again')).toBeVisible();
  await expect(screening.getByRole('radio', { name: 'Yes' })).toBeChecked();
  await page.unroute(answers);
  await screening.getByRole('button', { name: 'Try again' }).click();
  await expect(screening).toBeHidden();
  await expect(card.getByText('Not answered yet')).toBeHidden();

  // A question that only the form library can show, in the same frame.
  await card.getByRole('button', { name: 'New Member Screening' }).click();
  await screening.getByRole('combobox', { name: 'Survey' }).click();
  await page.getByRole('option', { name: 'Rooms and heat V.1' }).click();
  await expect(screening.getByText('1 of 2')).toBeVisible();
  await screening.getByRole('textbox').fill('Cold');
  await next.click();
  await expect(screening.getByRole('radio').first()).toHaveAccessibleName('Yes');
  await screening.getByText('No', { exact: true }).click();
  await screening.getByRole('button', { name: 'Save answers' }).click();
  await expect(screening).toBeHidden();

  await card.getByRole('button', { name: /^Answers to #\d+ Home visit/ }).click();
  const answer = page.getByRole('dialog', { name: title });
  const given = answer.getByRole('definition');
  await expect(given).toHaveText(['Alder Court', 'letter.png', /^Yes\s*Asked for Hot meals$/]);
  await expect(answer.getByText('Asked for: Hot meals')).toBeVisible();
  const download = page.waitForEvent('download');
  await answer.getByRole('button', { name: 'letter.png' }).click();
  expect((await download).suggestedFilename()).toBe('letter.png');
  await expectAccessible(page);
  await answer.getByRole('button', { name: 'New Services Request' }).click();
  await expect(page.getByRole('dialog', { name: 'New Service Request' })).toContainText('Hot meals');
});
