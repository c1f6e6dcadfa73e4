import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { unique } from './accounts.ts';

interface Service {
  id: number;
  name: string;
  organizationId: number;
}

interface Person {
  email: string;
  password: string;
}

/** The API as a person in an organization uses it, to prepare screens and to check behind them. */
export async function apiAs(request: APIRequestContext, { email, password }: Person) {
  const login = await request.post('/v1/auth/login', { data: { email, password } });
  expect(login.status()).toBe(200);
  const { body: user, idToken } = await login.json();
  const headers = { authorization: `Bearer ${idToken}` };
  const get = async (path: string) => (await request.get(path, { headers })).json();

  return {
    user: user as { id: number; organizationId: number },

    async service(name: string): Promise<Service> {
      const near = await get('/v1/organizations?zipCode=49007&radius=10');
      const services: Service[] = near.flatMap((organization: { services: Service[] }) => organization.services);
      const service = services.find((one) => one.name === name);
      if (!service) throw new Error(`No organization near 49007 offers ${name}`);
      return service;
    },

    async create(serviceId: number, patient: object, more: object = {}) {
      const serviceRequest = { organizationId: user.organizationId, serviceId, patient, ...more };
      const multipart = { serviceRequest: JSON.stringify(serviceRequest) };
      const response = await request.post('/v1/service-requests', { headers, multipart });
      expect(response.status()).toBe(201);
      return response.json();
    },

    async put(path: string, data: object) {
      const response = await request.put(path, { headers, data });
      expect(response.status()).toBe(200);
      return response.json();
    },

    members: (name: string) => get(`/v1/organizations/${user.organizationId}/members?name=${encodeURIComponent(name)}`),
    requestsOf: (memberId: number) => get(`/v1/users/${memberId}/service-requests`),
    get,
  };
}

/** A person no other test uses. Letters only, because members are searched by name. */
export function newMember() {
  const letters = unique('x').replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] as string);
  return { firstName: 'Calliope', lastName: `Marsh${letters.replaceAll('-', '')}` };
}

/** Records the requests that the page sends. */
export function watchCreation(page: Page) {
  const sent: { key: string | undefined; serviceRequest: Record<string, unknown> }[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/v1/service-requests')) return;
    const part = /name="serviceRequest"\r\n\r\n(.*)\r\n/.exec(request.postDataBuffer()?.toString('utf8') ?? '');
    sent.push({ key: request.headers()['idempotency-key'], serviceRequest: JSON.parse(part?.[1] ?? '{}') });
  });
  return sent;
}
