import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { Agent, request } from 'node:https';
import type { Readable } from 'node:stream';
import { connect as connectTls } from 'node:tls';

export type Protocol = 'HTTP/1.1' | 'HTTP/2';
export const protocols: Protocol[] = ['HTTP/1.1', 'HTTP/2'];

export interface Call {
  headers?: Record<string, string>;
  body?: Buffer;
  /** Sends only this much of the body. */
  cutAt?: number;
}

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: Readable;
}

export interface Exchange {
  /** Resolves with the head of the answer. */
  answer: Promise<Answer>;
  /** Ends the request as if its body were complete, as curl does over HTTP/2. HTTP/1.1 can only reset. */
  stop(): void;
  reset(): void;
}

/** Where a proxy listens on loopback, and its certificate. */
export interface ProxyAddress {
  port: number;
  ca: string;
}

/** In the example files. */
export const publicName = 'kinbridge.example.org';

/** A client with one connection, as long as the proxy keeps it. */
export interface Client {
  send(method: string, path: string, call?: Call): Exchange;
  close(): void;
}

export function createClient(protocol: Protocol, address: ProxyAddress): Client {
  return protocol === 'HTTP/2' ? http2Client(address) : http1Client(address);
}

function http1Client({ port, ca }: ProxyAddress): Client {
  // The certificate is for the address.
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca, servername: '' });
  return {
    send(method, path, call = {}) {
      const headers = { host: publicName, ...headersOf(call) };
      const sending = request({ agent, host: '127.0.0.1', port, method, path, headers });
      const answer = once(sending, 'response').then(([response]: IncomingMessage[]) => ({
        status: response?.statusCode ?? 0,
        headers: response?.headers ?? {},
        body: response as Readable,
      }));
      // It can't be written any more, and the answer may have arrived.
      sending.on('error', () => undefined);
      answer.catch(() => undefined);
      write(sending, call);
      return { answer, stop: () => sending.destroy(), reset: () => sending.destroy() };
    },
    close: () => agent.destroy(),
  };
}

function http2Client({ port, ca }: ProxyAddress): Client {
  let session: ClientHttp2Session | null = null;
  const open = () => {
    if (session && !session.closed && !session.destroyed) return session;
    session = connect(`https://${publicName}`, {
      createConnection: () => connectTls({ host: '127.0.0.1', port, ca, servername: '', ALPNProtocols: ['h2'] }),
    });
    session.on('error', () => undefined);
    return session;
  };
  return {
    send(method, path, call = {}) {
      const head = { ':method': method, ':path': path, ...headersOf(call) };
      const sending = open().request(head, { endStream: call.body === undefined });
      const ended = new AbortController();
      sending.on('error', () => undefined);
      sending.on('close', () => ended.abort());
      const answer = once(sending, 'response', { signal: ended.signal }).then(([headers]) => ({
        status: Number(headers[':status']),
        headers,
        body: sending,
      }));
      answer.catch(() => undefined);
      write(sending, call);
      return { answer, stop: () => sending.end(), reset: () => sending.close(constants.NGHTTP2_CANCEL) };
    },
    close: () => session?.destroy(),
  };
}

function headersOf({ headers, body }: Call): Record<string, string | number> {
  return { ...headers, ...(body ? { 'content-length': body.length } : {}) };
}

function write(sending: NodeJS.WritableStream, { body, cutAt }: Call): void {
  if (body === undefined) sending.end();
  else if (cutAt === undefined) sending.end(body);
  else sending.write(body.subarray(0, cutAt));
}

/** The whole answer. */
export async function readAll({ body }: Answer): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
