import { type ChildProcess, fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TwilioSmsProvider } from './twilio-sms-provider.ts';

let server: ChildProcess;
let baseUrl: string;
const arrived: { path: string; form: Record<string, string>; authorized: boolean }[] = [];

beforeAll(async () => {
  server = fork(join(import.meta.dirname, '../../testing/twilio-server-process.mjs'));
  baseUrl = await new Promise<string>((resolve) => {
    server.on('message', (message: { port?: number } & (typeof arrived)[number]) => {
      if (message.port) resolve(`http://127.0.0.1:${message.port}`);
      else arrived.push(message);
    });
  });
});
afterAll(() => {
  server.kill();
});

function provider(over: Record<string, unknown> = {}) {
  return new TwilioSmsProvider({
    baseUrl,
    accountSid: 'AC1',
    authToken: 'token',
    from: '+12695550000',
    statusCallback: 'https://portal.example/v1/messages/status',
    ...over,
  });
}

const to = '+12695550123';

describe('sending through Twilio', () => {
  it('posts the message, signed in, and keeps its id', async () => {
    expect(await provider().send({ to, body: 'Hello, María' })).toEqual({ kind: 'accepted', providerId: 'SM1' });
    expect(arrived.at(-1)).toEqual({
      path: '/2010-04-01/Accounts/AC1/Messages.json',
      authorized: true,
      form: {
        To: to,
        From: '+12695550000',
        Body: 'Hello, María',
        StatusCallback: 'https://portal.example/v1/messages/status',
      },
    });
  });

  it.each([
    ['refuse this number', 'refused'],
    ['error inside', 'unknown'],
    ['busy now', 'later'],
    ['slow answer', 'unknown'],
    ['cut off', 'unknown'],
  ])('"%s" is %s', async (body, kind) => {
    // Only the server that never answers is worth a short limit: on a busy machine it would hit the others too.
    const limit = body.startsWith('slow') ? { timeoutMs: 500 } : {};
    expect((await provider(limit).send({ to, body })).kind).toBe(kind);
  });

  it('knows that nothing left when no connection was made', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    expect((await provider({ baseUrl: `http://127.0.0.1:${port}` }).send({ to, body: 'Hello' })).kind).toBe('later');
  });

  it('is refused with a wrong token', async () => {
    expect((await provider({ authToken: 'other' }).send({ to, body: 'Hello' })).kind).toBe('refused');
  });
});

describe('the signature of a callback', () => {
  const url = 'https://portal.example/v1/messages/inbound';
  const form = { From: to, Body: 'YES 7', MessageSid: 'SM9' };
  const signed = `${url}BodyYES 7From${to}MessageSidSM9`;
  const signature = createHmac('sha1', 'token').update(signed).digest('base64');

  it('covers the address and every field', () => {
    expect(provider().verifies(signature, url, form)).toBe(true);
    expect(provider().verifies(signature, `${url}?x`, form)).toBe(false);
    expect(provider().verifies(signature, url, { ...form, Body: 'YES 8' })).toBe(false);
    expect(provider().verifies(signature, url, { ...form, Extra: '1' })).toBe(false);
    expect(provider().verifies(undefined, url, form)).toBe(false);
    expect(provider({ authToken: 'other' }).verifies(signature, url, form)).toBe(false);
  });

  it('is void with any one bit flipped', () => {
    const bytes = Buffer.from(signature, 'base64');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(provider().verifies(flipped.toString('base64'), url, form)).toBe(false);
    }
  });
});
