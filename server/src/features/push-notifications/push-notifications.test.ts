import { describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { buildSignedIn, buildUser, testPassword } from '../../testing/build.ts';
import { openBrowserPush } from '../../testing/push-service.ts';
import { useOrganization, useTestApp } from '../../testing/use-test-app.ts';

const test = useTestApp();
const organization = useOrganization(test);

interface Person {
  id: number;
  token: string;
}

let endpoints = 0;
const { keys } = openBrowserPush();

const add = (person: Person, over: object = {}, id = person.id) =>
  test.call('POST /v1/users/{id}/push-subscriptions', {
    params: { id },
    token: person.token,
    body: { endpoint: `https://push.example.invalid/${++endpoints}`, keys, device: 'Chrome on Windows', ...over },
  });
const list = (person: Person, id = person.id) =>
  test.call('GET /v1/users/{id}/push-subscriptions', { params: { id }, token: person.token });
const remove = (person: Person, subscriptionId: number, id = person.id) =>
  test.call('DELETE /v1/users/{id}/push-subscriptions/{subscriptionId}', {
    params: { id, subscriptionId },
    token: person.token,
  });
const newPerson = () => buildSignedIn(test, organization.id);
const countStored = async ({ id }: Person) =>
  (
    await sql<{ count: number }>`select count(*)::integer as count from push_subscriptions
    where user_id = ${id}`.one(test.app.db)
  ).count;

describe('the key of the installation', () => {
  it('is a point on the curve, the same for everyone', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const { status, body } = await test.call('GET /v1/push-key', { token: one.token });
    expect([status, Buffer.from(body.publicKey, 'base64url').length, Object.keys(body)]).toEqual([
      200,
      65,
      ['publicKey'],
    ]);
    expect((await test.call('GET /v1/push-key', { token: other.token })).body).toEqual(body);
  });

  it('is encrypted in the database', async () => {
    const { token } = await newPerson();
    await test.call('GET /v1/push-key', { token });
    const { value } = await sql<{ value: string }>`select value from settings where name = 'push key'`.one(test.app.db);
    expect(Buffer.from(value, 'base64').toString('latin1')).not.toContain('P-256');
  });
});

describe("a person's devices", () => {
  it('are added, listed and removed', async () => {
    const person = await newPerson();
    const { status, body } = await add(person);
    const device = { id: expect.any(Number), device: 'Chrome on Windows', createTimestamp: expect.any(String) };
    expect([status, body]).toEqual([201, device]);
    expect((await list(person)).body).toEqual([body]);
    expect((await remove(person, body.id)).status).toBe(204);
    expect((await list(person)).body).toEqual([]);
    expect((await remove(person, body.id)).status).toBe(404);
  });

  it('are the newest ten', async () => {
    const person = await newPerson();
    for (let count = 1; count <= 11; count++) await add(person, { device: `Device ${count}` });
    const { body } = await list(person);
    expect([body.length, body[0].device, body.at(-1).device]).toEqual([10, 'Device 11', 'Device 2']);
  });

  it('have one row per endpoint', async () => {
    const person = await newPerson();
    const endpoint = 'https://push.example.invalid/same';
    await add(person, { endpoint });
    await add(person, { endpoint, device: 'Renamed' });
    expect((await list(person)).body).toMatchObject([{ device: 'Renamed' }]);
  });

  it('go to the person who uses the browser now', async () => {
    const [before, now] = [await newPerson(), await newPerson()];
    const endpoint = 'https://push.example.invalid/shared';
    await add(before, { endpoint });
    await add(now, { endpoint });
    expect([(await list(before)).body.length, (await list(now)).body.length]).toEqual([0, 1]);
  });

  it("are 404 with someone else's id", async () => {
    const [person, admin] = [await newPerson(), await buildSignedIn(test, organization.id, { userType: 'ADMIN' })];
    const { body } = await add(person);
    const answers = [
      await add(admin, {}, person.id),
      await list(admin, person.id),
      await remove(admin, body.id, person.id),
      await remove(admin, body.id),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await list(person)).body).toHaveLength(1);
  });

  it('are unreadable in the database', async () => {
    const person = await newPerson();
    await add(person, { endpoint: 'https://push.example.invalid/secret' });
    const { secret } = await sql<{ secret: Buffer }>`select secret from push_subscriptions
      where user_id = ${person.id}`.one(test.app.db);
    expect(secret.toString('latin1')).not.toContain('example.invalid');
  });

  it('are in the log by id alone', async () => {
    const person = await newPerson();
    const { body } = await add(person);
    const rows = await sql<{ action: string; detail: object }>`select action, detail from audit_log
      where entity_id = ${person.id} and action like 'push-device%'`.many(test.app.db);
    expect(rows).toEqual([{ action: 'push-device.added', detail: { deviceId: body.id } }]);
  });
});

