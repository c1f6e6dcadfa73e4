import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { test } from './test.ts';

const limit = 150_000;

test('the first load of /login needs at most 150 kB of JavaScript, compressed, and its security policy refuses nothing', async ({
  page,
}) => {
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await page.goto('/login', { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const sizes = (await Promise.all(scripts)).map((script) => gzipSync(script, { level: 9 }).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`First load of /login: ${(total / 1000).toFixed(1)} kB of JavaScript in ${sizes.length} files`);
  expect(total).toBeLessThanOrEqual(limit);
  expect(refused).toEqual([]);
});
