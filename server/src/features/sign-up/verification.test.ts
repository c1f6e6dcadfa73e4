import { describe, expect, it } from 'vitest';
import { addJob } from '../../db/jobs.commands.ts';
import { sql } from '../../db/sql.ts';
import { mailedLink, newEmployee } from '../../testing/auth.ts';
import { buildSignedIn, buildUser, nextNumber, testPassword } from '../../testing/build.ts';
import type { Answer } from '../../testing/test-app.ts';
import { useOrganization, useTestApp } from '../../testing/use-test-app.ts';

const test = useTestApp();
const organization = useOrganization(test);

const strangersPassword = 'Stolen-Lantern9!';

const person = (over: Record<string, unknown> = {}) => newEmployee(organization.id, over);

const signUp = (body: object, headers = {}) => test.call('POST /v1/auth/sign-up', { body, headers });
const verify = (token: string, password?: unknown) =>
  test.call('POST /v1/auth/verify-email', { body: { token, password } });
const login = (email: string, password = testPassword) =>
  test.call('POST /v1/auth/login', { body: { email, password } });
const resend = (email: string) => test.call('POST /v1/auth/resend-verification', { body: { email } });

const newestLink = (email: string) => mailedLink(test, email);

async function signedUp(over: Record<string, unknown> = {}) {
  const body = person(over);
  const { body: created } = await signUp(body);
  return { ...body, id: created.id as number, link: await newestLink(body.email) };
}

const withoutId = ({ status, body }: Answer) => ({ status, body: { ...body, requestId: '' } });

describe('a verification link', () => {
  it('needs the sign-up password and stays valid without it', async () => {
    const { email, link } = await signedUp();
    for (const password of [undefined, '', strangersPassword, 'x'.repeat(201)]) {
      const refused = await verify(link, password);
      expect(refused.status).toBe(400);
      expect(refused.body.fields).toEqual({ password: expect.any(String) });
    }
    expect((await login(email)).status).toBe(403);
    expect(await verify(link, testPassword)).toMatchObject({ status: 200, body: { email } });
    expect((await login(email)).status).toBe(200);
  });

  it('is void after 5 wrong passwords and can be replaced', async () => {
    const { email, link } = await signedUp();
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(link, strangersPassword)));
    expect(answers.map(({ status, body }) => [status, Object.keys(body.fields)])).toEqual(
      answers.map(() => [400, ['password']]),
    );
    expect(withoutId(await verify(link, testPassword))).toEqual(withoutId(await verify('x'.repeat(43), testPassword)));
    expect((await login(email)).status).toBe(403);
    await resend(email);
    expect((await verify(await newestLink(email), testPassword)).status).toBe(200);
  });

  it('reports a verified address when opened again', async () => {
    const { id, email, link } = await signedUp();
    await resend(email);
    const second = await newestLink(email);
    const answers = await Promise.all([verify(link, testPassword), verify(link, testPassword)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    for (const again of [await verify(link), await verify(second, strangersPassword)]) {
      expect(again).toMatchObject({ status: 400, body: { code: 'already_verified' } });
    }
    await sql`update email_verifications set expires_timestamp = now() - interval '29 days'
      where user_id = ${id}`.run(test.app.db);
    expect(await verify(link)).toMatchObject({ status: 400, body: { code: 'already_verified' } });
  });

  it('expires after 24 hours and can be resent', async () => {
    const { id, email, link } = await signedUp();
    await sql`update email_verifications set expires_timestamp = now() - interval '1 second'
      where user_id = ${id}`.run(test.app.db);
    expect((await verify(link, testPassword)).status).toBe(400);
    await resend(email);
    expect(await test.outbox(email)).toHaveLength(2);
    expect((await verify(await newestLink(email), testPassword)).status).toBe(200);
  });

  it('needs the password for a changed address that others claim', async () => {
    const user = await buildSignedIn(test, organization.id);
    const stranger = await signedUp({ password: strangersPassword });
    const link = await changeTo(stranger.email, user);
    for (const password of [undefined, '', strangersPassword]) {
      expect((await verify(link, password)).body.fields).toEqual({ password: expect.any(String) });
    }
    expect((await login(stranger.email, strangersPassword)).body.code).toBe('unverified');
    expect((await verify(link, testPassword)).status).toBe(200);
    expect((await login(stranger.email)).status).toBe(200);
    expect(await verify(link)).toMatchObject({ status: 400, body: { code: 'already_verified' } });
    expect((await verify(stranger.link, strangersPassword)).status).toBe(400);
  });

  it('refuses a wrong password for a changed address', async () => {
    const user = await buildSignedIn(test, organization.id);
    const link = await changeTo(`next-${user.email}`, user);
    for (const password of ['', strangersPassword]) {
      expect((await verify(link, password)).body.fields).toEqual({ password: expect.any(String) });
    }
    expect((await login(user.email)).status).toBe(200);
    expect((await verify(link)).status).toBe(200);
  });

  async function changeTo(email: string, { id, token }: { id: number; token: string }) {
    const body = { email, currentPassword: testPassword };
    const asked = await test.call('PUT /v1/users/{id}', { params: { id }, body, token });
    expect(asked.body.pendingEmail).toBe(email);
    return newestLink(email);
  }
});

