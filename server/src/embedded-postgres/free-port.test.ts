import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { findFreePort } from './free-port.ts';

it('finds a usable port below those that the system hands out', async () => {
  const port = await findFreePort();
  const used = createServer().listen(port, '127.0.0.1');
  const given = createServer().listen(0, '127.0.0.1');
  await Promise.all([once(used, 'listening'), once(given, 'listening')]);
  expect(port).toBeLessThan(Math.min(32_768, (given.address() as AddressInfo).port));
  used.close();
  given.close();
});
