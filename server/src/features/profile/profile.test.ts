import { smsBlockedReasons } from '@kinbridge/contract/sms/sms-blocked-reasons';
import { acceptedProfileEdits, refusedProfileEdits } from '@kinbridge/contract/users/profile-edit.examples';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildSignedIn, buildUser, testPassword } from '../../testing/build.ts';
import { useOrganization, useTestApp } from '../../testing/use-test-app.ts';

const test = useTestApp();
const home = useOrganization(test);
const away = useOrganization(test);

const read = (id: number, token: string) => test.call('GET /v1/users/{id}', { params: { id }, token });
const put = (id: number, token: string, body: Record<string, unknown>) =>
  test.call('PUT /v1/users/{id}', { params: { id }, token, body });

describe('the draft key', () => {
  const ask = (id: number, token: string) => test.call('GET /v1/users/{id}/draft-key', { params: { id }, token });

  it('is stable and available to its owner in every status', async () => {
    for (const status of ['PENDING', 'ACTIVE', 'INACTIVE'] as const) {
      const user = await buildSignedIn(test, home.id, { status });
      const { status: code, body, headers } = await ask(user.id, user.token);
      expect(code).toBe(200);
      expect(Buffer.from(body.key, 'base64')).toHaveLength(32);
      expect(headers['cache-control']).toContain('no-store');
      expect((await ask(user.id, user.token)).body).toEqual(body);
    }
  });

  it('is unique and hidden from everyone else', async () => {
    const [ada, grace] = [
      await buildSignedIn(test, home.id),
      await buildSignedIn(test, home.id, { userType: 'ADMIN' }),
    ];
    expect((await ask(ada.id, ada.token)).body.key).not.toBe((await ask(grace.id, grace.token)).body.key);
    expect((await ask(ada.id, grace.token)).status).toBe(404);
    expect((await ask(999_999, grace.token)).status).toBe(404);
    expect((await ask(ada.id, '')).status).toBe(401);
  });
});

describe('reading a person', () => {
  it('shows people themselves in every status, with every field', async () => {
    for (const status of ['PENDING', 'ACTIVE', 'INACTIVE'] as const) {
      const user = await buildSignedIn(test, home.id, { status });
      const { status: code, body } = await read(user.id, user.token);
      expect(code).toBe(200);
      expect(body).toEqual({
        id: user.id,
        firstName: 'Test',
        lastName: 'Person',
        email: user.email,
        phoneNumber: '+12695550111',
        dateOfBirth: null,
        addressLine1: null,
        addressLine2: null,
        city: null,
        state: null,
        zipCode: null,
        userType: 'EMPLOYEE',
        status,
        active: status === 'ACTIVE',
        organizationId: home.id,
        organizationIds: [home.id],
        sendPushNotifications: false,
        mailSentRequests: true,
        mailAssignedRequests: true,
        dailyDigest: false,
        sendSmsTexts: true,
        participantId: null,
        language: null,
        addedByOrganizationId: home.id,
        proposedChanges: [],
        secondFactor: false,
        singleSignOn: false,
        createTimestamp: expect.any(String),
        updateTimestamp: expect.any(String),
      });
    }
  });

  it("shows admins only their own organization's employees", async () => {
    const employee = await buildUser(test, home.id);
    const admin = await buildSignedIn(test, home.id, { userType: 'ADMIN' });
    const colleague = await buildSignedIn(test, home.id);
    const pending = await buildSignedIn(test, home.id, { status: 'PENDING' });
    const stranger = await buildSignedIn(test, away.id, { userType: 'ADMIN' });
    expect((await read(employee.id, admin.token)).status).toBe(200);
    expect((await read(employee.id, colleague.token)).status).toBe(403);
    expect((await read(employee.id, pending.token)).status).toBe(403);
    const foreign = await read(employee.id, stranger.token);
    const absent = await read(999_999_999, stranger.token);
    expect([foreign.status, absent.status]).toEqual([404, 404]);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' });
    for (const id of ['0', '-1', '1.5', 'abc', '1e3', '99999999999999999999']) {
      const answer = await test.call(`GET /v1/users/${id}`, { token: admin.token });
      expect(answer.status).toBe(400);
    }
  });
});

describe('staff who texted STOP', () => {
  it('are shown why they get no texts, as are their admins', async () => {
    const [ada, stranger] = [await buildSignedIn(test, home.id), await buildSignedIn(test, away.id)];
    await put(ada.id, ada.token, { phoneNumber: '+12695553401' });
    await put(stranger.id, stranger.token, { phoneNumber: '+12695553402' });
    expect((await read(ada.id, ada.token)).body).not.toHaveProperty('smsBlockedReason');
    await sql`insert into sms_opt_outs (phone_number) values ('+12695553401')`.run(test.app.db);
    for (const { token } of [ada, await buildSignedIn(test, home.id, { userType: 'ADMIN' })]) {
      expect((await read(ada.id, token)).body.smsBlockedReason).toBe(smsBlockedReasons.optedOut);
    }
    expect((await read(stranger.id, stranger.token)).body).not.toHaveProperty('smsBlockedReason');
  });
});

