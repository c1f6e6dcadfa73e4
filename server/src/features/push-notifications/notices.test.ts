import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { startDeliveries } from '../../main/deliveries.ts';
import { buildSignedIn, setApproval } from '../../testing/build.ts';
import { openBrowserPush, readVapid, startPushService } from '../../testing/push-service.ts';
import { requestCalls } from '../../testing/requests.ts';
import { until } from '../../testing/until.ts';
import { usePartners, useTestApp } from '../../testing/use-test-app.ts';
import { noticeText } from './notice-text.ts';

const test = useTestApp({ SSO_TIMEOUT_SECONDS: '1' });
const partners = usePartners(test);
const calls = requestCalls(test, partners);
const reader = {} as Awaited<ReturnType<typeof buildSignedIn>>;

beforeAll(async () => {
  Object.assign(reader, await buildSignedIn(test, partners.pantry.id, { userType: 'ADMIN', firstName: 'Petra' }));
});
/** Nothing is left of the test before. */
beforeEach(async () => {
  await sql`delete from push_subscriptions`.run(test.app.db);
  await choose(true);
});

const choose = (sendPushNotifications: boolean, { id, token } = reader) =>
  test.call('PUT /v1/users/{id}', { params: { id }, token, body: { sendPushNotifications } });
const refer = async (): Promise<number> => (await calls.create()).body.id;

/** Registers a browser at a push service of its own; `messages` are those it could read. */
async function openBrowser({ person = reader, answer = 201 as number | Parameters<typeof startPushService>[0] } = {}) {
  const browser = openBrowserPush();
  const service = await startPushService(
    typeof answer === 'number' ? (reply) => reply.writeHead(answer).end() : answer,
  );
  const { status, body } = await test.call('POST /v1/users/{id}/push-subscriptions', {
    params: { id: person.id },
    token: person.token,
    body: { endpoint: `${service.url}/device`, keys: browser.keys, device: 'Chrome on Windows' },
  });
  expect(status).toBe(201);
  return {
    id: body.id as number,
    service,
    messages: () => service.arrived.map(({ body: sent }) => browser.read(sent)),
  };
}

const isRegistered = async ({ id }: { id: number }) =>
  (await sql`select 1 from push_subscriptions where id = ${id}`.many(test.app.db)).length === 1;
const waitSeconds = async () =>
  (
    await sql<{ wait: number | null }>`select extract(epoch from next_attempt_timestamp - now())::float as wait
      from push_notices`.one(test.app.db)
  ).wait;
const makeDue = () =>
  sql`update push_notices set next_attempt_timestamp = now() where next_attempt_timestamp is not null`.run(test.app.db);

