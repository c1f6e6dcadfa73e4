import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { errorBody } from '@kinbridge/contract/shared/error-body.schema';
import { until } from '../../server/src/testing/until.ts';
import { type Check, check } from '../part.ts';
import {
  type Call,
  type Client,
  createClient,
  type Protocol,
  type ProxyAddress,
  protocols,
  readAll,
} from './client.ts';
import type { Portal } from './portal.ts';

const patienceMs = 30_000;
/** Longer than the interval of each proxy's health checks. */
const noticeMs = 5000;
const megabyte = 1024 * 1024;

/** What every proxy must let through, over each protocol. */
export async function checkProxy(
  software: { software: string; version: string },
  portal: Portal,
  address: ProxyAddress,
): Promise<Check[]> {
  const checks: Check[] = [];
  for (const protocol of protocols) {
    for (const [what, run] of Object.entries(journeys)) {
      const client = createClient(protocol, address);
      const another = () => createClient(protocol, address);
      checks.push(await check(software, `${what}, ${protocol}`, () => run({ portal, client, another })));
      client.close();
    }
  }
  return checks;
}

/** With a proxy that is set up for more than one process. */
export function checkRestart(
  software: { software: string; version: string },
  portal: Portal,
  address: ProxyAddress,
): Promise<Check> {
  const restart = () => restartAll(portal, (protocol) => createClient(protocol, address));
  return check(software, 'no call fails while processes restart', restart);
}

interface Visit {
  portal: Portal;
  client: Client;
  /** On a connection of its own. */
  another(): Client;
}

const journeys: Record<string, (visit: Visit) => Promise<void>> = {
  'live updates arrive': async ({ portal, client, another }) => {
    const { answer, reset } = client.send('GET', '/v1/events', { headers: signedIn(portal) });
    const { status, body } = await withPatience(answer);
    if (status !== 200) throw new Error(`the stream got ${status}`);
    let heard = '';
    body.on('error', () => undefined);
    body.on('data', (chunk) => {
      heard += String(chunk);
    });
    const other = another();
    await comment(portal, other);
    other.close();
    await until(() => heard.includes('event: note'), patienceMs).catch(() => {
      throw new Error('no event arrived about a new comment');
    });
    reset();
  },

  'a refused upload, then a valid one': async ({ portal, client }) => {
    for (let round = 0; round < 3; round++) {
      await refuse(portal, client);
      await upload(portal, client, 1000);
    }
  },

  'an upload that stops after its refusal, then a valid one': async ({ portal, client }) => {
    for (const how of ['stop', 'reset', 'stop', 'reset', 'stop', 'stop'] as const) {
      await abandon(portal, client, how);
      await upload(portal, client, 1000);
    }
  },

  'refused and valid uploads at the same time': async ({ portal, another }) => {
    const clients = Array.from({ length: 6 }, another);
    const rounds = clients.map(async (client, place) => {
      for (let round = 0; round < 5; round++) {
        if ((round + place) % 2 === 0) await refuse(portal, client);
        else await upload(portal, client, 100_000);
      }
    });
    await Promise.all(rounds);
    for (const client of clients) client.close();
  },

  'a file of 25 MB there and back': async ({ portal, client }) => {
    const { id, hash } = await upload(portal, client, 25 * megabyte);
    const path = `/v1/users/${portal.memberId}/documents/${id}`;
    const answer = await withPatience(client.send('GET', path, { headers: signedIn(portal) }).answer);
    const bytes = await withPatience(readAll(answer));
    if (answer.status !== 200) throw new Error(`the download got ${answer.status}`);
    if (hashOf(bytes) !== hash) throw new Error('the download has other bytes');
  },
};

async function restartAll(portal: Portal, create: (protocol: Protocol) => Client): Promise<void> {
  let stopped = false;
  const failures: string[] = [];
  const callers = protocols.map(async (protocol) => {
    const client = create(protocol);
    while (!stopped) {
      await comment(portal, client).catch(({ message }: Error) => failures.push(`${protocol}: ${message}`));
      await pause(20);
    }
    client.close();
  });
  try {
    for (const port of portal.ports) {
      await portal.restart(port);
      // As docs/OPERATIONS.md asks: the proxy must see that this one is back before the next one stops.
      await pause(noticeMs);
    }
  } finally {
    stopped = true;
    await Promise.all(callers);
  }
  if (failures.length > 0) throw new Error(`${failures.length} failed: ${failures[0]}`);
}

function signedIn({ token }: Portal): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** A form with one part. */
async function form(name: string, content: Blob | string): Promise<{ type: string; body: Buffer }> {
  const parts = new FormData();
  if (content instanceof Blob) parts.set(name, content, 'scan.pdf');
  else parts.set(name, content);
  const encoded = new Response(parts);
  return { type: encoded.headers.get('content-type') ?? '', body: Buffer.from(await encoded.arrayBuffer()) };
}

async function comment(portal: Portal, client: Client): Promise<void> {
  const note = JSON.stringify({ serviceRequestId: portal.requestId, content: 'Called twice.' });
  const { type, body } = await form('note', note);
  const headers = { ...signedIn(portal), 'content-type': type };
  await post(client, '/v1/notes', { headers, body }, 201);
}

async function upload(portal: Portal, client: Client, size: number): Promise<{ id: number; hash: string }> {
  const bytes = randomBytes(size);
  const { type, body } = await form('files', new Blob([bytes]));
  const headers = { ...signedIn(portal), 'content-type': type };
  const [file] = (await post(client, documents(portal), { headers, body }, 201)) as { id: number }[];
  return { id: file?.id ?? 0, hash: hashOf(bytes) };
}

function documents({ memberId }: Portal): string {
  return `/v1/users/${memberId}/documents`;
}

/** 3 MB of somebody who isn't signed in. */
async function unwelcome(): Promise<Call> {
  const { type, body } = await form('files', new Blob([randomBytes(3 * megabyte)]));
  return { headers: { authorization: 'Bearer nonsense', 'content-type': type }, body };
}

async function refuse(portal: Portal, client: Client): Promise<void> {
  errorBody.parse(await post(client, documents(portal), await unwelcome(), 401));
}

/** Sends a third, and stops after the answer, or without one behind a proxy that wants the whole request first. */
async function abandon(portal: Portal, client: Client, how: 'stop' | 'reset'): Promise<void> {
  const exchange = client.send('POST', documents(portal), { ...(await unwelcome()), cutAt: megabyte });
  const answered = exchange.answer.then(async (answer) => {
    await readAll(answer);
    if (answer.status !== 401) throw new Error(`an upload without a session got ${answer.status}`);
  });
  answered.catch(() => undefined);
  await Promise.race([answered, pause(1000)]);
  exchange[how]();
}

async function post(client: Client, path: string, call: Call, expected: number): Promise<unknown> {
  const answer = await withPatience(client.send('POST', path, call).answer);
  const text = (await withPatience(readAll(answer))).toString();
  if (answer.status !== expected)
    throw new Error(`POST ${path} got ${answer.status} instead of ${expected}: ${text.slice(0, 120)}`);
  return JSON.parse(text);
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function withPatience<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patienceMs / 1000} s`)), patienceMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
