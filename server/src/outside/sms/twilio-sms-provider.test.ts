import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTwilioServer, type TwilioServer } from '../../testing/twilio-server.ts';
import { TwilioSmsProvider } from './twilio-sms-provider.ts';

let server: TwilioServer;

beforeAll(async () => {
  server = await startTwilioServer();
});
afterAll(() => server.stop());

function provider(over: Record<string, unknown> = {}) {
  return new TwilioSmsProvider({
    baseUrl: server.baseUrl,
    accountSid: 'AC1',
    authToken: 'token',
    from: '+12695550000',
    statusCallback: 'https://portal.example/v1/messages/status',
    ...over,
  });
}

const to = '+12695550123';
const message = { id: 12, attempt: 3, to, body: 'Hello' };

describe('sending through Twilio', () => {
  it('posts the message with credentials and returns its id', async () => {
    const sent = await provider().send({ ...message, body: 'Hello, María' });
    expect(sent).toEqual({ kind: 'accepted', providerId: 'SM1' });
    expect((await server.heard()).at(-1)).toEqual({
      path: '/2010-04-01/Accounts/AC1/Messages.json',
      authorized: true,
      form: {
        To: to,
        From: '+12695550000',
        Body: 'Hello, María',
        StatusCallback: 'https://portal.example/v1/messages/status?message=12&attempt=3',
      },
    });
  });

  it.each([
    ['refuse this number', 'refused'],
    ['error inside', 'later'],
    ['busy now', 'later'],
    ['drop it', 'unknown'],
    ['slow answer', 'unknown'],
    ['cut off', 'unknown'],
  ])('"%s" is %s', async (body, kind) => {
    // Only for the server that never answers: on a busy machine a short limit would hit the others too.
    const limit = body.startsWith('slow') ? { timeoutMs: 500 } : {};
    expect((await provider(limit).send({ ...message, body })).kind).toBe(kind);
  });

  it("returns a busy provider's retry time", async () => {
    expect(await provider().send({ ...message, body: 'busy' })).toMatchObject({ kind: 'later', retryAfterSeconds: 7 });
  });

  it('allows a retry when there was no connection', async () => {
    await server.behave('down');
    expect((await provider().send(message)).kind).toBe('later');
    await server.behave('well');
    expect((await provider().send(message)).kind).toBe('accepted');
  });

  it('allows a retry when the connection fails during setup', async () => {
    const breaking = createServer((socket) => socket.once('data', () => socket.resetAndDestroy())).listen(
      0,
      '127.0.0.1',
    );
    await once(breaking, 'listening');
    const { port } = breaking.address() as AddressInfo;
    expect((await provider({ baseUrl: `https://127.0.0.1:${port}` }).send(message)).kind).toBe('later');
    // Without TLS the request had already been sent.
    expect((await provider({ baseUrl: `http://127.0.0.1:${port}` }).send(message)).kind).toBe('unknown');
    breaking.close();
  });

  it('fails with a wrong token', async () => {
    expect((await provider({ authToken: 'other' }).send(message)).kind).toBe('refused');
  });
});

describe('the signature of a callback', () => {
  const url = 'https://portal.example/v1/messages/inbound';
  const form = { From: to, Body: 'YES 7', MessageSid: 'SM9' };
  const signed = `${url}BodyYES 7From${to}MessageSidSM9`;
  const signature = createHmac('sha1', 'token').update(signed).digest('base64');

  it('covers the URL and every field', () => {
    expect(provider().verifies(signature, url, form)).toBe(true);
    expect(provider().verifies(signature, `${url}?x`, form)).toBe(false);
    expect(provider().verifies(signature, url, { ...form, Body: 'YES 8' })).toBe(false);
    expect(provider().verifies(signature, url, { ...form, Extra: '1' })).toBe(false);
    expect(provider().verifies(undefined, url, form)).toBe(false);
    expect(provider({ authToken: 'other' }).verifies(signature, url, form)).toBe(false);
  });

  it('is invalid with any bit flipped', () => {
    const bytes = Buffer.from(signature, 'base64');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(provider().verifies(flipped.toString('base64'), url, form)).toBe(false);
    }
  });
});
