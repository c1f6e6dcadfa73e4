import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, buildSignedIn, buildUser, serviceIds } from '../testing/build.ts';
import { buildXlsx } from '../testing/spreadsheets.ts';
import { buildSurvey } from '../testing/surveys.ts';
import { type CallOptions, startTestApp, type TestApp } from '../testing/test-app.ts';

/**
 * Every operation of the API document × every kind of caller. An operation without a row fails the
 * test, so a new route says here what each caller gets.
 */

type Caller =
  | 'signedOut'
  | 'member'
  | 'pending'
  | 'terminated'
  | 'employee'
  | 'admin'
  | 'formerAdmin'
  | 'otherEmployee'
  | 'otherAdmin';

type Row = { call: () => CallOptions | Promise<CallOptions> } & Record<Caller, number>;

const everybody = (status: number): Record<Caller, number> => ({
  signedOut: status,
  member: status,
  pending: status,
  terminated: status,
  employee: status,
  admin: status,
  formerAdmin: status,
  otherEmployee: status,
  otherAdmin: status,
});

/** Only those who are active in the organization; strangers see nothing there. */
const ownStaff = {
  signedOut: 401,
  member: 403,
  pending: 403,
  terminated: 403,
  employee: 200,
  admin: 200,
  formerAdmin: 200,
  otherEmployee: 404,
  otherAdmin: 404,
};
/** For changes that answer nothing. */
const doneByStaff = { employee: 204, admin: 204, formerAdmin: 204 };
const ownAdmin = { ...ownStaff, employee: 403, formerAdmin: 403, otherEmployee: 403 };

let test: TestApp;
let organizationId: number;
let target: number;
let member: number;
let ticket: number;
let noteId: number;
let documentId: number;
let twin: number;
let mergeId: number;
let colleague: number;
let service: number;
let uploadId: number;
let campaignId: number;
let failedTextId: number;
let form: { id: number; uniqueSurveyId: string };
let answerId: number;
const definition = { elements: [{ type: 'text', name: 'q' }] };
const tokens = {} as Record<Caller, string | undefined>;

beforeAll(async () => {
  test = await startTestApp({ RATE_LIMIT_PER_ACCOUNT: '1000' });
  organizationId = (await buildOrganization(test)).id;
  const other = (await buildOrganization(test)).id;
  target = (await buildUser(test, organizationId)).id;
  const creator = await buildSignedIn(test, organizationId);
  const [serviceId = 0] = await serviceIds(test, organizationId);
  const serviceRequest = { organizationId, serviceId, patient: { firstName: 'Ann', lastName: 'Other' } };
  const created = await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token: creator.token });
  colleague = creator.id;
  service = serviceId;
  const upload = await test.call('POST /v1/organizations/{id}/services/upload-patients', {
    params: { id: organizationId },
    query: { serviceIds: String(service) },
    parts: {
      file: await buildXlsx([
        ['First Name', 'Last Name'],
        ['Ann', 'Other'],
      ]),
    },
    headers: { prefer: 'respond-async' },
    token: creator.token,
  });
  uploadId = upload.body.uploadId;
  ticket = created.body.id;
  member = created.body.patient.id;
  const note = { serviceRequestId: ticket, content: 'Hello' };
  noteId = (await test.call('POST /v1/notes', { parts: { note }, token: creator.token })).body.id;
  const document = { params: { userId: member }, parts: { files: new File(['x'], 'x.txt') }, token: creator.token };
  documentId = (await test.call('POST /v1/users/{userId}/documents', document)).body[0].id;
  const another = { ...serviceRequest, patient: { firstName: 'Ann', lastName: 'Otherwise' } };
  const createTwin = async () =>
    (await test.call('POST /v1/service-requests', { parts: { serviceRequest: another }, token: creator.token })).body
      .patient.id as number;
  const body = { mergedId: await createTwin() };
  const merge = { params: { id: member }, body, token: creator.token };
  mergeId = (await test.call('POST /v1/users/{id}/merges', merge)).body.id;
  twin = await createTwin();
  const massMessage = { body: { ids: [member], message: 'Hello' }, token: creator.token };
  campaignId = (await test.call('POST /v1/messages/sendSMSToIdsList', massMessage)).body.campaignId;
  failedTextId = await addFailedText();
  form = await buildSurvey(test, creator, definition.elements);
  const answer = { params: { id: form.id }, body: { userId: member, data: {}, version: 1 }, token: creator.token };
  answerId = (await test.call('POST /v1/surveys/{id}/answer', answer)).body.id;
  const token = async (id: number, given: Parameters<typeof buildSignedIn>[2]) =>
    (await buildSignedIn(test, id, given)).token;
  tokens.signedOut = undefined;
  tokens.member = await token(organizationId, { userType: 'PATIENT' });
  tokens.pending = await token(organizationId, { status: 'PENDING', userType: 'ADMIN' });
  tokens.terminated = await token(organizationId, { status: 'INACTIVE', userType: 'ADMIN' });
  tokens.employee = await token(organizationId, {});
  tokens.admin = await token(organizationId, { userType: 'ADMIN' });
  // Signed in as an admin; the rights are gone since, and the token is the old one.
  const former = await buildSignedIn(test, organizationId, { userType: 'ADMIN' });
  await test.app.pool.query("update users set user_type = 'EMPLOYEE' where id = $1", [former.id]);
  tokens.formerAdmin = former.token;
  tokens.otherEmployee = await token(other, {});
  tokens.otherAdmin = await token(other, { userType: 'ADMIN' });
});
afterAll(() => test.close());

