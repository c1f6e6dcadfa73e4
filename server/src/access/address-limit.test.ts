import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { directAddresses } from '../db/addresses.ts';
import { sql } from '../db/sql.ts';
import { createServer } from '../http/app.ts';
import { createApp, type RunningApp } from '../main/create-app.ts';
import { buildOrganization, buildSignedIn } from '../testing/build.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { AddressLimit } from './address-limit.ts';

const limit = 4;
const sessionLimit = 20;
let portal: TestApp;
let other: { app: RunningApp; server: FastifyInstance };
let addresses = 0;

beforeAll(async () => {
  portal = await startTestApp({
    RATE_LIMIT_PER_ADDRESS: String(limit),
    RATE_LIMIT_PER_SESSION: String(sessionLimit),
  });
  const silent = pino({ level: 'silent' });
  const app = createApp(portal.app.config, directAddresses(portal.databaseUrl), silent);
  other = { app, server: await createServer(app, silent) };
});
afterAll(async () => {
  await other.server.close();
  await other.app.close();
  await portal.close();
});

const newAddress = () => `198.51.100.${++addresses}`;

/** Calls the list from these addresses, rotating servers; retries with new addresses if the minute turns. */
function statusesOf(
  addressesOf: () => string[],
  servers: FastifyInstance[],
  headers: Record<string, string> = {},
): Promise<number[]> {
  return inOneMinute(async () => {
    const statuses: number[] = [];
    for (const [index, remoteAddress] of addressesOf().entries()) {
      const server = servers[index % servers.length] ?? portal.server;
      const answer = await server.inject({ method: 'GET', url: '/v1/organizations', remoteAddress, headers });
      if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      statuses.push(answer.statusCode);
    }
    return statuses;
  });
}

async function inOneMinute<T>(run: () => Promise<T>): Promise<T> {
  for (;;) {
    const minute = Math.floor(Date.now() / 60_000);
    const result = await run();
    if (minute === Math.floor(Date.now() / 60_000)) return result;
  }
}

const newSession = async () => (await buildSignedIn(portal, (await buildOrganization(portal)).id)).token;

/** How many of these calls with one session are accepted; the others are 429 and say when to try again. */
async function acceptedOf(calls: number, token: string, servers = [portal.server]): Promise<number> {
  let accepted = 0;
  for (let i = 0; i < calls; i++) {
    const server = servers[i % servers.length] ?? portal.server;
    const url = '/v1/announcements';
    const answer = await server.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
    if (answer.statusCode !== 429) accepted++;
    else expect([answer.json().code, Number(answer.headers['retry-after']) > 0]).toEqual(['too_many_requests', true]);
  }
  return accepted;
}

describe('the limit per address', () => {
  const tenFromOne = () => Array<string>(10).fill(newAddress());
  const refusedAfterLimit = Array.from({ length: 10 }, (_, index) => (index < limit ? 200 : 429));

  test('applies to the organization list without a session', async () => {
    expect(await statusesOf(tenFromOne, [portal.server])).toEqual(refusedAfterLimit);
  });

  test("doesn't apply to it with a session", async () => {
    const { token } = await buildSignedIn(portal, (await buildOrganization(portal)).id);
    const statuses = await statusesOf(tenFromOne, [portal.server], { authorization: `Bearer ${token}` });
    expect(statuses).toEqual(Array(10).fill(200));
  });

  test('is shared by all processes', async () => {
    expect(await statusesOf(tenFromOne, [portal.server, other.server])).toEqual(refusedAfterLimit);
  });

  test('counts each address separately', async () => {
    const ten = () => Array.from({ length: 10 }, newAddress);
    expect(await statusesOf(ten, [portal.server])).toEqual(Array(10).fill(200));
  });

  test('counts the addresses of an IPv6 /64 as one', async () => {
    const network = () => {
      const prefix = `2001:db8:0:${(++addresses).toString(16)}`;
      return Array.from({ length: 10 }, (_, index) => `${prefix}:${index}::${index}`);
    };
    expect(await statusesOf(network, [portal.server])).toEqual(refusedAfterLimit);
  });

  test('holds for parallel calls that reserve several at a time', async () => {
    const now = Date.now();
    const address = newAddress();
    const limits = [new AddressLimit(350, portal.app), new AddressLimit(350, other.app)];
    const calls = Array.from({ length: 1000 }, (_, index) => limits[index % 2]?.count(address, now));
    const done = await Promise.allSettled(calls);
    expect(done.filter(({ status }) => status === 'fulfilled').length).toBe(350);
  });

  test('refuses from memory without another query', async () => {
    const now = Date.now();
    const strict = new AddressLimit(1, portal.app);
    const address = newAddress();
    const counted = async () => await sql`select sum(calls) as sum from address_counts`.many(portal.app.db);
    await strict.count(address, now);
    await expect(strict.count(address, now)).rejects.toThrow('Too many tries');
    const before = await counted();
    for (let i = 0; i < 5; i++) await expect(strict.count(address, now)).rejects.toThrow('Too many tries');
    expect(await counted()).toEqual(before);
  });

  test('resets every minute', async () => {
    const now = Date.now();
    const strict = new AddressLimit(1, portal.app);
    const address = newAddress();
    await strict.count(address, now);
    await expect(strict.count(address, now)).rejects.toThrow('Too many tries');
    await strict.count(address, now + 60_000);
  });

  test('is counted per process while the database is down', async () => {
    const app = createApp(portal.app.config, directAddresses('postgres://127.0.0.1:1/away'), pino({ level: 'silent' }));
    const strict = new AddressLimit(limit, app);
    const now = Date.now();
    for (let i = 0; i < limit; i++) await strict.count('198.51.100.1', now);
    await expect(strict.count('198.51.100.1', now)).rejects.toThrow('Too many tries');
    await app.close();
  });
});

describe('the limit per session', () => {
  test('refuses calls over it and says when to try again', async () => {
    const accepted = () => inOneMinute(async () => acceptedOf(sessionLimit + 10, await newSession()));
    expect(await accepted()).toBe(sessionLimit);
  });

  test('counts each session separately', async () => {
    const accepted = await inOneMinute(async () => [
      await acceptedOf(sessionLimit + 1, await newSession()),
      await acceptedOf(sessionLimit, await newSession()),
    ]);
    expect(accepted).toEqual([sessionLimit, sessionLimit]);
  });

  test('is shared by all processes, except for the tenth that each accepts on its own', async () => {
    const accepted = await inOneMinute(async () => acceptedOf(60, await newSession(), [portal.server, other.server]));
    expect(accepted).toBeGreaterThanOrEqual(sessionLimit);
    expect(accepted).toBeLessThanOrEqual(sessionLimit + sessionLimit / 10);
  });

  test('writes nothing for the first tenth', async () => {
    const counted = () => sql<{ count: number }>`select count(*)::int as count from address_counts`.one(portal.app.db);
    const before = await counted();
    expect(await inOneMinute(async () => acceptedOf(sessionLimit / 10, await newSession()))).toBe(2);
    expect(await counted()).toEqual(before);
  });
});
