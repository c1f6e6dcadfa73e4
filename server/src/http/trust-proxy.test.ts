import { afterEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let portal: TestApp;
afterEach(() => portal.close());

/** Whether five calls from this chain exceed a limit of two per address. `#` is different in each call. */
async function countedTogether(trustProxy: string, chain: string, remoteAddress = '127.0.0.1'): Promise<boolean> {
  portal = await startTestApp({ TRUST_PROXY: trustProxy, RATE_LIMIT_PER_ADDRESS: '2' });
  const statuses: number[] = [];
  for (let call = 1; call <= 5; call++) {
    const headers = { 'x-forwarded-for': chain.replace('#', String(call)) };
    const request = { method: 'POST', url: '/v1/auth/logout', headers, payload: { token: 'nobody' } } as const;
    statuses.push((await portal.server.inject({ ...request, remoteAddress })).statusCode);
  }
  // Even if the minute turns, three of the five calls fall in the same one.
  if (statuses.includes(429)) return true;
  expect(statuses).toEqual(Array(5).fill(204));
  return false;
}

describe('the rate-limited address', () => {
  test.each([
    ['no proxy: ignores the header', '0', '203.0.113.#', '127.0.0.1', true],
    ['one proxy: distinguishes callers', '1', '203.0.113.#', '127.0.0.1', false],
    ['one proxy: ignores addresses added by the caller', '1', '203.0.113.#, 198.51.100.7', '127.0.0.1', true],
    ['two proxies: distinguishes callers', '2', '203.0.113.#, 10.0.0.9', '127.0.0.1', false],
    [
      'two proxies: ignores addresses added by the caller',
      '2',
      '203.0.113.#, 198.51.100.7, 10.0.0.9',
      '127.0.0.1',
      true,
    ],
    ['proxies by address: distinguishes callers', '127.0.0.1, 10.0.0.0/8', '203.0.113.#, 10.0.0.9', '127.0.0.1', false],
    [
      'proxies by address: ignores addresses added by the caller',
      '127.0.0.1',
      '203.0.113.#, 198.51.100.7',
      '127.0.0.1',
      true,
    ],
    [
      'proxies by address: ignores the header of a direct caller',
      '127.0.0.1, ::1',
      '203.0.113.#',
      '198.51.100.7',
      true,
    ],
  ])('%s', async (_case, trustProxy, chain, remoteAddress, together) => {
    expect(await countedTogether(trustProxy, chain, remoteAddress)).toBe(together);
  });
});
