import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, serviceIds } from '../../testing/build.ts';
import { buildForm, everyAnswer, everyElement } from '../../testing/forms.ts';
import { grayPicture } from '../../testing/pictures.ts';
import { type CallOptions, startTestApp, type TestApp } from '../../testing/test-app.ts';

let portal: TestApp;
let staff: Awaited<ReturnType<typeof buildSignedIn>>;
let stranger: Awaited<ReturnType<typeof buildSignedIn>>;
let serviceId: number;

beforeAll(async () => {
  portal = await startTestApp();
  staff = await buildSignedIn(portal, (await buildOrganization(portal)).id, { userType: 'ADMIN' });
  stranger = await buildSignedIn(portal, (await buildOrganization(portal)).id);
  serviceId = (await serviceIds(portal, staff.organizationId))[0] ?? 0;
});
afterAll(() => portal.close());

interface Form {
  id: number;
  uniqueSurveyId: string;
  version: number;
}

const ada = { userFirstName: 'Ada', userLastName: 'Byron' };
const submit = (form: Form, answers: unknown, more: Record<string, unknown> = ada, options: CallOptions = {}) =>
  portal.call('POST /v1/survey-answers/submit', {
    body: { surveyAnswerJson: answers, surveyUniqueId: form.uniqueSurveyId, version: form.version, ...more },
    ...options,
  });
const read = (id: number, token = staff.token) => portal.call('GET /v1/survey-answers/{id}', { params: { id }, token });
const rows = async (query: ReturnType<typeof sql>) => (await query.many(portal.app.db)) as Record<string, never>[];
const question = { type: 'text', name: 'q' };
const asking = () => ({ type: 'boolean', name: 'food', surveyAction: 'createServiceRequest', serviceId });
const archivedSince = (form: Form, age: string) =>
  sql`update survey_forms set archived_timestamp = now() - ${age}::interval where unique_survey_id = ${form.uniqueSurveyId}::uuid`.run(
    portal.app.db,
  );

