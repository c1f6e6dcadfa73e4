import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { newPartner, type Partner } from './partners.ts';

export interface PublishedForm {
  id: number;
  uniqueSurveyId: string;
  partner: Partner;
  address: string;
}

const bearer = ({ token }: Partner) => ({ authorization: `Bearer ${token}` });

const tokenMs = 10 * 60_000;
let shared: { made: number; partner: Promise<Partner> } | undefined;

/** An organization that all tests of a worker share until its token gets old. No test counts its forms. */
export function formsPartner(request: APIRequestContext): Promise<Partner> {
  if (!shared || Date.now() - shared.made > tokenMs) shared = { made: Date.now(), partner: newPartner(request) };
  return shared.partner;
}

/** A form that no other test answers. */
export async function publishForm(
  request: APIRequestContext,
  title: string,
  questions: (partner: Partner) => object[],
  more: object = {},
): Promise<PublishedForm> {
  const partner = await formsPartner(request);
  const data = { title, pages: [{ name: 'questions', elements: questions(partner) }], ...more };
  const published = await request.post('/v1/surveys', {
    headers: bearer(partner),
    data: { title, data, organizationId: partner.id },
  });
  expect(published.status(), await published.text()).toBe(201);
  const { id, uniqueSurveyId } = await published.json();
  return { id, uniqueSurveyId, partner, address: `/form/${uniqueSurveyId}` };
}

export async function archiveForm(request: APIRequestContext, { id, partner }: PublishedForm): Promise<void> {
  const archived = await request.post(`/v1/surveys/${id}/archive`, {
    headers: { ...bearer(partner), 'content-type': 'application/json' },
    data: 'true',
  });
  expect(archived.status()).toBe(200);
}

/** The submissions as staff see them, newest first. */
export async function answersTo(
  request: APIRequestContext,
  { id, partner }: PublishedForm,
): Promise<Record<string, unknown>[]> {
  const listed = await request.get(`/v1/surveys/${id}/answers`, { headers: bearer(partner) });
  expect(listed.status()).toBe(200);
  return (await listed.json()).map(({ data }: { data: Record<string, unknown> }) => data);
}

export async function fillInName(page: Page, firstName = 'Ada', lastName = 'Byron'): Promise<void> {
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill(lastName);
}

export async function next(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next' }).click();
}

/** What this phone stores about forms. */
export function storedOnPhone(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, value]) => (key.startsWith('kinbridge.form.') ? [value] : [])),
  );
}
