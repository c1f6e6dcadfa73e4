import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import type { Input } from './inputs.ts';

export interface Answered {
  status: number;
  requestId: unknown;
  text: string;
  /** Whether the connection had been used before. */
  reused: boolean;
}

const answerMs = 20_000;

/** A keep-alive connection, like a browser's or a proxy's. */
export class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(private readonly port: number) {}

  /** Throws if there is no answer within 20 seconds. */
  async send(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: string | Buffer,
  ): Promise<Answered> {
    const signal = AbortSignal.timeout(answerMs);
    const request = httpRequest({
      host: '127.0.0.1',
      port: this.port,
      method,
      path,
      headers,
      agent: this.#agent,
      signal,
    });
    request.end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const { statusCode: status = 0, headers: given } = response;
    const answered = { status, requestId: given['x-request-id'], reused: request.reusedSocket };
    if (String(given['content-type']).startsWith('text/event-stream')) {
      // The stream never ends; its start is enough.
      response.on('error', () => undefined).destroy();
      return { ...answered, text: '' };
    }
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { ...answered, text: Buffer.concat(chunks).toString('utf8') };
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Encodes an input for the wire. */
export async function encode(input: Input, tokens: Record<string, string | undefined>) {
  const [method = '', pattern = ''] = input.name.split(' ');
  const headers: Record<string, string> = { ...input.headers };
  const token = tokens[input.actor];
  if (token) headers.authorization = `Bearer ${token}`;
  let raw = input.rawParam;
  const address = pattern.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = raw ?? (encoded(input.params[key]) || '%20');
    raw = undefined;
    return value;
  });
  const query = Object.entries(input.query).map(([key, value]) => `${key}=${encoded(value)}`);
  if (input.rawQuery !== undefined) query.push(input.rawQuery);
  const path = query.length > 0 ? `${address}?${query.join('&')}` : address;
  const body = await encodeBody(input, headers);
  // Node omits it for a GET, whose body would then be read as the next request.
  if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
  return { method, path, headers, body };
}

function encoded(value: unknown): string {
  const given = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(given.slice(0, 250).toWellFormed());
}

async function encodeBody(input: Input, headers: Record<string, string>): Promise<string | Buffer | undefined> {
  const { contentType, rawBody, parts } = input;
  if (contentType === 'multipart/form-data' && rawBody === undefined) {
    const multipart = new Response(toForm(parts ?? {}));
    headers['content-type'] = multipart.headers.get('content-type') ?? '';
    return Buffer.from(await multipart.arrayBuffer());
  }
  if (contentType === undefined && rawBody === undefined) return undefined;
  headers['content-type'] = contentType ?? 'application/json';
  if (rawBody !== undefined) return rawBody;
  if (contentType !== 'application/x-www-form-urlencoded') return JSON.stringify(input.body) ?? '';
  if (typeof input.body === 'string') return input.body.toWellFormed();
  const fields = Object.entries(Object(input.body) as object).map(([name, value]) => [
    name,
    String(value).toWellFormed(),
  ]);
  return new URLSearchParams(Object.fromEntries(fields)).toString();
}

function toForm(parts: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (value instanceof Blob) form.append(name.toWellFormed(), value);
    else if (typeof value === 'string')
      form.append(name.toWellFormed(), new File([value], value.slice(0, 90).toWellFormed()));
    else form.append(name.toWellFormed(), (JSON.stringify(value) ?? '').toWellFormed());
  }
  return form;
}
