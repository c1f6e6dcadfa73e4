import { once } from 'node:events';
import { Agent, createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type CallName, calls } from '@kinbridge/contract/calls';
import type { Call } from '@kinbridge/contract/shared/call';
import { errorBody } from '@kinbridge/contract/shared/error-body.schema';
import { createProxyServer } from 'httpxy';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppContext } from '../app-context.ts';
import { directAddresses } from '../db/addresses.ts';
import { createApp } from '../main/create-app.ts';
import { buildOrganization, buildSignedIn, serviceIds } from '../testing/build.ts';
import { buildForm } from '../testing/forms.ts';
import { RawConnection } from '../testing/raw-connection.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { createServer } from './app.ts';
import { routes } from './routes.ts';

let portal: TestApp;
let port: number;
let token: string;
let params: Record<string, unknown>;
let requestId: number;

beforeAll(async () => {
  portal = await startTestApp();
  port = Number(new URL(await portal.server.listen({ host: '127.0.0.1', port: 0 })).port);
  const { id: organizationId } = await buildOrganization(portal);
  const admin = await buildSignedIn(portal, organizationId, { userType: 'ADMIN' });
  token = admin.token;
  const survey = await buildForm(portal, admin, [{ type: 'text', name: 'need' }]);
  const [serviceId] = await serviceIds(portal, organizationId);
  const serviceRequest = { organizationId, serviceId, patient: { firstName: 'Ana', lastName: 'Ruiz' } };
  const { body } = await portal.call('POST /v1/service-requests', { parts: { serviceRequest }, token });
  requestId = body.id;
  params = {
    serviceId,
    id: organizationId,
    surveyId: survey.id,
    uniqueSurveyId: survey.uniqueSurveyId,
    userId: body.patient.id,
  };
});
afterAll(() => portal.close());

const kB = 1024;
const file = (name: string, bytes: number) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n${'y'.repeat(bytes)}\r\n`;
const text = (name: string, bytes: number) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${'y'.repeat(bytes)}\r\n`;
const multipart = 'content-type: multipart/form-data; boundary=x';

interface Sent {
  method: string;
  path: string;
  headers?: string[];
  body: string;
}

