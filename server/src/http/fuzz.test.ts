import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { errorBody } from '@kinbridge/contract/shared/error-body.schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildOrganization, buildSignedIn } from '../testing/build.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

/** The same numbers every time, so that what is found once can be found again. */
const seed = 20_260_101;
const triesPerOperation = 20;

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
}

interface Operation {
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

let portal: TestApp;
let port: number;
let tokens: (string | undefined)[];
let document: Document;
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

beforeAll(async () => {
  portal = await startTestApp();
  const address = await portal.server.listen({ host: '127.0.0.1', port: 0 });
  port = Number(new URL(address).port);
  const [home, other] = [await buildOrganization(portal), await buildOrganization(portal)];
  const people = await Promise.all([
    buildSignedIn(portal, home.id, { userType: 'ADMIN' }),
    buildSignedIn(portal, home.id),
    buildSignedIn(portal, home.id, { status: 'PENDING' }),
    buildSignedIn(portal, other.id, { userType: 'ADMIN' }),
    buildSignedIn(portal, home.id, { userType: 'PATIENT' }),
  ]);
  tokens = [undefined, 'forged', ...people.map((person) => person.token)];
  document = (await portal.call('GET /docs/openapi.json')).body;
});

afterAll(async () => {
  agent.destroy();
  await portal.close();
});

/** A small generator of numbers from 0 to 1 (mulberry32). */
function numbers(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const texts = [
  '',
  ' ',
  'Ada',
  'x'.repeat(5000),
  '\u0000',
  'half \ud800',
  '🙂'.repeat(60),
  'ada@example.org',
  '+12695550100',
  '2026-02-30',
  '2000-02-29',
  '2026-01-01T00:00:00Z',
  '0000-00-00T99:99:99+99:99',
  '49007',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '../../nowhere',
  '%s%n',
  'null',
  '-1',
  '1e400',
  'Correct-Horse7!',
  '__proto__',
  'PENDING',
];
const oddNumbers = [0, -1, 1, 2, 3, 1.5, 1e21, 2 ** 31, 2 ** 53, 2 ** 63, -(2 ** 63), Number.MAX_VALUE, 1e-7];

function makeValues(random: () => number) {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const odd = (depth = 0): unknown => {
    const kinds = depth > 3 ? 3 : 6;
    const kind = Math.floor(random() * kinds);
    if (kind === 0) return pick(texts);
    if (kind === 1) return pick(oddNumbers);
    if (kind === 2) return pick([null, true, false]);
    if (kind === 3) return Array.from({ length: Math.floor(random() * 4) }, () => odd(depth + 1));
    if (kind === 4) return Object.fromEntries([[pick(['id', 'name', 'constructor', 'toString', '']), odd(depth + 1)]]);
    return { [pick(texts)]: odd(depth + 1) };
  };
  /** What the schema asks for, more or less: now and then something is missing, too many or of another kind. */
  const fitting = (given: Schema, depth = 0): unknown => {
    if (random() < 0.08 || depth > 8) return odd();
    const schema = given.$ref ? (document.components.schemas[given.$ref.split('/').at(-1) ?? ''] ?? {}) : given;
    if (schema.anyOf) return fitting(pick(schema.anyOf), depth + 1);
    if ('const' in schema) return schema.const;
    if (schema.enum) return pick(schema.enum);
    const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type;
    if (schema.properties) {
      const entries = Object.entries(schema.properties)
        .filter(() => random() > 0.1)
        .map(([name, property]) => [name, fitting(property, depth + 1)]);
      if (random() < 0.05) entries.push([pick(texts), odd()]);
      return Object.fromEntries(entries);
    }
    if (type === 'array') {
      return Array.from({ length: Math.floor(random() * 3) }, () => fitting(schema.items ?? {}, depth + 1));
    }
    if (type === 'integer' || type === 'number') return random() < 0.6 ? pick([1, 2, 3]) : pick(oddNumbers);
    if (type === 'boolean') return random() < 0.5;
    if (type === 'string') return pick(texts);
    return odd();
  };
  const encoded = (value: unknown): string => {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    const address = encodeURIComponent(text.slice(0, 200).toWellFormed());
    return random() < 0.03 ? pick(['%', '%00', '%ED%A0%80', '%FF', '..', '%2F..%2F']) : address || '%20';
  };
  return { pick, odd, fitting, encoded };
}

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

async function makeRequest(method: string, path: string, operation: Operation, random: () => number): Promise<Sent> {
  const { pick, odd, fitting, encoded } = makeValues(random);
  const headers: Record<string, string> = {};
  const token = pick(tokens);
  if (token) headers.authorization = `Bearer ${token}`;
  if (random() < 0.05) headers.userid = pick(['1', '2', 'x', '']);
  if (random() < 0.1) headers['idempotency-key'] = pick(['a', 'b', 'x'.repeat(300)]);
  const query: string[] = [];
  let url = path;
  for (const parameter of operation.parameters) {
    const value = encoded(fitting(parameter.schema));
    if (parameter.in === 'path') url = url.replace(`{${parameter.name}}`, value);
    else if (parameter.in === 'query' && random() < 0.6) query.push(`${parameter.name}=${value}`);
  }
  if (random() < 0.05) query.push(pick(['page=1&page=2', 'a[b]=c', '__proto__=1', '=', '%00=1', 'sort=;']));
  const sent: Sent = { method, path: query.length > 0 ? `${url}?${query.join('&')}` : url, headers, body: undefined };
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const value = random() < 0.8 && content ? fitting(content.schema) : odd();
  if (type === 'multipart/form-data') {
    const form = new FormData();
    for (const [name, part] of Object.entries((value ?? {}) as object)) {
      const isFile = content?.schema.properties?.[name]?.format === 'binary';
      if (isFile)
        form.set(name, new File([pick([...texts, '\x89PNG\r\n\x1a\n', 'a,b\n1,2\n'])], pick(texts).slice(0, 90)));
      else form.set(name, JSON.stringify(part) ?? '');
    }
    const multipart = new Response(form);
    headers['content-type'] = multipart.headers.get('content-type') ?? '';
    sent.body = Buffer.from(await multipart.arrayBuffer());
  } else if (type === 'application/x-www-form-urlencoded') {
    headers['content-type'] = type;
    const entries = Object.entries((value ?? {}) as object).map(([name, field]) => [name, String(field)]);
    sent.body = new URLSearchParams(Object.fromEntries(entries)).toString();
  } else if (method !== 'GET' || random() < 0.1) {
    headers['content-type'] = random() < 0.95 ? 'application/json' : pick(['text/plain', 'application/xml', 'x']);
    sent.body = random() < 0.97 ? JSON.stringify(value) : pick(['{', '', 'nonsense', '{"a":']);
  }
  return sent;
}

async function send({ method, path, headers, body }: Sent): Promise<{ status: number; id: unknown; text: string }> {
  const request = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const status = response.statusCode ?? 0;
  const id = response.headers['x-request-id'];
  if (String(response.headers['content-type']).startsWith('text/event-stream')) {
    // It goes on for ever; that it began is enough.
    request.destroy();
    return { status, id, text: '' };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status, id, text: Buffer.concat(chunks).toString('utf8') };
}

test('whatever is sent to whichever operation, the answer is never a fault of the server', async () => {
  const seen = new Map<number, number>();
  let run = 0;
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      for (let attempt = 0; attempt < triesPerOperation; attempt++) {
        const sent = await makeRequest(method.toUpperCase(), path, operation, numbers(seed + run++));
        const { status, id, text } = await send(sent);
        seen.set(status, (seen.get(status) ?? 0) + 1);
        const told = {
          sent: { ...sent, body: sent.body && String(sent.body).slice(0, 500) },
          answer: text.slice(0, 300),
        };
        expect(
          status,
          JSON.stringify({ ...told, logged: portal.logs.findLast((line) => line.includes('failed')) }),
        ).toBeLessThan(500);
        if (status < 400) continue;
        const parsed = errorBody.safeParse(safelyParsed(text));
        expect(parsed.success && parsed.data.requestId === id, JSON.stringify({ status, ...told })).toBe(true);
      }
    }
  }
  // It would show nothing if everything were turned away at the door.
  for (const status of [200, 400, 401, 403, 404]) expect(seen.get(status)).toBeGreaterThan(0);
}, 240_000);

function safelyParsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
