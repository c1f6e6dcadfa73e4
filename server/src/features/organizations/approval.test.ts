import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import {
  buildOrganization,
  buildSignedIn,
  nextNumber,
  serviceIds,
  setApproval,
  testPassword,
} from '../../testing/build.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let partner: { id: number; name: string };
let nurse: { id: number; token: string };

beforeAll(async () => {
  test = await startTestApp({ ORGANIZATION_APPROVAL: 'operator' });
  partner = await buildOrganization(test, { name: 'Harvest Table Food Bank' });
  nurse = await buildSignedIn(test, partner.id);
});
afterAll(() => test.close());

const person = (over: Record<string, unknown> = {}) => ({
  firstName: 'Ada',
  lastName: 'Moss',
  email: `ada${nextNumber()}@example.org`,
  phoneNumber: '+13135550123',
  password: testPassword,
  userType: 'EMPLOYEE',
  ...over,
});

/** Registers through the API, up to the first admin's session. */
async function register(on: TestApp, name: string) {
  const organization = {
    name,
    organizationType: 'CARE_PROVIDER',
    phoneNumber: '+12695550100',
    zipCode: '49007',
    serviceDTOList: [{ name: 'Food box', type: 'FOOD' }],
  };
  const registered = await on.call('POST /v1/organizations', { parts: { organization } });
  const { id, registrationToken } = registered.body;
  const body = person({ userType: 'ADMIN', organizationId: id, registrationToken });
  await on.call('POST /v1/auth/sign-up', { body });
  const before = await approvalOf(on, id);
  await verify(on, body.email);
  const { body: session } = await on.call('POST /v1/auth/login', {
    body: { email: body.email, password: testPassword },
  });
  return { id, registered, before, email: body.email, token: session.idToken as string, user: session.body };
}

async function verify(on: TestApp, email: string) {
  const mails = await on.outbox(email);
  const text = mails.map((mail) => mail.text).join('\n');
  const token = /verify-email\?token=([\w-]+)/.exec(text)?.[1];
  return on.call('POST /v1/auth/verify-email', { body: { token, password: testPassword } });
}

async function approvalOf(on: TestApp, id: number) {
  const row = await sql<{ approval: string }>`select approval from organizations where id = ${id}`.maybeOne(on.app.db);
  return row?.approval;
}

const requestFor = (serviceId: number, organizationId: number, token: string) =>
  test.call('POST /v1/service-requests', {
    parts: { serviceRequest: { organizationId, serviceId, patient: { firstName: 'Ann', lastName: 'Other' } } },
    token,
  });

const signUp = (over: Record<string, unknown>) => test.call('POST /v1/auth/sign-up', { body: person(over) });

async function listedIds(query: Record<string, string>, token?: string): Promise<number[]> {
  const { body } = await test.call('GET /v1/organizations', { query, token });
  return body.map((organization: { id: number }) => organization.id);
}

describe('a new organization in auto mode', () => {
  it('is approved when its first admin verifies', async () => {
    const auto = await startTestApp();
    try {
      const { id, registered, before } = await register(auto, 'Ready Rides');
      expect(registered).toMatchObject({ status: 201, body: { approval: 'WAITING' } });
      expect(before).toBe('WAITING');
      expect(await approvalOf(auto, id)).toBe('APPROVED');
      const { body } = await auto.call('GET /v1/organizations');
      expect(body).toMatchObject([{ id, name: 'Ready Rides' }]);
    } finally {
      await auto.close();
    }
  });
});

