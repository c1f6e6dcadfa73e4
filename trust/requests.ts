import type { CallName } from '@kinbridge/contract/calls';
import type { CallOptions } from '../server/src/testing/test-app.ts';
import type { World } from './world.ts';

export type MakeRequest = (world: World) => CallOptions | Promise<CallOptions>;

const form = (fields: Record<string, string>): CallOptions => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});
const none = () => ({});
const organization: MakeRequest = (w) => ({ params: { id: w.organizationId } });
/** Its admin proposed changes of the profile. */
const proposing: MakeRequest = async (w) => {
  await w.newProposedProfile();
  return { params: { id: w.organizationId } };
};
const toOrganization =
  (body: object): MakeRequest =>
  (w) => ({ params: { id: w.organizationId }, body });
const search = toOrganization({});
const ticket: MakeRequest = (w) => ({ params: { id: w.ticket } });
const member: MakeRequest = (w) => ({ params: { id: w.member } });
const survey: MakeRequest = (w) => ({ params: { id: w.form.id } });
const massMessage: MakeRequest = (w) => ({ params: { id: w.massMessageId } });
const announcement = { body: 'We moved.', severity: 'INFORMATION', endTimestamp: null };
const toDraft =
  (body: object): MakeRequest =>
  async (w) => ({ params: { id: await w.newDraft() }, body: { ...body, version: 1 } });
/** Another person's. */
const question: MakeRequest = (w) => ({ params: { id: w.questionId } });
const toQuestion =
  (body: object): MakeRequest =>
  async (w) => ({ params: { id: await w.newQuestion() }, body: { ...body, version: 1 } });
const employee: MakeRequest = async (w) => ({ params: { id: w.employee } });
const metrics: MakeRequest = (w) => ({ query: { orgId: String(w.organizationId), fromDate: '2026-01-01' } });
const twins: MakeRequest = async (w) => ({ params: { id: w.member, otherId: await w.newMember() } });
const templateText = 'Hi {member_name}, {assignee_name} of {organization_name} will call.';
const template = toOrganization({ key: 'service_request_patient', msg: templateText });
const preference: MakeRequest = (w) => ({
  params: { id: w.employee },
  body: { serviceId: w.serviceId, isEmailRequired: true },
});
const message = 'Please call us.';
/** Of a browser's subscription. */
const pushKeys = {
  p256dh: 'BGyYqzjAFExtz1plqjMQR2ydVorXZiNYoIJVJ4lrbi0y4Q61RERiJVdc2ir3tC9RmUCn-o6J9NYiOkcm0NauUQc',
  auth: 'iri7v6vkXRnU64Xtn_MBIQ',
};
const someSession = '00000000-0000-4000-8000-000000000000';

/**
 * A valid request of organization A for every operation, about existing records; records that a call uses up are
 * created each time. The access matrix sends them unchanged; the hostile inputs mutate them.
 */
