import { expect, it } from 'vitest';
import { mintRegistrationToken } from './tokens.ts';

const config = { secret: 'x'.repeat(32) };
const registeredAt = 1_800_000_000;

/** When the token ends that is given at a moment, both in minutes after the registration. */
async function ends(at: number): Promise<number> {
  const token = await mintRegistrationToken(config, { id: 7, registeredAt }, registeredAt + at * 60);
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return (exp - registeredAt) / 60;
}

it.each([
  [0, 60],
  [49, 60],
  [50, 110],
  [99, 110],
  [100, 160],
])('a registration goes on %i minutes later with a token that ends after %i', async (at, end) => {
  expect(await ends(at)).toBe(end);
});