describe('a notice', () => {
  it('says once to each device what needs the person', async () => {
    const browsers = [await openBrowser(), await openBrowser()];
    const id = await refer();
    await test.runJobs();
    await test.runJobs();
    const notice = {
      title: `Ticket #${id}`,
      body: 'This request is waiting for your response.',
      url: `/incoming-service-requests?ticket=${id}`,
    };
    expect(browsers.map(({ messages }) => messages())).toEqual([[notice], [notice]]);
  });

  it('is signed with the key that the browser subscribed for, and lives a day', async () => {
    const { service } = await openBrowser();
    await refer();
    await test.runJobs();
    const { headers } = service.arrived[0] ?? { headers: {} };
    const { publicKey } = (await test.call('GET /v1/push-key', { token: reader.token })).body;
    expect(readVapid(headers)).toMatchObject({ publicKey, alg: 'ES256', aud: service.url, sub: expect.any(String) });
    expect(headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' });
  });

  it('goes to the sender after a decline', async () => {
    await choose(true, partners.nurse);
    const { messages } = await openBrowser({ person: partners.nurse });
    const id = await refer();
    await calls.move(id, 'CANCELLED', partners.worker.token, { outcome: { code: 'NO_CAPACITY' } });
    await test.runJobs();
    expect(messages()).toEqual([
      { title: `Ticket #${id}`, body: 'The provider declined this request.', url: `/service-requests?ticket=${id}` },
    ]);
  });

  it("isn't sent for what was there before the device", async () => {
    await refer();
    const { messages } = await openBrowser();
    await test.runJobs();
    expect(messages()).toEqual([]);
  });

  it("isn't sent while they are off, nor about that time later", async () => {
    await choose(false);
    const { messages } = await openBrowser();
    await refer();
    await test.runJobs();
    await choose(true);
    await test.runJobs();
    expect(messages()).toEqual([]);
  });

  it("isn't sent to people of a suspended organization", async () => {
    const { messages } = await openBrowser();
    await refer();
    await setApproval(test.app.db, partners.pantry.id, 'SUSPENDED');
    await test.runJobs();
    await setApproval(test.app.db, partners.pantry.id, 'APPROVED');
    expect(messages()).toEqual([]);
  });

  it("isn't sent once the sign-in expired", async () => {
    const { messages } = await openBrowser();
    await refer();
    await sql`update refresh_tokens set expires_timestamp = now() where session_id in (
      select id from sessions where user_id = ${reader.id})`.run(test.app.db);
    await test.runJobs();
    await sql`update refresh_tokens set expires_timestamp = now() + interval '1 day'`.run(test.app.db);
    expect(messages()).toEqual([]);
  });

  it('is sent within seconds of what happened', async () => {
    const { messages } = await openBrowser();
    const stopping = new AbortController();
    const deliveries = await startDeliveries(test.app, stopping.signal);
    const id = await refer();
    await until(() => messages().length > 0);
    stopping.abort();
    await deliveries.stop();
    expect(messages()).toMatchObject([{ title: `Ticket #${id}` }]);
  });
});

describe('a push service', () => {
  it.each([404, 410])('that answers %s loses the device', async (status) => {
    const browser = await openBrowser({ answer: status });
    await refer();
    await test.runJobs();
    expect(await isRegistered(browser)).toBe(false);
  });

  it.each([429, 503])('that answers %s gets the notice again when it says', async (status) => {
    const browser = await openBrowser({ answer: (reply) => reply.writeHead(status, { 'retry-after': '1200' }).end() });
    await refer();
    await test.runJobs();
    expect(await waitSeconds()).toBeGreaterThan(1_100);
    browser.service.answer = (reply) => reply.writeHead(201).end();
    await makeDue();
    await test.runJobs();
    await makeDue();
    await test.runJobs();
    expect(browser.service.arrived).toHaveLength(2);
  });

  it('that fails for an hour gets it no more, and keeps the device', async () => {
    const browser = await openBrowser({ answer: 500 });
    await refer();
    await test.runJobs();
    await sql`update push_notices set create_timestamp = now() - interval '1 hour'`.run(test.app.db);
    await makeDue();
    await test.runJobs();
    expect([await waitSeconds(), await isRegistered(browser)]).toEqual([null, true]);
  });

  it('that fails is called for one notice of several', async () => {
    const { service } = await openBrowser({ answer: 503 });
    await refer();
    await refer();
    await test.runJobs();
    expect(service.arrived).toHaveLength(1);
    service.answer = (reply) => reply.writeHead(201).end();
    await makeDue();
    await test.runJobs();
    expect(service.arrived).toHaveLength(3);
  });

  it('that refuses a notice gets it no more', async () => {
    await openBrowser({ answer: 413 });
    await refer();
    await test.runJobs();
    expect(await waitSeconds()).toBeNull();
  });

  it("that redirects isn't followed", async () => {
    const elsewhere = await startPushService();
    const { service } = await openBrowser({
      answer: (reply) => reply.writeHead(307, { location: `${elsewhere.url}/device` }).end(),
    });
    await refer();
    await test.runJobs();
    expect([service.arrived.length, elsewhere.arrived.length]).toEqual([1, 0]);
  });

  it('that never answers delays nobody', async () => {
    const slow = await openBrowser({ answer: () => undefined });
    const quick = await openBrowser();
    await refer();
    await test.runJobs();
    expect([quick.messages().length, await isRegistered(slow)]).toEqual([1, true]);
  });

  it("gets nothing where addresses of this machine aren't allowed anymore", async () => {
    const { service } = await openBrowser();
    await refer();
    const { singleSignOn } = test.app.config;
    Object.assign(singleSignOn, { loopback: false });
    await test.runJobs();
    Object.assign(singleSignOn, { loopback: true });
    expect(service.arrived).toEqual([]);
  });
});

it.each([
  ['COMMENT', true, '/service-requests?ticket=7'],
  ['COMMENT', false, '/incoming-service-requests?ticket=7'],
  ['OVERDUE', true, '/service-requests?ticket=7'],
  ['NO_ANSWER', true, '/incoming-service-requests?ticket=7'],
  ['PROPOSED_CHANGE', false, '/members/7'],
] as const)('%s leads to its page (sender: %s)', (kind, isSender, url) => {
  expect(noticeText({ kind, entityId: 7, isSender }).url).toBe(url);
});