export const requests: Record<CallName, MakeRequest> = {
  'POST /v1/auth/sign-up': (w) => ({
    body: {
      ...w.newPerson(),
      email: w.newEmail(),
      password: w.password,
      userType: 'EMPLOYEE',
      organizationId: w.organizationId,
    },
  }),
  'POST /v1/auth/verify-email': (w) => ({ body: { token: 'unknown', password: w.password } }),
  'POST /v1/auth/resend-verification': (w) => ({ body: { email: w.newEmail() } }),
  'POST /v1/auth/login': (w) => ({ body: { email: w.employeeEmail, password: w.password } }),
  'POST /v1/auth/refresh-token': () => ({ body: { token: 'unknown' } }),
  'POST /v1/auth/logout': () => ({ body: { token: 'unknown' } }),
  'POST /v1/auth/forgotPassword/{email}': (w) => ({ params: { email: w.newEmail() } }),
  'POST /v1/auth/forgotPasswordVerify': (w) => ({
    body: { email: w.newEmail(), token: '123456', password: w.password },
  }),
  'PUT /v1/users/{id}/password': (w) => ({
    params: { id: w.member },
    body: { currentPassword: w.password, password: 'Quiet-Harbor-Lantern7!' },
  }),
  'POST /v1/auth/sso/find': (w) => ({ body: { email: w.newEmail() } }),
  'GET /v1/auth/sso/{slug}/organization': () => ({ params: { slug: 'unknown' } }),
  'GET /v1/auth/sso/{slug}': () => ({ params: { slug: 'unknown' } }),
  'POST /v1/auth/sso': () => ({ body: { code: 'unknown' } }),
  'POST /v1/auth/sso/confirm': () => ({ body: { token: 'unknown' } }),
  'POST /v1/auth/sso/link': (w) => ({ body: { token: 'unknown', password: w.password } }),
  'GET /v1/auth/saml/{slug}/metadata': () => ({ params: { slug: 'unknown' } }),
  'POST /v1/auth/saml/{slug}/acs': () => ({ params: { slug: 'unknown' }, ...form({ SAMLResponse: 'PGEvPg==' }) }),
  'GET /v1/auth/saml/{slug}/finish': () => ({ params: { slug: 'unknown' }, query: { state: 'unknown' } }),
  'GET /v1/organizations/{id}/saml': organization,
  'PUT /v1/organizations/{id}/saml': toOrganization({ metadata: '<a/>' }),
  'DELETE /v1/organizations/{id}/saml': organization,
  'GET /v1/auth/oidc/callback': () => ({ query: { state: 'unknown', code: 'unknown' } }),
  'GET /v1/organizations/{id}/oidc': organization,
  // Nothing answers there.
  'PUT /v1/organizations/{id}/oidc': toOrganization({
    issuer: 'http://127.0.0.1:9',
    clientId: 'kinbridge',
    clientSecret: 'secret',
    domains: ['example.org'],
  }),
  'DELETE /v1/organizations/{id}/oidc': organization,
  'POST /v1/organizations/{id}/sign-in-domains/{domain}/check': (w) => ({
    params: { id: w.organizationId, domain: 'example.org' },
  }),
  'GET /v1/users/{id}/sessions': member,
  'DELETE /v1/users/{id}/sessions': member,
  'DELETE /v1/users/{id}/sessions/{sessionId}': (w) => ({ params: { id: w.member, sessionId: someSession } }),
  'POST /v1/auth/second-factor': () => ({ body: { token: 'unknown', method: 'totp', code: '123456' } }),
  'POST /v1/auth/second-factor/options': () => ({ body: { token: 'unknown' } }),
  'POST /v1/auth/passkey/options': none,
  'POST /v1/auth/passkey': () => ({ body: { response: {} } }),
  'GET /v1/users/{id}/passkeys': member,
  'POST /v1/users/{id}/passkeys/options': member,
  'POST /v1/users/{id}/passkeys': (w) => ({ params: { id: w.member }, body: { name: 'Phone', response: {} } }),
  'DELETE /v1/users/{id}/passkeys/{passkeyId}': (w) => ({ params: { id: w.member, passkeyId: 1 } }),
  'GET /v1/users/{id}/totp': member,
  'POST /v1/users/{id}/totp': member,
  'PUT /v1/users/{id}/totp': (w) => ({ params: { id: w.member }, body: { code: '123456' } }),
  'POST /v1/users/{id}/totp/recovery-codes': member,
  'DELETE /v1/users/{id}/totp': (w) => ({ params: { id: w.member }, body: { password: w.password, code: '123456' } }),
  'GET /v1/auth/proof': none,
  'POST /v1/auth/proof': (w) => ({ body: { password: w.password } }),
  'GET /v1/organizations': none,
  'POST /v1/organizations': () => ({
    parts: { organization: { name: 'Another', organizationType: 'CARE_PROVIDER', phoneNumber: '+12695550147' } },
  }),
  'GET /v1/organizations/{id}': organization,
  'PUT /v1/organizations/{id}': (w) => ({
    params: { id: w.organizationId },
    parts: { organization: { name: 'A', organizationType: 'CARE_PROVIDER', phoneNumber: '+12695550147' } },
  }),
  'POST /v1/organizations/{id}/invitations': toOrganization({}),
  'GET /v1/organizations/{id}/setup': organization,
  'PUT /v1/organizations/{id}/setup': toOrganization({ dismissed: true }),
  'GET /v1/organizations/{id}/sign-in': organization,
  'PUT /v1/organizations/{id}/sign-in': toOrganization({ newPeople: 'ACTIVE' }),
  'GET /v1/organizations/{id}/pending-employees': organization,
  'GET /v1/organizations/{id}/scim-tokens': organization,
  'POST /v1/organizations/{id}/scim-tokens': organization,
  'DELETE /v1/organizations/{id}/scim-tokens/{tokenId}': async (w) => ({
    params: { id: w.organizationId, tokenId: await w.newScimToken() },
  }),
  'POST /v1/invitations/resolve': () => ({ body: { invitation: 'unknown' } }),
  'GET /v1/organizations/{id}/image': organization,
  'GET /v1/organizations/{id}/proposed-image': proposing,
  'DELETE /v1/organizations/{id}/proposed-profile': proposing,
  'GET /v1/organizations/{id}/services': organization,
  'POST /v1/zip-codes/distances': () => ({ body: { from: '49007', to: ['49001', '49008'] } }),
  'POST /v1/services': (w) => ({
    body: { name: w.newName(), type: 'TRANSPORTATION', description: 'By car', organizationId: w.organizationId },
  }),
  'POST /v1/services/updateServices': (w) => ({
    body: [
      { id: w.serviceId, name: 'Food box', type: 'FOOD', description: 'Weekly', organizationId: w.organizationId },
    ],
  }),
  'PUT /v1/services/{id}': (w) => ({ params: { id: w.serviceId }, body: { eligibility: 'Adults', ageMin: 18 } }),
  'PUT /v1/services/{id}/availability': (w) => ({
    params: { id: w.serviceId },
    body: { availability: 'WAITLIST', availabilityNote: 'Call first', waitDays: 14 },
  }),
  'POST /v1/services/{id}/confirm': (w) => ({ params: { id: w.serviceId } }),
  'GET /v1/services/{id}/open-requests': (w) => ({ params: { id: w.serviceId } }),
  'GET /v1/directory/services': none,
  'GET /v1/directory/services/{id}': (w) => ({ params: { id: w.serviceId } }),
  'POST /v1/directory/services/{id}/requests': (w) => {
    const { firstName, lastName, phoneNumber } = w.newPerson();
    const words = { zipCode: '49007', description: 'Food for a week.' };
    return { params: { id: w.serviceId }, body: { firstName, lastName, phoneNumber, smsConsent: false, ...words } };
  },
  'GET /v1/acts/{token}': async (w) => ({ params: { token: await w.newActToken() } }),
  'POST /v1/acts/{token}': async (w) => ({ params: { token: await w.newActToken() }, body: { action: 'accept' } }),
  'POST /v1/services/deleteService/{id}': async (w) => ({ params: { id: await w.newService() } }),
  'GET /v1/users/{id}': member,
  'GET /v1/users/{id}/draft-key': member,
  'GET /v1/push-key': none,
  'GET /v1/users/{id}/push-subscriptions': member,
  'POST /v1/users/{id}/push-subscriptions': (w) => ({
    params: { id: w.member },
    body: { endpoint: 'https://push.example.org/1', keys: pushKeys, device: 'Chrome on Linux' },
  }),
  'DELETE /v1/users/{id}/push-subscriptions/{subscriptionId}': (w) => ({ params: { id: w.member, subscriptionId: 1 } }),
  'PUT /v1/users/{id}': (w) => ({ params: { id: w.member }, body: { city: 'Kalamazoo' } }),
  'POST /v1/users/{id}/activate': async (w) => ({ params: { id: await w.newEmployee({ status: 'PENDING' }) } }),
  'POST /v1/users/{id}/terminate': async (w) => ({ params: { id: await w.newEmployee() } }),
  'POST /v1/users/{id}/promote-admin': async (w) => ({ params: { id: await w.newEmployee() } }),
  'POST /v1/users/{id}/revoke-admin': async (w) => ({ params: { id: await w.newEmployee({ userType: 'ADMIN' }) } }),
  'POST /v1/users/{id}/sign-out': async (w) => ({ params: { id: await w.newEmployee() } }),
  'DELETE /v1/users/{id}/factors': employee,
  'DELETE /v1/users/{id}/single-sign-on': employee,
  'POST /v1/users/{id}/reassign': async (w) => ({
    params: { id: await w.newEmployee() },
    body: { assigneeId: w.employee },
  }),
  'GET /v1/users/{id}/email-preferences': employee,
  'POST /v1/users/{id}/email-preferences': preference,
  'PUT /v1/users/{id}/email-preferences': preference,
  'GET /v1/users/{id}/needs-you': employee,
  'POST /v1/users/{id}/needs-you/done': (w) => ({
    params: { id: w.employee },
    body: { kind: 'WAITING', serviceRequestId: w.ticket },
  }),
  'GET /v1/organizations/{id}/members': organization,
  'POST /v1/organizations/{id}/members/search': search,
  'POST /v1/organizations/{id}/members': (w) => ({
    params: { id: w.organizationId },
    body: { firstName: w.newName(), lastName: 'Added' },
  }),
  'POST /v1/organizations/{id}/members/similar': toOrganization({ firstName: 'Ana', lastName: 'Ruiz' }),
  'GET /v1/users': (w) => ({
    query: { entityId: String(w.organizationId), entityType: 'ORGANIZATION', role: 'EMPLOYEE' },
  }),
  'POST /v1/organizations/{id}/services/upload-patients': async (w) => ({
    params: { id: w.organizationId },
    query: { serviceIds: String(w.serviceId), serviceStatus: 'COMPLETED' },
    parts: { file: await w.membersFile() },
  }),
  'GET /v1/uploads/{id}': (w) => ({ params: { id: w.uploadId } }),
  'GET /v1/uploads/{id}/skipped-rows': (w) => ({ params: { id: w.uploadId } }),
  'GET /v1/users/{id}/duplicates': member,
  'PUT /v1/users/{id}/duplicates/{otherId}/dismissal': twins,
  'DELETE /v1/users/{id}/duplicates/{otherId}/dismissal': twins,
  'GET /v1/users/{id}/merges': member,
  'GET /v1/users/{id}/proposed-changes': member,
  'POST /v1/users/{id}/proposed-changes/{changeId}/accept': async (w) => ({ params: await w.newProposal() }),
  'POST /v1/users/{id}/proposed-changes/{changeId}/decline': async (w) => ({ params: await w.newProposal() }),
  'POST /v1/users/{id}/merges': async (w) => ({ params: { id: w.member }, body: { mergedId: await w.newMember() } }),
  'POST /v1/users/{id}/merges/{mergeId}/undo': async (w) => ({
    params: { id: w.member, mergeId: await w.newMerge(w.member) },
  }),
  'GET /v1/users/{id}/export.json': member,
  'GET /v1/users/{id}/export.pdf': member,
  'GET /v1/users/{id}/erasure': member,
  'POST /v1/users/{id}/erasure': async (w) => {
    const { id, firstName, lastName } = (await w.newRequest()).patient;
    return { params: { id }, body: { name: `${firstName} ${lastName}`, kind: 'record' } };
  },
  'GET /v1/users/{userId}/documents': (w) => ({ params: { userId: w.member } }),
  'POST /v1/users/{userId}/documents': (w) => ({ params: { userId: w.member }, parts: { files: w.textFile() } }),
  'GET /v1/users/{userId}/documents/{id}': (w) => ({ params: { userId: w.member, id: w.documentId } }),
  'DELETE /v1/users/{userId}/documents/{id}': async (w) => ({
    params: { userId: w.member, id: await w.newDocument(w.member) },
  }),
  'POST /v1/service-requests': (w) => ({
    parts: { serviceRequest: { organizationId: w.organizationId, serviceId: w.serviceId, patientId: w.member } },
  }),
  'GET /v1/service-requests/similar': (w) => ({
    query: { serviceId: String(w.serviceId), patientId: String(w.member) },
  }),
  'GET /v1/service-requests/{id}': ticket,
  'GET /v1/service-requests/{id}/timeline': ticket,
  'GET /v1/service-requests/{id}/notes': ticket,
  'GET /v1/service-requests/{id}/file': ticket,
  'POST /v1/service-requests/{id}/assign/{employeeId}': (w) => ({ params: { id: w.ticket, employeeId: w.employee } }),
  'POST /v1/service-requests/{id}/transition/{newStatus}': async (w) => ({
    params: { id: (await w.newRequest()).id, newStatus: 'OPEN' },
    body: {},
  }),
  'POST /v1/service-requests/transition/{status}': async (w) => ({
    params: { status: 'OPEN' },
    body: { serviceRequestIds: [(await w.newRequest()).id] },
  }),
  'GET /v1/service-requests/{id}/transition/{newStatus}/text': (w) => ({
    params: { id: w.ticket, newStatus: 'PENDING' },
  }),
  'POST /v1/service-requests/texts': (w) => ({ body: { serviceIds: [w.serviceId], patientId: w.member } }),
  'POST /v1/notes': (w) => ({ parts: { note: { serviceRequestId: w.ticket, content: 'Hi' } } }),
  'GET /v1/notes/{id}/file': (w) => ({ params: { id: w.noteId } }),
  'GET /v1/organizations/{id}/service-requests': organization,
  'GET /v1/organizations/{id}/incoming-service-requests': organization,
  'GET /v1/organizations/{id}/service-requests/counts': organization,
  'GET /v1/organizations/{id}/incoming-service-requests/counts': organization,
  'GET /v1/organizations/{id}/service-requests/filter': organization,
  'GET /v1/organizations/{id}/service-requests/filter/ids': organization,
  'POST /v1/organizations/{id}/service-requests/search': search,
  'POST /v1/organizations/{id}/incoming-service-requests/search': search,
  'POST /v1/organizations/{id}/service-requests/filter/search': search,
  'POST /v1/organizations/{id}/service-requests/filter/ids': search,
  'GET /v1/users/{id}/service-requests': member,
  'GET /v1/users/{id}/service-request-assignments': employee,
  'GET /v1/messages/getServiceRequestMessages/{id}': ticket,
  'GET /v1/messages/getServiceRequestMessagesCsv/{id}': ticket,
  'GET /v1/messages/getPatientMessages/{patientId}': (w) => ({ params: { patientId: w.member } }),
  'GET /v1/messages/getPatientMessagesCsv/{patientId}': (w) => ({ params: { patientId: w.member } }),
  'POST /v1/users/{id}/messages': (w) => ({ params: { id: w.member }, body: { message } }),
  'POST /v1/messages/{id}/resend': async (w) => ({ params: { id: await w.newFailedText() }, body: {} }),
  'GET /v1/messages/delivery': none,
  'POST /v1/messages/inbound': () => form({ From: '+12695550147', To: '+12695550100', Body: 'Yes', MessageSid: 'SM1' }),
  'POST /v1/messages/status': () => form({ MessageSid: 'SM1', MessageStatus: 'delivered' }),
  'POST /v1/messages/sendSMSToIdsList': (w) => ({ body: { ids: [w.member], message } }),
  'POST /v1/campaigns/preview': (w) => ({ body: { ids: [w.member], message } }),
  'POST /v1/campaigns/test': () => ({ body: { message } }),
  'GET /v1/campaigns': none,
  'GET /v1/campaigns/{id}': massMessage,
  'GET /v1/campaigns/{id}/recipients': massMessage,
  'POST /v1/campaigns/{id}/retry': (w) => ({ params: { id: w.massMessageId }, body: {} }),
  'POST /v1/campaigns/{id}/stop': async (w) => ({ params: { id: await w.newMassMessage() } }),
  'GET /v1/events': none,
  'GET /v1/organizations/{id}/custom-messages': organization,
  'POST /v2/organizations/{id}/custom-messages': template,
  'PUT /v2/organizations/{id}/custom-messages': template,
  'GET /v1/metrics/totalRequestReceived': metrics,
  'GET /v1/metrics/totalRequestSent': metrics,
  'GET /v1/metrics/membersReferred': metrics,
  'GET /v1/metrics/membersServed': metrics,
  'GET /v1/metrics/totalReferredTo': metrics,
  'GET /v1/metrics/totalReferralAgencies': metrics,
  'GET /v1/metrics/totalRequestComplete': (w) => ({
    query: { orgId: String(w.organizationId), fromDate: '2026-01-01', inbound: 'true' },
  }),
  'GET /v1/metrics/outcomes': metrics,
  'GET /v1/organizations/{id}/metrics': organization,
  'GET /v1/organizations/{id}/metrics/requests': (w) => ({
    params: { id: w.organizationId },
    query: { side: 'outgoing', fromDate: '2026-01-01' },
  }),
  'GET /v1/organizations/{id}/metrics/report.pdf': organization,
  'GET /v1/organizations/{id}/metrics/report.csv': organization,
  'GET /v1/organizations/{id}/surveys': organization,
  'POST /v1/surveys': (w) => ({ body: { title: 'Form', data: w.definition, organizationId: w.organizationId } }),
  'PUT /v1/surveys/{id}': async (w) => {
    const { id, uniqueSurveyId, version } = await w.newForm();
    return {
      params: { id },
      body: { id, uniqueSurveyId, version, title: 'Form', data: w.definition, organizationId: w.organizationId },
    };
  },
  'GET /v1/surveys/{id}': survey,
  'GET /v1/surveys/{id}/versions': survey,
  'GET /v1/surveys/{id}/display': survey,
  'POST /v1/surveys/import': () => ({ query: { formId: '1' } }),
  'POST /v1/surveys/{id}/archive': (w) => ({
    params: { id: w.form.id },
    body: 'false',
    headers: { 'content-type': 'application/json' },
  }),
  'POST /v1/survey-answers/submit': (w) => ({
    body: {
      surveyAnswerJson: {},
      surveyUniqueId: w.form.uniqueSurveyId,
      version: 1,
      userFirstName: 'Any',
      userLastName: 'Body',
    },
  }),
  'POST /v1/surveys/{uniqueSurveyId}/files': async (w) => ({
    params: { uniqueSurveyId: w.form.uniqueSurveyId },
    parts: { file: await w.picture() },
  }),
  'POST /v1/surveys/{id}/answer': (w) => ({
    params: { id: w.form.id },
    body: { userId: w.member, data: { q: 'Yes' }, version: 1 },
  }),
  'GET /v1/surveys/{id}/answers': survey,
  'POST /v1/surveys/{id}/answers/search': (w) => ({ params: { id: w.form.id }, body: {} }),
  'GET /v1/surveys/{id}/answers/export': (w) => ({ params: { id: w.form.id }, query: { format: 'csv' } }),
  'GET /v1/surveys/{id}/analytics': survey,
  'POST /v1/survey-answers/{surveyId}/upload-responses': (w) => ({
    params: { surveyId: w.form.id },
    parts: { file: new File(['q\nx\n'], 'a.csv') },
  }),
  'GET /v1/survey-answers/{surveyId}/upload-responses/{uploadId}': (w) => ({
    params: { surveyId: w.form.id, uploadId: w.responsesUploadId },
  }),
  'GET /v1/survey-answers/{id}': (w) => ({ params: { id: w.answerId } }),
  'GET /v1/survey-answers/{id}/files/{fileId}': (w) => ({ params: { id: w.answerId, fileId: w.fileId } }),
  'GET /v1/users/{id}/surveys': member,
  'POST /v1/users/{id}/surveys': (w) => ({ params: { id: w.member }, body: { surveyId: w.form.id } }),
  'POST /v1/support': () => ({ body: { messageType: 'Support Question', feedback: 'How?' } }),
  'GET /v1/support': none,
  'GET /v1/support/{id}': question,
  'POST /v1/support/{id}/read': question,
  'POST /v1/support/{id}/replies': (w) => ({ params: { id: w.questionId }, body: { body: 'Thank you.' } }),
  'GET /v1/announcements': none,
  'POST /v1/announcements/{id}/dismiss': (w) => ({ params: { id: w.announcementId } }),
  'GET /v1/organizations/{id}/audit': organization,
  'GET /v1/organizations/{id}/audit/csv': organization,
  'GET /v1/archive': none,
  'GET /v1/operator/people': none,
  'GET /v1/operator/events': none,
  'GET /v1/operator/log': none,
  'GET /v1/operator/log/csv': none,
  'GET /v1/operator/organizations': none,
  'GET /v1/operator/organizations/{id}': organization,
  'POST /v1/operator/organizations/{id}/{decision}': async (w) => ({
    params: { id: await w.newWaitingOrganization(), decision: 'refuse' },
    body: { approval: 'WAITING', reason: 'Registered twice.' },
  }),
  'GET /v1/operator/organizations/{id}/proposed-image': proposing,
  'POST /v1/operator/organizations/{id}/proposed-profile/{decision}': async (w) => ({
    params: { id: w.organizationId, decision: 'decline' },
    body: { proposalId: await w.newProposedProfile(), reason: 'Another organization has this name.' },
  }),
  'GET /v1/operator/support': none,
  'GET /v1/operator/support/{id}': question,
  'POST /v1/operator/support/{id}/answers': toQuestion({ body: 'Press Add Service.' }),
  'PUT /v1/operator/support/{id}/assignee': toQuestion({ assigneeId: null }),
  'PUT /v1/operator/support/{id}/state': toQuestion({ state: 'CLOSED' }),
  'GET /v1/operator/announcements': none,
  'POST /v1/operator/announcements': () => ({ body: announcement }),
  'PUT /v1/operator/announcements/{id}': toDraft(announcement),
  'POST /v1/operator/announcements/{id}/publish': toDraft({}),
  'POST /v1/operator/announcements/{id}/end': toDraft({}),
  'GET /v1/operator/system': none,
  'GET /v1/operator/system/jobs': none,
  'POST /v1/operator/system/jobs/{id}/retry': () => ({ params: { id: 1 } }),
  'GET /v1/operator/system/deliveries': none,
  'GET /v1/operator/usage': none,
  'POST /v1/operator/usage/count': none,
};