describe('an answer through the public link', () => {
  it('is stored with its version and a new member', async () => {
    const form = await buildForm(portal, staff, [question]);
    const sent = { userBirthDate: '1990-02-03', userPhoneNumber: '(269) 555-0123', action: { type: 'x', value: 9 } };
    const { status, body } = await submit(form, { q: 'Fine' }, { ...ada, ...sent });
    expect([status, body]).toEqual([201, { id: expect.any(Number), serviceRequested: false }]);
    const answer = (await read(body.id)).body;
    expect(answer).toMatchObject({
      surveyId: form.id,
      version: 1,
      data: { q: 'Fine', ...ada, userBirthDate: '1990-02-03', userPhoneNumber: '(269) 555-0123' },
      user: { firstName: 'Ada', lastName: 'Byron' },
    });
    const member = await portal.call('GET /v1/users/{id}', { params: { id: answer.userId }, token: staff.token });
    expect(member.body).toMatchObject({ dateOfBirth: '1990-02-03', phoneNumber: '+12695550123', sendSmsTexts: true });
    const [consent] = await rows(sql`select sms_consent_source as source from users where id = ${answer.userId}`);
    expect(consent).toEqual({ source: 'entered in a form' });
  });

  it.each([
    ['the language chosen from several', { default: 'How are you?', es: '¿Cómo está?' }, 'es', 'es'],
    ['no language of a form in one language', 'How are you?', 'en', null],
    ['no language that the form lacks', { default: 'How are you?', es: '¿Cómo está?' }, 'vi', null],
  ])('records %s for a new member', async (_, title, language, recorded) => {
    const form = await buildForm(portal, staff, [{ ...question, title }]);
    const { body } = await submit(form, {}, { ...ada, language });
    const { userId } = (await read(body.id)).body;
    const member = await portal.call('GET /v1/users/{id}', { params: { id: userId }, token: staff.token });
    expect(member.body.language).toBe(recorded);
  });

  it('may include the fixed answers and be JSON text', async () => {
    const form = await buildForm(portal, staff, [question]);
    const inside = { q: 'Fine', ...ada, userBirthDate: '', userPhoneNumber: null };
    for (const answers of [inside, JSON.stringify(inside)]) {
      const { status, body } = await submit(form, answers, {});
      expect(status).toBe(201);
      expect((await read(body.id)).body.data).toEqual({ q: 'Fine', ...ada });
    }
  });

  it.each(['', ' ', null])('has the fixed answers in the JSON if the fields are %j', async (blank) => {
    const form = await buildForm(portal, staff, [question]);
    const inside = { ...ada, userBirthDate: '1990-02-03', userPhoneNumber: '(269) 555-0123' };
    const fields = Object.fromEntries(Object.keys(inside).map((name) => [name, blank]));
    const { status, body } = await submit(form, inside, fields);
    expect(status).toBe(201);
    expect((await read(body.id)).body.data).toEqual(inside);
  });

  it('needs both names somewhere', async () => {
    const form = await buildForm(portal, staff, [question]);
    const { status, body } = await submit(form, {}, { userFirstName: null, userLastName: '' });
    expect([status, Object.keys(body.fields)]).toEqual([400, ['userFirstName', 'userLastName']]);
  });

  it('supports every question type', async () => {
    const form = await buildForm(portal, staff, everyElement);
    const { status, body } = await submit(form, everyAnswer);
    expect([status, body]).toEqual([201, { id: expect.any(Number), serviceRequested: false }]);
    expect((await read(body.id)).body.data).toEqual({ ...everyAnswer, ...ada, expression: 30 });
  });

  it('is linked to a matching member without changing or revealing them', async () => {
    const form = await buildForm(portal, staff, [question]);
    const person = { ...ada, userLastName: 'Match', userBirthDate: '1985-05-05' };
    const first = await submit(form, {}, person);
    const memberId = (await read(first.body.id)).body.userId;
    const before = await rows(sql`select * from users where id = ${memberId}`);
    const second = await submit(form, {}, { ...person, userPhoneNumber: '+1 269 555 0199' });
    expect((await read(second.body.id)).body.userId).toBe(memberId);
    expect(await rows(sql`select * from users where id = ${memberId}`)).toEqual(before);
    expect([second.status, Object.keys(second.body)]).toEqual([first.status, Object.keys(first.body)]);
    const other = await buildForm(portal, stranger, [question]);
    const elsewhere = await submit(other, {}, person);
    expect((await read(elsewhere.body.id, stranger.token)).body.userId).not.toBe(memberId);
  });

  it('gives a possible match a record of its own', async () => {
    const form = await buildForm(portal, staff, [question]);
    const twin = {
      userFirstName: 'Nils',
      userLastName: 'Twin',
      userBirthDate: '1985-05-05',
      userPhoneNumber: '+1 269 555 0198',
    };
    const first = await read((await submit(form, {}, twin)).body.id);
    const second = await read((await submit(form, {}, { ...twin, userFirstName: 'Ursula' })).body.id);
    expect(second.body.userId).not.toBe(first.body.userId);
    for (const [id, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const { body } = await portal.call('GET /v1/users/{id}/duplicates', {
        params: { id: id.body.userId },
        token: staff.token,
      });
      expect(body.duplicates[0].member.id).toBe(other.body.userId);
    }
  });

  it('sent in parallel creates one member, and one answer per key', async () => {
    const form = await buildForm(portal, staff, [question]);
    const person = { userFirstName: 'Flood', userLastName: 'Test', userBirthDate: '1970-01-02' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => submit(form, { q: 'x' }, person)));
    const members = await Promise.all(answers.map(async ({ body }) => (await read(body.id)).body.userId));
    expect(new Set(members).size).toBe(1);
    const headers = { 'idempotency-key': 'the same' };
    const again = await Promise.all([1, 2, 3].map(() => submit(form, { q: 'y' }, person, { headers })));
    expect(new Set(again.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await submit(form, { q: 'z' }, person, { headers })).status).toBe(409);
  });

  it('is accepted until seven days after archiving', async () => {
    const form = await buildForm(portal, staff, [question]);
    await archivedSince(form, '6 days 23 hours');
    expect((await submit(form, {})).status).toBe(201);
    await archivedSince(form, '7 days 1 minute');
    expect((await submit(form, {})).status).toBe(410);
    const file = new File([await grayPicture('png', 4, 4)], 'a.png');
    const sent = { params: { uniqueSurveyId: form.uniqueSurveyId }, parts: { file } };
    expect((await portal.call('POST /v1/surveys/{uniqueSurveyId}/files', sent)).status).toBe(410);
  });

  it('is checked against the version it names', async () => {
    const first = await buildForm(portal, staff, [question]);
    const { id, uniqueSurveyId, organizationId } = first;
    const body = {
      id,
      uniqueSurveyId,
      organizationId,
      version: 1,
      title: '',
      data: { elements: [{ type: 'text', name: 'p' }] },
    };
    await portal.call('PUT /v1/surveys/{id}', { params: { id }, body, token: staff.token });
    expect((await submit(first, { q: 'old' })).status).toBe(201);
    expect((await submit({ ...first, version: 2 }, { q: 'old' })).status).toBe(400);
    expect((await submit({ ...first, version: 2 }, { p: 'new' })).status).toBe(201);
    expect((await submit({ ...first, version: 3 }, {})).body.fields).toHaveProperty('version');
  });
});

