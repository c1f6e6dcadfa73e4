import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { errorBody } from '@kinbridge/contract/shared/error-body.schema';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildOrganization, buildSignedIn } from '../testing/build.ts';
import { grayPicture } from '../testing/pictures.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createServer } from './app.ts';

const policy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
  "font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; " +
  "frame-ancestors 'none'";

const page = `<!doctype html><title>Kinbridge</title>${' '.repeat(2000)}`;
const script = `console.log('portal');${'/* padding */'.repeat(200)}`;

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

let folder: string;
let portal: TestApp;
/** The same portal with a built web app, on its own port. */
let server: FastifyInstance;
let port: number;
let organizationId: number;
let token: string;

beforeAll(async () => {
  portal = await startTestApp();
  // A parent folder named assets must not make its files look like hashed assets.
  folder = await mkdtemp(join(tmpdir(), 'kinbridge-app-'));
  const root = join(folder, 'assets', 'kinbridge');
  await buildWebApp(join(root, 'web', 'dist'));
  await symlink(join(portal.app.config.root, 'db'), join(root, 'db'));
  const app = { ...portal.app, config: { ...portal.app.config, root } };
  server = await createServer(app, pino({ level: 'silent' }));
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  port = Number(new URL(url).port);
  organizationId = (await buildOrganization(portal)).id;
  for (let i = 0; i < 20; i++) await buildOrganization(portal, { name: `Place ${i} ${'of a long name '.repeat(10)}` });
  token = (await buildSignedIn(portal, organizationId, { userType: 'ADMIN' })).token;
});

afterAll(async () => {
  await server.close();
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

async function buildWebApp(dist: string): Promise<void> {
  await mkdir(join(dist, 'assets'), { recursive: true });
  const files = { 'index.html': page, 'favicon.svg': '<svg/>', 'assets/index-4f3a.js': script };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(dist, name), content);
    if (content.length < 1024) continue;
    await writeFile(join(dist, `${name}.br`), brotliCompressSync(content));
    await writeFile(join(dist, `${name}.gz`), gzipSync(content));
  }
  await writeFile(join(dist, '..', 'secret.txt'), 'not for everybody');
}

/** Sends a raw request over a socket, so nothing is normalized. */
async function ask(
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Answered> {
  const request = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false });
  request.end(body);
  const [response] = await once(request, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) };
}

function expectError(
  answer: Answered,
  status: number,
  code: string,
): { message: string; fields?: Record<string, string> } {
  const body = errorBody.strict().parse(JSON.parse(answer.bytes.toString('utf8')));
  expect({ status: answer.status, code: body.code }).toEqual({ status, code });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(body.requestId).toBe(answer.headers['x-request-id']);
  expect(body.message).toMatch(/^[A-Z\d].*\.$/s);
  return body;
}

const json = { 'content-type': 'application/json' };

