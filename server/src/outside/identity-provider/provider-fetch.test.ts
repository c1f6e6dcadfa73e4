import { describe, expect, it } from 'vitest';
import { createProviderFetch, ProviderUnreachable } from './provider-fetch.ts';

const production = { timeoutSeconds: 2, privateNetwork: false, loopback: false };
const trial = { ...production, loopback: true };

describe('a request to a provider', () => {
  it('refuses a name that leads to this machine', async () => {
    const refused = new ProviderUnreachable("localhost isn't a public address");
    await expect(createProviderFetch(production)('https://localhost:9')).rejects.toThrow(refused);
  });

  it('reports a provider that is down', async () => {
    await expect(createProviderFetch(trial)('http://127.0.0.1:9')).rejects.toThrow("can't be reached");
  });
});
