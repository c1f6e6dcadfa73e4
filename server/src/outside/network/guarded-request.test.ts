import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { listen } from '../../testing/listen.ts';
import { AddressRefused, isAllowedUrl, resolvesAllowed, sendGuarded } from './guarded-request.ts';
import { isPublicAddress } from './public-addresses.ts';

const production = { timeoutSeconds: 2, privateNetwork: false, loopback: false };
const inside = { ...production, privateNetwork: true };
const trial = { ...production, loopback: true };

test.each([
  ['https://id.example.org/realms/x', production, true],
  ['http://id.example.org', production, false],
  ['http://id.example.org', trial, false],
  ['ftp://id.example.org', trial, false],
  ['https://user:pass@id.example.org', production, false],
  ['http://127.0.0.1:4000', trial, true],
  ['http://localhost:4000', trial, true],
  ['http://[::1]:4000', trial, true],
  ['http://127.0.0.1:4000', production, false],
  ['https://127.0.0.1:4000', production, false],
  ['https://10.0.0.7', production, false],
  ['https://10.0.0.7', trial, false],
  ['https://[::ffff:10.0.0.7]', trial, false],
  ['https://169.254.169.254', trial, false],
  ['https://10.0.0.7', inside, true],
  ['http://10.0.0.7', inside, false],
  ['https://[::ffff:169.254.169.254]', production, false],
  ['https://2130706433', production, false],
])('%s is allowed or not', (url, network, allowed) => {
  expect(isAllowedUrl(new URL(url), network)).toBe(allowed);
});

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['192.168.1.1', false],
  ['172.31.255.255', false],
  ['169.254.169.254', false],
  ['100.100.0.1', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['fd00::1', false],
  ['not an address', false],
])('%s is a public address or not', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

describe('a guarded request', () => {
  const request = (signal = AbortSignal.timeout(2_000)) => ({
    method: 'GET',
    headers: {},
    body: undefined,
    signal,
    tooLarge: { bytes: 100, error: () => new Error('too large') },
  });
  const answering = async (respond: RequestListener) => {
    const server = createServer(respond);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return new URL(`http://127.0.0.1:${await listen(server)}/`);
  };

  it('refuses a name that leads to this machine', async () => {
    const sent = sendGuarded(new URL('https://localhost:9'), production, request());
    await expect(sent).rejects.toThrow(AddressRefused);
  });

  it.each([
    ['https://localhost:9', production, false],
    ['https://localhost:9', trial, true],
    ['https://nobody.invalid', production, true],
  ])('knows where the name of %s leads', async (url, network, allowed) => {
    expect(await resolvesAllowed(new URL(url), network)).toBe(allowed);
  });

  it("doesn't follow a redirect", async () => {
    const url = await answering((_, reply) => reply.writeHead(302, { location: 'http://127.0.0.1:9/' }).end());
    expect((await sendGuarded(url, trial, request())).status).toBe(302);
  });

  it('refuses an answer that is too large', async () => {
    const url = await answering((_, reply) => reply.end('x'.repeat(200)));
    await expect(sendGuarded(url, trial, request())).rejects.toThrow('too large');
  });

  it.each([205, 999])('survives the odd status %s', async (status) => {
    const url = await answering((_, reply) => reply.writeHead(status).end());
    expect((await sendGuarded(url, trial, request())).status).toBe(status === 999 ? 500 : status);
  });
});
