import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildOrganization,
  buildSignedIn,
  nextNumber,
  testPassword as password,
  serviceIds,
} from '../../testing/build.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** A self-registered, verified, signed-in member, with staff of their chosen organization. */
async function buildAccount() {
  const organization = await buildOrganization(test);
  const staff = await buildSignedIn(test, organization.id);
  const person = {
    firstName: 'Ines',
    lastName: `Okoro${nextNumber()}`,
    phoneNumber: '+12695550177',
    email: `ines${nextNumber()}@member.example`,
    dateOfBirth: '1980-05-17',
  };
  const signUp = { ...person, password, userType: 'PATIENT', organizationId: organization.id, zipcode: '49007' };
  const { body } = await test.call('POST /v1/auth/sign-up', { body: signUp });
  const seen = () => test.call('GET /v1/users/{id}', { params: { id: body.id }, token: staff.token });
  expect((await seen()).status).toBe(404);
  const mail = (await test.outbox()).find(({ to }) => to === person.email);
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  await test.call('POST /v1/auth/verify-email', { body: { token, password } });
  expect((await seen()).status).toBe(200);
  const session = await test.call('POST /v1/auth/login', { body: { email: person.email, password } });
  const [serviceId] = await serviceIds(test, organization.id);
  const refer = (given: Record<string, unknown>) => {
    const serviceRequest = { organizationId: organization.id, serviceId, ...given };
    return test.call('POST /v1/service-requests', { parts: { serviceRequest }, token: staff.token });
  };
  return { id: body.id as number, person, refer, organization, staff, token: session.body.idToken as string };
}

const ownRequests = async (account: { id: number; token: string }) =>
  (await test.call('GET /v1/users/{id}/service-requests', { params: { id: account.id }, token: account.token })).body;

it('shows a verified member to their organization and the member its requests', async () => {
  const account = await buildAccount();
  const listed = await test.call('GET /v1/organizations/{id}/members', {
    params: { id: account.organization.id },
    query: { name: account.person.lastName },
    token: account.staff.token,
  });
  expect(listed.body.totalElements).toBe(1);
  const { body: request, status } = await account.refer({ patientId: account.id });
  expect(status).toBe(201);
  expect(request.patient.id).toBe(account.id);
  expect(await ownRequests(account)).toMatchObject([{ id: request.id }]);
});

it('offers members no moves of their requests', async () => {
  const account = await buildAccount();
  const { body: request } = await account.refer({ patientId: account.id });
  expect(request.allowedMoves).not.toEqual([]);
  expect(await ownRequests(account)).toMatchObject([{ allowedMoves: [] }]);
});

it('never matches a member with a sign-in by name alone', async () => {
  const account = await buildAccount();
  const { email: _email, ...described } = account.person;
  const other = await account.refer({ patient: described });
  expect(other.status).toBe(201);
  expect(other.body.patient.id).not.toBe(account.id);
  expect(await ownRequests(account)).toEqual([]);
  // Another address doesn't match either; only the verified one does.
  const family = await account.refer({ patient: { ...account.person, email: 'family@member.example' } });
  expect(family.body.patient.id).toBe(other.body.patient.id);
});

it('matches a member by verified address, and after a referral by name', async () => {
  const account = await buildAccount();
  const { body: request } = await account.refer({ patient: account.person });
  expect(request.patient.id).toBe(account.id);
  const { email: _email, ...described } = account.person;
  expect((await account.refer({ patient: described })).body.patient.id).toBe(account.id);
});