const framings = {
  'kept connection': (body: string) => [`content-length: ${body.length}\r\n\r\n${body}`],
  'connection to be closed': (body: string) => [`connection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`],
  'chunked body': (body: string) => [
    'transfer-encoding: chunked\r\n\r\n',
    ...(body.match(/[\s\S]{1,60000}/g) ?? []).map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`),
    '0\r\n\r\n',
  ],
  'body announced': (body: string) => [`expect: 100-continue\r\ncontent-length: ${body.length}\r\n\r\n`, body],
};

const head = ({ method, path, headers = [] }: Sent) =>
  [`${method} ${path} HTTP/1.1`, 'host: x', ...headers, ''].join('\r\n');

/** Sends everything before reading, as simple clients do, then reuses the connection if it is kept. */
async function refusalOf(sent: Sent, framing: keyof typeof framings, at: number): Promise<number> {
  const connection = new RawConnection(at);
  const [first = '', ...rest] = framings[framing](sent.body);
  await connection.send(head(sent) + first, ...rest);
  const { status, head: answered, body } = await connection.answer(sent.method);
  if (status >= 400 && sent.method !== 'HEAD') errorBody.parse(JSON.parse(body));
  if (/^connection: close$/m.test(answered)) {
    await connection.closed();
    connection.destroy();
    return status;
  }
  await connection.send('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  expect((await connection.answer()).status).toBe(200);
  connection.destroy();
  return status;
}

async function refusals(sent: Sent, at = port): Promise<Set<number>> {
  const names = Object.keys(framings) as (keyof typeof framings)[];
  return new Set(await Promise.all(names.map((framing) => refusalOf(sent, framing, at))));
}

const uploads = Object.entries(calls as Record<string, Call>).flatMap(([name, call]) => {
  const route = routes.find((candidate) => candidate.name === name);
  return call.multipart && route ? [{ name: name as CallName, call, route }] : [];
});

function upload(name: CallName, body: string, headers = [multipart, `authorization: Bearer ${token}`]): Sent {
  const [method = '', path = ''] = name.split(' ');
  const query = path.endsWith('/upload-patients') ? `?serviceIds=${params.serviceId}` : '';
  return { method, path: path.replace(/\{(\w+)\}/g, (_, key: string) => String(params[key])) + query, headers, body };
}

describe.each(uploads)('a refused upload gets its answer: $name', ({ name, call }) => {
  const { file: one, files: several, json = {} } = call.multipart ?? { json: {} };
  const maxBytes = one?.maxBytes ?? several?.maxBytes ?? 0;

  test.each([100 * kB, 1000 * kB])('unknown part, %i bytes', async (bytes) => {
    for (const unknown of [
      text('other', 1) + file('file', bytes),
      file('other', bytes),
      file('other', 1) + file('file', bytes),
    ]) {
      expect(await refusals(upload(name, `${unknown}--x--\r\n`))).toEqual(new Set([400]));
    }
  });

  test.each([100 * kB, 1000 * kB])('second file, %i bytes', async (bytes) => {
    const sent = upload(name, `${file('file', 10) + file('file', bytes) + file('other', bytes)}--x--\r\n`);
    for (const status of await refusals(sent)) expect([400, 415, 422]).toContain(status);
  });

  test('too large', async () => {
    const part = Object.keys(json)[0];
    const large = part
      ? text(part, 1100 * kB) + file('file', 500 * kB)
      : file('file', maxBytes + 1) + file('other', 500 * kB);
    expect(await refusals(upload(name, `${large}--x--\r\n`))).toEqual(new Set([413]));
  });

  test('wrong type', async () => {
    for (const [bytes, status] of [
      [900, 415],
      [1500, 413],
    ] as const) {
      const headers = ['content-type: text/plain', `authorization: Bearer ${token}`];
      expect(await refusals(upload(name, 'y'.repeat(bytes * kB), headers))).toEqual(new Set([status]));
    }
  });
});

const forStaff = uploads.filter(({ route }) => route.access !== 'public');

test.each(forStaff)('a signed-out upload gets its answer: $name', async ({ name }) => {
  for (const headers of [[multipart], [multipart, 'authorization: Bearer nonsense']]) {
    expect(await refusals(upload(name, `${file('file', 1000 * kB)}--x--\r\n`, headers))).toEqual(new Set([401]));
  }
});

test('tests every upload call', () => {
  expect(uploads.length).toBe(Object.values(calls as Record<string, Call>).filter((call) => call.multipart).length);
  expect(uploads.length).toBeGreaterThanOrEqual(8);
});

describe('an early response arrives:', () => {
  const json = ['content-type: application/json'];
  const megabyte = 'y'.repeat(1000 * kB);
  test.each<[string, number, Sent]>([
    ['unknown route', 404, { method: 'POST', path: '/v1/nothing', headers: json, body: '{}'.padEnd(1000 * kB) }],
    [
      'unknown route, parts',
      404,
      { method: 'POST', path: '/v1/nothing', headers: [multipart], body: file('file', 1000 * kB) },
    ],
    [
      'unsupported method',
      404,
      { method: 'DELETE', path: '/v1/organizations', headers: json, body: '{}'.padEnd(1000 * kB) },
    ],
    ['undecodable path', 400, { method: 'POST', path: '/%E0%A4%A', headers: json, body: megabyte }],
    [
      'signed out, JSON',
      401,
      { method: 'POST', path: '/v1/surveys', headers: json, body: JSON.stringify({ a: megabyte.slice(100) }) },
    ],
    ['malformed JSON', 400, { method: 'POST', path: '/v1/auth/login', headers: json, body: megabyte }],
    [
      'JSON too large',
      413,
      { method: 'POST', path: '/v1/auth/login', headers: json, body: `"${megabyte}${megabyte}"` },
    ],
    [
      'JSON too large for a call with a higher limit',
      413,
      { method: 'POST', path: '/v1/survey-answers/submit', headers: json, body: `"${'y'.repeat(2_600_000)}"` },
    ],
    [
      'wrong type',
      415,
      { method: 'POST', path: '/v1/auth/login', headers: ['content-type: text/plain'], body: megabyte },
    ],
    [
      'parts instead of JSON',
      415,
      { method: 'POST', path: '/v1/auth/login', headers: [multipart], body: file('file', 1000 * kB) },
    ],
    ['GET with a body', 200, { method: 'GET', path: '/healthz', body: megabyte }],
    ['HEAD with a body', 200, { method: 'HEAD', path: '/healthz', body: megabyte }],
    [
      'OPTIONS with a body',
      404,
      { method: 'OPTIONS', path: '/v1/organizations', headers: json, body: '{}'.padEnd(1000 * kB) },
    ],
    [
      'parts that end long before the body',
      400,
      { method: 'POST', path: '/v1/organizations', headers: [multipart], body: `--x--\r\n${megabyte}` },
    ],
  ])('%s, %i', async (_case, status, sent) => {
    expect(await refusals(sent)).toEqual(new Set([status]));
  });

  const comments = () => portal.call('GET /v1/service-requests/{id}/notes', { params: { id: requestId }, token });

  /** Uses a server with a different app context. */
  async function refusalsOf(app: AppContext, sent: Sent): Promise<Set<number>> {
    const server = await createServer(app, pino({ level: 'silent' }));
    const address = await server.listen({ host: '127.0.0.1', port: 0 });
    const statuses = await refusals(sent, Number(new URL(address).port));
    await server.close();
    return statuses;
  }

  test('too many requests, 429', async () => {
    const { config } = portal.app;
    const app = { ...portal.app, config: { ...config, limits: { ...config.limits, perAddress: 1 } } };
    const sent = upload('POST /v1/organizations', `${file('file', 1000 * kB)}--x--\r\n`, [multipart]);
    expect(await refusalsOf(app, sent)).toContain(429);
  });

  test('database down, 503', async () => {
    const app = createApp(portal.app.config, directAddresses('postgres://127.0.0.1:1/away'), pino({ level: 'silent' }));
    const sent = upload('POST /v1/notes', `${file('file', 1000 * kB)}--x--\r\n`);
    expect(await refusalsOf(app, sent)).toEqual(new Set([503]));
    await app.close();
  });

  test('the refusal arrives while the body is still being sent', async () => {
    const connection = new RawConnection(port);
    const sent = upload('POST /v1/notes', file('file', 1), [multipart]);
    await connection.send(`${head(sent)}content-length: 5000000\r\n\r\n${sent.body}`);
    expect((await connection.answer()).status).toBe(401);
    await connection.send('y'.repeat(5_000_000 - sent.body.length));
    await connection.closed();
    connection.destroy();
  });

  test('a refused upload that its caller cuts short closes the connection', async () => {
    const connection = new RawConnection(port);
    const sent = upload('POST /v1/notes', file('file', 100 * kB), [multipart]);
    await connection.send(`${head(sent)}content-length: ${sent.body.length}\r\n\r\n${sent.body.slice(0, -1000)}`);
    const { status, head: answered } = await connection.answer();
    expect([status, /^connection: .*$/m.exec(answered)?.[0]]).toEqual([401, 'connection: close']);
    // Not the rest of the upload, and not taken for it.
    await connection.send('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    await connection.closed();
    connection.destroy();
  });

  test('a request behind a refused upload on its connection is not processed', async () => {
    const connection = new RawConnection(port);
    const refused = upload('POST /v1/organizations', `${file('other', 300 * kB)}--x--\r\n`, [multipart]);
    const content = JSON.stringify({ serviceRequestId: requestId, content: 'Called.' });
    const note = upload(
      'POST /v1/notes',
      `--x\r\ncontent-disposition: form-data; name="note"\r\n\r\n${content}\r\n--x--\r\n`,
    );
    const framing = framings['kept connection'];
    await connection.send(head(refused) + framing(refused.body)[0] + head(note) + framing(note.body)[0]);
    expect((await connection.answer()).status).toBe(400);
    await connection.closed();
    connection.destroy();
    expect((await comments()).body).toEqual([]);
    // The same comment alone is valid.
    const other = new RawConnection(port);
    await other.send(head(note) + framing(note.body)[0]);
    expect((await other.answer()).status).toBe(201);
    other.destroy();
  });

  test.each([
    ['headers that are too large', 431, `GET / HTTP/1.1\r\nhost: x\r\na: ${'y'.repeat(1000 * kB)}`],
    ['not HTTP', 400, 'y'.repeat(1000 * kB)],
    [
      'a broken chunk',
      400,
      `POST /v1/auth/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n${'y'.repeat(1000 * kB)}`,
    ],
  ])('%s: the refusal arrives and the connection closes', async (_case, status, bytes) => {
    const connection = new RawConnection(port);
    await connection.send(...(bytes.match(/[\s\S]{1,100000}/g) ?? []));
    expect((await connection.answer()).status).toBe(status);
    await connection.closed();
    connection.destroy();
  });
});

describe('behind a proxy that keeps its connections', () => {
  let proxy: Server;
  let agent: Agent;
  beforeAll(async () => {
    agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const forward = createProxyServer({ target: `http://127.0.0.1:${port}`, agent });
    proxy = createHttpServer((request, response) => void forward.web(request, response));
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
    agent.destroy();
  });

  test("refused uploads don't block other requests", async () => {
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const bad = await Promise.all(
      uploads
        .flatMap(({ name }) => [200, 1000].map((size) => ({ name, size })))
        .map(async ({ name, size }) => {
          const { method, path, body } = upload(name, `${file('other', size * kB)}--x--\r\n`);
          const headers = { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${token}` };
          return (await fetch(url + path, { method, headers, body })).status;
        }),
    );
    expect(bad).toEqual(bad.map(() => 400));
    const others = await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/v1/organizations`)));
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
  });
});

