import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { registerOrganization, unique } from './accounts.ts';
import { newSession } from './sessions.ts';

type Registered = Awaited<ReturnType<typeof registerOrganization>>;

export interface Partner extends Registered {
  token: string;
  /** The admin's session as a browser stores it. */
  session: string;
  adminId: number;
  /** The id of its first service. */
  serviceId: number;
}

/** A new organization with services and a signed-in admin. Far from the demo organizations, whose lists stay short. */
export async function newPartner(
  request: APIRequestContext,
  services = ['Hot meals'],
  zipCode = '49684',
): Promise<Partner> {
  const serviceDTOList = services.map((name) => ({ name, type: 'FOOD', description: '' }));
  const organization = await registerOrganization(request, { profile: { zipCode, serviceDTOList } });
  const session = await newSession(request, organization.admin);
  const { idToken: token, userId: adminId } = JSON.parse(session);
  const listed = await request.get(`/v1/organizations/${organization.id}/services`, { headers: bearer(token) });
  const [service] = await listed.json();
  return { ...organization, token, session, adminId, serviceId: service?.id };
}

export function bearer(token: string) {
  return { authorization: `Bearer ${token}` };
}

let phones = 0;

/** A member with a name and a phone that no other test uses. */
export function newMember(firstName = 'Ruth') {
  phones += 1;
  const line = String((process.pid % 100) * 100 + (phones % 100)).padStart(4, '0');
  return { firstName, lastName: unique('Okonkwo'), phoneNumber: `+1734555${line}`, dateOfBirth: '1987-03-14' };
}

/** Refers a member through the API and returns the ticket's id. */
export async function refer(
  request: APIRequestContext,
  from: Partner,
  to: Partner,
  member: ReturnType<typeof newMember> = newMember(),
): Promise<number> {
  const serviceRequest = { organizationId: from.id, serviceId: to.serviceId, patientId: null, patient: member };
  const created = await request.post('/v1/service-requests', {
    headers: bearer(from.token),
    multipart: { serviceRequest: JSON.stringify(serviceRequest) },
  });
  expect(created.status()).toBe(201);
  return (await created.json()).id;
}

export async function moveTo(request: APIRequestContext, by: Partner, id: number, ...path: string[]): Promise<void> {
  for (const status of path) {
    const moved = await request.post(`/v1/service-requests/${id}/transition/${status}`, {
      headers: bearer(by.token),
      data: {},
    });
    expect(moved.status()).toBe(200);
  }
}

/** Waits for a text to a phone that matches. */
export async function expectSms(
  request: APIRequestContext,
  phoneNumber: string,
  words: RegExp | string,
): Promise<void> {
  await expect
    .poll(async () => {
      const sent = await (await request.get(`/dev/outbox.json?to=${encodeURIComponent(phoneNumber)}`)).json();
      return sent.some(({ text }: { text: string }) => (typeof words === 'string' ? text === words : words.test(text)));
    })
    .toBe(true);
}

/** Replies from a phone that got a text, as the box in /dev/outbox does. */
export async function answerSms(request: APIRequestContext, phoneNumber: string, text: string): Promise<void> {
  const answered = await request.post('/dev/outbox/answer', { form: { from: phoneNumber, body: text } });
  expect(answered.ok()).toBe(true);
}

/** Records the page's POSTs to addresses with this ending. */
export function watchPosts(page: Page, ending: string): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(ending)) sent.push(request.url());
  });
  return sent;
}

export function row(page: Page, id: number): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name: `#${id}`, exact: true }) });
}

export function tab(page: Page, name: string): Locator {
  return page.getByRole('tab', { name: new RegExp(`^${name}`) });
}