describe('security headers', () => {
  test.each([
    ['a page', 'GET', '/members/7'],
    ['an asset', 'GET', '/assets/index-4f3a.js'],
    ['the documentation', 'GET', '/docs'],
    ['its machine-readable half', 'GET', '/docs/openapi.json'],
    ['the outbox', 'GET', '/dev/outbox'],
    ['the health check', 'GET', '/healthz'],
    ['an answer of the API', 'GET', '/v1/organizations'],
    ['a HEAD', 'HEAD', '/'],
    ['bad input', 'POST', '/v1/auth/login'],
    ['an invalid session', 'GET', '/v1/users/1'],
    ['an unknown call', 'GET', '/v1/nothing'],
    ['an unknown asset', 'GET', '/assets/nothing.js'],
    ['an unsupported method', 'DELETE', '/v1/organizations'],
    ['an undecodable path', 'GET', '/%E0%A4%A'],
  ])('are on %s', async (_what, method, path) => {
    const { headers } = await ask(method, path, { headers: { 'accept-encoding': 'br' } });
    expect(headers).toMatchObject({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  test('are on a file', async () => {
    const parts = {
      organization: { name: 'With logo', organizationType: 'CARE_PROVIDER', phoneNumber: '+12695550100' },
      file: new File([await grayPicture('png', 4, 4)], 'logo.png'),
    };
    const { body } = await portal.call('POST /v1/organizations', { parts });
    const { status, headers } = await ask('GET', `/v1/organizations/${body.id}/image`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment;/),
    });
  });

  test('require https when the portal is public', async () => {
    const config = { ...portal.app.config, publicUrl: 'https://portal.example.org' };
    const secure = await createServer({ ...portal.app, config }, pino({ level: 'silent' }));
    const { headers } = await secure.inject('/healthz');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    await secure.close();
  });
});

describe('the request id', () => {
  test('is on every response, unique, and never taken from the caller', async () => {
    const ids = new Set<unknown>();
    for (const path of ['/', '/v1/organizations', '/v1/nothing', '/healthz']) {
      const { headers } = await ask('GET', path, { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } });
      expect(headers['x-request-id']).toMatch(/^([0-9A-F]{4}-){2}[0-9A-F]{4}$/);
      ids.add(headers['x-request-id']);
    }
    expect(ids.size).toBe(4);
  });
});

describe('errors have one shape:', () => {
  test.each(['{', '{"email":', '"', '{"a":1,}', "{'a':1}", 'NaN', '\u0000', '[1', '{"a":01}'])(
    'malformed JSON, %j',
    async (body) => {
      expectError(await ask('POST', '/v1/auth/login', { headers: json, body }), 400, 'invalid_input');
    },
  );

  test.each(['null', '[]', '7', '"text"', 'true', '[{}]'])("JSON that isn't an object, %s", async (body) => {
    expectError(await ask('POST', '/v1/auth/login', { headers: json, body }), 400, 'invalid_input');
  });

  test.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('a body of type %s instead of JSON', async (type) => {
    const body = '{"email":"ada@example.org","password":"x"}';
    const answer = await ask('POST', '/v1/auth/login', { headers: { 'content-type': type }, body });
    expectError(answer, 415, 'unsupported_type');
  });

  test.each([
    { headers: json, body: '{}' },
    { headers: { 'content-type': 'text/plain' }, body: 'organization=1' },
    { headers: {}, body: '' },
  ])('%o instead of multipart', async (sent) => {
    expectError(await ask('POST', '/v1/organizations', sent), 415, 'unsupported_type');
  });

  test('malformed parts', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const body of ['', 'no boundary', '--x\r\n', '--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n--x--\r\n']) {
      expectError(await ask('POST', '/v1/organizations', { headers, body }), 400, 'invalid_input');
    }
    const without = { 'content-type': 'multipart/form-data' };
    const { status } = await ask('POST', '/v1/organizations', { headers: without, body: 'x' });
    expect([400, 415]).toContain(status);
  });

  test('truncated or unexpected parts', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const part = (name: string, more = '') => `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
    const file = '; filename="logo.png"';
    const bodies = [
      `${part('organization')}{"name":`,
      `${part('organization')}{}\r\n${part('file', file)}half`,
      `${part('unknown', file)}half`,
      `${part('unknown', file)}whole\r\n--x--\r\n`,
      `${part('unknown')}whole\r\n--x--\r\n`,
      `${part('unknown', file)}whole\r\n${part('file', file)}half`,
      `${part('unknown')}whole\r\n${part('file', file)}half`,
      `${part('file', file)}${'x'.repeat(2_200_000)}\r\n${part('other', file)}half`,
      `${part('file', file)}${'x'.repeat(2_200_000)}`,
      `${part('file', file)}a\r\n${part('file', file)}b\r\n${part('file', file)}half`,
      `${part('file')}a text\r\n--x--\r\n`,
      `${part('toString')}{}\r\n--x--\r\n`,
      `${part('__proto__')}{}\r\n--x--\r\n`,
      `${part('file', file)}a\r\n${part('file', file)}b\r\n--x--\r\n`,
      `${part('organization')}{}\r\n`.repeat(13),
      `${part('organization', file)}[]\r\n--x--\r\n`,
    ];
    for (const body of bodies) {
      const answer = await ask('POST', '/v1/organizations', { headers, body });
      expect([400, 413]).toContain(answer.status);
      expectError(answer, answer.status, answer.status === 400 ? 'invalid_input' : 'too_large');
    }
  });

  test('corrupted parts', async () => {
    const { body, headers } = await validParts();
    const broken = Array.from({ length: 60 }, (_, index) => {
      const at = (index * 7919) % body.length;
      const rest = body.subarray(at + (index % 3));
      if (index % 3 === 0) return body.subarray(0, at);
      if (index % 3 === 1) return Buffer.concat([body.subarray(0, at), rest]);
      return Buffer.concat([body.subarray(0, at), Buffer.from([index, 0, 0x0d, 0x0a]), rest]);
    });
    // In parallel, since some keep the parser waiting until its timeout.
    const answers = await Promise.all(broken.map((sent) => ask('POST', '/v1/organizations', { headers, body: sent })));
    for (const answer of answers) {
      expect(answer.status).toBeLessThan(500);
      if (answer.status >= 400) errorBody.strict().parse(JSON.parse(String(answer.bytes)));
    }
  });

  test('a body that is too large, with or without a length', async () => {
    const body = JSON.stringify({ email: 'ada@example.org', password: 'x'.repeat(1024 * 1024) });
    expectError(await ask('POST', '/v1/auth/login', { headers: json, body }), 413, 'too_large');
    const chunked = { ...json, 'transfer-encoding': 'chunked' };
    expectError(await ask('POST', '/v1/auth/login', { headers: chunked, body }), 413, 'too_large');
  });

  test.each(['/v1/nothing', '/v1', '/v1/', '/v2/nothing', '/dev/nothing', '/docs/nothing'])(
    'an unknown URL, %s',
    async (path) => {
      expectError(await ask('GET', path), 404, 'not_found');
      expectError(await ask('POST', path, { headers: json, body: '{}' }), 404, 'not_found');
    },
  );

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])('an unsupported method, %s', async (method) => {
    expectError(await ask(method, '/v1/organizations'), 404, 'not_found');
  });

  test.each(['/%', '/v1/users/%zz', '/v1/users/%E0%A4%A', '/v1/users/%ff', '/v1/auth/forgotPassword/%c3%28'])(
    'an undecodable URL, %s',
    async (path) => {
      expectError(await ask('GET', path), 400, 'invalid_input');
      expectError(await ask('POST', path), 400, 'invalid_input');
    },
  );

  test.each(['0', '-1', '1.5', '1e3', '0x1', ' 1', '01', '99999999999999999999', 'abc', '%00', '1%00', '%F0%9F%99%82'])(
    'an invalid id, %s',
    async (id) => {
      const headers = { authorization: `Bearer ${token}` };
      expectError(await ask('GET', `/v1/organizations/${encodeURI(decodeURI(id))}`, { headers }), 400, 'invalid_input');
    },
  );

  test('an id that is too long', async () => {
    const { status } = await ask('GET', `/v1/users/${'1'.repeat(5000)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([400, 404, 414]).toContain(status);
  });

  test.each([
    ['email', '{"email":"a\\u0000@example.org","password":"x"}'],
    ['email', '{"email":"a\\ud800@example.org","password":"x"}'],
    ['password', '{"email":"ada@example.org","password":"\\udc00"}'],
    ['body', '{"\\ud800":1}'],
    ['body', '{"a\\u0000":1}'],
  ])("text the database can't store in %s, %s", async (field, body) => {
    const answer = expectError(await ask('POST', '/v1/auth/login', { headers: json, body }), 400, 'invalid_input');
    const sentence = "The text contains characters we can't store. Please remove them.";
    expect([answer.message, answer.fields]).toEqual([sentence, { [field]: sentence }]);
  });

  test.each(['zipCode=%00', 'zipCode=4900%007', 'zipCode=%ED%A0%80', '%00=1', 'zipCode=%F0%9F%99%82'])(
    'unstorable text in a query, ?%s',
    async (query) => {
      expectError(await ask('GET', `/v1/organizations?${query}`), 400, 'invalid_input');
    },
  );

  test.each([
    'zipCode=49007&zipCode=49008',
    'radius=1&radius=2',
    'zipCode[]=49007',
    'zipCode[a]=49007',
    'unknown=1',
    'radius=-1',
    'radius=1e9',
    'radius=NaN',
    'radius=ten',
  ])('an invalid query, ?%s', async (query) => {
    expectError(await ask('GET', `/v1/organizations?${query}`), 400, 'invalid_input');
  });

  test.each([
    '{"__proto__":{"admin":true},"email":"a@example.org","password":"x"}',
    '{"constructor":{"prototype":{"admin":true}},"email":"a@example.org","password":"x"}',
    '{"email":{"__proto__":{"admin":true}},"password":"x"}',
  ])('keys of the prototype, %s', async (body) => {
    expectError(await ask('POST', '/v1/auth/login', { headers: json, body }), 400, 'invalid_input');
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test('keys of the prototype in a query', async () => {
    expectError(await ask('GET', '/v1/organizations?__proto__[admin]=1'), 400, 'invalid_input');
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test.each([
    ['objects', '{"a":', '1', '}'],
    ['lists', '[', '1', ']'],
  ])('endlessly nested %s', async (_what, open, middle, close) => {
    for (const depth of [100, 5000, 100_000]) {
      const nested = open.repeat(depth) + middle + close.repeat(depth);
      const body = `{"email":${nested},"password":"x"}`;
      expectError(await ask('POST', '/v1/auth/login', { headers: json, body }), 400, 'invalid_input');
    }
  });

  test.each([
    ['body', '', '{"version":1}'],
    ['address', '?version=1', '{}'],
  ])('fields in the %s of a call that takes none', async (_where, search, body) => {
    const headers = { ...json, authorization: `Bearer ${token}` };
    const answer = await ask('POST', `/v1/users/1/activate${search}`, { headers, body });
    expect(expectError(answer, 400, 'invalid_input').message).toBe("The field 'version' isn't known.");
  });

  test('unknown fields by name, up to a readable number', async () => {
    const login = { email: 'a@example.org', password: 'x' };
    const one = await ask('POST', '/v1/auth/login', { headers: json, body: JSON.stringify({ ...login, admin: true }) });
    expect(expectError(one, 400, 'invalid_input').message).toBe("The field 'admin' isn't known.");
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`field${index}`, 1]));
    const answer = await ask('POST', '/v1/auth/login', { headers: json, body: JSON.stringify({ ...login, ...many }) });
    expectError(answer, 400, 'invalid_input');
    expect(answer.bytes.length).toBeLessThan(4000);
  });

  test('one or more invalid fields by name', async () => {
    const one = await ask('POST', '/v1/auth/login', { headers: json, body: '{"email":"a@example.org"}' });
    expect(JSON.parse(String(one.bytes))).toMatchObject({
      message: 'Password is required.',
      fields: { password: 'Password is required.' },
    });
    const two = await ask('POST', '/v1/auth/login', { headers: json, body: '{}' });
    expect(JSON.parse(String(two.bytes))).toMatchObject({
      message: 'Please fix 2 fields: email, password.',
      fields: { email: 'Email is required.', password: 'Password is required.' },
    });
  });
});

/** A registration with a small logo, as browsers send it. */
async function validParts(): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  const organization = { name: 'Whole', organizationType: 'CARE_PROVIDER', phoneNumber: '+12695550100' };
  form.set('organization', JSON.stringify(organization));
  form.set('file', new File([await grayPicture('png', 4, 4)], 'logo.png'));
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  return { body: Buffer.from(await encoded.arrayBuffer()), headers };
}

