import { expect, test } from 'vitest';
import { useTestApp } from '../testing/use-test-app.ts';

const portal = useTestApp({ RATE_LIMIT_PER_ADDRESS: '1' });

test.each([
  ['/services', 'All services'],
  ['/services/1', 'All services'],
  ['/act/x', 'Too many tries.'],
  ['/form/x', 'load this form'],
])('%s refuses a flood with a page', async (url, words) => {
  const remoteAddress = `127.0.0.${url.length}`;
  const answers = [];
  // A minute may end between two of them.
  for (let tries = 0; tries < 3; tries++) answers.push(await portal.server.inject({ url, remoteAddress }));
  const refused = answers.find(({ statusCode }) => statusCode === 429);
  expect(refused?.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': expect.anything(),
  });
  expect(refused?.body).toContain(words);
});
