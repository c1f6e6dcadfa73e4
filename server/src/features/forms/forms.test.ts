import { formTemplates } from '@kinbridge/forms/templates/form-templates';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import { asOwner } from '../../testing/as-owner.ts';
import { buildOrganization, buildSignedIn, serviceIds } from '../../testing/build.ts';
import { buildForm, everyElement } from '../../testing/forms.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let portal: TestApp;
let staff: Awaited<ReturnType<typeof buildSignedIn>>;
let stranger: Awaited<ReturnType<typeof buildSignedIn>>;

beforeAll(async () => {
  portal = await startTestApp();
  staff = await buildSignedIn(portal, (await buildOrganization(portal)).id);
  stranger = await buildSignedIn(portal, (await buildOrganization(portal)).id);
});
afterAll(() => portal.close());

const question = { type: 'text', name: 'q', title: 'How are you?' };
const publish = (data: unknown, more: Record<string, unknown> = {}) =>
  portal.call('POST /v1/surveys', {
    token: staff.token,
    body: { title: 'Intake', data, organizationId: staff.organizationId, ...more },
  });
// biome-ignore lint/suspicious/noExplicitAny: a form as the wire shows it
const republish = (form: any, more: Record<string, unknown> = {}, token = staff.token) => {
  const { id, uniqueSurveyId, version, originalSurveyId, title, data, organizationId } = form;
  const body = { id, uniqueSurveyId, version, originalSurveyId, title, data, organizationId, ...more };
  return portal.call('PUT /v1/surveys/{id}', { params: { id }, body, token });
};
const get = (id: number, token: string | undefined = staff.token) =>
  portal.call('GET /v1/surveys/{id}', { params: { id }, token });
const display = (id: unknown, token: string | undefined = staff.token) =>
  portal.call('GET /v1/surveys/{id}/display', { params: { id }, token });
const displayToAnyone = (id: unknown) => portal.call('GET /v1/surveys/{id}/display', { params: { id } });
const archive = (id: number, archived: boolean) =>
  portal.call('POST /v1/surveys/{id}/archive', {
    params: { id },
    body: JSON.stringify(archived),
    headers: { 'content-type': 'application/json' },
    token: staff.token,
  });