const own = () => ({ params: { id: organizationId } });
const ownSearch = () => ({ ...own(), body: {} });
const person = () => ({ params: { id: target } });
const request = () => ({ params: { id: ticket } });
const survey = () => ({ params: { id: form.id } });
const patient = () => ({ params: { id: member } });
const twins = () => ({ params: { id: member, otherId: twin } });
const campaign = () => ({ params: { id: campaignId } });
const memberPath = () => ({ params: { userId: member } });
/** A text of the organization that failed. */
async function addFailedText(): Promise<number> {
  const { rows } = await test.app.pool.query(
    `insert into sms_messages (kind, organization_id, user_id, phone_number, body, state)
     values ('staff', $1, $2, '+12695550100', 'Hello', 'failed') returning id`,
    [organizationId, colleague],
  );
  return rows[0].id;
}
const metricsOf = () => ({ query: { orgId: String(organizationId), fromDate: '2026-01-01' } });
const confirmation = {
  key: 'service_request_patient',
  msg: 'Hi {member_name}, {assignee_name} of {organization_name} will call.',
};
const profile = { name: 'Same', organizationType: 'CARE_PROVIDER', phoneNumber: '+12695550100' };

const rows: Record<string, Row> = {
  'POST /v1/auth/sign-up': { call: () => ({ body: {} }), ...everybody(400) },
  'POST /v1/auth/verify-email': { call: () => ({ body: { token: 'x' } }), ...everybody(400) },
  'POST /v1/auth/resend-verification': { call: () => ({ body: { email: 'a@example.org' } }), ...everybody(200) },
  'POST /v1/auth/login': { call: () => ({ body: { email: 'a@example.org', password: 'x' } }), ...everybody(401) },
  'POST /v1/auth/refresh-token': { call: () => ({ body: { token: 'x' } }), ...everybody(401) },
  'POST /v1/auth/logout': { call: () => ({ body: { token: 'x' } }), ...everybody(204) },
  'POST /v1/auth/forgotPassword/{email}': { call: () => ({ params: { email: 'a@example.org' } }), ...everybody(200) },
  'POST /v1/auth/forgotPasswordVerify': { call: () => ({ body: {} }), ...everybody(400) },
  'GET /v1/organizations': { call: () => ({}), ...everybody(200) },
  'POST /v1/organizations': { call: () => ({ parts: { organization: profile } }), ...everybody(201) },
  'GET /v1/organizations/{id}': { call: own, ...ownStaff },
  'PUT /v1/organizations/{id}': { call: () => ({ ...own(), parts: { organization: profile } }), ...ownAdmin },
  'POST /v1/organizations/{id}/invitations': { call: () => ({ ...own(), body: {} }), ...ownAdmin, admin: 201 },
  'POST /v1/invitations/resolve': { call: () => ({ body: { invitation: 'x' } }), ...everybody(404) },
  'GET /v1/organizations/{id}/image': { call: own, ...everybody(404) },
  'GET /v1/organizations/{id}/services': { call: own, ...ownStaff },
  'GET /v1/users/{id}': { call: person, ...ownAdmin, otherEmployee: 404 },
  'PUT /v1/users/{id}': { call: () => ({ ...person(), body: { city: 'X' } }), ...ownAdmin, otherEmployee: 404 },
  'POST /v1/users/{id}/activate': { call: person, ...ownAdmin },
  'POST /v1/users/{id}/terminate': { call: person, ...ownAdmin },
  'POST /v1/users/{id}/promote-admin': { call: person, ...ownAdmin },
  'POST /v1/users/{id}/revoke-admin': { call: person, ...ownAdmin },
  'POST /v1/users/{id}/reassign': { call: () => ({ ...person(), body: { assigneeId: null } }), ...ownAdmin },
  'POST /v1/services': {
    call: () => ({ body: { name: 'Rides', type: 'TRANSPORTATION', description: null, organizationId } }),
    ...ownAdmin,
    admin: 201,
  },
  'POST /v1/services/updateServices': {
    call: async () => {
      const [id] = await serviceIds(test, organizationId);
      return { body: [{ id, name: 'Food box', type: 'FOOD', description: null, organizationId }] };
    },
    ...ownAdmin,
  },
  'POST /v1/services/deleteService/{id}': {
    call: async () => ({ params: { id: (await serviceIds(test, organizationId)).at(-1) } }),
    ...ownAdmin,
    admin: 204,
  },
  'GET /v1/organizations/{id}/audit': { call: own, ...ownAdmin },
  'GET /v1/organizations/{id}/audit/csv': { call: own, ...ownAdmin },
  'GET /v1/users': {
    call: () => ({ query: { entityId: String(organizationId), entityType: 'ORGANIZATION', role: 'EMPLOYEE' } }),
    ...ownStaff,
  },
  'GET /v1/organizations/{id}/members': { call: own, ...ownStaff },
  'POST /v1/organizations/{id}/members/search': { call: ownSearch, ...ownStaff },
  'POST /v1/organizations/{id}/services/upload-patients': {
    call: async () => ({
      ...own(),
      query: { serviceIds: String(service), serviceStatus: 'COMPLETED' },
      parts: {
        file: await buildXlsx([
          ['First Name', 'Last Name'],
          ['Ann', 'Other'],
        ]),
      },
    }),
    ...ownStaff,
  },
  'GET /v1/uploads/{id}': { call: () => ({ params: { id: uploadId } }), ...ownStaff },
  'POST /v1/service-requests': {
    call: () => ({ parts: { serviceRequest: { organizationId, serviceId: 1, patientId: member } } }),
    ...ownStaff,
    employee: 201,
    admin: 201,
    formerAdmin: 201,
  },
  'GET /v1/service-requests/{id}': { call: request, ...ownStaff },
  'GET /v1/service-requests/{id}/timeline': { call: request, ...ownStaff },
  'GET /v1/service-requests/{id}/notes': { call: request, ...ownStaff },
  'GET /v1/service-requests/{id}/file': { call: request, ...ownStaff, employee: 404, admin: 404, formerAdmin: 404 },
  'POST /v1/service-requests/{id}/assign/{employeeId}': {
    call: () => ({ params: { id: ticket, employeeId: colleague } }),
    ...ownStaff,
  },
  // The request moves with the first who may; for the others the move is no longer there.
  'POST /v1/service-requests/{id}/transition/{newStatus}': {
    call: () => ({ params: { id: ticket, newStatus: 'OPEN' } }),
    ...ownStaff,
    admin: 409,
    formerAdmin: 409,
  },
  'POST /v1/service-requests/transition/{status}': {
    call: () => ({ params: { status: 'OPEN' }, body: { serviceRequestIds: [ticket] } }),
    ...ownStaff,
  },
  'POST /v1/notes': {
    call: () => ({ parts: { note: { serviceRequestId: ticket, content: 'Hi' } } }),
    ...ownStaff,
    employee: 201,
    admin: 201,
    formerAdmin: 201,
  },
  'GET /v1/notes/{id}/file': {
    call: () => ({ params: { id: noteId } }),
    ...ownStaff,
    employee: 404,
    admin: 404,
    formerAdmin: 404,
  },
  'GET /v1/organizations/{id}/service-requests': { call: own, ...ownStaff },
  'GET /v1/organizations/{id}/incoming-service-requests': { call: own, ...ownStaff },
  'GET /v1/organizations/{id}/service-requests/counts': { call: own, ...ownStaff },
  'GET /v1/organizations/{id}/incoming-service-requests/counts': { call: own, ...ownStaff },
  'GET /v1/organizations/{id}/service-requests/filter': { call: own, ...ownStaff },
  'GET /v1/organizations/{id}/service-requests/filter/ids': { call: own, ...ownStaff },
  'POST /v1/organizations/{id}/service-requests/search': { call: ownSearch, ...ownStaff },
  'POST /v1/organizations/{id}/incoming-service-requests/search': { call: ownSearch, ...ownStaff },
  'POST /v1/organizations/{id}/service-requests/filter/search': { call: ownSearch, ...ownStaff },
  'POST /v1/organizations/{id}/service-requests/filter/ids': { call: ownSearch, ...ownStaff },
  'GET /v1/users/{id}/service-requests': { call: patient, ...ownStaff },
  'GET /v1/users/{id}/service-request-assignments': { call: person, ...ownStaff },
  'GET /v1/users/{id}/duplicates': { call: patient, ...ownStaff },
  'PUT /v1/users/{id}/duplicates/{otherId}/dismissal': { call: twins, ...ownStaff, ...doneByStaff },
  'DELETE /v1/users/{id}/duplicates/{otherId}/dismissal': { call: twins, ...ownStaff, ...doneByStaff },
  'GET /v1/users/{id}/merges': { call: patient, ...ownStaff },
  // Undone and merged by the first who may; the others come too late.
  'POST /v1/users/{id}/merges/{mergeId}/undo': {
    call: () => ({ params: { id: member, mergeId } }),
    ...ownStaff,
    admin: 409,
    formerAdmin: 409,
  },
  'POST /v1/users/{id}/merges': {
    call: () => ({ ...patient(), body: { mergedId: twin } }),
    ...ownStaff,
    employee: 201,
    admin: 409,
    formerAdmin: 409,
  },
  'GET /v1/users/{userId}/documents': { call: memberPath, ...ownStaff },
  'POST /v1/users/{userId}/documents': {
    call: () => ({ ...memberPath(), parts: { files: new File(['x'], 'x.txt') } }),
    ...ownStaff,
    employee: 201,
    admin: 201,
    formerAdmin: 201,
  },
  'GET /v1/users/{userId}/documents/{id}': {
    call: () => ({ params: { userId: member, id: documentId } }),
    ...ownStaff,
  },
  // Somebody else added it, so it is an admin's to delete; by then it is gone for the others.
  'DELETE /v1/users/{userId}/documents/{id}': {
    call: () => ({ params: { userId: member, id: documentId } }),
    ...ownStaff,
    employee: 403,
    admin: 204,
    formerAdmin: 404,
  },
  'GET /v1/users/{id}/email-preferences': { call: person, ...ownAdmin, otherEmployee: 404 },
  'POST /v1/users/{id}/email-preferences': {
    call: () => ({ ...person(), body: { serviceId: 1, isEmailRequired: true } }),
    ...ownAdmin,
    admin: 201,
    otherEmployee: 404,
  },
  'PUT /v1/users/{id}/email-preferences': {
    call: () => ({ ...person(), body: { serviceId: 1, isEmailRequired: true } }),
    ...ownAdmin,
    otherEmployee: 404,
  },
  'GET /v1/messages/getServiceRequestMessages/{id}': { call: request, ...ownStaff },
  'GET /v1/messages/getServiceRequestMessagesCsv/{id}': { call: request, ...ownStaff },
  'GET /v1/messages/getPatientMessages/{patientId}': { call: () => ({ params: { patientId: member } }), ...ownStaff },
  // The member has no phone number, which the answer says.
  'POST /v1/users/{id}/messages': {
    call: () => ({ ...patient(), body: { message: 'Hello' } }),
    ...ownStaff,
    employee: 409,
    admin: 409,
    formerAdmin: 409,
  },
  'POST /v1/messages/sendSMSToIdsList': {
    call: () => ({ body: { ids: [member, target], message: 'Hello' } }),
    ...ownStaff,
    employee: 202,
    admin: 202,
    formerAdmin: 202,
  },
  'POST /v1/campaigns/preview': { call: () => ({ body: { ids: [member, target], message: 'Hello' } }), ...ownStaff },
  'POST /v1/campaigns/test': {
    call: () => ({ body: { message: 'Hello' } }),
    ...ownStaff,
    employee: 201,
    admin: 201,
    formerAdmin: 201,
    otherEmployee: 201,
    otherAdmin: 201,
  },
  // Everybody sees their own organization's.
  'GET /v1/campaigns': { call: () => ({}), ...ownStaff, otherEmployee: 200, otherAdmin: 200 },
  'GET /v1/campaigns/{id}': { call: campaign, ...ownStaff },
  'GET /v1/campaigns/{id}/recipients': { call: campaign, ...ownStaff },
  'POST /v1/campaigns/{id}/retry': { call: campaign, ...ownStaff },
  'POST /v1/messages/{id}/resend': { call: async () => ({ params: { id: await addFailedText() } }), ...ownStaff },
  // It is the same provider for everybody.
  'GET /v1/messages/delivery': { call: () => ({}), ...ownStaff, otherEmployee: 200, otherAdmin: 200 },
  'POST /v1/messages/inbound': { call: () => ({}), ...everybody(415) },
  'POST /v1/messages/status': { call: () => ({}), ...everybody(415) },
  'GET /v1/organizations/{id}/custom-messages': { call: own, ...ownStaff },
  'POST /v2/organizations/{id}/custom-messages': {
    call: () => ({ ...own(), body: confirmation }),
    ...ownAdmin,
    admin: 201,
  },
  'PUT /v2/organizations/{id}/custom-messages': { call: () => ({ ...own(), body: confirmation }), ...ownAdmin },
  'GET /v1/metrics/totalRequestReceived': { call: metricsOf, ...ownStaff },
  'GET /v1/metrics/totalRequestSent': { call: metricsOf, ...ownStaff },
  'GET /v1/metrics/membersReferred': { call: metricsOf, ...ownStaff },
  'GET /v1/metrics/membersServed': { call: metricsOf, ...ownStaff },
  'GET /v1/metrics/totalReferredTo': { call: metricsOf, ...ownStaff },
  'GET /v1/metrics/totalReferralAgencies': { call: metricsOf, ...ownStaff },
  'GET /v1/metrics/totalRequestComplete': {
    call: () => ({ query: { ...metricsOf().query, inbound: 'true' } }),
    ...ownStaff,
  },
  'GET /v1/organizations/{id}/metrics': { call: own, ...ownStaff },
  'GET /v1/organizations/{id}/metrics/requests': {
    call: () => ({ ...own(), query: { side: 'outgoing', fromDate: '2026-01-01' } }),
    ...ownStaff,
  },
  'GET /v1/organizations/{id}/metrics/report.pdf': { call: own, ...ownStaff },
  'GET /v1/organizations/{id}/metrics/report.csv': { call: own, ...ownStaff },
  'GET /v1/organizations/{id}/surveys': { call: own, ...ownStaff },
  'POST /v1/surveys': {
    call: () => ({ body: { title: 'Form', data: definition, organizationId } }),
    ...ownStaff,
    employee: 201,
    admin: 201,
    formerAdmin: 201,
  },
  // The version is stale, which only those learn who may publish.
  'PUT /v1/surveys/{id}': {
    call: () => ({
      ...survey(),
      body: {
        id: form.id,
        uniqueSurveyId: form.uniqueSurveyId,
        version: 9,
        title: '',
        data: definition,
        organizationId,
      },
    }),
    ...ownStaff,
    employee: 409,
    admin: 409,
    formerAdmin: 409,
  },
  'GET /v1/surveys/{id}': { call: survey, ...ownStaff },
  'GET /v1/surveys/{id}/versions': { call: survey, ...ownStaff },
  'GET /v1/surveys/{id}/display': { call: survey, ...everybody(200) },
  'POST /v1/surveys/{id}/archive': {
    call: () => ({ ...survey(), body: 'false', headers: { 'content-type': 'application/json' } }),
    ...ownStaff,
  },
  'POST /v1/surveys/{id}/answer': {
    call: () => ({ ...survey(), body: { userId: member, data: {}, version: 1 } }),
    ...ownStaff,
    employee: 201,
    admin: 201,
    formerAdmin: 201,
  },
  'GET /v1/surveys/{id}/answers': { call: survey, ...ownStaff },
  'POST /v1/surveys/{id}/answers/search': { call: () => ({ ...survey(), body: {} }), ...ownStaff },
  'GET /v1/surveys/{id}/answers/export': { call: () => ({ ...survey(), query: { format: 'csv' } }), ...ownStaff },
  'GET /v1/surveys/{id}/analytics': { call: survey, ...ownStaff },
  'POST /v1/surveys/{uniqueSurveyId}/files': {
    call: () => ({ params: { uniqueSurveyId: form.uniqueSurveyId }, parts: { file: new File(['text'], 'a.txt') } }),
    ...everybody(415),
  },
  // No key is configured here.
  'POST /v1/surveys/import': {
    call: () => ({ query: { formId: '1' } }),
    ...ownStaff,
    employee: 409,
    admin: 409,
    formerAdmin: 409,
    otherEmployee: 409,
    otherAdmin: 409,
  },
  'POST /v1/survey-answers/submit': {
    call: () => ({
      body: {
        surveyAnswerJson: {},
        surveyUniqueId: form.uniqueSurveyId,
        version: 1,
        userFirstName: 'Any',
        userLastName: 'Body',
      },
    }),
    ...everybody(201),
  },
  'GET /v1/survey-answers/{id}': { call: () => ({ params: { id: answerId } }), ...ownStaff },
  'GET /v1/survey-answers/{id}/files/{fileId}': {
    call: () => ({ params: { id: answerId, fileId: form.uniqueSurveyId } }),
    ...ownStaff,
    employee: 404,
    admin: 404,
    formerAdmin: 404,
  },
  'POST /v1/survey-answers/{surveyId}/upload-responses': {
    call: () => ({ params: { surveyId: form.id }, parts: { file: new File(['q\nx\n'], 'a.csv') } }),
    ...ownStaff,
  },
  'GET /v1/users/{id}/surveys': { call: patient, ...ownStaff },
  'POST /v1/users/{id}/surveys': {
    call: () => ({ ...patient(), body: { surveyId: form.id } }),
    ...ownStaff,
    employee: 201,
    admin: 201,
    formerAdmin: 201,
  },
  'POST /v1/support': {
    call: () => ({ body: { messageType: 'Support Question', feedback: 'How?' } }),
    ...ownStaff,
    employee: 202,
    admin: 202,
    formerAdmin: 202,
    otherEmployee: 202,
    otherAdmin: 202,
  },
};