describe("a caller who disconnects doesn't cause an error:", () => {
  const part = file('file', 200 * kB).slice(0, -100);
  const half = (sent: Sent) => `${head(sent)}content-length: ${sent.body.length * 2}\r\n\r\n${sent.body}`;
  const staff = () => [`authorization: Bearer ${token}`];
  const cases: [string, () => string][] = [
    ['parts with one file', () => half(upload('POST /v1/organizations', part, [multipart]))],
    ['parts with a JSON part', () => half(upload('POST /v1/notes', text('note', 100).slice(0, -50)))],
    ['parts with several files', () => half(upload('POST /v1/users/{userId}/documents', part))],
    [
      'a chunked list of responses',
      () => {
        const sent = upload('POST /v1/survey-answers/{surveyId}/upload-responses', part);
        return `${head(sent)}transfer-encoding: chunked\r\n\r\nfffff\r\n${part}`;
      },
    ],
    [
      'JSON',
      () =>
        half({
          method: 'POST',
          path: '/v1/auth/login',
          headers: ['content-type: application/json'],
          body: '{"email":',
        }),
    ],
    ['an early refusal', () => half({ method: 'POST', path: '/v1/nothing', headers: [multipart], body: part })],
    ['the answer', () => `${head({ method: 'GET', path: '/docs/openapi.json', body: '' })}\r\n`.repeat(20)],
    ['an event stream', () => `${head({ method: 'GET', path: '/v1/events', headers: staff(), body: '' })}\r\n`],
  ];
  test.each(cases)('%s', async (_case, bytes) => {
    const before = portal.logs.length;
    const { server } = portal.server;
    const open = new Set<Socket>();
    const watch = (socket: Socket) => open.add(socket.once('close', () => open.delete(socket)));
    server.on('connection', watch);
    for (const leave of ['destroy', 'resetAndDestroy'] as const) {
      const connection = new RawConnection(port);
      const arrived = once(server, 'request');
      await connection.send(bytes());
      await arrived;
      connection.socket[leave]();
    }
    await until(() => open.size === 0);
    server.off('connection', watch);
    // Once another request is answered, everything the first one started has ended.
    await portal.call('GET /v1/organizations');
    const lines = portal.logs.slice(before).map((line) => JSON.parse(line) as { level: number; status?: number });
    expect(lines.filter(({ level, status = 0 }) => level > 30 || status >= 500)).toEqual([]);
  });
});
