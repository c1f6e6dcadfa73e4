import { describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, buildUser, testPassword } from '../../testing/build.ts';
import { useOrganization, useTestApp } from '../../testing/use-test-app.ts';
import { runRetention } from '../../upkeep/retention/retention.ts';

const test = useTestApp();
const organization = useOrganization(test);

const guess = 'Wrong-Horse7!';
const login = (email: string, password = testPassword, deviceToken?: string) =>
  test.call('POST /v1/auth/login', { body: { email, password, deviceToken } });

async function withDevice() {
  const user = await buildUser(test, organization.id);
  const { body } = await login(user.email);
  return { ...user, deviceToken: body.deviceToken as string };
}

/** Uses up the attempts of unknown devices, in parallel so the window doesn't end. */
async function guessFromElsewhere(email: string): Promise<void> {
  const answers = await Promise.all(Array.from({ length: 11 }, () => login(email, guess)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
}

describe('a device token', () => {
  it('is issued at the first sign-in, returned again, and stored as a hash', async () => {
    const { id, email, deviceToken } = await withDevice();
    expect(Buffer.from(deviceToken, 'base64url').length).toBeGreaterThanOrEqual(16);
    expect((await login(email, testPassword, deviceToken)).body.deviceToken).toBe(deviceToken);
    const row = await sql<{ tokens: string }>`
      select json_agg(d)::text as tokens from device_tokens d where user_id = ${id}`.maybeOne(test.app.db);
    expect(row?.tokens).not.toContain(deviceToken);
  });

  it("lets its owner sign in while a stranger's guesses are throttled", async () => {
    const { email, deviceToken } = await withDevice();
    await guessFromElsewhere(email);
    const refused = await login(email);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await login(email, testPassword, deviceToken)).status).toBe(200);
  });

  it('has its own limit of 10 wrong attempts a minute', async () => {
    const { email, deviceToken } = await withDevice();
    const answers = await Promise.all(Array.from({ length: 12 }, () => login(email, guess, deviceToken)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect((await login(email, testPassword, deviceToken)).status).toBe(429);
    expect((await login(email)).status).toBe(200);
  });

  it('is ignored when forged, from another account, or unused for 180 days', async () => {
    const mine = await withDevice();
    const other = await withDevice();
    const stale = (await login(mine.email)).body.deviceToken;
    await sql`update device_tokens set used_timestamp = now() - interval '180 days'
      where user_id = ${mine.id} and token_hash = sha256(${stale}::bytea)`.run(test.app.db);
    await guessFromElsewhere(mine.email);
    for (const deviceToken of ['', 'made-up', 'x'.repeat(501), other.deviceToken, stale]) {
      expect((await login(mine.email, testPassword, deviceToken)).status).toBe(429);
    }
    expect((await login(other.email, guess, other.deviceToken)).status).toBe(401);
    const answered = (await login(other.email, testPassword, mine.deviceToken)).body.deviceToken;
    expect([mine.deviceToken, other.deviceToken]).not.toContain(answered);

    await runRetention(test.app);
    const rows = await sql`select 1 from device_tokens where user_id = ${mine.id}`.many(test.app.db);
    expect(rows).toHaveLength(1);
  });

  it('survives repeated sign-ins without one', async () => {
    const { id, email, deviceToken } = await withDevice();
    await login(email, testPassword, deviceToken);
    for (let i = 0; i < 21; i++) await login(email);
    const rows = await sql`select 1 from device_tokens where user_id = ${id}`.many(test.app.db);
    expect(rows).toHaveLength(20);
    expect((await login(email, testPassword, deviceToken)).body.deviceToken).toBe(deviceToken);
  });

  it('never replaces the password', async () => {
    const { email, deviceToken } = await withDevice();
    expect((await login(email, guess, deviceToken)).status).toBe(401);
  });
});

describe('a reset code', () => {
  const newPassword = 'Another-Horse8!';
  const reset = (email: string, token: string, deviceToken?: string) =>
    test.call('POST /v1/auth/forgotPasswordVerify', { body: { email, token, password: newPassword, deviceToken } });

  async function mailedCode(email: string): Promise<string> {
    await test.call('POST /v1/auth/forgotPassword/{email}', { params: { email } });
    const [mail] = await test.outbox(email);
    return /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? '';
  }

  it('works on a known device after a stranger exhausts the attempts', async () => {
    const { email, deviceToken } = await withDevice();
    const elsewhere = (await login(email)).body.deviceToken;
    const code = await mailedCode(email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let i = 0; i < 5; i++) expect((await reset(email, wrong)).status).toBe(400);
    expect((await reset(email, code)).status).toBe(400);
    expect((await reset(email, code, deviceToken)).status).toBe(200);

    // The device that set the password stays known; others may belong to someone who knew the old one.
    expect((await login(email, newPassword, deviceToken)).body.deviceToken).toBe(deviceToken);
    expect((await login(email, newPassword, elsewhere)).body.deviceToken).not.toBe(elsewhere);
  });

  it('allows 5 attempts on known devices too', async () => {
    const { email, deviceToken } = await withDevice();
    const code = await mailedCode(email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let i = 0; i < 5; i++) expect((await reset(email, wrong, deviceToken)).status).toBe(400);
    expect((await reset(email, code, deviceToken)).status).toBe(400);
  });

  it('triggers an email once it has changed the password', async () => {
    const { email } = await withDevice();
    expect((await reset(email, await mailedCode(email))).status).toBe(200);
    const [mail] = await test.outbox(email);
    expect(mail).toMatchObject({ subject: 'Your Kinbridge password was changed' });
    expect(mail?.text).toContain('/reset-password');
    expect(mail?.text).not.toContain(newPassword);
  });
});

describe('a failed sign-in', () => {
  it("is in the organization's log without the typed values", async () => {
    const home = await buildOrganization(test);
    const admin = await buildSignedIn(test, home.id, { userType: 'ADMIN' });
    const user = await buildUser(test, home.id);
    await login(user.email, guess);
    await login(`nobody-${user.email}`, guess);
    const { body } = await test.call('GET /v1/organizations/{id}/audit', {
      params: { id: home.id },
      query: { action: 'session.login-failed' },
      token: admin.token,
    });
    expect(body.content).toMatchObject([{ actor: null, entityType: 'user', entityId: user.id, detail: { count: 1 } }]);
    const row = await sql<{ log: string }>`select json_agg(a)::text as log from audit_log a`.maybeOne(test.app.db);
    expect(row?.log).not.toContain(guess);
    expect(row?.log).not.toContain(user.email);
  });

  it("isn't logged once the attempts are used up", async () => {
    const user = await buildUser(test, organization.id);
    await guessFromElsewhere(user.email);
    const rows = await sql`select 1 from audit_log where action = 'session.login-failed'
      and entity_id = ${user.id}`.many(test.app.db);
    expect(rows).toHaveLength(10);
  });
});
