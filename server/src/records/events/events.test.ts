import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventListener } from '../../db/event-listener.ts';
import {
  buildOperator,
  buildOrganization,
  buildSignedIn,
  buildUser,
  serviceIds,
  testPassword,
} from '../../testing/build.ts';
import { RawConnection } from '../../testing/raw-connection.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { eventChannel, listenerOptions } from './events.commands.ts';

let test: TestApp;
let address: string;
let listener: EventListener;

beforeAll(async () => {
  test = await startTestApp();
  address = await test.server.listen({ host: '127.0.0.1', port: 0 });
  listener = new EventListener(listenerOptions(test.app), (event) => test.app.events.publish(event));
  await listener.open();
});
afterAll(async () => {
  await listener.close();
  await test.close();
});

/** Reads a stream into `text` until stopped. */
async function hear(token: string, path = '/v1/events') {
  const stop = new AbortController();
  const response = await fetch(`${address}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  const { status, headers } = response;
  const heard = { status, headers, type: headers.get('content-type'), text: '', ended: false };
  const reading = (async () => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) heard.text += part.value;
    heard.ended = true;
  })().catch(() => undefined);
  return { heard, stop: () => stop.abort(), reading };
}

describe('live events', () => {
  it('reach only the two organizations, with ids, status and version', async () => {
    const [clinic, pantry, other] = [
      await buildOrganization(test),
      await buildOrganization(test),
      await buildOrganization(test),
    ];
    const staff = [];
    for (const organization of [clinic, pantry, other]) staff.push(await buildSignedIn(test, organization.id));
    const [nurse, worker, stranger] = staff;
    if (!nurse || !worker || !stranger) throw new Error('three people');
    const streams = await Promise.all([nurse, worker, stranger].map(({ token }) => hear(token)));
    expect(streams.map(({ heard }) => [heard.status, heard.type])).toEqual(
      Array(3).fill([200, 'text/event-stream; charset=utf-8']),
    );
    // With its usual settings, nginx sends nothing on until it has several kilobytes.
    expect(streams.map(({ heard }) => heard.headers.get('x-accel-buffering'))).toEqual(Array(3).fill('no'));

    const [serviceId] = await serviceIds(test, pantry.id);
    const serviceRequest = {
      organizationId: clinic.id,
      serviceId,
      patient: { firstName: 'Canary', lastName: 'Bird', phoneNumber: '+12695550155' },
    };
    const { body } = await test.call('POST /v1/service-requests', { parts: { serviceRequest }, token: nurse.token });
    const line = `event: service-request\ndata: ${JSON.stringify({ id: body.id, status: 'REQUESTED', version: 1 })}\n\n`;
    await until(() => streams[0]?.heard.text.includes(line) && streams[1]?.heard.text.includes(line));

    const note = { serviceRequestId: body.id, content: 'Secret words' };
    await test.call('POST /v1/notes', { parts: { note }, token: worker.token });
    await until(() => streams[0]?.heard.text.includes('event: note') && streams[1]?.heard.text.includes('event: note'));

    // A request's texts belong to the provider, but both sides can read them.
    await until(() => streams.slice(0, 2).every(({ heard }) => heard.text.includes('event: message')));

    // The stranger gets a later event, so an earlier one would have arrived by now.
    await test.app.pool.query('select pg_notify($1, $2)', [
      eventChannel,
      JSON.stringify({ event: 'note', organizations: [other.id], data: { id: 0 } }),
    ]);
    await until(() => streams[2]?.heard.text.includes('"id":0'));
    expect(streams[2]?.heard.text).not.toContain('service-request');
    expect(streams.map(({ heard }) => heard.text).join()).not.toMatch(/Canary|Secret|Bird|2695550155/);
    for (const stream of streams) stream.stop();
  });

  it('report employee statuses and changes to the organization', async () => {
    const { id } = await buildOrganization(test);
    const admin = await buildSignedIn(test, id, { userType: 'ADMIN' });
    const pending = await buildUser(test, id, { status: 'PENDING' });
    const { heard, stop } = await hear(admin.token);
    await test.call('POST /v1/users/{id}/activate', { params: { id: pending.id }, token: admin.token });
    await until(() => heard.text.includes(`event: employee\ndata: {"id":${pending.id}}`));
    const body = { name: 'Rides', type: 'TRANSPORTATION', organizationId: id };
    await test.call('POST /v1/services', { body, token: admin.token });
    await until(() => heard.text.includes(`event: organization\ndata: {"id":${id}}`));
    stop();
  });

  it('report the availability of a service to every organization', async () => {
    const { id } = await buildOrganization(test);
    const employee = await buildSignedIn(test, id);
    const [serviceId] = await serviceIds(test, id);
    const { heard, stop } = await hear((await buildSignedIn(test, (await buildOrganization(test)).id)).token);
    await test.call('PUT /v1/services/{id}/availability', {
      params: { id: serviceId },
      body: { availability: 'FULL' },
      token: employee.token,
    });
    await until(() => heard.text.includes(`event: service\ndata: {"id":${serviceId},"availability":"FULL"}\n`));
    stop();
  });

  it('report new, renamed and deleted services to every organization', async () => {
    const { id: organizationId } = await buildOrganization(test);
    const { token } = await buildSignedIn(test, organizationId, { userType: 'ADMIN' });
    const { heard, stop } = await hear((await buildSignedIn(test, (await buildOrganization(test)).id)).token);
    const heardTimes = (id: number) => heard.text.split(`event: service\ndata: {"id":${id},`).length - 1;
    const rides = { name: 'Rides', type: 'TRANSPORTATION', organizationId };
    const { body: added } = await test.call('POST /v1/services', { body: rides, token });
    await until(() => heardTimes(added.id) === 1);
    const { name, ...kept } = { ...rides, id: added.id };
    const renamed = [{ ...kept, name: `${name} home` }];
    await test.call('POST /v1/services/updateServices', { body: renamed, token });
    await until(() => heardTimes(added.id) === 2);
    await test.call('POST /v1/services/deleteService/{id}', { params: { id: added.id }, token });
    await until(() => heardTimes(added.id) === 3);
    stop();
  });

  it('report profiles and each step of a support question to operators, and answers', async () => {
    const [{ id: organizationId }, other] = [await buildOrganization(test), await buildOrganization(test)];
    const nurse = await buildSignedIn(test, organizationId);
    const operator = await buildOperator(test);
    const desk = await hear(operator.token, '/v1/operator/events');
    const portals = [await hear(nurse.token), await hear((await buildSignedIn(test, other.id)).token)];
    const [own, stranger] = portals.map(({ heard }) => heard);
    const told = (heard = desk.heard) => heard.text.split('event: support\n').length - 1;

    const feedback = 'Secret words';
    await test.call('POST /v1/support', { token: nurse.token, body: { messageType: 'Support Question', feedback } });
    await until(() => told() === 1);
    const id = Number(/event: support\ndata: \{"id":(\d+)\}/.exec(desk.heard.text)?.[1]);
    const params = { id };
    const assigned = { token: operator.token, params, body: { assigneeId: operator.id, version: 1 } };
    await test.call('PUT /v1/operator/support/{id}/assignee', assigned);
    await until(() => told() === 2);
    const answered = { token: operator.token, params, body: { body: 'Look under Services.', version: 2 } };
    await test.call('POST /v1/operator/support/{id}/answers', answered);
    await until(() => told() === 3 && told(own) === 1);
    await test.call('POST /v1/support/{id}/replies', { token: nurse.token, params, body: { body: 'Thanks' } });
    await until(() => told() === 4);
    const closed = { token: operator.token, params, body: { state: 'CLOSED', version: 4 } };
    await test.call('PUT /v1/operator/support/{id}/state', closed);
    await until(() => told() === 5 && told(own) === 2);

    const admin = await buildSignedIn(test, organizationId, { userType: 'ADMIN' });
    const profile = { name: 'Renamed', organizationType: 'CARE_PROVIDER', phoneNumber: '+12695550100' };
    const edit = { token: admin.token, params: { id: organizationId }, parts: { organization: profile } };
    expect((await test.call('PUT /v1/organizations/{id}', edit)).status).toBe(200);

    // Every stream gets a later event, so an earlier one would have arrived by now.
    const write = { body: 'Down on Saturday.', severity: 'WARNING', endTimestamp: null };
    const { body } = await test.call('POST /v1/operator/announcements', { token: operator.token, body: write });
    const publish = { token: operator.token, params: { id: body.id }, body: { version: 1 } };
    await test.call('POST /v1/operator/announcements/{id}/publish', publish);
    const line = `event: announcement\ndata: {"id":${body.id}}\n`;
    await until(() => [desk, ...portals].every(({ heard }) => heard.text.includes(line)));
    expect([told(), told(own), told(stranger)]).toEqual([5, 2, 0]);
    const drafted = [desk, ...portals].map(({ heard }) => heard.text.includes('event: announcement-draft\n'));
    expect(drafted).toEqual([true, false, false]);
    const edited = `event: organization-review\ndata: {"id":${organizationId}}\n`;
    expect([desk, ...portals].map(({ heard }) => heard.text.includes(edited))).toEqual([true, false, false]);
    expect([desk, ...portals].map(({ heard }) => heard.text).join()).not.toMatch(
      /Secret|Services|Thanks|Saturday|Renamed/,
    );
    for (const { stop } of [desk, ...portals]) stop();
  });

  it('are only for active staff', async () => {
    const organization = await buildOrganization(test);
    const pending = await buildSignedIn(test, organization.id, { status: 'PENDING' });
    const member = await buildSignedIn(test, organization.id, { userType: 'PATIENT' });
    for (const { token } of [pending, member]) expect((await hear(token)).heard.status).toBe(403);
    expect((await hear('nonsense')).heard.status).toBe(401);
    const staff = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
    expect((await hear(staff.token, '/v1/operator/events')).heard.status).toBe(403);
    expect((await hear((await buildOperator(test)).token)).heard.status).toBe(403);
  });

  it.each(['sign-out', 'termination', 'password reset', 'refresh token that comes back'])(
    'end with the session: %s',
    async (way) => {
      const organization = await buildOrganization(test);
      const admin = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
      const { id, email } = await buildUser(test, organization.id);
      const signIn = async () =>
        (await test.call('POST /v1/auth/login', { body: { email, password: testPassword } })).body;
      const [first, second] = [await signIn(), await signIn()];
      const streams = await Promise.all([first.idToken, second.idToken, admin.token].map((token) => hear(token)));
      await until(() => streams.every(({ heard }) => heard.text.includes('listening')));

      if (way === 'sign-out') await test.call('POST /v1/auth/logout', { body: { token: first.refreshToken } });
      if (way === 'termination') {
        await test.call('POST /v1/users/{id}/terminate', { params: { id }, token: admin.token });
      }
      if (way === 'password reset') {
        await test.call('POST /v1/auth/forgotPassword/{email}', { params: { email } });
        const token = /\b(\d{6})\b/.exec((await test.outbox(email))[0]?.text ?? '')?.[1];
        await test.call('POST /v1/auth/forgotPasswordVerify', { body: { email, token, password: 'Another-Horse8!' } });
      }
      if (way === 'refresh token that comes back') {
        for (let i = 0; i < 2; i++) {
          await test.call('POST /v1/auth/refresh-token', { body: { token: first.refreshToken } });
        }
      }
      // An event after the end reaches only the streams that are still open.
      await test.app.pool.query('select pg_notify($1, $2)', [
        eventChannel,
        JSON.stringify({ event: 'note', organizations: [organization.id], data: { id: 0 } }),
      ]);
      await until(() => streams[2]?.heard.text.includes('"id":0'));
      const bothEnd = way === 'termination' || way === 'password reset';
      const ends = [true, bothEnd, false];
      await until(() => streams.every(({ heard }, index) => heard.ended || !ends[index]), 10_000);
      await until(() => streams.every(({ heard }, index) => ends[index] || heard.text.includes('"id":0')));
      expect(streams.map(({ heard }) => [heard.ended, heard.text.includes('"id":0')])).toEqual(
        ends.map((ended) => [ended, !ended]),
      );
      for (const stream of streams) stream.stop();
    },
  );

  // Both wait for the next check of the session.
  it.concurrent('end when nobody used the session for longer than allowed', async () => {
    const { id } = await buildOrganization(test);
    const admin = await buildSignedIn(test, id, { userType: 'ADMIN' });
    const [unused, used] = [await buildSignedIn(test, id), await buildSignedIn(test, id)];
    const body = { idleMinutes: 5 };
    await test.call('PUT /v1/organizations/{id}/sign-in', { params: { id }, body, token: admin.token });
    const minutesUnused = (minutes: number) =>
      test.app.pool.query(
        `update sessions set last_used_timestamp = now() - make_interval(mins => $1) where user_id = $2`,
        [minutes, unused.id],
      );
    await minutesUnused(5);
    const streams = await Promise.all([unused.token, used.token].map((token) => hear(token)));
    await until(() => streams.every(({ heard }) => heard.text.includes('listening')));
    await minutesUnused(6);
    await until(() => streams[0]?.heard.ended, 20_000);
    expect(streams[1]?.heard.ended).toBe(false);
    expect(await test.call('GET /v1/users/{id}', { params: { id: unused.id }, token: unused.token })).toMatchObject({
      status: 401,
      body: { code: 'session_idle' },
    });
    for (const stream of streams) stream.stop();
  });

  it.concurrent("don't count as use", async () => {
    const { id } = await buildOrganization(test);
    const staff = await buildSignedIn(test, id);
    const lastUse = async () =>
      (await test.app.pool.query('select last_used_timestamp as at from sessions where user_id = $1', [staff.id]))
        .rows[0].at;
    await test.app.pool.query(
      "update sessions set last_used_timestamp = now() - interval '9 minutes' where user_id = $1",
      [staff.id],
    );
    const before = await lastUse();
    const { heard, stop } = await hear(staff.token);
    await until(() => heard.text.includes('alive'), 20_000);
    expect(await lastUse()).toEqual(before);
    stop();
  });

  it.concurrent('end for those who lack a second factor that is now required', async () => {
    const { id } = await buildOrganization(test);
    const admin = await buildSignedIn(test, id, { userType: 'ADMIN' });
    const [without, other] = [
      await buildSignedIn(test, id),
      await buildSignedIn(test, (await buildOrganization(test)).id),
    ];
    const streams = await Promise.all([without.token, other.token].map((token) => hear(token)));
    await until(() => streams.every(({ heard }) => heard.text.includes('listening')));
    const body = { requireSecondFactor: true };
    await test.call('PUT /v1/organizations/{id}/sign-in', { params: { id }, body, token: admin.token });
    await until(() => streams[0]?.heard.ended);
    expect(streams[1]?.heard.ended).toBe(false);
    expect((await hear(without.token)).heard.status).toBe(403);
    for (const stream of streams) stream.stop();
  });

  it("close a session's oldest stream when it opens an eleventh", async () => {
    const organization = await buildOrganization(test);
    const colleague = await hear((await buildSignedIn(test, organization.id)).token);
    const { token } = await buildSignedIn(test, organization.id);
    const streams: Awaited<ReturnType<typeof hear>>[] = [];
    for (let i = 0; i < 12; i++) streams.push(await hear(token));
    await until(() => streams[0]?.heard.ended && streams[1]?.heard.ended);
    await test.app.pool.query('select pg_notify($1, $2)', [
      eventChannel,
      JSON.stringify({ event: 'note', organizations: [organization.id], data: { id: 0 } }),
    ]);
    const open = [...streams.slice(2), colleague];
    await until(() => open.every(({ heard }) => heard.text.includes('"id":0')));
    expect(open.filter(({ heard }) => heard.ended)).toEqual([]);
    for (const stream of open) stream.stop();
  });

  it('close an unread stream before its buffer fills memory', async () => {
    const organization = await buildOrganization(test);
    const { token } = await buildSignedIn(test, organization.id);
    const connection = new RawConnection(Number(new URL(address).port));
    const ended = once(connection.socket, 'close');
    await connection.send(`GET /v1/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
    const { heard, stop } = await hear(token);
    await until(() => heard.text.includes('listening'));
    const data = { filler: 'y'.repeat(100_000) };
    for (let i = 0; i < 200; i++) test.app.events.publish({ event: 'note', organizations: [organization.id], data });
    connection.socket.resume();
    await ended;
    stop();
  });

  it('start with recent events of the same organization', async () => {
    const [own, other] = [await buildOrganization(test), await buildOrganization(test)];
    const { token } = await buildSignedIn(test, own.id);
    for (const { id } of [other, own])
      test.app.events.publish({ event: 'note', organizations: [id], data: { for: id } });
    const { heard, stop } = await hear(token);
    await until(() => heard.text.includes(`{"for":${own.id}}`));
    expect(heard.text).not.toContain(`{"for":${other.id}}`);
    stop();
  });

  it('refuse HEAD, which would never end', async () => {
    const { token } = await buildSignedIn(test, (await buildOrganization(test)).id);
    expect((await test.call('HEAD /v1/events', { token })).status).toBe(404);
  });

  it('resume after a lost database connection and report a possible gap', async () => {
    const organization = await buildOrganization(test);
    const { token } = await buildSignedIn(test, organization.id);
    const { heard, stop } = await hear(token);
    await until(() => heard.text.includes('listening'));
    const { default: pg } = await import('pg');
    const owner = new pg.Client({ connectionString: test.databaseUrl });
    await owner.connect();
    await owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kinbridge-listener' and datname = current_database()",
    );
    await owner.end();
    await until(() => heard.text.includes('event: resync'));
    stop();
  });
});
