import { describe, expect, it } from 'vitest';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

/** The SHA-1 key of RFC 6238, appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('of RFC 6238 at %i seconds is %s', async (seconds, code) => {
    expect(await stepOfCode(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it.each([
    ['is accepted up to a step later', 89_999, 1],
    ['is accepted up to a step earlier', 0, 1],
    ['is refused two steps later', 90_000, null],
    ['is refused two steps earlier', -1, null],
  ])('%s', async (_, now, step) => {
    expect(await stepOfCode(secret, '287082', now)).toBe(step);
  });

  it.each(['', '28708', '2870822', '28708a', '２８７０８２', 'undefined'])('is refused as %j', async (code) => {
    expect(await stepOfCode(secret, code, 59_000)).toBeNull();
  });

  it('may have a space', async () => {
    expect(await stepOfCode(secret, '287 082', 59_000)).toBe(1);
  });
});

it('is set up with a secret of 160 bits in an otpauth address', async () => {
  const fresh = await newTotpSecret();
  expect(fresh).toMatch(/^[A-Z2-7]{32}$/);
  expect(await totpUri(fresh, 'ada@willow.example')).toBe(
    `otpauth://totp/Kinbridge:ada%40willow.example?issuer=Kinbridge&secret=${fresh}&algorithm=SHA1&digits=6&period=30`,
  );
});