describe('a sign-up with an unverified address', () => {
  it('stands beside the earlier one, each link with its own password', async () => {
    const stranger = await signedUp({ password: strangersPassword, firstName: 'Mallory' });
    const owner = await signedUp({ email: stranger.email });
    expect(owner.id).not.toBe(stranger.id);
    expect((await verify(owner.link, strangersPassword)).body.fields).toHaveProperty('password');
    expect((await verify(stranger.link, testPassword)).body.fields).toHaveProperty('password');
    for (const password of [testPassword, strangersPassword]) {
      expect((await login(owner.email, password)).body.code).toBe('unverified');
    }
    expect((await login(owner.email, 'Wrong-Lantern9!')).status).toBe(401);
    expect((await verify(owner.link, testPassword)).status).toBe(200);
    expect((await login(owner.email)).body.body).toMatchObject({ id: owner.id, firstName: 'Ada' });
  });

  it('is void once the other one is verified', async () => {
    const stranger = await signedUp({ password: strangersPassword });
    const owner = await signedUp({ email: stranger.email });
    await verify(owner.link, testPassword);
    expect((await verify(stranger.link, strangersPassword)).body.code).toBe('wrong_code');
    expect((await login(owner.email, strangersPassword)).status).toBe(401);
    expect((await signUp(person({ email: owner.email }))).status).toBe(409);
  });

  it('gets a new link beside the others', async () => {
    const stranger = await signedUp({ password: strangersPassword });
    const owner = await signedUp({ email: stranger.email });
    await resend(owner.email);
    expect(await test.outbox(owner.email)).toHaveLength(4);
    expect((await verify(owner.link, testPassword)).status).toBe(200);
  });

  it('keeps the earlier admin sign-up without the registration token', async () => {
    const employee = await signedUp();
    const answer = await signUp(person({ email: employee.email, userType: 'ADMIN' }));
    expect(answer.status).toBe(403);
    expect((await verify(employee.link, testPassword)).status).toBe(200);
  });

  it('stands beside those of the same moment', async () => {
    const body = person();
    const answers = await Promise.all([signUp(body), signUp({ ...body, firstName: 'Bea' }), signUp(body)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(3);
  });

  it('never takes the address of a login that is being verified', async () => {
    for (let round = 0; round < 5; round++) {
      const first = await signedUp();
      const second = person({ email: first.email, password: strangersPassword });
      const [verified, beside] = await Promise.all([verify(first.link, testPassword), signUp(second)]);
      expect(verified.status).toBe(200);
      expect([201, 409]).toContain(beside.status);
      expect((await login(first.email)).body.body.id).toBe(first.id);
      const rows = await sql`select 1 from logins where email = ${first.email}`.many(test.app.db);
      expect(rows).toHaveLength(1);
    }
  });

  it('repeats its answer for an Idempotency-Key without another email', async () => {
    const body = person();
    const key = { 'idempotency-key': `key-${nextNumber()}` };
    const first = await signUp(body, key);
    for (let again = 0; again < 6; again++) expect((await signUp(body, key)).body).toEqual(first.body);
    expect(await test.outbox(body.email)).toHaveLength(1);
  });
});

describe('the daily purge', () => {
  async function left(who: { id: number }): Promise<boolean> {
    await addJob(test.app.db, 'purge-expired', {});
    await test.runJobs();
    return (await sql`select 1 from users where id = ${who.id}`.maybeOne(test.app.db)) !== undefined;
  }

  const age = (id: number, days: number) => sql`
    with signed_up as (update users set create_timestamp = now() - make_interval(days => ${days}) where id = ${id})
    update email_verifications set expires_timestamp = now() + make_interval(days => ${1 - days})
    where user_id = ${id}`;

  it.each(['EMPLOYEE', 'PATIENT'])('removes a sign-up (%s) left unverified for 7 days', async (userType) => {
    const member = userType === 'PATIENT' ? { dateOfBirth: '1990-03-04', zipcode: '49007' } : {};
    const lapsed = await signedUp({ userType, ...member });
    await age(lapsed.id, 8).run(test.app.db);
    expect(await left(lapsed)).toBe(false);
    expect((await login(lapsed.email)).status).toBe(401);
  });

  it('keeps younger sign-ups, and those with a link that still works', async () => {
    const young = await signedUp();
    await age(young.id, 6).run(test.app.db);
    const resent = await signedUp();
    await age(resent.id, 8).run(test.app.db);
    await resend(resent.email);
    const link = await newestLink(resent.email);
    expect([await left(young), await left(resent)]).toEqual([true, true]);
    expect((await verify(link, testPassword)).status).toBe(200);
  });

  it('keeps people who verified their address, and those whom a directory named', async () => {
    const verified = await buildUser(test, organization.id);
    const named = await buildUser(test, organization.id, { verified: false });
    await sql`update logins set has_password = false where user_id = ${named.id}`.run(test.app.db);
    for (const { id } of [verified, named]) await age(id, 90).run(test.app.db);
    expect([await left(verified), await left(named)]).toEqual([true, true]);
  });
});

describe('emailed links and codes', () => {
  const forgot = (email: string) => test.call('POST /v1/auth/forgotPassword/{email}', { params: { email } });

  async function statuses(times: number, call: () => Promise<Answer>): Promise<number[]> {
    const answers = [];
    for (let i = 0; i < times; i++) answers.push((await call()).status);
    return answers;
  }

  it('stop at 5 an hour per address, with or without an account', async () => {
    const waiting = await signedUp();
    const verified = await buildUser(test, organization.id);
    const unknown = `stranger${nextNumber()}@example.org`;
    const five = [200, 200, 200, 200, 200, 429];
    for (const email of [waiting.email, verified.email, unknown]) {
      expect(await statuses(6, () => resend(email))).toEqual(five);
      expect(await statuses(6, () => forgot(email))).toEqual(five);
    }
    const refused = await forgot(unknown);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600);
    expect(refused.body.message).toBe('Too many tries. Please wait 60 minutes and try again.');
    const subjects = (await test.outbox(waiting.email)).map(({ subject }) => subject);
    const count = (what: string) => subjects.filter((subject) => subject === what).length;
    expect([count('Verify your Kinbridge account'), count('Your Kinbridge verification code')]).toEqual([5, 0]);
    expect(await test.outbox(unknown)).toHaveLength(0);
  });

  it('stop at 5 an hour for repeated sign-ups and resume an hour later', async () => {
    const body = person();
    expect(await statuses(6, () => signUp(body))).toEqual([201, 201, 201, 201, 201, 429]);
    expect((await verify(await newestLink(body.email), testPassword)).status).toBe(200);

    const later = person();
    await statuses(5, () => signUp(later));
    await sql`update attempts set times = array(select t - interval '1 hour' from unnest(times) t)`.run(test.app.db);
    expect((await signUp(later)).status).toBe(201);
  });
});