describe('editing a profile', () => {
  it('is refused for pending and terminated staff', async () => {
    for (const status of ['PENDING', 'INACTIVE'] as const) {
      const user = await buildSignedIn(test, home.id, { status });
      expect((await put(user.id, user.token, { city: 'Portage' })).status).toBe(403);
    }
  });

  it('changes and records only the fields that were sent', async () => {
    const user = await buildSignedIn(test, home.id);
    const { status, body } = await put(user.id, user.token, {
      firstName: ' Grace ',
      dateOfBirth: '1990-02-28',
      phoneNumber: '(269) 555-0177',
      zipCode: '49007',
      addressLine1: '',
      sendPushNotifications: true,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      firstName: 'Grace',
      lastName: 'Person',
      dateOfBirth: '1990-02-28',
      phoneNumber: '+12695550177',
      zipCode: '49007',
      addressLine1: null,
      sendPushNotifications: true,
    });
    const rows = await sql`select detail from audit_log where action = 'user.edit' and entity_id = ${user.id}`.many(
      test.app.db,
    );
    expect(rows).toEqual([
      { detail: { fields: ['firstName', 'phoneNumber', 'dateOfBirth', 'zipCode', 'sendPushNotifications'] } },
    ]);
  });

  it('accepts unchanged read-only fields and refuses changed ones', async () => {
    const user = await buildSignedIn(test, home.id);
    const { body: before } = await read(user.id, user.token);
    expect((await put(user.id, user.token, { ...before, city: 'Kalamazoo' })).status).toBe(200);
    const { body: now } = await read(user.id, user.token);
    const other: Record<string, unknown> = {
      id: user.id + 1,
      userType: 'ADMIN',
      status: 'INACTIVE',
      active: false,
      organizationId: away.id,
      organizationIds: [home.id, away.id],
      createTimestamp: '2020-01-01T00:00:00.000Z',
    };
    for (const [name, value] of Object.entries(other)) {
      const answer = await put(user.id, user.token, { city: 'Elsewhere', [name]: value });
      expect(answer.status).toBe(400);
      expect(answer.body.fields).toEqual({ [name]: "You can't change this field here." });
    }
    for (const name of ['password', 'password_hash', 'user_type', 'organization_id', 'termsVersion', 'pendingEmail']) {
      expect((await put(user.id, user.token, { city: 'Elsewhere', [name]: 'x' })).status).toBe(400);
    }
    expect((await read(user.id, user.token)).body).toEqual(now);
  });

  it('changes another field beside a name from before line breaks were refused', async () => {
    const user = await buildSignedIn(test, home.id, { firstName: 'Ada\u2028\u202e' });
    expect((await put(user.id, user.token, { city: 'Portage' })).status).toBe(200);
    const { body: now } = await read(user.id, user.token);
    expect(now).toMatchObject({ firstName: 'Ada\u2028\u202e', city: 'Portage' });
    const { status, body } = await put(user.id, user.token, now);
    expect([status, body.fields]).toEqual([400, { firstName: expect.stringContaining("First Name can't contain") }]);
  });

  it('refuses a stale edit with 409 and the current record', async () => {
    const user = await buildSignedIn(test, home.id);
    const { body: before } = await read(user.id, user.token);
    await put(user.id, user.token, { city: 'Kalamazoo', updateTimestamp: before.updateTimestamp });
    const stale = await put(user.id, user.token, { city: 'Portage', updateTimestamp: before.updateTimestamp });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({ code: 'stale', current: { city: 'Kalamazoo' } });
    const both = await Promise.all(
      ['A', 'B'].map((city) => put(user.id, user.token, { city, updateTimestamp: stale.body.current.updateTimestamp })),
    );
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });

  describe('§5 validation', () => {
    let user: Awaited<ReturnType<typeof buildSignedIn>>;
    beforeAll(async () => {
      user = await buildSignedIn(test, home.id);
    });

    it.each(refusedProfileEdits)('%s: refuses %j with "%s"', async (field, typed, sentence) => {
      const before = (await read(user.id, user.token)).body;
      const answer = await put(user.id, user.token, { sendPushNotifications: true, [field]: typed });
      expect([answer.status, answer.body.fields]).toEqual([400, { [field]: sentence }]);
      expect((await read(user.id, user.token)).body).toEqual(before);
    });

    it.each(acceptedProfileEdits)('%s: accepts %j as %j', async (field, typed, kept) => {
      const answer = await put(user.id, user.token, { [field]: typed });
      expect([answer.status, answer.body[field]]).toEqual([200, kept]);
    });

    it("refuses a checkbox value that isn't a boolean", async () => {
      const answer = await put(user.id, user.token, { sendSmsTexts: 'yes' });
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['sendSmsTexts']]);
    });
  });

  it("lets an admin edit an employee's profile but not their sign-in address", async () => {
    const employee = await buildUser(test, home.id);
    const admin = await buildSignedIn(test, home.id, { userType: 'ADMIN' });
    const stranger = await buildSignedIn(test, away.id, { userType: 'ADMIN' });
    expect((await put(employee.id, admin.token, { city: 'Portage' })).status).toBe(200);
    expect((await put(employee.id, admin.token, { email: 'new@example.org' })).status).toBe(400);
    expect((await put(employee.id, stranger.token, { city: 'Detroit' })).status).toBe(404);
  });
});

