import { describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { mailedCode, mailedLink, newEmployee } from '../../testing/auth.ts';
import { type BuiltOrganization, buildOrganization, buildUser, nextNumber, testPassword } from '../../testing/build.ts';
import { useOrganization, useTestApp } from '../../testing/use-test-app.ts';

let riverbend: Promise<BuiltOrganization> | undefined;

const test = useTestApp();
const organization = useOrganization(test);

const employee = (over: Record<string, unknown> = {}) => newEmployee(organization.id, over);

const linkToken = (email: string) => mailedLink(test, email);
const resetCode = (email: string) => mailedCode(test, email);
const verify = (token: string, password = testPassword) =>
  test.call('POST /v1/auth/verify-email', { body: { token, password } });
const login = (email: string, password = testPassword) =>
  test.call('POST /v1/auth/login', { body: { email, password } });

describe('employee sign-up', () => {
  it('emails one absolute link and signs in as PENDING once verified', async () => {
    const body = employee();
    const created = await test.call('POST /v1/auth/sign-up', { body });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({ id: expect.any(Number) });

    const unverified = await login(body.email);
    expect(unverified.status).toBe(403);
    expect(unverified.body).toMatchObject({
      code: 'unverified',
      message: 'Please verify your account through your email to proceed',
    });

    const mails = await test.outbox(body.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text.match(/http:\/\/127\.0\.0\.1:3000\/verify-email\?token=[\w-]{43}/g)).toHaveLength(1);

    expect((await verify(await linkToken(body.email))).status).toBe(200);
    const signedIn = await login(body.email);
    expect(signedIn.status).toBe(200);
    expect(signedIn.body.body).toMatchObject({
      status: 'PENDING',
      active: false,
      userType: 'EMPLOYEE',
      phoneNumber: '+13135550123',
      organizationId: organization.id,
      organizationIds: [organization.id],
    });
  });

  it('stores only hashes of the token and the password', async () => {
    const body = employee();
    await test.call('POST /v1/auth/sign-up', { body });
    const token = await linkToken(body.email);
    const row = await sql<{ everything: string }>`
      select concat((select json_agg(v) from email_verifications v), (select json_agg(l) from logins l),
        (select json_agg(e) from emails e), (select json_agg(a) from audit_log a),
        (select json_agg(i) from idempotency_keys i)) as everything`.maybeOne(test.app.db);
    expect(row?.everything).not.toContain(token);
    expect(row?.everything).not.toContain(testPassword);
    expect(row?.everything).toContain('$argon2id$');
  });

  it('answers 409 for a verified address, ignoring case', async () => {
    const user = await buildUser(test, organization.id);
    const body = employee({ email: user.email.toUpperCase() });
    const answer = await test.call('POST /v1/auth/sign-up', { body });
    expect(answer.status).toBe(409);
    expect(answer.body.fields).toHaveProperty('email');
    const rows = await sql`select 1 from users where email = ${user.email}`.many(test.app.db);
    expect(rows).toHaveLength(1);
  });

  it('answers 404 for an unknown or unlisted organization', async () => {
    const hidden = await buildOrganization(test, { listed: false });
    for (const organizationId of [hidden.id, 999_999]) {
      const answer = await test.call('POST /v1/auth/sign-up', { body: employee({ organizationId }) });
      expect(answer.status).toBe(404);
    }
  });

  it('creates one account per Idempotency-Key, even for concurrent calls', async () => {
    const body = employee();
    const headers = { 'idempotency-key': `key-${nextNumber()}` };
    const answers = await Promise.all([
      test.call('POST /v1/auth/sign-up', { body, headers }),
      test.call('POST /v1/auth/sign-up', { body, headers }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    const other = await test.call('POST /v1/auth/sign-up', { body: { ...body, firstName: 'Other' }, headers });
    expect(other.status).toBe(409);
  });

  it.each([
    [{ firstName: '' }, 'firstName', 'First Name is required.'],
    [{ lastName: undefined }, 'lastName', 'Last Name is required.'],
    [{ email: '' }, 'email', 'Email is required.'],
    [{ email: 'nobody' }, 'email', 'Must be a valid Email.'],
    [{ phoneNumber: '' }, 'phoneNumber', 'Phone Number is required.'],
    [{ phoneNumber: '3135550123' }, 'phoneNumber', 'Must be a valid Phone Number.'],
    [{ phoneNumber: '+1313555012345' }, 'phoneNumber', 'Must be a valid Phone Number.'],
    [{ password: '' }, 'password', 'Password is required.'],
    [{ password: 'Ab1!' }, 'password', 'Password must have at least 8 characters.'],
    [{ password: 'Abcdefg1' }, 'password', 'Must contain at least one special character.'],
    [{ password: 'abcdefg1!' }, 'password', 'Must contain at least one capital letter.'],
    [{ password: 'Abcdefgh!' }, 'password', 'Must contain at least one number.'],
    [{ confirmPassword: 'Different1!' }, 'confirmPassword', 'Passwords do not match.'],
    [{ organizationId: undefined }, 'organizationId', 'Organization is required.'],
    [{ userType: 'PATIENT' }, 'zipcode', 'Zip code is required.'],
    [{ userType: 'PATIENT', zipcode: '123' }, 'zipcode', 'Must be a valid ZIP code: 5 digits, or 5+4 with a dash.'],
    [{ status: 'ACTIVE' }, 'status', "This field isn't known."],
    [{ dateOfBirth: '2023-02-30' }, 'dateOfBirth', 'Must be a valid date after 01-01-1900 and no later than today.'],
  ])('§5 %j: %s says "%s"', async (over, field, sentence) => {
    const body = employee(over);
    const answer = await test.call('POST /v1/auth/sign-up', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ [field]: sentence });
    const rows = await sql`select 1 from users where email = ${String(body.email)}`.many(test.app.db);
    expect(rows).toHaveLength(0);
  });

  it('activates a verified member, who sees only their own record', async () => {
    const body = employee({ userType: 'PATIENT', zipcode: '49007-1234' });
    const { body: created } = await test.call('POST /v1/auth/sign-up', { body });
    await verify(await linkToken(body.email));
    const { body: session } = await login(body.email);
    expect(session.body).toMatchObject({ userType: 'PATIENT', status: 'ACTIVE', zipCode: '49007-1234' });
    const own = await test.call('GET /v1/users/{id}', { params: { id: created.id }, token: session.idToken });
    expect(own.status).toBe(200);
    const other = await test.call('GET /v1/organizations/{id}', {
      params: { id: organization.id },
      token: session.idToken,
    });
    expect(other.status).toBe(403);
  });
});

describe('a new password', () => {
  it.each([
    'Password1!',
    'Welcome1!',
    'Qwerty123!',
    'Summer2026!',
    'P@ssw0rd',
    'Riverbend1!',
    'RiverbendHealth2026!',
    'AdaMoss2026!',
    'Zelkova77!',
  ])('is refused when easy to guess: %s', async (password) => {
    riverbend ??= buildOrganization(test, { name: 'Riverbend Health' });
    const body = employee({
      password,
      organizationId: (await riverbend).id,
      email: `zelkova.k${nextNumber()}@example.org`,
    });
    const answer = await test.call('POST /v1/auth/sign-up', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ password: expect.stringMatching(/^This password is easy/) });
  });

  it('is refused when it is the part before the @, digits included', async () => {
    const body = employee({ password: 'K7m2x9q4w!', organizationId: (await riverbend)?.id });
    const email = `k7m2x9q4w@n${nextNumber()}.example.org`;
    expect((await test.call('POST /v1/auth/sign-up', { body: { ...body, email } })).body.fields).toEqual({
      password: expect.stringMatching(/^This password is easy/),
    });
    expect((await test.call('POST /v1/auth/sign-up', { body })).status).toBe(201);
  });
});

describe("sign-up of an organization's first admin", () => {
  const registration = {
    name: 'New Leaf',
    organizationType: 'CARE_PROVIDER',
    phoneNumber: '+13135550199',
    zipCode: '48201',
    serviceDTOList: [{ name: 'Pantry', type: 'FOOD', description: '' }],
  };

  async function register(): Promise<{ id: number; registrationToken: string }> {
    return (await test.call('POST /v1/organizations', { parts: { organization: registration } })).body;
  }

  it("needs the organization's registration token", async () => {
    const mine = await register();
    const other = await register();
    for (const registrationToken of [undefined, 'nonsense', other.registrationToken]) {
      const body = employee({ userType: 'ADMIN', organizationId: mine.id, registrationToken });
      const answer = await test.call('POST /v1/auth/sign-up', { body });
      expect(answer.status).toBe(403);
    }
  });

  it('replaces an unverified admin and refuses a second one after verification', async () => {
    const { id, registrationToken } = await register();
    const mistyped = employee({ userType: 'ADMIN', organizationId: id, registrationToken });
    const right = employee({ userType: 'ADMIN', organizationId: id, registrationToken });
    expect((await test.call('POST /v1/auth/sign-up', { body: mistyped })).status).toBe(201);
    const lostToken = await linkToken(mistyped.email);
    expect((await test.call('POST /v1/auth/sign-up', { body: right })).status).toBe(201);
    expect((await verify(lostToken)).status).toBe(400);

    const listed = async () => (await test.call('GET /v1/organizations')).body.map((item: { id: number }) => item.id);
    expect(await listed()).not.toContain(id);
    await verify(await linkToken(right.email));
    expect(await listed()).toContain(id);
    const { body: session } = await login(right.email);
    expect(session.body).toMatchObject({ userType: 'ADMIN', status: 'ACTIVE', organizationId: id });

    const late = employee({ userType: 'ADMIN', organizationId: id, registrationToken });
    expect((await test.call('POST /v1/auth/sign-up', { body: late })).status).toBe(403);
  });
});

describe('signing in', () => {
  it('answers the same for a wrong password and an unknown address', async () => {
    const user = await buildUser(test, organization.id);
    const wrong = await login(user.email, 'Wrong-Horse7!');
    const unknown = await login('nobody@example.org', 'Wrong-Horse7!');
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body.message).toBe('Incorrect email or password.');
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  });

  it("doesn't count successful attempts", async () => {
    const user = await buildUser(test, organization.id);
    for (let i = 0; i < 12; i++) expect((await login(user.email)).status).toBe(200);
  });

  it('ignores case in the address', async () => {
    const user = await buildUser(test, organization.id);
    expect((await login(user.email.toUpperCase())).status).toBe(200);
  });
});

describe('sessions', () => {
  async function session() {
    const user = await buildUser(test, organization.id);
    const { body } = await login(user.email);
    return { user, idToken: body.idToken as string, refreshToken: body.refreshToken as string };
  }
  const read = (id: number, token: string, headers = {}) =>
    test.call('GET /v1/users/{id}', { params: { id }, token, headers });
  const refresh = (token: string) => test.call('POST /v1/auth/refresh-token', { body: { token } });

  it('rotate the refresh token on each use', async () => {
    const first = await session();
    const second = await refresh(first.refreshToken);
    expect(second.status).toBe(200);
    expect(second.body.refreshToken).not.toBe(first.refreshToken);
    expect((await read(first.user.id, second.body.idToken)).status).toBe(200);
    expect((await refresh(second.body.refreshToken)).status).toBe(200);
    for (const none of ['', 'nonsense']) expect((await refresh(none)).status).toBe(401);
  });

  it('all end when an old refresh token is reused', async () => {
    const first = await session();
    const second = await refresh(first.refreshToken);
    expect((await refresh(first.refreshToken)).status).toBe(401);
    expect((await refresh(second.body.refreshToken)).status).toBe(401);
    expect((await read(first.user.id, second.body.idToken)).status).toBe(401);
  });

  it('allow only one of two concurrent refreshes', async () => {
    const { refreshToken } = await session();
    const answers = await Promise.all([refresh(refreshToken), refresh(refreshToken)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
  });

  it('end on logout, and a second logout succeeds', async () => {
    const { user, idToken, refreshToken } = await session();
    expect((await test.call('POST /v1/auth/logout', { body: { token: refreshToken } })).status).toBe(204);
    expect((await read(user.id, idToken)).status).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(401);
    expect((await test.call('POST /v1/auth/logout', { body: { token: refreshToken } })).status).toBe(204);
  });

  it('refuse forged tokens', async () => {
    const { user, idToken } = await session();
    const [header, payload, signature] = idToken.split('.') as [string, string, string];
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = [
      `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`,
      `${header}.${encode({ ...claims, sub: String(user.id + 1) })}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      `${header}.${payload}.${signature}=`,
      `${header}.${payload}.${signature}.${signature}`,
      `${header}.${payload}`,
      'nonsense',
      '..',
    ];
    for (const token of forged) expect((await read(user.id, token)).status).toBe(401);
    const { SignJWT } = await import('jose');
    const sign = (key: string, audience: string, expires: string) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(audience)
        .setExpirationTime(expires)
        .sign(Buffer.from(key));
    expect((await read(user.id, await sign('x'.repeat(32), 'kinbridge-portal', '1h'))).status).toBe(401);
    const { createHmac } = await import('node:crypto');
    const good = createHmac('sha256', test.app.config.secret).update('id tokens').digest();
    const signed = (audience: string, expires: number, more = {}, header = {}) =>
      new SignJWT({ ...claims, aud: audience, exp: expires, ...more })
        .setProtectedHeader({ alg: 'HS256', ...header })
        .sign(good);
    const soon = Math.floor(Date.now() / 1000) + 600;
    expect((await read(user.id, await signed('kinbridge-portal', soon))).status).toBe(200);
    expect((await read(user.id, await signed('kinbridge-registration', soon))).status).toBe(401);
    expect((await read(user.id, await signed('kinbridge-portal', soon - 1200))).status).toBe(401);
    for (const wrong of [
      { iss: 'somebody' },
      { sid: 'nonsense' },
      { sub: '' },
      { sub: undefined },
      { exp: undefined },
    ]) {
      expect((await read(user.id, await signed('kinbridge-portal', soon, wrong))).status).toBe(401);
    }
    expect((await read(user.id, await signed('kinbridge-portal', soon, {}, { typ: 'at+jwt' }))).status).toBe(401);
    expect((await read(user.id, await signed('kinbridge-portal', soon, {}, { alg: 'HS512' }))).status).toBe(401);
  });

  it('refuse and record a userId header of another user', async () => {
    const { user, idToken } = await session();
    expect((await read(user.id, idToken, { userId: String(user.id) })).status).toBe(200);
    expect((await read(user.id, idToken, { userId: String(user.id + 1) })).status).toBe(403);
    const rows = await sql`select 1 from audit_log where action = 'session.claimed-other-user'
      and actor_id = ${user.id}`.many(test.app.db);
    expect(rows).toHaveLength(1);
  });
});

describe('password reset', () => {
  const forgot = (email: string) => test.call('POST /v1/auth/forgotPassword/{email}', { params: { email } });
  const setNew = (email: string, token: string, password = 'Another-Horse8!') =>
    test.call('POST /v1/auth/forgotPasswordVerify', { body: { email, token, password } });

  it('changes the password once and ends all sessions', async () => {
    const user = await buildUser(test, organization.id);
    const { body: before } = await login(user.email);
    const [known, unknown] = await Promise.all([forgot(user.email), forgot('stranger2@example.org')]);
    expect([known?.status, unknown?.status]).toEqual([200, 200]);
    expect(known?.body).toEqual(unknown?.body);
    expect(await test.outbox('stranger2@example.org')).toHaveLength(0);
    const code = await resetCode(user.email);
    expect((await setNew(user.email, code)).status).toBe(200);
    expect((await setNew(user.email, code)).status).toBe(400);
    expect((await login(user.email)).status).toBe(401);
    expect((await login(user.email, 'Another-Horse8!')).status).toBe(200);
    const old = await test.call('GET /v1/users/{id}', { params: { id: user.id }, token: before.idToken });
    expect(old.status).toBe(401);
    const refreshed = await test.call('POST /v1/auth/refresh-token', { body: { token: before.refreshToken } });
    expect(refreshed.status).toBe(401);
  });

  it('is void after 5 wrong attempts, even with the right code', async () => {
    const user = await buildUser(test, organization.id);
    await forgot(user.email);
    const code = await resetCode(user.email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let i = 0; i < 5; i++) expect((await setNew(user.email, wrong)).status).toBe(400);
    expect((await setNew(user.email, code)).status).toBe(400);
    expect((await login(user.email)).status).toBe(200);
  });

  it('expires after 15 minutes or when a new code is sent', async () => {
    const user = await buildUser(test, organization.id);
    await forgot(user.email);
    const first = await resetCode(user.email);
    await forgot(user.email);
    const second = await resetCode(user.email);
    if (first !== second) expect((await setNew(user.email, first)).status).toBe(400);
    await sql`update password_resets set expires_timestamp = now() where user_id = ${user.id}`.run(test.app.db);
    expect((await setNew(user.email, second)).status).toBe(400);
  });

  it('answers the same for a wrong code and an unknown address', async () => {
    const user = await buildUser(test, organization.id);
    const [wrong, unknown] = await Promise.all([
      setNew(user.email, '123456'),
      setNew('stranger3@example.org', '123456'),
    ]);
    expect({ ...wrong?.body, requestId: '' }).toEqual({ ...unknown?.body, requestId: '' });
  });

  it.each([
    [{ token: '', password: testPassword }, { token: 'Verification code is required. Please check your mailbox' }],
    [{ token: '123456', password: '' }, { password: 'Password is required.' }],
  ])('§5 %j says %j', async (over, fields) => {
    const answer = await test.call('POST /v1/auth/forgotPasswordVerify', { body: { email: 'a@example.org', ...over } });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual(fields);
  });
});
