import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen } from './listen.ts';

export interface ArrivedPush {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A push service on this machine, for one test. It answers 201, or what `answer` writes. */
export async function startPushService(
  answer: (reply: ServerResponse) => void = (reply) => reply.writeHead(201).end(),
) {
  const arrived: ArrivedPush[] = [];
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    arrived.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
    service.answer(reply);
  });
  const service = { url: `http://127.0.0.1:${await listen(server)}`, arrived, answer };
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return service;
}

export type BrowserPush = ReturnType<typeof openBrowserPush>;

/** What a browser has that subscribed: its keys, and how it reads what arrives (RFC 8291, written from the document). */
export function openBrowserPush() {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
    read(body: Buffer) {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + (body[20] ?? 0));
      const record = body.subarray(21 + sender.length);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
      const derive = (secret: Buffer, from: Buffer, what: Buffer, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, from, what, length));
      const secret = derive(own.computeSecret(sender), auth, info, 32);
      const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 });
      decipher.setAuthTag(record.subarray(-16));
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')) as Record<string, string>;
    },
  };
}

/** The claims of a request's signature (RFC 8292), or null if the key in it didn't make it. */
export function readVapid({ authorization = '' }: IncomingHttpHeaders) {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = { key, dsaEncoding: 'ieee-p1363' as const };
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url'))) return null;
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  return { publicKey, ...(read(head) as object), ...(read(claims) as { aud: string; exp: number; sub: string }) };
}