test('accepts a JSON part as a plain field, typed JSON or a file', async () => {
  const organization = '{"name":"As parts","organizationType":"CARE_PROVIDER","phoneNumber":"+12695550100"}';
  for (const more of [
    '',
    '\r\nContent-Type: application/json',
    '; filename="blob"\r\nContent-Type: application/json',
  ]) {
    const body = `--x\r\nContent-Disposition: form-data; name="organization"${more}\r\n\r\n${organization}\r\n--x--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect(await ask('POST', '/v1/organizations', { headers, body })).toMatchObject({ status: 201 });
  }
  const long = `{"name":"${'x'.repeat(1_100_000)}"}`;
  for (const more of ['', '; filename="blob"']) {
    const body = `--x\r\nContent-Disposition: form-data; name="organization"${more}\r\n\r\n${long}\r\n--x--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await ask('POST', '/v1/organizations', { headers, body });
    expect(answer.status).toBe(more === '' ? 413 : 400);
  }
});

describe('errors before a request exists have the same shape:', () => {
  async function send(text: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    socket.end(text);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    return answer;
  }

  test.each([
    ['not HTTP', 'hello there\r\n\r\n', 400, 'invalid_input'],
    ['TLS on a plain port', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'invalid_input'],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'invalid_input'],
    ['a header with a NUL', 'GET / HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n', 400, 'invalid_input'],
    [
      'two lengths',
      'POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
      400,
      'invalid_input',
    ],
    ['endless headers', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(40_000)}\r\n\r\n`, 431, 'too_large'],
  ])('%s', async (_what, text, status, code) => {
    const answer = await send(text);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const parsed = errorBody.strict().parse(JSON.parse(body));
    expect(parsed.code).toBe(code);
    expect(head).toContain(`x-request-id: ${parsed.requestId}`);
  });
});

describe('HEAD', () => {
  test.each(['/', '/members', '/assets/index-4f3a.js', '/healthz', '/readyz', '/docs', '/v1/organizations'])(
    'answers like GET at %s, without the body',
    async (path) => {
      const [head, get] = [await ask('HEAD', path), await ask('GET', path)];
      expect(head.status).toBe(200);
      expect(head.bytes.length).toBe(0);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
      expect(head.headers['cache-control']).toBe(get.headers['cache-control']);
      if (head.headers['content-length']) expect(head.headers['content-length']).toBe(String(get.bytes.length));
    },
  );

  test('answers an error without a body too', async () => {
    const { status, bytes } = await ask('HEAD', '/v1/nothing');
    expect({ status, length: bytes.length }).toEqual({ status: 404, length: 0 });
  });
});

describe('compression', () => {
  const unpack: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };
  const wanted: [accepts: string, encoding: string | undefined][] = [
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1.0, *;q=0.5', 'gzip'],
    ['identity', undefined],
    ['zstd', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['', undefined],
  ];

  test.each([...wanted, ['gzip, deflate, br, zstd', 'br']] as typeof wanted)(
    'of an API response follows Accept-Encoding: %s',
    async (accepts, encoding) => {
      const plain = await ask('GET', '/v1/organizations');
      expect(plain.headers).not.toHaveProperty('content-encoding');
      const { status, headers, bytes } = await ask('GET', '/v1/organizations', {
        headers: { 'accept-encoding': accepts },
      });
      expect(status).toBe(200);
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      const body = encoding ? unpack[encoding]?.(bytes) : bytes;
      expect(String(body)).toBe(String(plain.bytes));
      if (encoding) expect(headers.vary).toMatch(/accept-encoding/i);
      expect(headers['content-length']).toBe(String(bytes.length));
    },
  );

  test('skips a short response', async () => {
    const { headers } = await ask('GET', '/healthz', { headers: { 'accept-encoding': 'br' } });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  test.each([
    ['/assets/index-4f3a.js', expect.stringMatching(/javascript; charset=utf-8$/), script],
    ['/members/7', 'text/html; charset=utf-8', page],
  ])('of %s was done at build time', async (path, type, content) => {
    for (const [accepts, encoding] of [...wanted, ['gzip, deflate, br, zstd', 'br'] as const]) {
      const { status, headers, bytes } = await ask('GET', path, { headers: { 'accept-encoding': accepts } });
      expect({ accepts, status, type: headers['content-type'] }).toEqual({ accepts, status: 200, type });
      expect({ accepts, encoding: headers['content-encoding'] }).toEqual({ accepts, encoding });
      expect(String(encoding ? unpack[encoding]?.(bytes) : bytes)).toBe(content);
      expect(headers.vary).toMatch(/accept-encoding/i);
      if (encoding)
        expect(bytes.equals(encoding === 'br' ? brotliCompressSync(content) : gzipSync(content))).toBe(true);
    }
  });
});

describe('the web app', () => {
  test.each(['/', '/index.html', '/login', '/members/7/documents', '/organizations?page=2'])(
    'shows the page at %s and revalidates it each time',
    async (path) => {
      const { status, headers, bytes } = await ask('GET', path);
      expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: 'no-cache' });
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(String(bytes)).toBe(page);
    },
  );

  test('caches assets forever and revalidates other files', async () => {
    const asset = await ask('GET', '/assets/index-4f3a.js');
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const icon = await ask('GET', '/favicon.svg');
    expect(icon.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'image/svg+xml' });
  });

  test("doesn't resend an unchanged page", async () => {
    const { headers } = await ask('GET', '/');
    const again = await ask('GET', '/', { headers: { 'if-none-match': String(headers.etag) } });
    expect({ status: again.status, length: again.bytes.length }).toEqual({ status: 304, length: 0 });
  });

  test.each(['/assets/index-0000.js', '/assets/', '/robots.txt', '/nothing.js', '/assets/nothing.css'])(
    'answers 404 instead of the page for the missing file %s',
    async (path) => {
      expectError(await ask('GET', path), 404, 'not_found');
    },
  );

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/assets/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '//etc/passwd',
    '/assets/index-4f3a.js%00.html',
  ])('serves nothing outside its folder for %s', async (path) => {
    const { status, bytes } = await ask('GET', path);
    expect(String(bytes)).not.toMatch(/not for everybody|root:/);
    expect(status === 200 ? String(bytes) : status).toSatisfy((seen) => seen === page || Number(seen) < 500);
  });

  test('has no page without a build, while the API works', async () => {
    const answer = await portal.server.inject('/v1/organizations');
    expect(answer.statusCode).toBe(200);
  });
});

test('refuses to start with a route that declares no access', async () => {
  const open = await createServer(portal.app, pino({ level: 'silent' }));
  expect(() => open.get('/v1/everything', async () => 'everything')).toThrow(
    'GET /v1/everything does not say who may call it.',
  );
  await open.close();
});

test('/readyz follows the database, /healthz does not', async () => {
  expect(await ask('GET', '/healthz')).toMatchObject({ status: 200 });
  expect(await ask('GET', '/readyz')).toMatchObject({ status: 200 });
});