describe('emails that people choose for themselves', () => {
  it.each(['mailSentRequests', 'mailAssignedRequests', 'dailyDigest'] as const)(
    'are saved by the person alone: %s',
    async (field) => {
      const user = await buildSignedIn(test, home.id);
      const admin = await buildSignedIn(test, home.id, { userType: 'ADMIN' });
      const wanted = field === 'dailyDigest';
      const others = await put(user.id, admin.token, { [field]: wanted });
      expect(others.status).toBe(400);
      expect(Object.keys(others.body.fields)).toEqual([field]);
      expect((await put(user.id, admin.token, { [field]: !wanted, city: 'Detroit' })).status).toBe(200);
      expect((await put(user.id, user.token, { [field]: 'yes' })).status).toBe(400);
      expect((await put(user.id, user.token, { [field]: wanted })).body[field]).toBe(wanted);
      expect((await read(user.id, user.token)).body[field]).toBe(wanted);
    },
  );
});

describe('changing the sign-in address', () => {
  const tokenIn = (text: string | undefined) => /token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';

  it('needs the password and verification, and notifies the old address', async () => {
    const user = await buildSignedIn(test, home.id);
    const next = `next-${user.email}`;
    const without = await put(user.id, user.token, { email: next });
    expect(without.body.fields).toHaveProperty('currentPassword');
    const wrong = await put(user.id, user.token, { email: next, currentPassword: 'Wrong-Horse7!' });
    expect(wrong.body.fields).toEqual({ currentPassword: "This isn't your current password." });

    const asked = await put(user.id, user.token, { email: next, currentPassword: testPassword });
    expect(asked.status).toBe(200);
    expect(asked.body).toMatchObject({ email: user.email, pendingEmail: next });
    expect(await test.outbox(user.email)).toHaveLength(1);
    const [mail] = await test.outbox(next);
    const login = (email: string) => test.call('POST /v1/auth/login', { body: { email, password: testPassword } });
    expect((await login(user.email)).status).toBe(200);
    expect((await login(next)).status).toBe(401);

    const verified = await test.call('POST /v1/auth/verify-email', { body: { token: tokenIn(mail?.text) } });
    expect(verified.status).toBe(200);
    expect((await login(user.email)).status).toBe(401);
    expect((await login(next)).status).toBe(200);
    const { body } = await read(user.id, user.token);
    expect(body.email).toBe(next);
    expect(body).not.toHaveProperty('pendingEmail');
    expect(await test.outbox(user.email)).toHaveLength(2);
  });

  it('lets the whole profile be sent back until the new address is verified', async () => {
    const user = await buildSignedIn(test, home.id);
    const asked = await put(user.id, user.token, { email: `next-${user.email}`, currentPassword: testPassword });
    expect(await put(user.id, user.token, { ...asked.body, city: 'Detroit' })).toMatchObject({
      status: 200,
      body: { city: 'Detroit', pendingEmail: `next-${user.email}` },
    });
    const other = await put(user.id, user.token, { pendingEmail: `other-${user.email}` });
    expect(other).toMatchObject({ status: 400, body: { fields: { pendingEmail: expect.any(String) } } });
  });

  it('refuses an address that another login uses', async () => {
    const user = await buildSignedIn(test, home.id);
    const other = await buildUser(test, away.id);
    const answer = await put(user.id, user.token, { email: other.email, currentPassword: testPassword });
    expect(answer.status).toBe(409);
  });

  it('cancels an earlier pending address', async () => {
    const user = await buildSignedIn(test, home.id);
    await put(user.id, user.token, { email: `one-${user.email}`, currentPassword: testPassword });
    const [first] = await test.outbox(`one-${user.email}`);
    await put(user.id, user.token, { email: `two-${user.email}`, currentPassword: testPassword });
    const late = await test.call('POST /v1/auth/verify-email', { body: { token: tokenIn(first?.text) } });
    expect(late.status).toBe(400);
  });
});
