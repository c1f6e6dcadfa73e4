import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type BuiltOrganization,
  buildOrganization,
  buildSignedIn,
  buildUser,
  testPassword,
} from '../../testing/build.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let organization: BuiltOrganization;
let admin: Awaited<ReturnType<typeof buildSignedIn>>;

beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  organization = await buildOrganization(test);
  admin = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
});
afterAll(() => test.close());

const count = async (token = admin.token) =>
  test.call('GET /v1/organizations/{id}/pending-employees', { params: { id: organization.id }, token });

/** Someone who signed up for the organization and verified their address. */
async function verified(n = 0, firstName = 'Ben') {
  const email = `ben${n}-${admin.email}`;
  const body = {
    firstName,
    lastName: 'Birch',
    email,
    phoneNumber: '+13135550123',
    password: testPassword,
    userType: 'EMPLOYEE',
    organizationId: organization.id,
  };
  const { body: created } = await test.call('POST /v1/auth/sign-up', { body });
  const [mail] = await test.outbox(email);
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const answer = await test.call('POST /v1/auth/verify-email', { body: { token, password: testPassword } });
  expect(answer.status).toBe(200);
  return { id: created.id as number, email };
}

const mailsTo = async (email: string) =>
  (await test.outbox(email)).filter(({ subject }) => subject?.includes('waiting for your approval'));

describe('a pending employee', () => {
  it('is counted for admins once verified', async () => {
    await buildUser(test, organization.id, { status: 'PENDING', verified: false });
    expect((await count()).body).toEqual({ count: 0 });
    const ben = await verified();
    expect((await count()).body).toEqual({ count: 1 });
    await test.call('POST /v1/users/{id}/activate', { params: { id: ben.id }, token: admin.token });
    expect((await count()).body).toEqual({ count: 0 });
  });

  it('is announced to active admins by email', async () => {
    const employee = await buildUser(test, organization.id);
    const ended = await buildUser(test, organization.id, { userType: 'ADMIN', status: 'INACTIVE' });
    const { email } = await verified();
    const [mail] = await mailsTo(admin.email);
    expect(mail?.subject).toBe('Ben Birch is waiting for your approval');
    expect(mail?.text).toContain(`Ben Birch (${email}) signed up for ${organization.name}`);
    expect(mail?.text).toMatch(/http\S+\/employees\?tab=pending/);
    for (const other of [employee, ended]) expect(await mailsTo(other.email)).toEqual([]);
  });

  it.each([
    ['Visit evil.example now', 'Someone'],
    ['Anne-Marie J. O’Neil', 'Anne-Marie J. O’Neil Birch'],
    ["Zoë d'Arc", "Zoë d'Arc Birch"],
  ])('named %s is announced as %s', async (firstName, name) => {
    await verified(0, firstName);
    const [mail] = await mailsTo(admin.email);
    expect(mail?.subject).toBe(`${name} is waiting for your approval`);
  });

  it('triggers at most ten emails an hour to admins', async () => {
    for (let n = 0; n < 11; n++) await verified(n);
    expect(await mailsTo(admin.email)).toHaveLength(10);
    expect((await count()).body).toEqual({ count: 11 });
  });

  it('is told by email when declined, and only then', async () => {
    const ben = await verified();
    const active = await buildUser(test, organization.id);
    for (const { id } of [ben, active])
      await test.call('POST /v1/users/{id}/terminate', { params: { id }, token: admin.token });
    const declined = { subject: 'Your Kinbridge account was declined' };
    expect(await test.outbox(ben.email)).toContainEqual(expect.objectContaining(declined));
    expect(await test.outbox(active.email)).toEqual([]);
  });

  it('is counted only for admins of their organization', async () => {
    const stranger = await buildSignedIn(test, (await buildOrganization(test)).id, { userType: 'ADMIN' });
    expect((await count(stranger.token)).status).toBe(404);
    expect((await count((await buildSignedIn(test, organization.id)).token)).status).toBe(403);
  });
});
