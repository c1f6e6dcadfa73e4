import { backgroundHeader } from '@kinbridge/contract/auth/background-call';
import { beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { mailedCode } from '../../testing/auth.ts';
import { buildOrganization, buildSignedIn, buildUser, setApproval, testPassword } from '../../testing/build.ts';
import { until } from '../../testing/until.ts';
import { useTestApp } from '../../testing/use-test-app.ts';
import { startSession } from '../auth/sessions.commands.ts';
import { recover } from '../employees/recovery.commands.ts';
import { refuseOwnSignIn } from './only-single-sign-on.queries.ts';

const test = useTestApp();
let organizationId: number;
let admin: Awaited<ReturnType<typeof buildSignedIn>>;

beforeEach(async () => {
  organizationId = (await buildOrganization(test)).id;
  admin = await buildSignedIn(test, organizationId, { userType: 'ADMIN' });
  await trySingleSignOn(admin.id);
});

const defaults = {
  requireSecondFactor: false,
  singleSignOnIsSecondFactor: true,
  idleMinutes: null,
  onlySingleSignOn: false,
  breakGlassUserId: null,
  newPeople: 'PENDING',
};

const rules = (token = admin.token) =>
  test.call('GET /v1/organizations/{id}/sign-in', { params: { id: organizationId }, token });
const change = (body: Record<string, unknown>, token = admin.token) =>
  test.call('PUT /v1/organizations/{id}/sign-in', { params: { id: organizationId }, body, token });

const person = async (id: number, token = admin.token) =>
  (await test.call('GET /v1/users/{id}', { params: { id }, token })).body;
const signIn = (email: string, password = testPassword) =>
  test.call('POST /v1/auth/login', { body: { email, password } });

const listStaff = (token: string) =>
  test.call('GET /v1/users', {
    query: { entityId: String(organizationId), entityType: 'ORGANIZATION', role: 'EMPLOYEE' },
    token,
  });

/** Gives a person a passkey, as far as the rules know. */
const addPasskey = (userId: number) =>
  sql`insert into passkeys (user_id, credential_id, public_key, counter, name)
    values (${userId}, ${Buffer.from(`key ${userId}`)}, '', 0, 'Key')`.run(test.app.db);
const signedInBySingleSignOn = (userId: number) =>
  sql`update sessions set signed_in_by = 'single-sign-on' where user_id = ${userId}`.run(test.app.db);
/** A sign-in through the organization's provider, some time ago. */
async function trySingleSignOn(userId: number, minutesAgo = 0) {
  const { db } = test.app;
  await sql`insert into linked_identities (organization_id, kind, issuer, subject, user_id)
    select organization_id, 'oidc', 'https://idp.example', id::text, id from users where id = ${userId}`.run(db);
  await sql`insert into sessions (user_id, signed_in_by, create_timestamp)
    values (${userId}, 'single-sign-on', now() - make_interval(mins => ${minutesAgo}))`.run(db);
}
const waitsForLock = async () =>
  (await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.maybeOne(
    test.owner,
  )) !== undefined;
const makeUnproven = (userId: number) =>
  sql`update sessions set proof_timestamp = now() - interval '11 minutes' where user_id = ${userId}`.run(test.app.db);

describe('the sign-in rules of an organization', () => {
  it('start with everything off', async () => {
    expect(await rules()).toMatchObject({ status: 200, body: defaults });
  });

  it('keep fields that are left out', async () => {
    await change({ idleMinutes: 15, newPeople: 'ACTIVE' });
    const answer = await change({ requireSecondFactor: false, newPeople: 'PENDING' });
    expect(answer).toMatchObject({ status: 200, body: { ...defaults, idleMinutes: 15 } });
    expect((await rules()).body).toEqual(answer.body);
  });

  it.each([
    ['too few minutes', { idleMinutes: 4 }],
    ['too many minutes', { idleMinutes: 481 }],
    ['half minutes', { idleMinutes: 5.5 }],
    ['minutes as a text', { idleMinutes: '15' }],
    ['another status', { newPeople: 'INACTIVE' }],
    ['null for a switch', { requireSecondFactor: null }],
    ['a text for a switch', { singleSignOnIsSecondFactor: 'no' }],
    ['an unknown rule', { slug: 'clinic' }],
    ['only single sign-on without a break-glass admin', { onlySingleSignOn: true }],
    ['a break-glass admin who does not exist', { breakGlassUserId: 999_999_999 }],
  ])('refuse %s', async (_what, body) => {
    expect(await change({ newPeople: 'ACTIVE', ...body })).toMatchObject({ status: 400 });
    expect((await rules()).body).toEqual(defaults);
  });

  it('need a fresh proof to change', async () => {
    await makeUnproven(admin.id);
    expect(await change({ idleMinutes: 15 })).toMatchObject({ status: 403, body: { code: 'proof_required' } });
    expect((await rules()).body).toEqual(defaults);
  });

  it('audit what changed, once', async () => {
    await change({ idleMinutes: 15, newPeople: 'PENDING' });
    await change({ idleMinutes: 15 });
    const entries = await sql<{ detail: unknown; entity_id: number }>`select detail, entity_id from audit_log
      where organization_id = ${organizationId} and action = 'organization.sign-in-rules'`.many(test.app.db);
    expect(entries).toEqual([
      { detail: { fields: ['idleMinutes'], rules: { idleMinutes: 15 } }, entity_id: organizationId },
    ]);
  });
});

describe('the break-glass admin', () => {
  const candidates = {
    'an admin without a factor': { userType: 'ADMIN', factor: false },
    'an employee': { userType: 'EMPLOYEE' },
    'a terminated admin': { userType: 'ADMIN', status: 'INACTIVE' },
    'an admin of another organization': { userType: 'ADMIN', elsewhere: true },
  } as const;

  it.each(Object.entries(candidates))('is never %s', async (_who, given) => {
    const { elsewhere, factor, ...person } = { elsewhere: false, factor: true, ...given };
    const home = elsewhere ? (await buildOrganization(test)).id : organizationId;
    const { id } = await buildUser(test, home, person);
    if (factor) await addPasskey(id);
    const answer = await change({ onlySingleSignOn: true, breakGlassUserId: id });
    expect(answer).toMatchObject({ status: 400, body: { fields: { breakGlassUserId: expect.any(String) } } });
  });

  it('is an active admin with a second factor', async () => {
    await addPasskey(admin.id);
    const answer = await change({ onlySingleSignOn: true, breakGlassUserId: admin.id });
    expect(answer).toMatchObject({ status: 200, body: { onlySingleSignOn: true, breakGlassUserId: admin.id } });
  });

  it('stays while only single sign-on is on', async () => {
    await addPasskey(admin.id);
    await change({ onlySingleSignOn: true, breakGlassUserId: admin.id });
    expect(await change({ breakGlassUserId: null })).toMatchObject({ status: 400 });
    expect(await change({ onlySingleSignOn: false, breakGlassUserId: null })).toMatchObject({ status: 200 });
  });

  it('keeps the last passkey while passwords are off', async () => {
    await addPasskey(admin.id);
    await change({ onlySingleSignOn: true, breakGlassUserId: admin.id });
    const own = { params: { id: admin.id }, token: admin.token };
    const [{ id: passkeyId }] = (await test.call('GET /v1/users/{id}/passkeys', own)).body;
    const remove = () =>
      test.call('DELETE /v1/users/{id}/passkeys/{passkeyId}', { ...own, params: { id: admin.id, passkeyId } });
    expect(await remove()).toMatchObject({ status: 409 });
    expect(await person(admin.id)).toMatchObject({ secondFactor: true });
    await change({ onlySingleSignOn: false });
    expect(await remove()).toMatchObject({ status: 204 });
  });

  it.each([
    ['terminated', 'POST /v1/users/{id}/terminate'],
    ['made an employee', 'POST /v1/users/{id}/revoke-admin'],
    ['reset', 'DELETE /v1/users/{id}/factors'],
  ])('is not %s while passwords are off', async (_what, name) => {
    const { id } = await buildUser(test, organizationId, { userType: 'ADMIN' });
    await addPasskey(id);
    await signedInBySingleSignOn(admin.id);
    await change({ onlySingleSignOn: true, breakGlassUserId: id });
    expect(await test.call(name, { params: { id }, token: admin.token })).toMatchObject({ status: 409 });
    expect(await person(id)).toMatchObject({ status: 'ACTIVE', userType: 'ADMIN', secondFactor: true });
    await change({ onlySingleSignOn: false });
    expect((await test.call(name, { params: { id }, token: admin.token })).status).toBeLessThan(300);
  });
});

describe('a required second factor', () => {
  const held = { status: 403, body: { code: 'second_factor_required' } };

  it('holds a session back from the next call on, until a factor is set up', async () => {
    const { id, token } = await buildSignedIn(test, organizationId);
    expect(await listStaff(token)).toMatchObject({ status: 200 });
    await change({ requireSecondFactor: true });
    expect(await listStaff(token)).toMatchObject(held);
    await addPasskey(id);
    expect(await listStaff(token)).toMatchObject({ status: 200 });
  });

  it('leaves the own user and organization readable, and the others not', async () => {
    const { id, token } = await buildSignedIn(test, organizationId);
    await change({ requireSecondFactor: true });
    const read = (name: string, of: number) => test.call(name, { params: { id: of }, token });
    expect(await read('GET /v1/users/{id}', id)).toMatchObject({ status: 200, body: { secondFactor: false } });
    expect(await read('GET /v1/organizations/{id}', organizationId)).toMatchObject({ status: 200 });
    expect(await read('GET /v1/users/{id}', admin.id)).toMatchObject(held);
    expect(await read('GET /v1/users/{id}/draft-key', id)).toMatchObject(held);
    expect(await test.call('GET /v1/organizations', { token })).toMatchObject(held);
    expect(await test.call('GET /v1/events', { token })).toMatchObject(held);
    const edit = { params: { id }, body: { firstName: 'New' }, token };
    expect(await test.call('PUT /v1/users/{id}', edit)).toMatchObject(held);
  });

  it('binds the admin who set it', async () => {
    await change({ requireSecondFactor: true });
    expect(await change({ requireSecondFactor: false })).toMatchObject(held);
    expect(await rules()).toMatchObject(held);
  });

  it('lets a person without one sign in', async () => {
    const { email } = await buildUser(test, organizationId);
    await change({ requireSecondFactor: true });
    expect(await signIn(email)).toMatchObject({ status: 200, body: { idToken: expect.any(String) } });
  });

  it('spares members and other organizations', async () => {
    const member = await buildSignedIn(test, organizationId, { userType: 'PATIENT' });
    const stranger = await buildSignedIn(test, (await buildOrganization(test)).id);
    await change({ requireSecondFactor: true });
    for (const { id, token } of [member, stranger]) {
      expect(await test.call('GET /v1/users/{id}/draft-key', { params: { id }, token })).toMatchObject({ status: 200 });
    }
  });
});

describe('single sign-on as the second factor', () => {
  const held = { status: 403, body: { code: 'second_factor_required' } };

  it("spares sessions that the organization's provider began, unless switched off", async () => {
    const provided = await buildSignedIn(test, organizationId);
    await signedInBySingleSignOn(provided.id);
    const own = await buildSignedIn(test, organizationId);
    await signedInBySingleSignOn(admin.id);
    await change({ requireSecondFactor: true });
    expect(await listStaff(provided.token)).toMatchObject({ status: 200 });
    expect(await listStaff(own.token)).toMatchObject(held);
    expect(await change({ singleSignOnIsSecondFactor: false })).toMatchObject({
      status: 200,
      body: { requireSecondFactor: true, singleSignOnIsSecondFactor: false },
    });
    expect(await listStaff(provided.token)).toMatchObject(held);
  });
});

describe('who has a second factor', () => {
  it('is told to the person and to active admins, alone and in the list', async () => {
    const { id, token } = await buildSignedIn(test, organizationId);
    expect(await person(id)).toMatchObject({ secondFactor: false });
    await addPasskey(id);
    expect(await person(id)).toMatchObject({ secondFactor: true });
    expect(await person(id, token)).toMatchObject({ secondFactor: true });
    const staff = await listStaff(admin.token);
    expect(staff.body).toMatchObject([
      { id, secondFactor: true },
      { id: admin.id, secondFactor: false },
    ]);
    const { body } = await signIn((await person(id)).email);
    expect(body.body).toMatchObject({ secondFactor: true });
  });

  it('is not told to employees, nor about members', async () => {
    const { token } = await buildSignedIn(test, organizationId);
    const staff = await listStaff(token);
    expect(staff.status).toBe(200);
    expect(JSON.stringify(staff.body)).not.toContain('secondFactor');
    const { id } = await buildUser(test, organizationId, { userType: 'PATIENT' });
    expect(await person(id)).not.toHaveProperty('secondFactor');
  });

  it('is sent back unchanged or refused', async () => {
    const { id } = await buildUser(test, organizationId);
    const send = (secondFactor: boolean) =>
      test.call('PUT /v1/users/{id}', { params: { id }, body: { city: 'Detroit', secondFactor }, token: admin.token });
    expect(await send(true)).toMatchObject({ status: 400, body: { fields: { secondFactor: expect.any(String) } } });
    expect(await send(false)).toMatchObject({ status: 200, body: { city: 'Detroit', secondFactor: false } });
  });
});

describe('signing a colleague out', () => {
  const signOut = (id: number) => test.call('POST /v1/users/{id}/sign-out', { params: { id }, token: admin.token });

  it('ends all of their sessions and is audited once', async () => {
    const { id, token } = await buildSignedIn(test, organizationId);
    const own = () => test.call('GET /v1/users/{id}', { params: { id }, token });
    expect((await own()).status).toBe(200);
    expect([(await signOut(id)).status, (await signOut(id)).status]).toEqual([204, 204]);
    expect((await own()).status).toBe(401);
    const entries = await sql`select actor_id from audit_log
      where action = 'employee.sign-out' and entity_id = ${id}`.many(test.app.db);
    expect(entries).toEqual([{ actor_id: admin.id }]);
  });

  it('is refused for oneself and for strangers', async () => {
    const stranger = await buildUser(test, (await buildOrganization(test)).id);
    expect([(await signOut(admin.id)).status, (await signOut(stranger.id)).status]).toEqual([403, 404]);
  });
});

describe("resetting a colleague's factors", () => {
  const reset = (id: number, token = admin.token) =>
    test.call('DELETE /v1/users/{id}/factors', { params: { id }, token });

  it('removes all of them, tells the person and is audited', async () => {
    const { id, email } = await buildUser(test, organizationId);
    await addPasskey(id);
    const { db } = test.app;
    await sql`insert into authenticators (user_id, secret, confirm_timestamp) values (${id}, '', now())`.run(db);
    await sql`insert into recovery_codes (user_id, code_hash) values (${id}, 'hash')`.run(db);
    expect(await reset(id)).toMatchObject({ status: 204 });
    expect(await person(id)).toMatchObject({ secondFactor: false });
    const left = await sql`select 1 from recovery_codes where user_id = ${id}`.many(db);
    expect(left).toEqual([]);
    expect(await test.outbox(email)).toMatchObject([{ subject: 'Your Kinbridge sign-in factors were reset' }]);
    const entries = await sql`select actor_id, entity_type from audit_log
      where action = 'user.factors-reset' and entity_id = ${id}`.many(db);
    expect(entries).toEqual([{ actor_id: admin.id, entity_type: 'user' }]);
  });

  it('sends nothing if there are none', async () => {
    const { id, email } = await buildUser(test, organizationId);
    expect(await reset(id)).toMatchObject({ status: 204 });
    expect(await test.outbox(email)).toEqual([]);
  });

  it('is refused for oneself, without a fresh proof and for strangers', async () => {
    expect(await reset(admin.id)).toMatchObject({ status: 403 });
    const stranger = await buildUser(test, (await buildOrganization(test)).id);
    expect(await reset(stranger.id)).toMatchObject({ status: 404 });
    const { id } = await buildUser(test, organizationId);
    await makeUnproven(admin.id);
    expect(await reset(id)).toMatchObject({ status: 403, body: { code: 'proof_required' } });
  });
});

describe('switching only single sign-on on', () => {
  const switchOn = () => change({ onlySingleSignOn: true, breakGlassUserId: admin.id });
  const tryFirst = { status: 409, body: { code: 'try_first' } };
  const forgetTries = () =>
    sql`delete from sessions where signed_in_by = 'single-sign-on'
    and user_id in (select id from users where organization_id = ${organizationId})`.run(test.app.db);

  beforeEach(async () => {
    await addPasskey(admin.id);
    await forgetTries();
  });

  it('needs an admin who came through the provider in the last hour', async () => {
    expect(await switchOn()).toMatchObject(tryFirst);
    expect((await rules()).body).toEqual(defaults);
    const colleague = await buildUser(test, organizationId, { userType: 'ADMIN' });
    await trySingleSignOn(colleague.id, 59);
    expect(await switchOn()).toMatchObject({ status: 200, body: { onlySingleSignOn: true } });
    await forgetTries();
    expect(await change({ idleMinutes: 15 })).toMatchObject({ status: 200 });
  });

  it.each([
    ['was longer ago', { userType: 'ADMIN' }, 61],
    ["was an employee's", { userType: 'EMPLOYEE' }, 1],
    ["was a terminated admin's", { userType: 'ADMIN', status: 'INACTIVE' }, 1],
  ] as const)("doesn't count a sign-in that %s", async (_what, given, minutesAgo) => {
    await trySingleSignOn((await buildUser(test, organizationId, given)).id, minutesAgo);
    expect(await switchOn()).toMatchObject(tryFirst);
  });

  it("doesn't count a removed provider, nor another organization's", async () => {
    const colleague = await buildUser(test, organizationId, { userType: 'ADMIN' });
    await trySingleSignOn(colleague.id);
    await sql`delete from linked_identities where user_id = ${colleague.id}`.run(test.app.db);
    await trySingleSignOn((await buildUser(test, (await buildOrganization(test)).id, { userType: 'ADMIN' })).id);
    expect(await switchOn()).toMatchObject(tryFirst);
  });
});

describe('only single sign-on', () => {
  beforeEach(async () => {
    await addPasskey(admin.id);
    await change({ onlySingleSignOn: true, breakGlassUserId: admin.id });
  });

  it('refuses a right password and says nothing about a wrong one', async () => {
    const { email } = await buildUser(test, organizationId);
    expect(await signIn(email)).toMatchObject({ status: 403, body: { code: 'single_sign_on_only' } });
    expect(await signIn(email, 'Wrong-Horse7!')).toMatchObject({ status: 401 });
  });

  it('counts only once the organization is approved', async () => {
    const { email } = await buildUser(test, organizationId);
    await setApproval(test.app.db, organizationId, 'WAITING');
    expect(await signIn(email)).toMatchObject({ status: 200 });
  });

  it('lets the break-glass admin and members use their password', async () => {
    const member = await buildUser(test, organizationId, { userType: 'PATIENT' });
    expect(await signIn(member.email)).toMatchObject({ status: 200 });
    expect(await signIn(admin.email)).toMatchObject({ status: 200 });
  });

  it('ends the sessions that began otherwise, except the break-glass admin and members', async () => {
    const colleague = await buildSignedIn(test, organizationId);
    const provided = await buildSignedIn(test, organizationId);
    const member = await buildSignedIn(test, organizationId, { userType: 'PATIENT' });
    const stranger = await buildSignedIn(test, (await buildOrganization(test)).id);
    await signedInBySingleSignOn(provided.id);
    const again = await buildSignedIn(test, organizationId, { userType: 'ADMIN' });
    await change({ onlySingleSignOn: false });
    await change({ onlySingleSignOn: true });
    const statuses = [];
    for (const { id, token } of [colleague, provided, member, stranger, admin]) {
      statuses.push((await test.call('GET /v1/users/{id}', { params: { id }, token })).status);
    }
    expect(statuses).toEqual([401, 200, 200, 200, 200]);
    const [entry] = await sql<{ detail: object }>`select detail from audit_log where organization_id = ${organizationId}
      and action = 'organization.sign-in-rules' order by id desc limit 1`.many(test.app.db);
    expect(entry?.detail).toMatchObject({ rules: { onlySingleSignOn: true }, endedSessions: 2 });
    expect(await person(again.id)).toMatchObject({ status: 'ACTIVE' });
  });

  it('ends the sessions of a former break-glass admin', async () => {
    const other = await buildSignedIn(test, organizationId, { userType: 'ADMIN' });
    await addPasskey(other.id);
    expect(await change({ breakGlassUserId: other.id })).toMatchObject({ status: 200 });
    expect(await rules()).toMatchObject({ status: 401 });
    expect(await rules(other.token)).toMatchObject({ status: 200 });
  });

  it('ends a session whose sign-in overtakes the change', async () => {
    const { id } = await buildUser(test, organizationId);
    await change({ onlySingleSignOn: false });
    let changing: ReturnType<typeof change> | undefined;
    const idToken = await transaction(test.app.db, async (tx) => {
      await refuseOwnSignIn(tx, id);
      changing = change({ onlySingleSignOn: true });
      await until(() => waitsForLock());
      const person = { id, user_type: 'EMPLOYEE', organization_id: organizationId };
      return (await startSession(tx, test.app.config, person, { by: 'password' })).idToken;
    });
    expect(await changing).toMatchObject({ status: 200 });
    expect(await test.call('GET /v1/users/{id}', { params: { id }, token: idToken })).toMatchObject({ status: 401 });
  });

  it('is not lifted by a new password', async () => {
    const { email } = await buildUser(test, organizationId);
    await test.call('POST /v1/auth/forgotPassword/{email}', { params: { email } });
    expect((await test.outbox(email))[0]?.text).toContain('Your organization uses single sign-on.');
    const [token, password] = [await mailedCode(test, email), 'Quiet-Harbor-Lantern7!'];
    const reset = await test.call('POST /v1/auth/forgotPasswordVerify', { body: { email, token, password } });
    expect(reset.status).toBe(200);
    expect(await signIn(email, password)).toMatchObject({ status: 403, body: { code: 'single_sign_on_only' } });
  });
});

describe('idle log-off', () => {
  /** A person of an organization that allows ten minutes, whose session was last used this many minutes ago. */
  async function unused(minutes: number) {
    const { id, email } = await buildUser(test, organizationId);
    await change({ idleMinutes: 10 });
    const { idToken: token, refreshToken } = (await signIn(email)).body;
    await sql`update sessions set last_used_timestamp = now() - make_interval(mins => ${minutes})
      where user_id = ${id}`.run(test.app.db);
    return { id, token, refreshToken };
  }
  const read = (id: number, token: string, headers: Record<string, string> = {}) =>
    test.call('GET /v1/users/{id}', { params: { id }, token, headers });
  const refresh = (token: string, headers: Record<string, string> = {}) =>
    test.call('POST /v1/auth/refresh-token', { body: { token }, headers });
  const unusedSeconds = async (id: number) =>
    (
      await sql<{ age: number }>`select extract(epoch from now() - last_used_timestamp)::int as age
        from sessions where user_id = ${id}`.one(test.app.db)
    ).age;
  const background = { [backgroundHeader]: '1' };
  const idle = { status: 401, body: { code: 'session_idle' } };

  it('ends no session before the limit, which is kept to the minute', async () => {
    const { id, token } = await unused(10);
    expect(await read(id, token)).toMatchObject({ status: 200 });
  });

  it('refuses every call after the limit', async () => {
    const { id, token } = await unused(11);
    expect(await read(id, token)).toMatchObject(idle);
    expect(await read(id, token)).toMatchObject(idle);
  });

  it('ends the session at its first call after the limit, once in the log', async () => {
    const { id, token } = await unused(11);
    await Promise.all([read(id, token), read(id, token), read(id, token)]);
    const rows = await sql<{
      action: string;
    }>`select action from audit_log where entity_id = ${id} and action like 'session.%'
      order by id`.many(test.app.db);
    expect(rows.at(-1)).toEqual({ action: 'session.idle' });
    expect(rows.filter(({ action }) => action === 'session.idle')).toHaveLength(1);
  });

  it('refuses to refresh an unused session, and ends it', async () => {
    const { id, token, refreshToken } = await unused(11);
    expect(await refresh(refreshToken)).toMatchObject(idle);
    expect(await refresh(refreshToken)).toMatchObject(idle);
    expect(await read(id, token)).toMatchObject(idle);
  });

  it('counts a refresh as use', async () => {
    const { id, refreshToken } = await unused(9);
    await refresh(refreshToken);
    expect(await unusedSeconds(id)).toBeLessThan(60);
  });

  it('counts no background call or refresh as use, and answers it before the limit', async () => {
    const { id, token, refreshToken } = await unused(9);
    const { id: otherId, token: otherToken } = await unused(9);
    expect(await read(id, token, background)).toMatchObject({ status: 200 });
    expect(await refresh(refreshToken, background)).toMatchObject({ status: 200 });
    // A later use is kept, so an earlier one would have been by now.
    await read(otherId, otherToken);
    await until(async () => (await unusedSeconds(otherId)) < 60);
    expect(await unusedSeconds(id)).toBeGreaterThan(500);
  });

  it('refuses background calls after the limit', async () => {
    const { id, token } = await unused(11);
    expect(await read(id, token, background)).toMatchObject(idle);
  });

  it('leaves unused sessions out of the list of sessions', async () => {
    const { id, refreshToken } = await unused(11);
    const { email } = await person(id);
    const { idToken: token } = (await signIn(email)).body;
    const { body } = await test.call('GET /v1/users/{id}/sessions', { params: { id }, token });
    expect(body).toHaveLength(1);
    expect(await refresh(refreshToken)).toMatchObject(idle);
  });

  it("doesn't end a member's session", async () => {
    const { id, token } = await buildSignedIn(test, organizationId, { userType: 'PATIENT' });
    await change({ idleMinutes: 10 });
    await sql`update sessions set last_used_timestamp = now() - interval '1 hour' where user_id = ${id}`.run(
      test.app.db,
    );
    expect(await read(id, token)).toMatchObject({ status: 200 });
  });

  it('is told to all staff with their organization, which cannot change it', async () => {
    const { token } = await buildSignedIn(test, organizationId);
    await change({ idleMinutes: 10 });
    const own = { params: { id: organizationId }, token };
    const { body } = await test.call('GET /v1/organizations/{id}', own);
    expect(body).toMatchObject({ idleMinutes: 10 });
    const send = (idleMinutes: number) =>
      test.call('PUT /v1/organizations/{id}', {
        params: { id: organizationId },
        parts: { organization: { ...body, idleMinutes } },
        token: admin.token,
      });
    expect(await send(20)).toMatchObject({ status: 400 });
    expect(await send(10)).toMatchObject({ status: 200, body: { idleMinutes: 10 } });
  });
});

describe('an operator', () => {
  it('lets the last admin back in who lost their factors', async () => {
    await addPasskey(admin.id);
    await change({ onlySingleSignOn: true, breakGlassUserId: admin.id });
    const reset = () => recover(test.app.db, { decision: 'reset-factors', email: admin.email.toUpperCase() });
    expect(await reset()).toMatchObject({ done: true, sentence: expect.stringContaining('told by email') });
    expect(await reset()).toMatchObject({ done: true, sentence: expect.stringContaining('Nothing changed') });
    expect(await person(admin.id)).toMatchObject({ secondFactor: false });
    expect(await signIn(admin.email)).toMatchObject({ status: 200 });
    expect(await recover(test.app.db, { decision: 'reset-factors', email: 'no@one' })).toMatchObject({ done: false });
  });

  it('allows passwords again while the provider is down', async () => {
    await addPasskey(admin.id);
    await change({ onlySingleSignOn: true, breakGlassUserId: admin.id });
    const { email } = await buildUser(test, organizationId);
    const allow = (id: number) => recover(test.app.db, { decision: 'allow-passwords', id });
    expect(await allow(organizationId)).toMatchObject({ done: true });
    expect(await allow(organizationId)).toMatchObject({ sentence: expect.stringContaining('already') });
    expect(await allow(999_999_999)).toMatchObject({ done: false });
    expect(await signIn(email)).toMatchObject({ status: 200 });
    const [entry] = await sql`select actor_id, action from audit_log where organization_id = ${organizationId}
      and action = 'organization.sign-in-rules' order by id desc limit 1`.many(test.app.db);
    expect(entry).toEqual({ actor_id: null, action: 'organization.sign-in-rules' });
  });
});