describe('invalid answers', () => {
  const elements = [
    ...everyElement,
    { type: 'text', name: 'must', isRequired: true },
    { type: 'text', name: 'pattern', validators: [{ type: 'regex', regex: '^x+$', text: 'Only x, please.' }] },
    { type: 'text', name: 'number', inputType: 'number', min: 3 },
    { type: 'text', name: 'gated', visibleIf: "{pattern} = 'x'", isRequired: true },
  ];
  let form: Form;
  beforeAll(async () => {
    form = await buildForm(portal, staff, elements);
  });
  const nested = (depth: number): unknown => (depth === 0 ? 'x' : [nested(depth - 1)]);
  test.each<[string, Record<string, unknown>, string]>([
    ['an unknown name', { nobody: 1 }, 'nobody'],
    ['a built-in property name', { toString: 'x' }, 'toString'],
    ['an answer to html', { html: 'x' }, 'html'],
    ['an answer to a panel', { panel: {} }, 'panel'],
    ['an unexpected comment', { 'text-Comment': 'x' }, 'text-Comment'],
    ['an object for a text', { must: {} }, 'must'],
    ['a list for a text', { must: ['x'] }, 'must'],
    ['a number for a text', { must: 5 }, 'must'],
    ['a text for a number', { number: '5' }, 'number'],
    ['a number below the minimum', { number: 2 }, 'number'],
    ['a boolean for chosen words', { boolean: 'maybe' }, 'boolean'],
    ['an unknown choice', { radiogroup: 'maybe' }, 'radiogroup'],
    ["a special choice that isn't offered", { radiogroup: 'other' }, 'radiogroup'],
    ['a list for one choice', { radiogroup: ['yes'] }, 'radiogroup'],
    ['one for a list of choices', { checkbox: 'a' }, 'checkbox'],
    ['one unknown choice of many', { checkbox: ['a', 'b'] }, 'checkbox'],
    ['a repeated choice', { checkbox: ['a', 'a'] }, 'checkbox'],
    ['too many choices', { tagbox: ['t1', 't2'] }, 'tagbox'],
    ['a number beyond the range', { dropdown: 6 }, 'dropdown'],
    ['a rating beyond the scale', { rating: 11 }, 'rating'],
    ['a slider beyond its maximum', { slider: 21 }, 'slider'],
    ['an unknown row', { matrix: { r3: 'good' } }, 'matrix'],
    ['an unknown column', { matrix: { r1: 'great' } }, 'matrix'],
    ['a matrix of the wrong type', { matrix: 'good' }, 'matrix'],
    ['a cell outside the choices', { matrixdropdown: { r1: { c1: 3 } } }, 'matrixdropdown'],
    ['an unknown cell', { matrixdropdown: { r1: { c2: 1 } } }, 'matrixdropdown'],
    ['a cell of another type', { matrixdynamic: [{ c1: { a: 1 } }] }, 'matrixdynamic'],
    ['501 rows', { matrixdynamic: Array.from({ length: 501 }, () => ({ c1: 'x' })) }, 'matrixdynamic'],
    ['nothing for a row', { matrixdynamic: [null] }, 'matrixdynamic'],
    ['nothing for a named row', { matrixdropdown: { r1: null } }, 'matrixdropdown'],
    ['nothing for a panel', { paneldynamic: [{}, null] }, 'paneldynamic'],
    ['an absurdly large number', { number: 1e308 }, 'number'],
    ['an absurdly low number', { multipletext: { two: -1.1e15 } }, 'multipletext'],
    ['more panels than allowed', { paneldynamic: [{}, {}, {}, {}] }, 'paneldynamic'],
    ['a name outside the panel', { paneldynamic: [{ outer: 'x' }] }, 'paneldynamic'],
    ['an unknown text item', { multipletext: { three: 'x' } }, 'multipletext'],
    ['an unknown ranked item', { ranking: ['x', 'z'] }, 'ranking'],
    ['an invalid date', { text: '2026-02-30' }, 'text'],
    ['a comment of the wrong type', { 'checkbox-Comment': {} }, 'checkbox-Comment'],
    ['a text that is too long', { comment: 'x'.repeat(51) }, 'comment'],
    ['a file as content', { file: [{ name: 'x.png', content: 'data:image/png;base64,AAAA' }] }, 'file'],
    ['a signature as content', { signaturepad: 'data:image/png;base64,AAAA' }, 'signaturepad'],
    ['a file that was never sent', { file: [{ fileId: '00000000-0000-4000-8000-000000000000', name: 'x' }] }, 'x'],
    ['a pattern that does not match', { pattern: 'y' }, 'pattern'],
    ['a missing required answer', { must: '' }, 'must'],
    ['a missing conditionally required answer', { pattern: 'x' }, 'gated'],
    ['no first name', { userFirstName: ' ' }, 'userFirstName'],
    ['a name of two lines', { userLastName: 'Vega\nhttps://evil.example' }, 'userLastName'],
    ['an invalid phone number', { userPhoneNumber: '12' }, 'userPhoneNumber'],
    ['a birthday in the future', { userBirthDate: '2999-01-01' }, 'userBirthDate'],
    ['an object for a name', { userLastName: { a: 1 } }, 'userLastName'],
    ['deep nesting', { must: nested(45) }, 'data'],
  ])('are refused: %s', async (_, answers, field) => {
    const { status, body } = await submit(form, { ...ada, must: 'there', ...answers }, {});
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, expect.arrayContaining([field])]);
  });

  it.each([
    ['regex', { type: 'regex', regex: '^\\d{5}$' }],
    ['expression', { type: 'expression', expression: '{zip} = 5' }],
  ])("say in words that they don't match a rule without a text: %s", async (_, validator) => {
    const zip = { type: 'text', name: 'zip', title: 'ZIP code', validators: [validator] };
    const { body } = await submit(await buildForm(portal, staff, [zip]), { zip: 'x' });
    const sentence = "This answer isn't valid. Please check it.";
    expect(body).toMatchObject({ message: `ZIP code: ${sentence}`, fields: { zip: sentence } });
  });

  it('are named by their titles, or by their names without one', async () => {
    const titled = [
      { ...question, title: 'How are you?', isRequired: true },
      { ...question, name: 'p', isRequired: true },
    ];
    const asked = await buildForm(portal, staff, titled);
    const both = (await submit(asked, {})).body;
    expect([both.message, Object.keys(both.fields)]).toEqual([
      'Please fix 2 answers: “How are you?”, “p”.',
      ['q', 'p'],
    ]);
    expect((await submit(asked, { p: 'x' })).body.message).toMatch(/^How are you\? [A-Z]/);
  });

  it('are refused when too large or malformed, and leave nothing behind', async () => {
    const before = await rows(sql`select count(*) from survey_answers`);
    expect((await submit(form, { must: 'x'.repeat(1_100_000) })).status).toBe(413);
    expect((await submit(form, JSON.stringify({ must: 'x'.repeat(1_100_000) }))).status).toBe(413);
    expect((await submit(form, { must: 'x'.repeat(30_000) })).status).toBe(400);
    expect((await submit(form, `${'['.repeat(100_000)}${']'.repeat(100_000)}`)).status).toBe(400);
    expect((await submit(form, '{"__proto__":{"must":"x"},"must":"x","constructor":1}')).status).toBe(400);
    expect((await submit(form, '{"__proto__":{"must":"x"},"must":"x"}')).status).toBe(400);
    expect((await submit(form, '{"must":"\\u0000"}')).status).toBe(400);
    for (const answers of ['', 'x', '[]', '5', null, 5, [], true])
      expect((await submit(form, answers)).status).toBe(400);
    expect(await rows(sql`select count(*) from survey_answers`)).toEqual(before);
  });

  it('are not found for an unknown form', async () => {
    const nobody = { id: 0, uniqueSurveyId: '00000000-0000-4000-8000-000000000000', version: 1 };
    expect((await submit(nobody, {})).status).toBe(404);
    expect((await submit({ ...nobody, uniqueSurveyId: 'x' }, {})).status).toBe(400);
  });

  it('are dropped for hidden questions and request nothing', async () => {
    const hidden = { ...asking(), visibleIf: "{q} = 'show'" };
    const gated = await buildForm(portal, staff, [question, hidden]);
    const { status, body } = await submit(gated, { q: 'hide', food: true });
    expect(status).toBe(201);
    const answer = (await read(body.id)).body;
    expect(answer.data).toEqual({ q: 'hide', ...ada });
    expect(await rows(sql`select id from service_requests where member_id = ${answer.userId}`)).toEqual([]);
  });
});

