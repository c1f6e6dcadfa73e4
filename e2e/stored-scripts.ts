import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { registerOrganization } from './accounts.ts';
import { answerSms, newMember, type Partner } from './partners.ts';
import { newSession } from './sessions.ts';

/** Records every sign that a stored text ran or loaded something. */
export function listenForScripts(page: Page, beacon: string): string[] {
  const signs: string[] = [];
  page.context().on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith(beacon)) signs.push(`requested ${request.url()}`);
  });
  page.on('dialog', async (dialog) => {
    signs.push(`opened a ${dialog.type()}`);
    await dialog.dismiss();
  });
  return signs;
}

/** Elements on the current page that only a payload could have created. */
export async function plantedElements(page: Page): Promise<string[]> {
  return page.locator('[data-planted], a[href^="javascript:"]').evaluateAll((all) => all.map((one) => one.outerHTML));
}

export interface Seeded {
  session: string;
  token: string;
  organizationId: number;
  memberId: number;
  ticketId: number;
  employeeId: number;
  surveyId: number;
  uniqueSurveyId: string;
  answerId: number;
  massMessageId: number;
}

/** An organization whose texts are all the payload: profile, services, people, requests, notes, files, texts, forms. */
export async function seed(request: APIRequestContext, text: string): Promise<Seeded> {
  const call = caller(request);
  const profile = {
    name: text,
    city: text,
    addressLine1: text,
    addressLine2: text.slice(0, 60),
    description: text,
    website: 'https://example.org/"><img src=x data-planted>',
    zipCode: '49684',
    serviceDTOList: [{ name: text, type: 'FOOD', description: text }],
  };
  const organization = await registerOrganization(request, { profile });
  const session = await newSession(request, organization.admin);
  const { idToken: token, userId: adminId } = JSON.parse(session);
  const as = { token, organizationId: organization.id };
  const [service] = await call.get(`/v1/organizations/${organization.id}/services`, as);
  const admin = { firstName: text, lastName: text, addressLine1: text, city: text };
  await call.send('put', `/v1/users/${adminId}`, as, { data: admin });

  const { phoneNumber, dateOfBirth } = newMember();
  const patient = { firstName: text, lastName: text, phoneNumber, dateOfBirth };
  const serviceRequest = { organizationId: as.organizationId, serviceId: service.id, patient, description: text };
  const picture = { name: `${text.replaceAll('/', ':')}.png`, mimeType: 'image/png', buffer: onePixel };
  const ticket = await call.send('post', '/v1/service-requests', as, {
    multipart: { serviceRequest: JSON.stringify(serviceRequest), file: picture },
  });
  const memberId = ticket.patient.id as number;
  await call.send('post', `/v1/service-requests/${ticket.id}/assign/${adminId}`, as);
  const note = JSON.stringify({ serviceRequestId: ticket.id, content: text });
  await call.send('post', '/v1/notes', as, { multipart: { note, file: picture } });
  await call.send('post', `/v1/users/${memberId}/documents`, as, { multipart: { files: picture } });
  await call.send('post', `/v1/users/${memberId}/messages`, as, { data: { message: text } });
  const template = `${text} {member_name} {organization_name} {assignee_name}`;
  await call.send('post', `/v2/organizations/${as.organizationId}/custom-messages`, as, {
    data: { key: 'service_request_patient', msg: template },
  });
  const massMessage = await call.send('post', '/v1/messages/sendSMSToIdsList', as, {
    data: { ids: [memberId], message: text },
  });
  await answerSms(request, phoneNumber, text);
  return {
    ...as,
    session,
    memberId,
    ticketId: ticket.id,
    employeeId: adminId,
    massMessageId: massMessage.campaignId,
    ...(await seedForm(call, as, text, memberId)),
  };
}

/** A form whose texts are all the payload, answered once with the payload. */
async function seedForm(call: ReturnType<typeof caller>, as: Signed, text: string, userId: number) {
  const choices = [{ value: 'a', text }];
  const elements = [
    { type: 'html', name: 'greeting', html: text },
    { type: 'text', name: 'open', title: text, description: text, placeholder: text },
    { type: 'comment', name: 'long', title: text },
    { type: 'radiogroup', name: 'one', title: text, choices, showOtherItem: true, otherText: text },
    { type: 'checkbox', name: 'many', title: text, choices },
    { type: 'rating', name: 'rate', title: text, minRateDescription: text, maxRateDescription: text },
    { type: 'matrix', name: 'grid', title: text, columns: choices, rows: choices },
  ];
  const data = { title: text, description: text, completedHtml: text, pages: [{ name: 'p', title: text, elements }] };
  const survey = await call.send('post', '/v1/surveys', as, {
    data: { title: text, data, organizationId: as.organizationId },
  });
  const answers = { open: text, long: text, one: 'a', many: ['a'], rate: 3, grid: { a: 'a' } };
  const answer = await call.send('post', `/v1/surveys/${survey.id}/answer`, as, {
    data: { userId, data: answers, version: survey.version },
  });
  await call.send('post', `/v1/users/${userId}/surveys`, as, { data: { surveyId: survey.id } });
  return { surveyId: survey.id, uniqueSurveyId: survey.uniqueSurveyId, answerId: answer.id };
}

type Signed = Pick<Partner, 'token'> & { organizationId: number };
type Sent = Parameters<APIRequestContext['post']>[1];

function caller(request: APIRequestContext) {
  const headers = ({ token }: Signed) => ({ authorization: `Bearer ${token}` });
  return {
    async get(path: string, as: Signed) {
      return (await request.get(path, { headers: headers(as) })).json();
    },
    async send(method: 'post' | 'put', path: string, as: Signed, sent: Sent = {}) {
      const answer = await request[method](path, { headers: headers(as), ...sent });
      expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
      return answer.json();
    },
  };
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