describe('a new organization in operator mode', () => {
  let impostor: Awaited<ReturnType<typeof register>>;
  beforeAll(async () => {
    impostor = await register(test, 'Harvest Table Food Bank');
  });

  it('waits after its first admin verifies and tells them how long', async () => {
    expect(impostor.registered.body).toEqual({
      id: impostor.id,
      registrationToken: expect.any(String),
      approval: 'WAITING',
    });
    expect(impostor.user).toMatchObject({ status: 'ACTIVE', userType: 'ADMIN' });
    const own = { params: { id: impostor.id }, token: impostor.token };
    expect((await test.call('GET /v1/organizations/{id}', own)).body).toMatchObject({
      approval: 'WAITING',
      approvalReason: null,
    });
    const [mail] = await test.outbox(impostor.email);
    expect(mail?.text).toContain('usually within 2 business days');
  });

  it('isn’t listed for anyone', async () => {
    const found = [
      await listedIds({}),
      await listedIds({ zipCode: '49007' }),
      await listedIds({}, nurse.token),
      await listedIds({ zipCode: '49007' }, nurse.token),
      await listedIds({}, impostor.token),
    ];
    for (const ids of found) {
      expect(ids).toContain(partner.id);
      expect(ids).not.toContain(impostor.id);
    }
  });

  it('shows its approval to its own staff only', async () => {
    const { body } = await test.call('GET /v1/organizations', { token: nurse.token });
    for (const organization of body) expect(organization).not.toHaveProperty('approval');
  });

  it('receives no referrals', async () => {
    const [serviceId = 0] = await serviceIds(test, impostor.id);
    expect((await requestFor(serviceId, partner.id, nurse.token)).status).toBe(404);
    const rows = await sql`select 1 from organization_members where organization_id = ${impostor.id}`.many(test.app.db);
    expect(rows).toEqual([]);
  });

  it('can request only its own services', async () => {
    const [foreign = 0] = await serviceIds(test, partner.id);
    expect(await requestFor(foreign, impostor.id, impostor.token)).toMatchObject({
      status: 403,
      body: { code: 'organization_waiting', message: expect.stringContaining('your own services only') },
    });
    const [own = 0] = await serviceIds(test, impostor.id);
    expect((await requestFor(own, impostor.id, impostor.token)).status).toBe(201);
  });

  it('can edit its profile, services and forms', async () => {
    const { id, token } = impostor;
    const read = await test.call('GET /v1/organizations/{id}', { params: { id }, token });
    const saved = await test.call('PUT /v1/organizations/{id}', {
      params: { id },
      parts: { organization: { ...read.body, city: 'Kalamazoo' } },
      token,
    });
    expect(saved).toMatchObject({ status: 200, body: { city: 'Kalamazoo', approval: 'WAITING' } });
    const rides = { name: 'Rides', type: 'TRANSPORTATION', description: null, organizationId: id };
    expect((await test.call('POST /v1/services', { body: rides, token })).status).toBe(201);
    const form = { title: 'Form', data: { elements: [{ type: 'text', name: 'q' }] }, organizationId: id };
    expect((await test.call('POST /v1/surveys', { body: form, token })).status).toBe(201);
  });

  it('can’t approve itself', async () => {
    const { id, token } = impostor;
    const read = await test.call('GET /v1/organizations/{id}', { params: { id }, token });
    const organization = { ...read.body, approval: 'APPROVED' };
    const answer = await test.call('PUT /v1/organizations/{id}', { params: { id }, parts: { organization }, token });
    expect(answer).toMatchObject({ status: 400, body: { fields: { approval: expect.any(String) } } });
    expect(await approvalOf(test, id)).toBe('WAITING');
  });

  it('accepts sign-ups only with an invitation', async () => {
    expect((await signUp({ organizationId: impostor.id })).status).toBe(404);
    const member = { organizationId: impostor.id, userType: 'PATIENT', zipcode: '49007' };
    expect((await signUp(member)).status).toBe(404);
  });
});