describe('answers in rows', () => {
  it('are dropped for questions hidden in their row and request nothing', async () => {
    const templateElements = [
      { type: 'text', name: 'who' },
      { ...asking(), visibleIf: "{panel.who} = 'me'", showCommentArea: true },
    ];
    const form = await buildForm(portal, staff, [{ type: 'paneldynamic', name: 'people', templateElements }]);
    const people = [
      { who: 'you', food: true, 'food-Comment': 'x' },
      { who: 'me', food: false },
    ];
    const { status, body } = await submit(form, { people });
    expect([status, body.serviceRequested]).toEqual([201, false]);
    expect((await read(body.id)).body.data.people).toEqual([{ who: 'you' }, { who: 'me', food: false }]);
  });
});

describe('the survey action', () => {
  const requestsOf = async (answerId: number) => {
    const { userId } = (await read(answerId)).body;
    const list = await portal.call('GET /v1/users/{id}/service-requests', {
      params: { id: userId },
      token: staff.token,
    });
    return list.body;
  };

  it('creates one request per service answered yes, ignoring the client', async () => {
    const form = await buildForm(portal, staff, [asking(), { ...asking(), name: 'again' }]);
    const person = {
      userFirstName: 'Grace',
      userLastName: 'Hop',
      userBirthDate: '1960-06-06',
      userPhoneNumber: '269-555-0142',
    };
    const yes = await submit(
      form,
      { food: true, again: true },
      { ...person, action: { type: 'createServiceRequest', value: 1 } },
    );
    const requests = await requestsOf(yes.body.id);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      status: 'REQUESTED',
      organizationId: staff.organizationId,
      service: { id: serviceId },
      patient: { firstName: 'Grace' },
      assignee: null,
    });
    const no = await submit(
      form,
      { food: false },
      { userFirstName: 'Nobody', userLastName: 'Else', action: { type: 'createServiceRequest', value: serviceId } },
    );
    expect(await requestsOf(no.body.id)).toEqual([]);
    const timeline = await portal.call('GET /v1/service-requests/{id}/timeline', {
      params: { id: requests[0].id },
      token: staff.token,
    });
    expect(timeline.body[0]).toMatchObject({
      kind: 'created',
      actor: null,
      organization: { id: staff.organizationId },
    });
  });

  it('creates one request for a repeating group, whatever rows say yes', async () => {
    const group = { type: 'paneldynamic', name: 'people', templateElements: [asking()] };
    const form = await buildForm(portal, staff, [group]);
    const person = { userFirstName: 'Rows', userLastName: 'Several' };
    const { body } = await submit(form, { people: [{ food: false }, { food: true }, { food: true }] }, person);
    expect(body).toMatchObject({ serviceRequested: true });
    expect(await requestsOf(body.id)).toMatchObject([{ service: { id: serviceId } }]);
  });

  it("creates no request for 'No.' or for Other with 'no'", async () => {
    const other = { ...asking(), type: 'dropdown', choices: ['a'], showOtherItem: true };
    const form = await buildForm(portal, staff, [other, { ...asking(), type: 'text', name: 'more' }]);
    const { body } = await submit(form, { food: 'other', 'food-Comment': 'no', more: 'No.' });
    expect(body).toMatchObject({ id: expect.any(Number), serviceRequested: false });
  });

  it('reports whether a service was requested', async () => {
    const form = await buildForm(portal, staff, [asking()]);
    const id = expect.any(Number);
    expect((await submit(form, { food: true })).body).toEqual({ id, serviceRequested: true, availability: 'OPEN' });
    expect((await submit(form, { food: false })).body).toEqual({ id, serviceRequested: false });
  });

  it('passes over a paused service and marks the answer for staff', async () => {
    const form = await buildForm(portal, staff, [asking()]);
    const set = (availability: string) =>
      sql`update services set availability = ${availability} where id = ${serviceId}`.run(portal.app.db);
    await set('PAUSED');
    const { body } = await submit(form, { food: true });
    await set('OPEN');
    expect(body).toMatchObject({ serviceRequested: false });
    expect((await read(body.id)).body.pausedServices).toEqual([{ id: serviceId, name: 'Food box' }]);
    expect(await requestsOf(body.id)).toEqual([]);
  });

  it('links the request to its answers, for the organization of the form only', async () => {
    const form = await buildForm(portal, staff, [asking()]);
    const { id: answerId } = (await submit(form, { food: true }, { userFirstName: 'Linked', userLastName: 'Up' })).body;
    const [request] = await requestsOf(answerId);
    const linked = async (token: string) => {
      const params = { id: request.id };
      const { body } = await portal.call('GET /v1/service-requests/{id}/timeline', { params, token });
      return body[0].detail.surveyAnswerId;
    };
    expect(await linked(staff.token)).toBe(answerId);
    await sql`update service_requests set provider_id = ${stranger.organizationId} where id = ${request.id}`.run(
      portal.app.db,
    );
    expect(await linked(stranger.token)).toBeUndefined();
  });

  it('notifies staff first, and the member once staff act', async () => {
    const form = await buildForm(portal, staff, [asking()]);
    const number = '+12695550143';
    const sent = await submit(
      form,
      { food: true },
      { userFirstName: 'Quiet', userLastName: 'Phone', userPhoneNumber: number },
    );
    expect(await portal.outbox(number)).toEqual([]);
    expect((await portal.outbox('+12695550111')).some(({ text }) => text.includes('Quiet'))).toBe(true);
    const [request] = await requestsOf(sent.body.id);
    const move = (newStatus: string) =>
      portal.call('POST /v1/service-requests/{id}/transition/{newStatus}', {
        params: { id: request.id, newStatus },
        token: staff.token,
      });
    await move('OPEN');
    expect(await portal.outbox(number)).toHaveLength(1);
    await move('IN_PROGRESS');
    await portal.call('POST /v1/service-requests/{id}/assign/{employeeId}', {
      params: { id: request.id, employeeId: staff.id },
      token: staff.token,
    });
    expect(await portal.outbox(number)).toHaveLength(1);
  });

  it('texts the member on assignment but not on cancellation', async () => {
    const form = await buildForm(portal, staff, [asking()]);
    const send = async (number: string) => {
      const sent = await submit(
        form,
        { food: true },
        { userFirstName: 'A', userLastName: number, userPhoneNumber: number },
      );
      return (await requestsOf(sent.body.id))[0].id as number;
    };
    const assigned = { id: await send('+12695550144'), employeeId: staff.id };
    await portal.call('POST /v1/service-requests/{id}/assign/{employeeId}', { params: assigned, token: staff.token });
    expect(await portal.outbox('+12695550144')).toHaveLength(1);
    const cancelled = { id: await send('+12695550145'), newStatus: 'CANCELLED' };
    await portal.call('POST /v1/service-requests/{id}/transition/{newStatus}', {
      params: cancelled,
      token: staff.token,
    });
    expect(await portal.outbox('+12695550145')).toEqual([]);
  });

  it('requests nothing once the service is deleted', async () => {
    const home = await buildOrganization(portal);
    const admin = await buildSignedIn(portal, home.id, { userType: 'ADMIN' });
    const [own] = await serviceIds(portal, home.id);
    const form = await buildForm(portal, admin, [{ ...asking(), serviceId: own }]);
    await portal.call('POST /v1/services/deleteService/{id}', { params: { id: own }, token: admin.token });
    expect((await submit(form, { food: true })).status).toBe(201);
    expect(await rows(sql`select id from service_requests where organization_id = ${home.id}`)).toEqual([]);
  });
});

