import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { until } from '../../testing/until.ts';
import { mintRegistrationToken, readIdToken } from './tokens.ts';

const config = { secret: 'x'.repeat(32) };
const registeredAt = 1_800_000_000;

/** When a token issued at this time expires, both in minutes after the registration. */
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
])('issues %i minutes after registration a token that expires at minute %i', async (at, end) => {
  expect(await ends(at)).toBe(end);
});

it('refuses a cached token once it has expired', async () => {
  const sid = '0b7e7d3c-3a53-4c55-9d7b-0f7f5a2a9c11';
  const token = await new SignJWT({ sid, iss: 'kinbridge', aud: 'kinbridge-portal', sub: '7' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime(Math.floor(Date.now() / 1000) + 2)
    .sign(createHmac('sha256', config.secret).update('id tokens').digest());
  expect(readIdToken(config, token)).toMatchObject({ userId: 7, sessionId: sid });
  expect(readIdToken(config, token)).toMatchObject({ userId: 7, sessionId: sid });
  await until(async () => readIdToken(config, token) === null);
});
