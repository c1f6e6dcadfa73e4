import { expect, type Page } from '@playwright/test';
import { unique } from './accounts.ts';
import { fillInName } from './forms.ts';
import { payloads } from './payloads.ts';
import { keepSession, navigateTo } from './sessions.ts';
import { listenForScripts, plantedElements, type Seeded, seed } from './stored-scripts.ts';
import { test } from './test.ts';

/** One payload here; `npm run trust` tries them all. */
const tried = process.env.KINBRIDGE_ALL_PAYLOADS ? payloads : payloads.slice(0, 1);
/** A fault that `npm run trust` plants to see this test fail: a screen that shows a stored text as markup. */
const plantsMarkup = process.env.KINBRIDGE_PLANTED_MARKUP !== undefined;

type Screens = Record<string, (seeded: Seeded) => { address: string; open?: (page: Page) => Promise<void> }>;

/** Every screen that shows a stored text, and what opens more of it. */
const screens: Screens = {
  home: () => ({ address: '/' }),
  'outgoing board': () => ({ address: '/service-requests' }),
  ticket: ({ ticketId }) => ({
    address: `/incoming-service-requests?ticket=${ticketId}`,
    open: async (page) => {
      await expect(page.getByRole('dialog').getByRole('log')).toBeVisible();
      for (const tab of await page.getByRole('dialog').getByRole('tab').all()) await tab.click();
    },
  }),
  members: () => ({ address: '/members' }),
  member: ({ memberId }) => ({ address: `/members/${memberId}` }),
  employees: () => ({ address: '/employees' }),
  employee: ({ employeeId }) => ({ address: `/employees/${employeeId}` }),
  'mass messaging': () => ({ address: '/mass-messaging' }),
  massMessage: ({ massMessageId }) => ({ address: `/mass-messaging/${massMessageId}` }),
  metrics: () => ({ address: '/metrics-dashboard' }),
  'forms library': () => ({ address: '/forms-library' }),
  builder: ({ surveyId }) => ({ address: `/forms-create?form=${surveyId}` }),
  preview: ({ surveyId }) => ({ address: `/forms-preview?form=${surveyId}` }),
  submissions: ({ surveyId }) => ({
    address: `/forms-submissions?form=${surveyId}`,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Answer of/ })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  }),
  analytics: ({ surveyId }) => ({ address: `/forms-analytics?form=${surveyId}` }),
  'member messaging': () => ({ address: '/member-messaging' }),
  account: () => ({ address: '/account-management' }),
  'audit log': () => ({ address: '/account-management?tab=audit-log' }),
  palette: () => ({
    address: '/',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('textbox', { name: 'Find anything' }).fill('img');
      await expect(page.getByRole('button', { name: 'Logout' }).last()).toBeVisible();
    },
  }),
};

const publicScreens: Screens = {
  'public form': ({ uniqueSurveyId }) => ({
    address: `/form/${uniqueSurveyId}`,
    open: async (page) => {
      await fillInName(page);
      const question = page.getByRole('button', { name: 'Next' });
      while (await question.isVisible()) {
        expect(await plantedElements(page)).toEqual([]);
        await question.click();
      }
      await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
    },
  }),
  'dev outbox': () => ({ address: '/dev/outbox' }),
  'sign-up': () => ({
    address: '/signup',
    open: (page) =>
      page.getByRole('combobox', { name: 'Organization' }).or(page.getByLabel('Organization')).first().click(),
  }),
};

/** Goes through a page with no content in common, so that what shows next is the new page with the stored text. */
async function goOn(page: Page, address: string): Promise<void> {
  const nowhere = page.getByRole('heading', { name: 'Page not found' });
  await navigateTo(page, '/nowhere');
  await expect(nowhere).toBeVisible();
  await navigateTo(page, address);
  await expect(nowhere).toHaveCount(0);
}

/** The stored text appears as text, on the page or in a field. */
async function expectShown(page: Page, beacon: string): Promise<void> {
  const texts = () =>
    page.evaluate(() => {
      const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
      return [document.body.innerText, ...fields].join('\n');
    });
  await expect.poll(texts).toContain(beacon);
}

for (const [index, payload] of tried.entries()) {
  test(`a stored script stays text on every screen and in exports (${index + 1})`, async ({ page }) => {
    test.slow();
    const beacon = `/${unique('beacon')}`;
    const text = payload.replaceAll('BEACON', beacon);
    const seeded = await seed(page.request, text);
    const signs = listenForScripts(page, beacon);
    await keepSession(page, seeded.session);
    await page.goto('/');
    for (const [name, screen] of Object.entries(screens)) {
      await test.step(name, async () => {
        const { address, open } = screen(seeded);
        await goOn(page, address);
        await open?.(page);
        await expectShown(page, beacon);
        if (plantsMarkup) await page.evaluate((markup) => document.body.insertAdjacentHTML('beforeend', markup), text);
        expect(await plantedElements(page)).toEqual([]);
        await page.keyboard.press('Escape');
      });
    }
    for (const [name, screen] of Object.entries(publicScreens)) {
      await test.step(name, async () => {
        const { address, open } = screen(seeded);
        await page.goto(address);
        await open?.(page);
        await expectShown(page, beacon);
        expect(await plantedElements(page)).toEqual([]);
      });
    }
    await test.step('exports are downloads without scripts', () => expectSafeExports(page, seeded));
    expect(signs).toEqual([]);
  });
}

async function expectSafeExports(page: Page, { token, organizationId, ticketId, surveyId, memberId }: Seeded) {
  const headers = { authorization: `Bearer ${token}` };
  const documents = await (await page.request.get(`/v1/users/${memberId}/documents`, { headers })).json();
  for (const address of [
    `/v1/organizations/${organizationId}/metrics/report.pdf`,
    `/v1/organizations/${organizationId}/metrics/report.csv`,
    `/v1/organizations/${organizationId}/audit/csv`,
    `/v1/messages/getServiceRequestMessagesCsv/${ticketId}`,
    `/v1/surveys/${surveyId}/answers/export?format=csv`,
    `/v1/surveys/${surveyId}/answers/export?format=xlsx`,
    `/v1/service-requests/${ticketId}/file`,
    `/v1/users/${memberId}/documents/${documents[0].id}`,
  ]) {
    const answer = await page.request.get(address, { headers });
    expect(answer.status(), `${address}: ${await answer.text()}`).toBe(200);
    expect(answer.headers()['content-disposition']).toMatch(/^attachment;/);
    expect(answer.headers()['x-content-type-options']).toBe('nosniff');
    if (address.includes('.pdf'))
      expect((await answer.body()).toString('latin1')).not.toMatch(/\/(JavaScript|JS|URI)\b/);
  }
}
