import { expect, test } from 'vitest';
import { declineScreen, goneScreen, type RequestAct, requestScreen, serviceScreen } from './act-screens.ts';

const payload = `"><img src=x onerror=alert(1)><script>alert(1)</script>`;
const organization = { id: 1, name: payload };
const contact = {
  phoneNumber: payload,
  website: payload,
  addressLine1: payload,
  addressLine2: null,
  city: null,
  state: null,
  zipCode: null,
};
const service = { id: 1, name: payload, type: 'FOOD' as const, organizationId: 1, organization, contact };
const patient = { firstName: payload, age: null };
const request: RequestAct = { id: 1, status: 'REQUESTED', service, organization, patient };
const listing = { service: { ...service, description: payload }, organization };

test.each([
  ['request', requestScreen(request)],
  ['decline', declineScreen(request, { code: '', note: `</textarea>${payload}` })],
  ['confirm', serviceScreen(listing as never)],
  ['gone', goneScreen(payload, payload)],
])('shows what people typed as text: %s', (_, { body }) => {
  expect(body.text).not.toMatch(/<(img|script)/);
  expect(body.text).toContain('&lt;img');
});
