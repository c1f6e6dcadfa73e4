import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, buildSignedIn, buildUser } from '../testing/build.ts';
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
const ownAdmin = { ...ownStaff, employee: 403, formerAdmin: 403, otherEmployee: 403 };

let test: TestApp;
let organizationId: number;
let target: number;
const tokens = {} as Record<Caller, string | undefined>;

beforeAll(async () => {
  test = await startTestApp({ RATE_LIMIT_PER_ACCOUNT: '1000' });
  organizationId = (await buildOrganization(test)).id;
  const other = (await buildOrganization(test)).id;
  target = (await buildUser(test, organizationId)).id;
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
const person = () => ({ params: { id: target } });
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
  'GET /v1/organizations/{id}/image': { call: own, ...everybody(404) },
  'GET /v1/organizations/{id}/services': { call: own, ...ownStaff },
  'GET /v1/users/{id}': { call: person, ...ownAdmin, otherEmployee: 404 },
  'PUT /v1/users/{id}': { call: () => ({ ...person(), body: { city: 'X' } }), ...ownAdmin, otherEmployee: 404 },
  'POST /v1/users/{id}/activate': { call: person, ...ownAdmin },
  'POST /v1/users/{id}/terminate': { call: person, ...ownAdmin },
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
    expect(Object.keys(rows).sort()).toEqual(operations.sort());
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
    for (const name of Object.keys(rows).filter((key) => key.includes('{id}') && !key.includes('image'))) {
      const at = async (id: number) => {
        const options = await rows[name]?.call();
        const answer = await test.call(name, { ...options, params: { id }, token: tokens.otherAdmin });
        return { ...answer.body, requestId: '' };
      };
      const mine = name.includes('organizations') ? organizationId : target;
      expect(await at(mine), name).toEqual(await at(123_456_789));
    }
  });
});
