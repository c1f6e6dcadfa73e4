import { describe, expect, it, test } from 'vitest';
import { isPublicAddress } from './provider-addresses.ts';
import { createProviderFetch, isAllowedUrl, ProviderUnreachable } from './provider-fetch.ts';

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

describe('a request to a provider', () => {
  it('refuses a name that leads to this machine', async () => {
    const refused = new ProviderUnreachable("localhost isn't a public address");
    await expect(createProviderFetch(production)('https://localhost:9')).rejects.toThrow(refused);
  });

  it('reports a provider that is down', async () => {
    await expect(createProviderFetch(trial)('http://127.0.0.1:9')).rejects.toThrow("can't be reached");
  });
});
