import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { asOwner } from '../../testing/as-owner.ts';
import { mailedCode, mailedLink } from '../../testing/auth.ts';
import { buildOrganization, buildSignedIn, buildUser, testPassword } from '../../testing/build.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { useOrganization, useTestApp } from '../../testing/use-test-app.ts';

const test = useTestApp();
const organization = useOrganization(test);

const newPassword = 'Another-Horse8!';
const login = (email: string, password = testPassword) =>
  test.call('POST /v1/auth/login', { body: { email, password } });
const forgot = (email: string) => test.call('POST /v1/auth/forgotPassword/{email}', { params: { email } });
const verifyCode = (email: string, token: string) =>
  test.call('POST /v1/auth/forgotPasswordVerify', { body: { email, token, password: newPassword } });
const verifyLink = (token: string, password?: string) =>
  test.call('POST /v1/auth/verify-email', { body: { token, password } });

async function askForCode(email: string): Promise<string> {
  await forgot(email);
  return mailedCode(test, email);
}

describe('a password reset', () => {
  it('cancels a pending address change', async () => {
    const user = await buildSignedIn(test, organization.id);
    const theirs = `theirs-${user.email}`;
    const body = { email: theirs, currentPassword: testPassword };
    const asked = await test.call('PUT /v1/users/{id}', { params: { id: user.id }, body, token: user.token });
    expect(asked.body.pendingEmail).toBe(theirs);
    const link = await mailedLink(test, theirs);
    expect((await verifyCode(user.email, await askForCode(user.email))).status).toBe(200);

    const [late, unknown] = [await verifyLink(link), await verifyLink('x'.repeat(43))];
    expect(late.status).toBe(400);
    expect({ ...late.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect((await login(theirs, newPassword)).status).toBe(401);
    const { body: session } = await login(user.email, newPassword);
    expect(session.body.email).toBe(user.email);
    expect(session.body).not.toHaveProperty('pendingEmail');
    const rows = await sql`select 1 from email_verifications where user_id = ${user.id}`.many(test.app.db);
    expect(rows).toEqual([]);
  });

  it('sends no code for a sign-up that nobody verified', async () => {
    const user = await buildUser(test, organization.id, { verified: false });
    expect((await forgot(user.email)).status).toBe(200);
    expect(await test.outbox(user.email)).toEqual([]);
  });
});

describe('a new password that is easy to guess', () => {
  const reset = (email: string, token: string, password: string) =>
    test.call('POST /v1/auth/forgotPasswordVerify', { body: { email, token, password } });

  it('is refused before the code is checked, also for unknown addresses', async () => {
    const user = await buildUser(test, organization.id);
    const code = await askForCode(user.email);
    const answers = [];
    for (const email of [user.email, 'stranger9@example.org']) {
      const { status, body } = await reset(email, '000000', 'Summer2026!');
      answers.push({ status, fields: Object.keys(body.fields) });
    }
    expect(answers).toEqual([answers[1], { status: 400, fields: ['password'] }]);
    expect((await verifyCode(user.email, code)).status).toBe(200);
  });

  it('is refused for matching account details only with the right code', async () => {
    const { id } = await buildOrganization(test, { name: 'Riverbend Health' });
    const user = await buildUser(test, id, { firstName: 'Zelkova' });
    const code = await askForCode(user.email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (const password of ['Riverbend2026!', 'Zelkova2026!']) {
      expect((await reset(user.email, wrong, password)).body.fields).toHaveProperty('token');
      for (let i = 0; i < 3; i++) {
        expect((await reset(user.email, code, password)).body.fields).toHaveProperty('password');
      }
    }
    expect((await verifyCode(user.email, code)).status).toBe(200);
  });
});

describe('a password changed by a reset between its check and its use', () => {
  const gate = 4711;
  let holder: pg.Client;

  // A successful check takes its attempt back, and waits there while the test holds the lock.
  beforeAll(async () => {
    await asOwner(
      test.databaseUrl,
      `create function wait_at_gate() returns trigger language plpgsql as $$
         begin perform pg_advisory_xact_lock(${gate}); return new; end $$;
       create trigger wait_at_gate before update on attempts for each row when (cardinality(new.times) < cardinality(old.times))
         execute function wait_at_gate()`,
    );
    holder = new pg.Client({ connectionString: test.databaseUrl });
    await holder.connect();
  });
  afterAll(async () => {
    await holder.end();
    await asOwner(test.databaseUrl, 'drop trigger wait_at_gate on attempts; drop function wait_at_gate()');
  });

  async function resetMeanwhile<T>(email: string, act: () => Promise<T>): Promise<T> {
    const code = await askForCode(email);
    await holder.query(`select pg_advisory_lock(${gate})`);
    const acting = act();
    await until(async () => {
      const waiting = `select 1 from pg_locks where locktype = 'advisory' and objid = ${gate} and not granted`;
      return (await holder.query(waiting)).rows.length > 0;
    });
    const hash = 'select password_hash from logins where email = $1';
    const { rows: before } = await holder.query(hash, [email]);
    const reset = verifyCode(email, code);
    // The reset itself may also wait for the lock once the password is set.
    await until(async () => (await holder.query(hash, [email])).rows[0].password_hash !== before[0].password_hash);
    await holder.query(`select pg_advisory_unlock(${gate})`);
    expect((await reset).status).toBe(200);
    return acting;
  }

  it('signs nobody in', async () => {
    const user = await buildUser(test, organization.id);
    const answer = await resetMeanwhile(user.email, () => login(user.email));
    expect(answer).toMatchObject({ status: 401, body: { code: 'wrong_login' } });
    const rows = await sql`select 1 from sessions where user_id = ${user.id} and end_timestamp is null`.many(
      test.app.db,
    );
    expect(rows).toEqual([]);
    expect((await login(user.email, newPassword)).status).toBe(200);
  });

  it("doesn't change the address", async () => {
    const user = await buildSignedIn(test, organization.id);
    const body = { email: `theirs-${user.email}`, currentPassword: testPassword };
    const answer = await resetMeanwhile(user.email, () =>
      test.call('PUT /v1/users/{id}', { params: { id: user.id }, body, token: user.token }),
    );
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toHaveProperty('currentPassword');
    expect(await test.outbox(body.email)).toEqual([]);
  });
});

describe('wrong codes', () => {
  it('are limited per address across codes, with or without an account', async () => {
    const portal = await startTestApp({ RATE_LIMIT_PER_ACCOUNT: '1000' });
    const user = await buildUser(portal, (await buildOrganization(portal)).id);
    const attempt = (email: string, token: string) =>
      portal.call('POST /v1/auth/forgotPasswordVerify', { body: { email, token, password: newPassword } });
    const newCode = async () => {
      await portal.call('POST /v1/auth/forgotPassword/{email}', { params: { email: user.email } });
      const [mail] = await portal.outbox(user.email);
      return /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? '';
    };
    // Successful resets don't count.
    expect((await attempt(user.email, await newCode())).status).toBe(200);

    const statuses: number[] = [];
    for (let codes = 0; codes < 6; codes++) {
      const code = await newCode();
      for (let i = 0; i < 5; i++) {
        statuses.push((await attempt(user.email, code === '000000' ? '000001' : '000000')).status);
      }
    }
    // The 15-minute window may turn, which allows another ten; guessing is still limited.
    const compared = statuses.filter((status) => status === 400).length;
    expect(compared).toBeLessThanOrEqual(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30 - compared);

    const unknown = [];
    for (let i = 0; i < 21; i++) unknown.push(await attempt('stranger@example.org', '000000'));
    const refused = unknown.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
    await portal.close();
  });
});