describe('every operation × every caller', () => {
  it('has a row for every operation of the API document, and for no other', async () => {
    const { body } = await test.call('GET /docs/openapi.json');
    const operations = Object.entries(body.paths as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    // The live stream does not end by itself; its own test tries its callers.
    const streams = ['GET /v1/events'];
    expect([...Object.keys(rows), ...streams].sort()).toEqual(operations.sort());
  });

  for (const [name, { call, ...statuses }] of Object.entries(rows)) {
    it(name, async () => {
      const got: Record<string, number> = {};
      for (const caller of Object.keys(statuses) as Caller[]) {
        got[caller] = (await test.call(name, { ...(await call()), token: tokens[caller] })).status;
      }
      expect(got).toEqual(statuses);
    });
  }

  it("answers another organization's id and an absent one alike", async () => {
    for (const name of Object.keys(rows).filter((key) => key.includes('{id}') && !/image|display/.test(key))) {
      const at = async (id: number) => {
        const options = await rows[name]?.call();
        const answer = await test.call(name, {
          ...options,
          params: { ...options?.params, id },
          token: tokens.otherAdmin,
        });
        return { ...answer.body, requestId: '' };
      };
      const places: [string, number][] = [
        ['/organizations/', organizationId],
        ['/users/', target],
        ['/uploads/', uploadId],
        ['/campaigns/', campaignId],
        ['/messages/{id}', failedTextId],
        ['/survey-answers/', answerId],
        ['/surveys/', form.id],
      ];
      const mine = places.find(([place]) => name.includes(place))?.[1] ?? ticket;
      expect(await at(mine), name).toEqual(await at(123_456_789));
    }
  });
});
