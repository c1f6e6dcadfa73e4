import { describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildOrganization, buildSignedIn, buildUser, setApproval, testPassword } from '../../testing/build.ts';
import { until } from '../../testing/until.ts';
import { useOrganization, useTestApp } from '../../testing/use-test-app.ts';

const test = useTestApp();
const organization = useOrganization(test);

const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

interface Person {
  id: number;
  email: string;
  token: string;
}

async function signIn(email: string, headers: Record<string, string> = {}) {
  const { body } = await test.call('POST /v1/auth/login', { body: { email, password: testPassword }, headers });
  return { token: body.idToken as string, refreshToken: body.refreshToken as string };
}

async function signedInTwice() {
  const user = await buildUser(test, organization.id);
  const here = await signIn(user.email, { 'user-agent': chrome });
  const there = await signIn(user.email);
  return { ...user, token: here.token, there };
}

const list = (person: Person, id = person.id) =>
  test.call('GET /v1/users/{id}/sessions', { params: { id }, token: person.token });
const end = (person: Person, sessionId: string, id = person.id) =>
  test.call('DELETE /v1/users/{id}/sessions/{sessionId}', { params: { id, sessionId }, token: person.token });
const endOthers = (person: Person, id = person.id) =>
  test.call('DELETE /v1/users/{id}/sessions', { params: { id }, token: person.token });
const read = (id: number, token: string) => test.call('GET /v1/users/{id}', { params: { id }, token });
const refresh = (token: string) => test.call('POST /v1/auth/refresh-token', { body: { token } });
const prove = (person: Person, body: object = { password: testPassword }) =>
  test.call('POST /v1/auth/proof', { body, token: person.token });

/** As if the person proved who they are, and used their sessions, this many minutes ago. */
async function age({ id }: { id: number }, minutes: number): Promise<void> {
  await sql`update sessions set proof_timestamp = now() - make_interval(mins => ${minutes}),
    last_used_timestamp = now() - make_interval(mins => ${minutes}) where user_id = ${id}`.run(test.app.db);
}

async function actions({ id }: { id: number }): Promise<string[]> {
  const rows = await sql<{ action: string }>`select action from audit_log where entity_type = 'user'
    and entity_id = ${id} and action not in ('session.login', 'session.new-device', 'user.read') order by id`.many(
    test.app.db,
  );
  return rows.map((row) => row.action);
}

describe("a person's sessions", () => {
  it('lists devices, this one first', async () => {
    const person = await signedInTwice();
    const { status, body } = await list(person);
    const times = { createTimestamp: expect.any(String), lastUsedTimestamp: expect.any(String) };
    expect([status, body]).toEqual([
      200,
      [
        { id: expect.any(String), device: 'Chrome on Windows', current: true, ...times },
        { id: expect.any(String), device: 'Unknown device', current: false, ...times },
      ],
    ]);
  });

  it('ends one: its next call is 401 and its refresh token is dead', async () => {
    const person = await signedInTwice();
    const [, other] = (await list(person)).body;
    expect((await end(person, other.id)).status).toBe(204);
    expect((await read(person.id, person.there.token)).status).toBe(401);
    expect((await refresh(person.there.refreshToken)).status).toBe(401);
    expect((await list(person)).body).toHaveLength(1);
    expect(await actions(person)).toEqual(['session.ended']);
    expect((await end(person, other.id)).status).toBe(404);
  });

  it('ends all others and keeps this one', async () => {
    const person = await signedInTwice();
    expect((await endOthers(person)).status).toBe(204);
    expect((await read(person.id, person.there.token)).status).toBe(401);
    expect((await read(person.id, person.token)).status).toBe(200);
  });

  it("is 404 for someone else's user id and session id", async () => {
    const person = await signedInTwice();
    const admin = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
    const [session] = (await list(person)).body;
    const answers = [
      await list(admin, person.id),
      await endOthers(admin, person.id),
      await end(admin, session.id, person.id),
      await end(admin, session.id),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await list(person)).body).toHaveLength(2);
  });

  it('keeps the time of the last use, at most once a minute', async () => {
    const person = await signedInTwice();
    const lastUse = async () => Date.parse((await list(person)).body[0].lastUsedTimestamp);
    const recent = await lastUse();
    expect(await lastUse()).toBe(recent);
    await age(person, 2);
    await read(person.id, person.token);
    await until(async () => (await lastUse()) >= recent);
  });

  it('leaves out sessions that can no longer be refreshed', async () => {
    const person = await signedInTwice();
    await sql`update refresh_tokens r set expires_timestamp = now() from sessions s where s.id = r.session_id
      and s.user_id = ${person.id} and s.user_agent not like '%Chrome%'`.run(test.app.db);
    expect((await list(person)).body).toHaveLength(1);
  });

  it('end after a month, however much they are used', async () => {
    const { id, there } = await signedInTwice();
    await sql`update sessions set create_timestamp = now() - interval '30 days' where user_id = ${id}`.run(test.owner);
    const { status, body } = await refresh(there.refreshToken);
    expect(status).toBe(200);
    expect((await refresh(body.refreshToken)).status).toBe(401);
  });

  it('can be ended by pending people and by staff of a suspended organization', async () => {
    const suspended = await buildOrganization(test);
    const pending = await buildSignedIn(test, organization.id, { status: 'PENDING' });
    const worker = await buildSignedIn(test, suspended.id);
    await setApproval(test.app.db, suspended.id, 'SUSPENDED');
    expect([(await endOthers(pending)).status, (await endOthers(worker)).status]).toEqual([204, 204]);
  });
});

