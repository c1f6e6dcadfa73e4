import { describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { mailedCode, mailedLink } from '../../testing/auth.ts';
import { buildSignedIn, buildUser, testPassword } from '../../testing/build.ts';
import { useOrganization, useTestApp } from '../../testing/use-test-app.ts';

const test = useTestApp();
const organization = useOrganization(test);

const newPassword = 'Another-Horse8!';
const otherPassword = 'Different-Goose9!';
const login = (email: string, password: string) => test.call('POST /v1/auth/login', { body: { email, password } });
const forgot = (email: string) => test.call('POST /v1/auth/forgotPassword/{email}', { params: { email } });
const reset = (body: { email?: string; token: string; password?: string }) =>
  test.call('POST /v1/auth/forgotPasswordVerify', { body: { password: newPassword, ...body } });

/** Ten, the limit. There is no code that they could meet by chance. */
async function sendWrongCodes(email: string, count = 10): Promise<void> {
  for (let i = 0; i < count; i++) {
    const { status, body } = await reset({ email, token: '000000' });
    expect([status, Object.keys(body.fields)]).toEqual([400, ['token']]);
  }
}

/** As wrong codes leave it, without sending each of them. */
async function useUpCodes(email: string, count = 10): Promise<void> {
  await sql`update logins set wrong_code_times = array_fill(now(), array[${count}::integer]),
    reset_links_until = case when ${count}::integer >= 10 then now() + interval '24 hours' end
    where email = ${email}`.run(test.app.db);
}

async function askForLink(email: string): Promise<string> {
  expect((await forgot(email)).status).toBe(200);
  return mailedLink(test, email);
}

/** Lets time pass for the limits of one account. */
async function pass(userId: number, hours: number): Promise<void> {
  const [interval, back] = [`${hours} hours`, sql`t - make_interval(hours => ${hours})`];
  await sql`update attempts set times = array(select ${back} from unnest(times) t)`.run(test.app.db);
  await sql`update logins set wrong_code_times = array(select ${back} from unnest(wrong_code_times) t),
    reset_links_until = reset_links_until - ${interval}::interval where user_id = ${userId}`.run(test.app.db);
}

describe('after 10 wrong reset codes', () => {
  it('mails a link of ours instead of a code', async () => {
    const user = await buildUser(test, organization.id);
    await sendWrongCodes(user.email);
    const token = await askForLink(user.email);
    expect(Buffer.from(token, 'base64url').byteLength).toBeGreaterThanOrEqual(16);
    const [mail] = await test.outbox(user.email);
    expect(mail?.text.match(/https?:\S+/g)).toEqual([`${test.app.config.publicUrl}/reset-password?token=${token}`]);
    expect(mail?.text).not.toMatch(/\b\d{6}\b/);
  });

  it('takes the link without an address, once, and ends all sessions', async () => {
    const user = await buildSignedIn(test, organization.id);
    await useUpCodes(user.email);
    const token = await askForLink(user.email);
    expect((await reset({ token })).status).toBe(200);
    const again = await reset({ token, password: otherPassword });
    expect([again.status, again.body.code]).toEqual([400, 'wrong_code']);
    expect((await login(user.email, newPassword)).status).toBe(200);
    const read = await test.call('GET /v1/users/{id}', { params: { id: user.id }, token: user.token });
    expect(read.status).toBe(401);
  });

  it("takes the link with its own address, and not with another's", async () => {
    const user = await buildUser(test, organization.id);
    await useUpCodes(user.email);
    const token = await askForLink(user.email);
    expect((await reset({ email: `other-${user.email}`, token })).status).toBe(400);
    expect((await reset({ email: user.email.toUpperCase(), token })).status).toBe(200);
  });

  it('takes the link however many wrong codes and links come before it', async () => {
    const user = await buildUser(test, organization.id);
    await sendWrongCodes(user.email);
    const token = await askForLink(user.email);
    for (let i = 0; i < 15; i++) {
      await reset({ email: user.email, token: '000000' });
      expect((await reset({ email: user.email, token: 'x'.repeat(43) })).status).toBe(400);
    }
    expect((await reset({ token })).status).toBe(200);
  });

  it('takes no code any more, even the right one', async () => {
    const user = await buildUser(test, organization.id);
    await forgot(user.email);
    const code = await mailedCode(test, user.email);
    const wrong = code === '000000' ? '000001' : '000000';
    await sql`update password_resets set tries = -20 where user_id = ${user.id}`.run(test.app.db);
    for (let i = 0; i < 10; i++) await reset({ email: user.email, token: wrong });
    // The limit of a quarter of an hour is over.
    await sql`delete from attempts`.run(test.app.db);
    expect((await reset({ email: user.email, token: code })).body.code).toBe('wrong_code');
    expect((await login(user.email, testPassword)).status).toBe(200);
  });

  it('mails and takes codes again after 24 hours', async () => {
    const user = await buildUser(test, organization.id);
    await useUpCodes(user.email);
    await pass(user.id, 23);
    await askForLink(user.email);
    expect(await mailedLink(test, user.email)).not.toBe('');
    await pass(user.id, 2);
    await forgot(user.email);
    expect((await reset({ email: user.email, token: await mailedCode(test, user.email) })).status).toBe(200);
  });

  it('counts those of the last 24 hours only', async () => {
    const user = await buildUser(test, organization.id);
    await useUpCodes(user.email, 9);
    await pass(user.id, 25);
    await sendWrongCodes(user.email, 9);
    await forgot(user.email);
    expect((await reset({ email: user.email, token: await mailedCode(test, user.email) })).status).toBe(200);
  });

  it('answers an unknown address like a known one', async () => {
    const user = await buildUser(test, organization.id);
    const stranger = `stranger-${user.email}`;
    for (const email of [user.email, stranger]) await sendWrongCodes(email);
    await sql`delete from attempts`.run(test.app.db);
    for (const act of [forgot, (email: string) => reset({ email, token: '000000' })]) {
      const [known, unknown] = [await act(user.email), await act(stranger)];
      expect({ ...known.body, status: known.status, requestId: '' }).toEqual({
        ...unknown.body,
        status: unknown.status,
        requestId: '',
      });
    }
    expect(await test.outbox(stranger)).toEqual([]);
  });

  it('mails at most 5 links an hour', async () => {
    const user = await buildUser(test, organization.id);
    await useUpCodes(user.email);
    for (let i = 0; i < 5; i++) await askForLink(user.email);
    expect((await forgot(user.email)).status).toBe(429);
    expect(await test.outbox(user.email)).toHaveLength(5);
  });
});

describe('a link to a new password', () => {
  async function linkFor(email: string): Promise<string> {
    await useUpCodes(email);
    return askForLink(email);
  }

  it('expires after 15 minutes', async () => {
    const user = await buildUser(test, organization.id);
    const token = await linkFor(user.email);
    const [row] = await sql<{ minutes: number }>`
      select round(extract(epoch from expires_timestamp - now()) / 60)::integer as minutes
      from password_resets where user_id = ${user.id}`.many(test.app.db);
    expect(row?.minutes).toBe(15);
    await sql`update password_resets set expires_timestamp = now() where user_id = ${user.id}`.run(test.app.db);
    const late = await reset({ token });
    expect([late.status, late.body.code]).toEqual([400, 'wrong_code']);
  });

  it('survives a password that is easy to guess', async () => {
    const user = await buildUser(test, organization.id, { firstName: 'Zelkova' });
    const token = await linkFor(user.email);
    for (const password of ['Summer2026!', 'Zelkova2026!']) {
      expect((await reset({ token, password })).body.fields).toHaveProperty('password');
    }
    expect((await reset({ token })).status).toBe(200);
  });

  it('ends when the address changes', async () => {
    const user = await buildSignedIn(test, organization.id);
    const token = await linkFor(user.email);
    const email = `new-${user.email}`;
    const body = { email, currentPassword: testPassword };
    await test.call('PUT /v1/users/{id}', { params: { id: user.id }, body, token: user.token });
    const link = await mailedLink(test, email);
    expect((await test.call('POST /v1/auth/verify-email', { body: { token: link } })).status).toBe(200);
    expect((await reset({ token })).status).toBe(400);
  });

  it('ends when the password is changed', async () => {
    const user = await buildSignedIn(test, organization.id);
    const token = await linkFor(user.email);
    const body = { currentPassword: testPassword, password: otherPassword };
    const changed = await test.call('PUT /v1/users/{id}/password', {
      params: { id: user.id },
      body,
      token: user.token,
    });
    expect(changed.status).toBe(204);
    expect((await reset({ token })).status).toBe(400);
  });

  it('is stored as a hash', async () => {
    const user = await buildUser(test, organization.id);
    const token = await linkFor(user.email);
    const rows = await sql<{ row: string }>`select r::text as row from password_resets r`.many(test.app.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes(token) || row.includes(Buffer.from(token).toString('hex')))).toEqual(
      [],
    );
  });

  it('is asked for its address when it is too short to be one', async () => {
    const answer = await reset({ token: '123456' });
    expect([answer.status, answer.body.fields]).toEqual([400, { email: 'Email is required.' }]);
  });
});