describe('an answer recorded by staff', () => {
  const member = async (owner = staff) => {
    const form = await buildForm(portal, owner, [question]);
    const { body } = await submit(
      form,
      {},
      { userFirstName: 'Mem', userLastName: `Ber ${form.id}`, userPhoneNumber: '269-555-0150' },
    );
    return (await read(body.id, owner.token)).body.userId as number;
  };
  const answer = (form: Form, body: unknown, token = staff.token) =>
    portal.call('POST /v1/surveys/{id}/answer', { params: { id: form.id }, body, token });

  it("is stored for the member and creates the staff's request", async () => {
    const form = await buildForm(portal, staff, [asking()]);
    const userId = await member();
    const { status, body } = await answer(form, { userId, data: { food: true }, version: 1 });
    expect(status).toBe(201);
    expect(body).toMatchObject({ surveyId: form.id, version: 1, userId, data: { food: true } });
    const [made] = await rows(
      sql`select created_by, member_text_waits from service_requests where member_id = ${userId}`,
    );
    expect(made).toEqual({ created_by: staff.id, member_text_waits: false });
    expect((await portal.outbox('+12695550150')).length).toBe(1);
  });

  it('says which services were paused, so staff know that nothing was requested', async () => {
    const form = await buildForm(portal, staff, [asking()]);
    const userId = await member();
    const given = { userId, data: { food: true }, version: 1 };
    await sql`update services set availability = 'PAUSED' where id = ${serviceId}`.run(portal.app.db);
    const paused = (await answer(form, given)).body;
    await sql`update services set availability = 'OPEN' where id = ${serviceId}`.run(portal.app.db);
    expect(paused).toMatchObject({ serviceRequested: false, pausedServices: [{ id: serviceId, name: 'Food box' }] });
    expect((await answer(form, given)).body).toMatchObject({ serviceRequested: true, pausedServices: [] });
  });

  it('is validated like any other and refused for unseen members', async () => {
    const form = await buildForm(portal, staff, [asking()]);
    const userId = await member();
    expect((await answer(form, { userId, data: { food: 'maybe' }, version: 1 })).status).toBe(400);
    expect((await answer(form, { userId, data: {}, version: 2 })).status).toBe(400);
    expect((await answer(form, { userId: await member(stranger), data: {}, version: 1 })).status).toBe(404);
    expect((await answer(form, { userId, data: {}, version: 1 }, stranger.token)).status).toBe(404);
    expect((await answer(form, { userId, version: 1 })).status).toBe(400);
  });
});

