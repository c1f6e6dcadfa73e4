import { calls } from '@kinbridge/contract/calls';
import type { Call } from '@kinbridge/contract/shared/call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, buildSignedIn, serviceIds } from '../testing/build.ts';
import { buildForm } from '../testing/forms.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let token: string;
let organizationId: number;
let formId: number;

beforeAll(async () => {
  test = await startTestApp();
  organizationId = (await buildOrganization(test)).id;
  const staff = await buildSignedIn(test, organizationId);
  token = staff.token;
  const [serviceId] = await serviceIds(test, organizationId);
  for (const firstName of ['Marisol', 'Marius', 'Nora']) {
    const patient = { firstName, lastName: 'Vega', dateOfBirth: '1990-03-04' };
    const serviceRequest = { organizationId, serviceId, patient };
    await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token });
  }
  const form = await buildForm(test, staff, [{ type: 'text', name: 'q' }]);
  formId = form.id;
  for (const q of ['Mario', 'Luigi']) {
    const body = { surveyAnswerJson: { q }, surveyUniqueId: form.uniqueSurveyId, version: 1 };
    await test.call('POST /v1/survey-answers/submit', { body: { ...body, userFirstName: 'A', userLastName: 'B' } });
  }
});
afterAll(() => test.close());

const paramsOf = (name: string) => ({ id: name.includes('/surveys/') ? formId : organizationId });
const twinOf = (name: string) => name.replace('POST ', 'GET ').replace(/\/search$/, '');
/** What they are asked with doesn't belong in an address: many ZIP codes, or a person's email. */
const withoutTwin = ['POST /v1/zip-codes/distances', 'POST /v1/auth/sso/find'];
const searches = Object.entries(calls as Record<string, Call>).filter(
  ([name, call]) => call.searches && !withoutTwin.includes(name),
);
const search = (name: string, body: unknown) =>
  test.call(name, { params: paramsOf(name), body: body as object, token });

describe.each(searches.map(([name]) => [name]))('%s', (name) => {
  const word = name.includes('/surveys/') ? 'search' : 'name';

  it('answers the same as its GET', async () => {
    const wanted = { [word]: 'mari', size: '1', page: '1', sort: 'id,desc' };
    const sort = name.includes('/members/') ? 'lastName,asc' : wanted.sort;
    const get = await test.call(twinOf(name), { params: paramsOf(name), query: { ...wanted, sort }, token });
    const post = await search(name, { ...wanted, sort, size: 1, page: 1 });
    expect(post.status).toBe(200);
    expect(post.body).toEqual(get.body);
    const first = await search(name, { [word]: 'mari' });
    expect((first.body.content ?? first.body.ids).length).toBe(word === 'name' ? 2 : 1);
  });

  it('ignores blank and missing filters', async () => {
    const all = await search(name, {});
    expect(all.status).toBe(200);
    expect((await search(name, { [word]: '', sort: '' })).body).toEqual(all.body);
  });

  it.each([
    { unknown: 'x' },
    { page: '0' },
    { size: '5' },
    { size: 0 },
    { size: 201 },
    { page: -1 },
    { page: 0.5 },
    [],
  ])('refuses %j', async (body) => {
    expect((await search(name, body)).status).toBe(400);
  });
});

it('answers a page even when none is requested', async () => {
  const { body } = await search('POST /v1/organizations/{id}/service-requests/search', {});
  expect(body).toMatchObject({ totalElements: 3, number: 0, size: 50, counts: { REQUESTED: 3 } });
});

it("finds members by birthday only in the caller's organization", async () => {
  const name = 'POST /v1/organizations/{id}/members/search';
  const body = { name: 'Nora', birthDate: '1990-03-04', entityId: organizationId, entityType: 'ORGANIZATION' };
  expect((await search(name, body)).body.totalElements).toBe(1);
  expect((await search(name, { ...body, birthDate: '1990-03-05' })).body.totalElements).toBe(0);
  expect((await search(name, { ...body, entityId: organizationId + 1 })).status).toBe(404);
});

it('ignores an Idempotency-Key on a search', async () => {
  const name = 'POST /v1/organizations/{id}/members/search';
  const headers = { 'idempotency-key': 'one' };
  const options = { params: paramsOf(name), headers, token };
  expect((await test.call(name, { ...options, body: { name: 'Nora' } })).body.totalElements).toBe(1);
  expect((await test.call(name, { ...options, body: { name: 'mari' } })).body.totalElements).toBe(2);
});