describe('an invitation', () => {
  let waiting: { id: number };
  let admin: { id: number; token: string };
  beforeAll(async () => {
    waiting = await buildOrganization(test, { approval: 'WAITING', name: 'Quiet Harbor' });
    admin = await buildSignedIn(test, waiting.id, { userType: 'ADMIN' });
  });

  async function invite(body: unknown = {}, token = admin.token) {
    const answer = await test.call('POST /v1/organizations/{id}/invitations', {
      params: { id: waiting.id },
      body,
      token,
    });
    const invitation = /\/signup\?invitation=([\w-]+)$/.exec(answer.body?.link ?? '')?.[1] ?? '';
    return { ...answer, invitation };
  }

  const resolve = (invitation: string) => test.call('POST /v1/invitations/resolve', { body: { invitation } });

  it('lets people sign up as PENDING', async () => {
    const { status, body, invitation } = await invite();
    expect(status).toBe(201);
    expect(body).toEqual({ id: expect.any(Number), link: `http://127.0.0.1:3000/signup?invitation=${invitation}` });
    expect(Buffer.from(invitation, 'base64url').length).toBeGreaterThanOrEqual(16);
    for (const email of [`first${nextNumber()}@example.org`, `second${nextNumber()}@example.org`]) {
      expect((await signUp({ organizationId: waiting.id, email, invitation })).status).toBe(201);
      expect((await verify(test, email)).status).toBe(200);
      const signedIn = await test.call('POST /v1/auth/login', { body: { email, password: testPassword } });
      expect(signedIn.body.body).toMatchObject({ status: 'PENDING', userType: 'EMPLOYEE', organizationId: waiting.id });
    }
  });

  it('shows its organization’s name to anyone with the link', async () => {
    const { invitation } = await invite();
    expect(await resolve(invitation)).toMatchObject({
      status: 200,
      body: { organization: { id: waiting.id, name: 'Quiet Harbor' }, email: null },
    });
    expect((await resolve('made-up')).status).toBe(404);
  });

  it('is refused for another organization and after 7 days', async () => {
    const { body, invitation } = await invite();
    const other = await buildOrganization(test);
    expect(await signUp({ organizationId: other.id, invitation })).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('another organization') },
    });
    const rows = await sql<{
      days: number;
    }>`select extract(day from expires_timestamp - create_timestamp)::int as days
      from invitations where id = ${body.id}`.many(test.app.db);
    expect(rows).toEqual([{ days: 7 }]);
    await sql`update invitations set expires_timestamp = now() where id = ${body.id}`.run(test.app.db);
    expect(await signUp({ organizationId: waiting.id, invitation })).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('expired') },
    });
  });

  it('mails one link, whatever the organization is called', async () => {
    // From before names were one line.
    const name = 'Harbor\nhttps://evil.example/login\n\nwww.evil.example';
    const { id } = await buildOrganization(test, { name });
    const { token } = await buildSignedIn(test, id, { userType: 'ADMIN' });
    const email = `invited${nextNumber()}@example.org`;
    await test.call('POST /v1/organizations/{id}/invitations', { params: { id }, body: { email }, token });
    const [mail] = await test.outbox(email);
    expect(mail?.html?.match(/href="[^"]*"/g)).toEqual([
      expect.stringMatching(/^href="http:\/\/127\.0\.0\.1:3000\/signup\?invitation=[\w-]+"$/),
    ]);
    for (const part of [mail?.html, mail?.text]) expect(part).not.toMatch(/evil\.example|https:/);
    expect(mail?.text.replaceAll('\u200b', '')).toContain(`${name} invites you`);
  });

  it("doesn't let admins sign up", async () => {
    const { invitation } = await invite();
    expect((await signUp({ organizationId: waiting.id, invitation, userType: 'ADMIN' })).status).toBe(403);
  });

  it('returns the same link for the same Idempotency-Key', async () => {
    const options = {
      params: { id: waiting.id },
      body: {},
      token: admin.token,
      headers: { 'idempotency-key': `invitation-${nextNumber()}` },
    };
    const first = await test.call('POST /v1/organizations/{id}/invitations', options);
    expect((await test.call('POST /v1/organizations/{id}/invitations', options)).body).toEqual(first.body);
  });

  it('is audited when it is created and used', async () => {
    const { body, invitation } = await invite();
    const used = await signUp({ organizationId: waiting.id, invitation });
    const rows = await sql`select action, actor_id, organization_id from audit_log
      where entity_type = 'invitation' and entity_id = ${body.id} order by id`.many(test.app.db);
    expect(rows).toEqual([
      { action: 'invitation.create', actor_id: admin.id, organization_id: waiting.id },
      { action: 'invitation.use', actor_id: used.body.id, organization_id: waiting.id },
    ]);
  });

  it.each([{ email: 'nobody' }, { email: 7 }, { role: 'ADMIN' }])('is refused for %j', async (body) => {
    expect((await invite(body)).status).toBe(400);
  });

  describe('with an address, once the organization is approved', () => {
    beforeAll(() => setApproval(test.app.db, waiting.id, 'APPROVED'));

    it('is emailed and works once for that address', async () => {
      const email = `invited${nextNumber()}@example.org`;
      const { body, invitation } = await invite({ email: email.toUpperCase() });
      const [mail] = await test.outbox(email);
      expect(mail?.text).toContain(body.link);
      expect((await resolve(invitation)).body).toMatchObject({ email });
      expect(await signUp({ organizationId: waiting.id, invitation })).toMatchObject({
        status: 404,
        body: { fields: { email: expect.stringContaining('another email address') } },
      });
      expect((await signUp({ organizationId: waiting.id, email, invitation })).status).toBe(201);
      await verify(test, email);
      expect(await resolve(invitation)).toMatchObject({
        status: 404,
        body: { message: expect.stringContaining('already used') },
      });
      // The address may become free again; the invitation doesn't.
      await sql`update logins set email = ${`moved.${email}`} where email = ${email}`.run(test.app.db);
      expect((await signUp({ organizationId: waiting.id, email, invitation })).status).toBe(404);
    });

    it('is never stored with its token', async () => {
      const { invitation } = await invite({ email: `hashed${nextNumber()}@example.org` });
      const row = await sql<{ everything: string }>`
        select concat((select json_agg(i) from invitations i), (select json_agg(e) from emails e),
          (select json_agg(a) from audit_log a), (select json_agg(k) from idempotency_keys k)) as everything`.maybeOne(
        test.app.db,
      );
      expect(row?.everything).not.toContain(invitation);
    });

    it('can’t be used to flood an address with email', async () => {
      const email = `flooded${nextNumber()}@example.org`;
      for (let count = 0; count < 5; count++) expect((await invite({ email })).status).toBe(201);
      expect((await invite({ email })).status).toBe(429);
    });
  });
});
