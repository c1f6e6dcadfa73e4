import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { eventChannel } from '../../records/events/events.commands.ts';
import { buildOrganization, buildSignedIn, buildUser, serviceIds, testPassword } from '../../testing/build.ts';
import { until } from '../../testing/until.ts';
import { useOrganization, useTestApp } from '../../testing/use-test-app.ts';

const test = useTestApp();
const home = useOrganization(test);
const away = useOrganization(test);

const read = (id: number, token: string) => test.call('GET /v1/users/{id}', { params: { id }, token });
const act = (verb: 'activate' | 'terminate' | 'promote-admin' | 'revoke-admin', id: number, token: string) =>
  test.call(`POST /v1/users/{id}/${verb}`, { params: { id }, token });
const auditRows = async (action: string, id: number) =>
  await sql<{
    detail: object;
  }>`select detail from audit_log where action = ${action} and entity_id = ${id} order by id`.many(test.app.db);

describe('activating and terminating', () => {
  it('emails a pending employee on activation', async () => {
    const admin = await buildSignedIn(test, home.id, { userType: 'ADMIN' });
    const pending = await buildUser(test, home.id, { status: 'PENDING' });
    const activated = await act('activate', pending.id, admin.token);
    expect(activated.status).toBe(200);
    expect(activated.body).toMatchObject({ id: pending.id, status: 'ACTIVE', active: true });
    expect((await act('activate', pending.id, admin.token)).status).toBe(200);
    const mails = await test.outbox(pending.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`${test.app.config.publicUrl}/login`);
    const rows =
      await sql`select 1 from audit_log where action = 'employee.activate' and entity_id = ${pending.id}`.many(
        test.app.db,
      );
    expect(rows).toHaveLength(1);
  });

  it('requires a verified address', async () => {
    const admin = await buildSignedIn(test, home.id, { userType: 'ADMIN' });
    const pending = await buildUser(test, home.id, { status: 'PENDING', verified: false });
    expect((await act('activate', pending.id, admin.token)).status).toBe(409);
  });

  it('ends all sessions and leaves a terminated employee only their own profile', async () => {
    const admin = await buildSignedIn(test, home.id, { userType: 'ADMIN' });
    const employee = await buildUser(test, home.id);
    const login = () => test.call('POST /v1/auth/login', { body: { email: employee.email, password: testPassword } });
    const { body: session } = await login();
    expect((await read(employee.id, session.idToken)).status).toBe(200);
    const terminated = await act('terminate', employee.id, admin.token);
    expect(terminated.body).toMatchObject({ status: 'INACTIVE', active: false });
    expect((await read(employee.id, session.idToken)).status).toBe(401);
    const refresh = await test.call('POST /v1/auth/refresh-token', { body: { token: session.refreshToken } });
    expect(refresh.status).toBe(401);
    const { body: again } = await login();
    expect((await read(employee.id, again.idToken)).body.status).toBe('INACTIVE');
    const organization = await test.call('GET /v1/organizations/{id}', {
      params: { id: home.id },
      token: again.idToken,
    });
    expect(organization.status).toBe(403);
    expect(organization.body.message).toBe(
      'This account is not authorized to perform this action. Please contact your administrator for approval.',
    );
  });

  it('is refused for oneself, for employees, and across organizations', async () => {
    const admin = await buildSignedIn(test, home.id, { userType: 'ADMIN' });
    const employee = await buildSignedIn(test, home.id);
    const stranger = await buildSignedIn(test, away.id, { userType: 'ADMIN' });
    expect((await act('terminate', admin.id, admin.token)).status).toBe(403);
    expect((await act('terminate', admin.id, employee.token)).status).toBe(403);
    expect((await act('terminate', employee.id, stranger.token)).status).toBe(404);
    expect((await act('activate', 999_999_999, admin.token)).status).toBe(404);
  });

  it('lets one admin win when two terminate each other', async () => {
    const organization = await buildOrganization(test);
    const one = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
    const two = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
    const answers = await Promise.all([act('terminate', two.id, one.token), act('terminate', one.id, two.token)]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const rows = await sql`select 1 from users where organization_id = ${organization.id} and user_type = 'ADMIN'
      and status = 'ACTIVE'`.many(test.app.db);
    expect(rows).toHaveLength(1);
  });
});

describe('promoting and revoking admins', () => {
  it('changes permissions on the next call and keeps the session', async () => {
    const admin = await buildSignedIn(test, home.id, { userType: 'ADMIN' });
    const employee = await buildSignedIn(test, home.id);
    const promoted = await act('promote-admin', employee.id, admin.token);
    expect(promoted.status).toBe(200);
    expect(promoted.body).toMatchObject({ id: employee.id, userType: 'ADMIN' });
    expect((await read(admin.id, employee.token)).status).toBe(200);
    expect((await act('promote-admin', employee.id, admin.token)).status).toBe(200);
    expect(await auditRows('employee.promote', employee.id)).toHaveLength(1);

    expect((await act('revoke-admin', employee.id, admin.token)).body.userType).toBe('EMPLOYEE');
    expect((await read(admin.id, employee.token)).status).toBe(403);
    expect((await read(employee.id, employee.token)).status).toBe(200);
    expect(await auditRows('employee.revoke', employee.id)).toHaveLength(1);
  });

  it('is refused for oneself, employees, members, and across organizations', async () => {
    const admin = await buildSignedIn(test, home.id, { userType: 'ADMIN' });
    const employee = await buildSignedIn(test, home.id);
    const member = await buildUser(test, home.id, { userType: 'PATIENT' });
    const stranger = await buildSignedIn(test, away.id, { userType: 'ADMIN' });
    for (const verb of ['promote-admin', 'revoke-admin'] as const) {
      expect((await act(verb, admin.id, admin.token)).status).toBe(403);
      expect((await act(verb, admin.id, employee.token)).status).toBe(403);
      expect((await act(verb, member.id, admin.token)).status).toBe(404);
      expect((await act(verb, employee.id, stranger.token)).status).toBe(404);
      expect((await act(verb, 999_999_999, admin.token)).status).toBe(404);
    }
  });

  it('answers 409 for the last active admin', async () => {
    const organization = await buildOrganization(test);
    const only = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
    await buildUser(test, organization.id, { userType: 'ADMIN', status: 'INACTIVE' });
    const answer = await act('revoke-admin', only.id, only.token);
    expect([answer.status, answer.body.code]).toEqual([409, 'last_admin']);
    expect((await read(only.id, only.token)).body.userType).toBe('ADMIN');
  });

  it.each([
    ['revoke-admin', 'revoke-admin'],
    ['revoke-admin', 'terminate'],
    ['terminate', 'revoke-admin'],
  ] as const)('lets one admin win when two %s and %s each other', async (first, second) => {
    const organization = await buildOrganization(test);
    const one = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
    const two = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
    const answers = await Promise.all([act(first, two.id, one.token), act(second, one.id, two.token)]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const rows = await sql`select 1 from users where organization_id = ${organization.id} and user_type = 'ADMIN'
      and status = 'ACTIVE'`.many(test.app.db);
    expect(rows).toHaveLength(1);
  });
});

describe('listing the staff', () => {
  const list = (organizationId: number, token: string, query: Record<string, string> = {}) =>
    test.call('GET /v1/users', {
      query: { entityId: String(organizationId), entityType: 'ORGANIZATION', role: 'EMPLOYEE', ...query },
      token,
    });

  it('filters by one or more statuses, defaults to active, newest first', async () => {
    const organization = await buildOrganization(test);
    const admin = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
    const pending = await buildUser(test, organization.id, { status: 'PENDING' });
    const gone = await buildUser(test, organization.id, { status: 'INACTIVE' });
    await buildUser(test, organization.id, { status: 'PENDING', verified: false });
    await buildUser(test, organization.id, { userType: 'PATIENT' });
    const ids = async (query: Record<string, string>) =>
      (await list(organization.id, admin.token, query)).body.map((user: { id: number }) => user.id);
    expect(await ids({})).toEqual([admin.id]);
    expect(await ids({ status: 'ACTIVE' })).toEqual([admin.id]);
    expect(await ids({ status: 'PENDING' })).toEqual([pending.id]);
    expect(await ids({ status: 'INACTIVE' })).toEqual([gone.id]);
    expect(await ids({ status: 'PENDING,ACTIVE,INACTIVE' })).toEqual([gone.id, pending.id, admin.id]);
    for (const status of ['TERMINATED', 'ACTIVE,', 'active', 'ACTIVE,ACTIVE,ACTIVE,ACTIVE']) {
      expect((await list(organization.id, admin.token, { status })).status, status).toBe(400);
    }
  });

  it('hides pending addresses, and everything from other organizations', async () => {
    const organization = await buildOrganization(test);
    const employee = await buildSignedIn(test, organization.id);
    const body = { email: `new-${employee.email}`, currentPassword: testPassword };
    const asked = await test.call('PUT /v1/users/{id}', { params: { id: employee.id }, token: employee.token, body });
    expect(asked.body.pendingEmail).toBe(body.email);
    const admin = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
    expect((await read(employee.id, employee.token)).body.pendingEmail).toBe(body.email);
    expect((await read(employee.id, admin.token)).body).not.toHaveProperty('pendingEmail');
    expect((await act('promote-admin', employee.id, admin.token)).body).not.toHaveProperty('pendingEmail');
    const listed = (await list(organization.id, admin.token)).body.find(({ id }: { id: number }) => id === employee.id);
    expect(listed).not.toHaveProperty('pendingEmail');
    expect((await list(home.id, employee.token)).status).toBe(404);
  });
});

describe('reassigning the open requests of an employee', () => {
  const reassign = (id: number, token: string, assigneeId: number | null) =>
    test.call('POST /v1/users/{id}/reassign', { params: { id }, token, body: { assigneeId } });

  /** An assigned request for the organization's own service, after some moves. */
  async function request(organizationId: number, token: string, assigneeId: number, ...moves: string[]) {
    const [serviceId = 0] = await serviceIds(test, organizationId);
    const serviceRequest = { organizationId, serviceId, assigneeId, patient: { firstName: 'Ann', lastName: 'Other' } };
    const { body } = await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token });
    for (const newStatus of moves) {
      const params = { id: body.id, newStatus };
      await test.call('POST /v1/service-requests/{id}/transition/{newStatus}', { params, token, body: {} });
    }
    return body.id as number;
  }
  const look = async (id: number, token: string) =>
    (await test.call('GET /v1/service-requests/{id}', { params: { id }, token })).body;

  it('reassigns open requests in one step and keeps finished ones', async () => {
    const organization = await buildOrganization(test);
    const admin = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
    const leaver = await buildUser(test, organization.id);
    const heir = await buildUser(test, organization.id, { firstName: 'Hana' });
    const fresh = await request(organization.id, admin.token, leaver.id);
    const open = await request(organization.id, admin.token, leaver.id, 'OPEN');
    const done = await request(organization.id, admin.token, leaver.id, 'OPEN', 'IN_PROGRESS', 'PENDING', 'COMPLETED');
    const cancelled = await request(organization.id, admin.token, leaver.id, 'CANCELLED');
    const others = await request(organization.id, admin.token, admin.id);
    await act('terminate', leaver.id, admin.token);
    const before = await look(open, admin.token);

    const answer = await reassign(leaver.id, admin.token, heir.id);
    expect([answer.status, answer.body]).toEqual([200, { reassigned: [fresh, open] }]);
    const after = await look(open, admin.token);
    expect(after).toMatchObject({ status: 'OPEN', version: before.version + 1, assignee: { firstName: 'Hana' } });
    for (const [id, assignee] of [
      [done, leaver.id],
      [cancelled, leaver.id],
      [others, admin.id],
    ] as const) {
      expect((await look(id, admin.token)).assignee.id).toBe(assignee);
    }
    expect(await auditRows('service-request.assign', fresh)).toEqual([
      { detail: { assigneeId: heir.id, before: leaver.id } },
    ]);
    expect((await reassign(leaver.id, admin.token, heir.id)).body).toEqual({ reassigned: [] });
    const timeline = await test.call('GET /v1/service-requests/{id}/timeline', {
      params: { id: open },
      token: admin.token,
    });
    expect(timeline.body.at(-1)).toMatchObject({ kind: 'assigned', detail: { assignee: { id: heir.id } } });
  });

  it('can leave them unassigned', async () => {
    const organization = await buildOrganization(test);
    const admin = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
    const leaver = await buildUser(test, organization.id);
    const id = await request(organization.id, admin.token, leaver.id);
    const heard: string[] = [];
    const listener = new pg.Client({ connectionString: test.databaseUrl });
    listener.on('notification', ({ payload = '' }) => heard.push(payload));
    await listener.connect();
    await listener.query(`listen ${eventChannel}`);
    expect((await reassign(leaver.id, admin.token, null)).body).toEqual({ reassigned: [id] });
    const { assignee, version } = await look(id, admin.token);
    expect(assignee).toBeNull();
    const [payload = ''] = await until(() => heard.length > 0 && heard);
    await listener.end();
    expect(JSON.parse(payload)).toEqual({
      event: 'service-request',
      organizations: [organization.id],
      data: { id, status: 'REQUESTED', version },
    });
  });

  it('refuses inactive people, the same person, and other organizations', async () => {
    const organization = await buildOrganization(test);
    const admin = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
    const leaver = await buildUser(test, organization.id);
    const gone = await buildUser(test, organization.id, { status: 'INACTIVE' });
    const stranger = await buildSignedIn(test, away.id, { userType: 'ADMIN' });
    const id = await request(organization.id, admin.token, leaver.id);
    expect((await reassign(leaver.id, admin.token, gone.id)).status).toBe(400);
    expect((await reassign(leaver.id, admin.token, leaver.id)).status).toBe(400);
    expect((await reassign(leaver.id, admin.token, stranger.id)).status).toBe(404);
    expect((await reassign(leaver.id, stranger.token, stranger.id)).status).toBe(404);
    expect((await reassign(leaver.id, stranger.token, null)).status).toBe(404);
    const nothing = await test.call('POST /v1/users/{id}/reassign', {
      params: { id: leaver.id },
      token: admin.token,
      body: {},
    });
    expect(nothing.status).toBe(400);
    expect((await look(id, admin.token)).assignee.id).toBe(leaver.id);
  });
});