describe('proof', () => {
  const changePassword = (person: Person) =>
    test.call('PUT /v1/users/{id}/password', {
      params: { id: person.id },
      body: { currentPassword: testPassword, password: 'Quiet-Harbor-Lantern7!' },
      token: person.token,
    });
  const changeAddress = (person: Person) =>
    test.call('PUT /v1/users/{id}', {
      params: { id: person.id },
      body: { email: `new-${person.email}`, currentPassword: testPassword },
      token: person.token,
    });

  it('is needed for a new password or address after ten minutes', async () => {
    const person = await buildSignedIn(test, organization.id);
    await age(person, 11);
    for (const change of [changePassword, changeAddress]) {
      const { status, body } = await change(person);
      expect([status, body.code]).toEqual([403, 'proof_required']);
    }
  });

  it('is given by the password', async () => {
    const person = await buildSignedIn(test, organization.id);
    await age(person, 11);
    expect((await prove(person)).status).toBe(204);
    expect((await changeAddress(person)).status).toBe(200);
  });

  it("isn't needed for other fields of the profile", async () => {
    const person = await buildSignedIn(test, organization.id);
    await age(person, 11);
    const edited = await test.call('PUT /v1/users/{id}', {
      params: { id: person.id },
      body: { city: 'Kalamazoo' },
      token: person.token,
    });
    expect(edited.status).toBe(200);
  });

  it("isn't given by a refresh", async () => {
    const { id, email, there } = await signedInTwice();
    await age({ id }, 11);
    const { body } = await refresh(there.refreshToken);
    expect((await changePassword({ id, email, token: body.idToken })).body.code).toBe('proof_required');
  });

  it('refuses a wrong password and records it', async () => {
    const person = await buildSignedIn(test, organization.id);
    await age(person, 11);
    const { status, body } = await prove(person, { password: 'Wrong-Horse7!' });
    expect([status, body.fields]).toEqual([400, { password: "This isn't your current password." }]);
    expect((await changePassword(person)).status).toBe(403);
    expect(await actions(person)).toEqual(['session.login-failed']);
  });
});

describe('a new device', () => {
  const mails = async (email: string) => {
    const told = (await test.outbox(email)).filter(
      ({ subject }) => subject === 'New sign-in to your Kinbridge account',
    );
    return told.map(({ text }) => text);
  };
  const newDevices = async ({ id }: { id: number }) =>
    (await sql`select 1 from audit_log where action = 'session.new-device' and entity_id = ${id}`.many(test.app.db))
      .length;

  it("is told by email and the audit log, but not at the account's first sign-in", async () => {
    const user = await buildUser(test, organization.id);
    await signIn(user.email);
    expect([await mails(user.email), await newDevices(user)]).toEqual([[], 0]);
    await signIn(user.email, { 'user-agent': chrome });
    expect(await mails(user.email)).toEqual([expect.stringContaining('Chrome on Windows')]);
    expect(await newDevices(user)).toBe(1);
  });

  it("isn't one that signed in before", async () => {
    const user = await buildUser(test, organization.id);
    const login = (deviceToken?: string) =>
      test.call('POST /v1/auth/login', { body: { email: user.email, password: testPassword, deviceToken } });
    await login((await login()).body.deviceToken);
    expect(await newDevices(user)).toBe(0);
    await login('made up');
    expect(await newDevices(user)).toBe(1);
  });
});
