import { describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, setApproval, testPassword } from '../../testing/build.ts';
import { useOrganization, useTestApp } from '../../testing/use-test-app.ts';

const test = useTestApp();
const organization = useOrganization(test);

type Person = Awaited<ReturnType<typeof buildSignedIn>>;

const password = 'Quiet-Harbor-Lantern7!';
const change = (user: Person, body: object = {}, id = user.id) =>
  test.call('PUT /v1/users/{id}/password', {
    params: { id },
    body: { currentPassword: testPassword, password, ...body },
    token: user.token,
  });
const login = (email: string, typed: string, deviceToken?: string) =>
  test.call('POST /v1/auth/login', { body: { email, password: typed, deviceToken } });
const read = (user: Person, token = user.token) => test.call('GET /v1/users/{id}', { params: { id: user.id }, token });

async function actions(user: Person): Promise<string[]> {
  const rows = await sql<{ action: string }>`select action from audit_log where entity_type = 'user'
    and entity_id = ${user.id} and action in ('user.password-changed', 'session.login-failed') order by id`.many(
    test.app.db,
  );
  return rows.map((row) => row.action);
}

describe("changing one's own password", () => {
  it('replaces the password, keeps this session and ends the others', async () => {
    const user = await buildSignedIn(test, organization.id);
    const other = (await login(user.email, testPassword)).body;
    expect((await change(user)).status).toBe(204);
    expect((await read(user)).status).toBe(200);
    expect((await read(user, other.idToken)).status).toBe(401);
    expect((await test.call('POST /v1/auth/refresh-token', { body: { token: other.refreshToken } })).status).toBe(401);
    expect((await login(user.email, testPassword)).status).toBe(401);
    expect((await login(user.email, password)).status).toBe(200);
  });

  it('sends an email and leaves an audit row', async () => {
    const user = await buildSignedIn(test, organization.id);
    await change(user);
    const [mail] = await test.outbox(user.email);
    expect(mail?.subject).toBe('Your Kinbridge password was changed');
    expect(await actions(user)).toEqual(['user.password-changed']);
  });

  it('cancels a pending address change', async () => {
    const user = await buildSignedIn(test, organization.id);
    const body = { email: `theirs-${user.email}`, currentPassword: testPassword };
    await test.call('PUT /v1/users/{id}', { params: { id: user.id }, body, token: user.token });
    await change(user);
    expect((await read(user)).body).not.toHaveProperty('pendingEmail');
  });

  it('forgets all devices except the current one', async () => {
    const user = await buildSignedIn(test, organization.id);
    const { deviceToken } = (await login(user.email, testPassword)).body;
    const { deviceToken: theirs } = (await login(user.email, testPassword)).body;
    expect((await change(user, { deviceToken })).status).toBe(204);
    expect((await login(user.email, password, deviceToken)).body.deviceToken).toBe(deviceToken);
    expect((await login(user.email, password, theirs)).body.deviceToken).not.toBe(theirs);
  });

  it('refuses a wrong current password and records the attempt', async () => {
    const user = await buildSignedIn(test, organization.id);
    const { status, body } = await change(user, { currentPassword: 'Wrong-Horse7!' });
    expect([status, body.fields]).toEqual([400, { currentPassword: "This isn't your current password." }]);
    expect((await login(user.email, testPassword)).status).toBe(200);
    expect(await actions(user)).toEqual(['session.login-failed']);
  });

  it('limits wrong current passwords like sign-ins', async () => {
    const user = await buildSignedIn(test, organization.id);
    const guesses = Array.from({ length: 10 }, () => change(user, { currentPassword: 'Wrong-Horse7!' }));
    for (const { status } of await Promise.all(guesses)) expect(status).toBe(400);
    const refused = await change(user);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it.each([
    ['Password1!', 'This password is easy to guess. Use a few unrelated words, without names or your organization.'],
    ['short', 'Password must have at least 8 characters.'],
  ])('refuses the weak password %s', async (weak, sentence) => {
    const user = await buildSignedIn(test, organization.id);
    const { status, body } = await change(user, { password: weak });
    expect([status, body.fields.password]).toEqual([400, expect.stringContaining(sentence)]);
    expect((await login(user.email, testPassword)).status).toBe(200);
  });

  it('is 404 for another user', async () => {
    const admin = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
    const user = await buildSignedIn(test, organization.id);
    expect((await change(admin, {}, user.id)).status).toBe(404);
    expect((await login(user.email, testPassword)).status).toBe(200);
  });

  it('is allowed for staff of a suspended organization', async () => {
    const suspended = await buildOrganization(test);
    const user = await buildSignedIn(test, suspended.id);
    await setApproval(test.app.db, suspended.id, 'SUSPENDED');
    expect((await change(user)).status).toBe(204);
  });
});
