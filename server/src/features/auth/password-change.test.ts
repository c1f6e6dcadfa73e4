import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { FileBreachList } from '../../outside/breach-list/file-breach-list.ts';
import { mailedCode } from '../../testing/auth.ts';
import { sha1, startBreachService } from '../../testing/breach-service.ts';
import { buildOrganization, buildSignedIn, setApproval, testPassword } from '../../testing/build.ts';
import { useOrganization, useTestApp } from '../../testing/use-test-app.ts';

const leaked = { service: 'Copper-Teapot-Meadow4!', file: 'Silver-Kettle-Prairie5!', padding: 'Amber-Saddle-Canyon6!' };
const service = await startBreachService([
  { password: leaked.service, count: 3 },
  { password: leaked.padding, count: 0 },
]);
const folder = await mkdtemp(join(tmpdir(), 'kinbridge-breaches-'));
const listFile = join(folder, 'sha1.txt');
await writeFile(listFile, `${sha1(leaked.file)}:12\r\n`);
afterAll(async () => {
  service.close();
  await rm(folder, { recursive: true, force: true });
});

const test = useTestApp({ BREACH_LIST_URL: `${service.url}/`, BREACH_LIST_FILE: listFile });
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

describe('a leaked password', () => {
  const refused = {
    status: 400,
    body: {
      fields: { password: 'This password is in a list of leaked passwords. Choose one that you use nowhere else.' },
    },
  };
  const signUp = (typed: string) =>
    test.call('POST /v1/auth/sign-up', {
      body: {
        userType: 'EMPLOYEE',
        organizationId: organization.id,
        firstName: 'Lea',
        lastName: 'Kim',
        email: `lea-${sha1(typed).slice(0, 8).toLowerCase()}@example.org`,
        phoneNumber: '+12695550142',
        password: typed,
      },
    });

  it.each([leaked.service, leaked.file])('is refused wherever someone sets it: %s', async (typed) => {
    const user = await buildSignedIn(test, organization.id);
    expect(await change(user, { password: typed })).toMatchObject(refused);
    expect(await signUp(typed)).toMatchObject(refused);
    await test.call('POST /v1/auth/forgotPassword/{email}', { params: { email: user.email } });
    const reset = { email: user.email, token: await mailedCode(test, user.email), password: typed };
    const verify = (body: object) => test.call('POST /v1/auth/forgotPasswordVerify', { body });
    expect(await verify(reset)).toMatchObject(refused);
    expect(await verify({ ...reset, email: 'nobody@example.org', token: '000000' })).toMatchObject(refused);
    expect((await verify({ ...reset, password })).status).toBe(200);
  });

  it('is asked about by five digits of its hash, with padding that counts for nothing', async () => {
    const user = await buildSignedIn(test, organization.id);
    const before = service.requests.length;
    expect((await change(user, { password: leaked.padding })).status).toBe(204);
    const [request, ...others] = service.requests.slice(before);
    expect([request?.url, others]).toEqual([`/passwords/range/${sha1(leaked.padding).slice(0, 5)}`, []]);
    expect(request?.headers).toMatchObject({ 'add-padding': 'true' });
    expect(JSON.stringify([request, test.logs])).not.toContain(sha1(leaked.padding).slice(5));
  });

  it.each([
    ['answers 503', { status: 503, text: '' }],
    ['answers too much', { status: 200, text: `${sha1(leaked.service).slice(5)}:3\r\n`.repeat(30_000) }],
    ['never answers', null],
  ])('is accepted, and logged without it, while the service %s', async (_case, answer) => {
    const user = await buildSignedIn(test, organization.id);
    const before = test.logs.length;
    service.answer.next = answer;
    expect((await change(user, { password: leaked.service })).status).toBe(204);
    const lines = test.logs.slice(before).filter((line) => line.includes('without the breach list'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain(sha1(leaked.service).slice(0, 5));
  });

  it('is found anywhere in a long sorted file', async () => {
    const passwords = Array.from({ length: 3_000 }, (_, i) => `password ${i}`);
    const hashes = passwords.map(sha1).sort();
    const path = join(folder, 'long.txt');
    const list = new FileBreachList(path);
    for (const [end, write] of [
      ['\n', (hash: string) => hash.toLowerCase()],
      ['\r\n', (hash: string) => hash],
    ] as const) {
      await writeFile(path, hashes.map((hash, i) => `${write(hash)}:${i === 7 ? 0 : i * i + 1}${end}`).join(''));
      const missed = [];
      for (const hash of hashes) if (!(await list.has(hash))) missed.push(hash);
      expect(missed).toEqual([hashes[7]]);
      for (const hash of ['0'.repeat(40), 'F'.repeat(40), sha1('another')]) expect(await list.has(hash)).toBe(false);
    }
  });
});