describe('files and signatures', () => {
  const upload = (form: Form, file: File) =>
    portal.call('POST /v1/surveys/{uniqueSurveyId}/files', {
      params: { uniqueSurveyId: form.uniqueSurveyId },
      parts: { file },
    });
  const elements = [
    { type: 'file', name: 'id', allowMultiple: true },
    { type: 'signaturepad', name: 'sign' },
    { type: 'paneldynamic', name: 'people', templateElements: [{ type: 'file', name: 'photo' }] },
  ];

  it('belong to the answer that names them and are only for staff', async () => {
    const form = await buildForm(portal, staff, elements);
    const bytes = await grayPicture('png', 4, 4);
    const [one, two, three] = await Promise.all(
      ['../id.png', 'sign.png', 'x.png'].map((name) => upload(form, new File([bytes], name))),
    );
    expect(one?.body).toEqual({ fileId: expect.any(String), name: 'id.png' });
    const answers = {
      id: [{ name: 'id.png', type: 'image/png', content: one?.body.fileId }],
      sign: two?.body.fileId,
      people: [{ photo: [three?.body] }],
    };
    const { status, body } = await submit(form, answers);
    expect(status).toBe(201);
    expect((await read(body.id)).body.data).toEqual({
      id: [one?.body],
      sign: two?.body,
      people: [{ photo: [three?.body] }],
      ...ada,
    });
    const fetchAs = (token: string | undefined, id = body.id) =>
      portal.call('GET /v1/survey-answers/{id}/files/{fileId}', { params: { id, fileId: one?.body.fileId }, token });
    const file = await fetchAs(staff.token);
    expect(file.bytes.equals(bytes)).toBe(true);
    expect(file.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    expect(file.headers['content-disposition']).toContain('attachment');
    expect((await fetchAs(stranger.token)).status).toBe(404);
    expect((await fetchAs(undefined)).status).toBe(401);
    expect((await submit(form, { sign: two?.body.fileId })).status).toBe(400);
    const other = await submit(form, {});
    expect((await fetchAs(staff.token, other.body.id)).status).toBe(404);
    const [kept] = await rows(sql`select f.storage_key from survey_files s join files f on f.id = s.file_id
      where s.id = ${one?.body.fileId}::uuid`);
    await portal.app.files.remove(kept?.storage_key ?? '');
    const lost = await fetchAs(staff.token);
    expect([lost.status, lost.body.message]).toEqual([410, expect.stringMatching(/^This file's contents were lost/)]);
  });

  test.each([
    ['svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 415],
    ['html named png', '<html>', 415],
    ['nothing', '', 400],
    ['too large', `\x89PNG\r\n\x1a\n${'x'.repeat(5_242_881)}`, 413],
  ])('are refused: %s', async (name, content, status) => {
    const form = await buildForm(portal, staff, elements);
    expect((await upload(form, new File([Buffer.from(content, 'latin1')], `${name}.png`))).status).toBe(status);
  });
});

it("lets only the organization's active staff read answers, and audits it", async () => {
  const form = await buildForm(portal, staff, [question]);
  const { body } = await submit(form, { q: 'x' });
  expect((await read(body.id, stranger.token)).status).toBe(404);
  expect((await read(body.id, '')).status).toBe(401);
  await read(body.id);
  const entries = await rows(
    sql`select action from audit_log where entity_type = 'survey-answer' and entity_id = ${body.id} order by id`,
  );
  expect(entries.map(({ action }) => action)).toEqual(['survey-answer.create', 'survey-answer.read']);
});

it('logs no answers', () => {
  expect(portal.logs.filter((line) => /Byron|5550142|something else|there is no row/i.test(line))).toEqual([]);
});