describe('publishing', () => {
  it('returns the first version as the original of later ones', async () => {
    const { status, body } = await publish({ elements: [question] });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      uniqueSurveyId: expect.stringMatching(/^[\da-f-]{36}$/),
      title: 'Intake',
      version: 1,
      data: { elements: [question] },
      organizationId: staff.organizationId,
      originalSurveyId: null,
      archivedAt: null,
      createTimestamp: expect.any(String),
    });
    expect((await get(body.id)).body).toEqual(body);
  });

  it('keeps every question type and property unchanged, in order', async () => {
    const data = {
      title: 'All',
      zeta: 1,
      alpha: { ключ: '日本', nested: [1, 'two', null, true, { deep: {} }] },
      pages: [{ name: 'p', elements: everyElement }],
    };
    const { status, body } = await publish(data);
    expect(status).toBe(201);
    expect(JSON.stringify((await get(body.id)).body.data)).toBe(JSON.stringify(data));
  });

  it('accepts the templates unchanged', async () => {
    for (const { data, title } of formTemplates) expect((await publish(data, { title })).status).toBe(201);
  });

  it('adds an immutable version under the same link', async () => {
    const first = (await publish({ elements: [question] })).body;
    const { status, body: second } = await republish(first, {
      title: 'Intake, new',
      data: { elements: [{ ...question, name: 'p' }] },
    });
    expect(status).toBe(200);
    expect(second).toMatchObject({
      uniqueSurveyId: first.uniqueSurveyId,
      version: 2,
      originalSurveyId: first.id,
      title: 'Intake, new',
    });
    const third = (await republish(second)).body;
    expect(third).toMatchObject({ version: 3, originalSurveyId: first.id });
    expect((await get(first.id)).body).toEqual(first);
    const versions = await portal.call('GET /v1/surveys/{id}/versions', {
      params: { id: second.id },
      token: staff.token,
    });
    expect(versions.body).toEqual([third, second, first]);
    await expect(asOwner(portal.databaseUrl, `update surveys set title = 'x' where id = ${first.id}`)).rejects.toThrow(
      'append-only',
    );
  });

  it('lists the newest version of each form, newest first', async () => {
    const other = await buildSignedIn(portal, (await buildOrganization(portal)).id);
    const one = await buildForm(portal, other, [question]);
    const two = await buildForm(portal, other, [question]);
    const newer = (await republish(one, {}, other.token)).body;
    const list = await portal.call('GET /v1/organizations/{id}/surveys', {
      params: { id: other.organizationId },
      token: other.token,
    });
    const unanswered = { responses: 0, lastAnswerTimestamp: null };
    expect(list.body).toEqual([
      { ...newer, ...unanswered },
      { ...two, ...unanswered },
    ]);
  });

  it("lists a form's answers over all versions, with the last date", async () => {
    const other = await buildSignedIn(portal, (await buildOrganization(portal)).id);
    const first = await buildForm(portal, other, [question]);
    const newer = (await republish(first, {}, other.token)).body;
    for (const { uniqueSurveyId, version } of [first, newer]) {
      const body = { surveyAnswerJson: { q: 'Fine' }, surveyUniqueId: uniqueSurveyId, version };
      const who = { userFirstName: 'Ada', userLastName: 'Byron' };
      await portal.call('POST /v1/survey-answers/submit', { body: { ...body, ...who } });
    }
    const last = new Date('2026-03-04T15:00:00Z').toISOString();
    await sql`update survey_answers set create_timestamp = case when survey_id = ${newer.id} then ${last}::timestamptz
      else ${last}::timestamptz - interval '1 day' end where survey_id in (${first.id}, ${newer.id})`.run(
      portal.app.db,
    );
    const list = await portal.call('GET /v1/organizations/{id}/surveys', {
      params: { id: other.organizationId },
      token: other.token,
    });
    expect(list.body).toMatchObject([{ id: newer.id, responses: 2, lastAnswerTimestamp: last }]);
  });

  it('accepts one of two parallel edits and shows the other the newest', async () => {
    const first = (await publish({ elements: [question] })).body;
    const answers = await Promise.all([republish(first, { title: 'A' }), republish(first, { title: 'B' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [won, lost] = answers.sort((a, b) => a.status - b.status);
    expect(lost?.body).toMatchObject({
      code: 'stale',
      current: { id: won?.body.id, version: 2, title: won?.body.title },
    });
    expect((await republish(first)).status).toBe(409);
  });

  it('publishes once per Idempotency-Key', async () => {
    const body = { title: 'Once', data: { elements: [question] }, organizationId: staff.organizationId };
    const headers = { 'idempotency-key': 'publish-once' };
    const calls = [1, 2].map(() => portal.call('POST /v1/surveys', { token: staff.token, body, headers }));
    const [one, two] = await Promise.all(calls);
    expect(one?.body).toEqual(two?.body);
  });

  it('is audited', async () => {
    const first = (await publish({ elements: [question] })).body;
    await archive(first.id, true);
    await archive(first.id, true);
    const rows = await sql`select action, actor_id as actor from audit_log where entity_type = 'survey'
      and entity_id = ${first.id} order by id`.many(portal.app.db);
    expect(rows).toEqual([
      { action: 'survey.publish', actor: staff.id },
      { action: 'survey.archive', actor: staff.id },
    ]);
  });
});

describe('publishing refuses', () => {
  test.each<[string, unknown, number]>([
    ['no questions', {}, 400],
    ['a list', [], 400],
    ['a text', 'x', 400],
    ['an unknown type', { elements: [{ type: 'x', name: 'q' }] }, 400],
    ['the same name twice', { elements: [question, question] }, 400],
    ['a built-in property name', { elements: [{ type: 'text', name: 'hasOwnProperty' }] }, 400],
    [
      'an expression with backtracking',
      { elements: [{ ...question, validators: [{ type: 'regex', regex: '^(a+)+$' }] }] },
      400,
    ],
    [
      'deep nesting',
      JSON.parse(`{"elements":[{"type":"text","name":"q","x":${'['.repeat(50)}${']'.repeat(50)}}]}`),
      400,
    ],
    ['more than 500 kB', { elements: [{ ...question, description: 'x'.repeat(510_000) }] }, 413],
    [
      'an unknown service',
      { elements: [{ ...question, surveyAction: 'createServiceRequest', serviceId: 99_999_999 }] },
      404,
    ],
    [
      'deeply nested conditions',
      { elements: [{ ...question, visibleIf: `${'('.repeat(20_000)}1=1${')'.repeat(20_000)}` }] },
      400,
    ],
    ['unstorable characters', { elements: [{ ...question, title: 'a\u0000b' }] }, 400],
    ['too many choices', { elements: [{ type: 'dropdown', name: 'd', choicesMin: 1, choicesMax: 1e12 }] }, 400],
  ])('%s', async (_, data, status) => {
    const answer = await publish(data);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(/^[A-Z\d].*\.$/s);
  });

  it('a form nested ten thousand times', async () => {
    const data = `{"elements":[{"type":"text","name":"q","x":${'['.repeat(10_000)}${']'.repeat(10_000)}}]}`;
    const body = `{"title":"","organizationId":${staff.organizationId},"data":${data}}`;
    const headers = { 'content-type': 'application/json' };
    expect((await portal.call('POST /v1/surveys', { body, headers, token: staff.token })).status).toBe(400);
  });

  it("another organization's service or organization", async () => {
    const [foreign] = await serviceIds(portal, stranger.organizationId);
    const data = { elements: [{ ...question, surveyAction: 'createServiceRequest', serviceId: foreign }] };
    expect((await publish(data)).status).toBe(404);
    expect((await publish({ elements: [question] }, { organizationId: stranger.organizationId })).status).toBe(404);
  });

  it("another organization's service in a repeating group", async () => {
    const [serviceId] = await serviceIds(portal, stranger.organizationId);
    const templateElements = [{ ...question, surveyAction: 'createServiceRequest', serviceId }];
    expect((await publish({ elements: [{ type: 'paneldynamic', name: 'pd', templateElements }] })).status).toBe(404);
  });

  it('a rule about a deleted question, naming it', async () => {
    const data = {
      elements: [question, { type: 'text', name: 'where', title: 'Where to?', visibleIf: '{ride} = true' }],
    };
    const sentence = '“Where to?” has a rule about “ride”, a question that was deleted. Fix or remove the rule.';
    const answer = await publish(data);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message: sentence, fields: { 'data.elements.1.visibleIf': sentence } });
    const first = await buildForm(portal, staff, [question]);
    expect((await republish(first, { data })).status).toBe(400);
  });

  it('a deleted service, naming the question', async () => {
    const { id: organizationId } = await buildOrganization(portal);
    const admin = await buildSignedIn(portal, organizationId, { userType: 'ADMIN' });
    const [serviceId] = await serviceIds(portal, organizationId);
    await portal.call('POST /v1/services/deleteService/{id}', { params: { id: serviceId }, token: admin.token });
    const data = { elements: [{ ...question, surveyAction: 'createServiceRequest', serviceId }] };
    const answer = await portal.call('POST /v1/surveys', {
      token: admin.token,
      body: { title: '', data, organizationId },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('How are you?');
  });

  test.each([
    ['another id in the body', { id: 1_000_000 }, 400],
    ['another link', { uniqueSurveyId: '00000000-0000-4000-8000-000000000000' }, 400],
    ['another original', { originalSurveyId: 1_000_000 }, 400],
    ['an older version', { version: 7 }, 409],
    ['another organization', { organizationId: 1_000_000 }, 404],
    ['an unknown field', { archivedAt: null }, 400],
  ])('an edit with %s', async (_, more, status) => {
    const first = await buildForm(portal, staff, [question]);
    expect((await republish(first, more)).status).toBe(status);
    expect((await display(first.id)).body.version).toBe(1);
  });

  it('an edit of an archived form until it is restored', async () => {
    const first = await buildForm(portal, staff, [question]);
    await archive(first.id, true);
    expect((await republish(first)).status).toBe(409);
    await archive(first.id, false);
    expect((await republish(first)).status).toBe(200);
  });
});

describe('the public link', () => {
  it('shows the newest version, by link id to anyone, by version id to its staff', async () => {
    const first = await buildForm(portal, staff, [question]);
    const second = (await republish(first, { title: 'Newer' })).body;
    for (const id of [first.uniqueSurveyId, first.id, second.id]) {
      const { status, body } = await display(id);
      expect(status).toBe(200);
      expect(body).toMatchObject({ id: second.id, title: 'Newer', version: 2 });
      expect(body.organization).toEqual({ id: staff.organizationId, name: expect.any(String), imageFilename: null });
    }
    expect((await displayToAnyone(first.uniqueSurveyId)).body).toMatchObject({ id: second.id, version: 2 });
    const { organizationId } = staff;
    const pending = await buildSignedIn(portal, organizationId, { status: 'PENDING' });
    const foreign = await buildSignedIn(portal, (await buildOrganization(portal)).id);
    const unknown = (await displayToAnyone(99_999_999)).body;
    for (const token of [undefined, pending.token, foreign.token]) {
      const { status, body } = await portal.call('GET /v1/surveys/{id}/display', { params: { id: second.id }, token });
      expect({ status, body: { ...body, requestId: null } }).toEqual({
        status: 404,
        body: { ...unknown, requestId: null },
      });
    }
  });

  it('starts with the four fixed questions, two of them required', async () => {
    const first = await buildForm(portal, staff, [question]);
    const { pages } = (await display(first.id)).body.data;
    expect(
      pages[0].elements.map(({ name, isRequired }: { name: string; isRequired?: boolean }) => [
        name,
        isRequired ?? false,
      ]),
    ).toEqual([
      ['userFirstName', true],
      ['userLastName', true],
      ['userBirthDate', false],
      ['userPhoneNumber', false],
    ]);
    expect(pages[1].elements).toEqual([question]);
  });

  it('shows no scripts or external references, which the stored form keeps', async () => {
    const hostile = {
      completedHtml: '<script>alert(1)</script>Thanks',
      navigateToUrl: 'https://elsewhere.example',
      logo: 'https://elsewhere.example/x.png',
      surveyPostId: 'elsewhere',
    };
    const elements = [
      ...everyElement,
      { type: 'dropdown', name: 'd', choicesByUrl: { url: 'https://elsewhere.example' } },
    ];
    const first = await buildForm(portal, staff, elements, hostile);
    const shown = JSON.stringify((await display(first.id)).body.data);
    expect(shown).not.toMatch(/elsewhere|<script|onclick|<b/);
    expect(shown).toContain('Thanks');
    expect((await get(first.id)).body.data).toMatchObject(hostile);
  });

  it('answers 410 while archived and 404 for unknown ids', async () => {
    const first = await buildForm(portal, staff, [question]);
    const archived = await archive(first.id, true);
    expect(archived.body).toMatchObject({ id: first.id, archivedAt: expect.any(String) });
    expect((await archive(first.id, true)).body.archivedAt).toBe(archived.body.archivedAt);
    expect((await display(first.uniqueSurveyId)).status).toBe(410);
    expect((await display(first.id)).status).toBe(410);
    expect((await displayToAnyone(first.id)).status).toBe(404);
    expect((await get(first.id)).body.archivedAt).toBe(archived.body.archivedAt);
    expect((await archive(first.id, false)).body.archivedAt).toBeNull();
    expect((await display(first.uniqueSurveyId)).status).toBe(200);
    expect((await display('00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await display(99_999_999)).status).toBe(404);
    expect((await display('x')).status).toBe(400);
  });
});

it("hides another organization's forms", async () => {
  const first = await buildForm(portal, staff, [question]);
  expect((await get(first.id, stranger.token)).status).toBe(404);
  expect((await republish(first, { organizationId: stranger.organizationId }, stranger.token)).status).toBe(404);
  for (const name of [
    'GET /v1/surveys/{id}/versions',
    'GET /v1/surveys/{id}/answers',
    'GET /v1/surveys/{id}/analytics',
  ]) {
    expect((await portal.call(name, { params: { id: first.id }, token: stranger.token })).status).toBe(404);
  }
});