describe('what a browser sends', () => {
  it.each([
    'http://push.example.org/1',
    'https://10.1.2.3/1',
    'https://192.168.0.1/1',
    'https://172.16.0.1/1',
    'https://169.254.169.254/latest',
    'https://[fd00::1]/1',
    'https://[::ffff:10.0.0.1]/1',
    'https://0.0.0.0/1',
    'https://user:pass@push.example.org/1',
    'ftp://push.example.org/1',
    'push.example.org',
    '',
  ])('is refused for the endpoint "%s"', async (endpoint) => {
    const { status, body } = await add(await newPerson(), { endpoint });
    expect([status, Object.keys(body.fields)]).toEqual([400, ['endpoint']]);
  });

  it.each(['http://127.0.0.1:4000/1', 'https://localhost:4000/1'])(
    'may be of this machine in a trial: %s',
    async (endpoint) => {
      expect((await add(await newPerson(), { endpoint })).status).toBe(201);
    },
  );

  it.each([
    ['keys.p256dh', { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') }],
    ['keys.p256dh', { ...keys, p256dh: keys.p256dh.slice(0, 40) }],
    ['keys.auth', { ...keys, auth: 'AAAA' }],
    ['keys.auth', { ...keys, auth: 'not base64!' }],
  ])('is refused for %s', async (field, wrong) => {
    const { status, body } = await add(await newPerson(), { keys: wrong });
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
  });

  it('is refused with a device name of two lines or 200 characters', async () => {
    const person = await newPerson();
    const statuses = [await add(person, { device: 'x'.repeat(200) }), await add(person, { device: 'a\nb' })];
    expect(statuses.map(({ body }) => Object.keys(body.fields ?? {}))).toEqual([['device'], ['device']]);
  });
});

describe('the end of a session', () => {
  async function signIn() {
    const { id, email } = await buildUser(test, organization.id);
    const login = async () => {
      const { body } = await test.call('POST /v1/auth/login', { body: { email, password: testPassword } });
      return { id, token: body.idToken as string, refreshToken: body.refreshToken as string };
    };
    const [here, there] = [await login(), await login()];
    await add(here, { device: 'Here' });
    await add(there, { device: 'There' });
    return { here, there };
  }

  it("removes this device's by signing out", async () => {
    const { here, there } = await signIn();
    await test.call('POST /v1/auth/logout', { body: { token: here.refreshToken } });
    expect([(await list(there)).body.map((row: { device: string }) => row.device), await countStored(there)]).toEqual([
      ['There'],
      1,
    ]);
  });

  it("removes that device's by ending it from elsewhere", async () => {
    const { here } = await signIn();
    await test.call('DELETE /v1/users/{id}/sessions', { params: { id: here.id }, token: here.token });
    expect((await list(here)).body).toMatchObject([{ device: 'Here' }]);
  });

  it.each(['terminate', 'sign-out'])('removes all of an employee (%s)', async (what) => {
    const { here } = await signIn();
    const admin = await buildSignedIn(test, organization.id, { userType: 'ADMIN' });
    await test.call(`POST /v1/users/{id}/${what}`, { params: { id: here.id }, token: admin.token });
    expect(await countStored(here)).toBe(0);
  });

  it('removes all of an idle one, once it is noticed', async () => {
    const { here } = await signIn();
    await sql`update organizations set idle_minutes = 5 where id = ${organization.id}`.run(test.app.db);
    await sql`update sessions set last_used_timestamp = now() - interval '1 hour' where user_id = ${here.id}`.run(
      test.app.db,
    );
    expect((await list(here)).status).toBe(401);
    await sql`update organizations set idle_minutes = null where id = ${organization.id}`.run(test.app.db);
    expect(await countStored(here)).toBe(1);
  });
});
