import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildOrganization, buildSignedIn } from '../../testing/build.ts';
import { buildForm } from '../../testing/forms.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let portal: TestApp;
let staff: Awaited<ReturnType<typeof buildSignedIn>>;
let stranger: Awaited<ReturnType<typeof buildSignedIn>>;

beforeAll(async () => {
  portal = await startTestApp({ PUBLIC_URL: 'https://portal.example.org' });
  staff = await buildSignedIn(portal, (await buildOrganization(portal, { name: 'Riverbend' })).id);
  stranger = await buildSignedIn(portal, (await buildOrganization(portal)).id);
});
afterAll(() => portal.close());

const question = { type: 'text', name: 'q' };
let people = 0;
/** A person who became a member by answering a form through its link. */
async function answered(owner = staff, phone = `+1269555${2000 + people}`) {
  const form = await buildForm(portal, owner, [question]);
  const person = {
    userFirstName: 'Mem',
    userLastName: `Ber${people++}`,
    userBirthDate: '1990-01-01',
    userPhoneNumber: phone,
  };
  const body = { surveyAnswerJson: {}, surveyUniqueId: form.uniqueSurveyId, version: 1, ...person };
  const { body: sent } = await portal.call('POST /v1/survey-answers/submit', { body });
  const answer = await portal.call('GET /v1/survey-answers/{id}', { params: { id: sent.id }, token: owner.token });
  return { form, phone, person, id: answer.body.userId as number, answerId: sent.id as number };
}
const formsOf = (id: number, token = staff.token) =>
  portal.call('GET /v1/users/{id}/surveys', { params: { id }, token });
const assign = (id: number, surveyId: number, token = staff.token, headers = {}) =>
  portal.call('POST /v1/users/{id}/surveys', { params: { id }, body: { surveyId }, token, headers });

it('texts the link of an assigned form and lists it until answered', async () => {
  const member = await answered();
  const form = await buildForm(portal, staff, [question]);
  const { status, body } = await assign(member.id, form.id);
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(Number),
    surveyId: form.id,
    title: 'Intake',
    version: 1,
    createTimestamp: expect.any(String),
    answerId: null,
    smsBlockedReason: null,
  });
  const [sms] = await portal.outbox(member.phone);
  expect(sms?.text).toBe(
    `Hi Mem, Riverbend asks you to answer 'Intake': https://portal.example.org/form/${form.uniqueSurveyId} Reply STOP to opt out.`,
  );
  const unassigned = {
    id: null,
    surveyId: member.form.id,
    title: 'Intake',
    version: 1,
    createTimestamp: expect.any(String),
    answerId: member.answerId,
  };
  const { smsBlockedReason: _, ...waiting } = body;
  expect((await formsOf(member.id)).body).toEqual([waiting, unassigned]);

  const sent = { surveyAnswerJson: {}, surveyUniqueId: form.uniqueSurveyId, version: 1, ...member.person };
  const answer = await portal.call('POST /v1/survey-answers/submit', { body: sent });
  expect((await formsOf(member.id)).body).toEqual([{ ...waiting, answerId: answer.body.id }, unassigned]);
});

it('says why no text was sent', async () => {
  const silent = await answered();
  await portal.call('PUT /v1/users/{id}', {
    params: { id: silent.id },
    body: { sendSmsTexts: false },
    token: staff.token,
  });
  const { body } = await assign(silent.id, silent.form.id);
  expect(body.smsBlockedReason).toMatch(/^[A-Z].*\.$/);
  expect(await portal.outbox(silent.phone)).toEqual([]);
  const abroad = await answered(staff, '+442079460000');
  expect((await assign(abroad.id, abroad.form.id)).body.smsBlockedReason).toMatch(/^[A-Z].*\.$/);
});

it('assigns once per Idempotency-Key', async () => {
  const member = await answered();
  const headers = { 'idempotency-key': 'assign' };
  const [one, two] = await Promise.all([1, 2].map(() => assign(member.id, member.form.id, staff.token, headers)));
  expect(one?.body).toEqual(two?.body);
  expect(await portal.outbox(member.phone)).toHaveLength(1);
});

it('refuses archived or foreign forms and unseen members', async () => {
  const member = await answered();
  const foreign = await answered(stranger);
  expect((await assign(member.id, foreign.form.id)).status).toBe(404);
  expect((await assign(foreign.id, member.form.id)).status).toBe(404);
  expect((await assign(staff.id, member.form.id)).status).toBe(404);
  await portal.call('POST /v1/surveys/{id}/archive', {
    params: { id: member.form.id },
    body: 'true',
    headers: { 'content-type': 'application/json' },
    token: staff.token,
  });
  expect((await assign(member.id, member.form.id)).status).toBe(410);
  expect((await formsOf(foreign.id)).status).toBe(404);
});

it('shows an organization only its own forms, and a member all of theirs', async () => {
  const member = await answered();
  const patient = await buildSignedIn(portal, staff.organizationId, { userType: 'PATIENT' });
  expect((await formsOf(patient.id, patient.token)).body).toEqual([]);
  expect((await formsOf(member.id, patient.token)).status).toBe(403);
  expect((await assign(patient.id, member.form.id, patient.token)).status).toBe(403);
});
