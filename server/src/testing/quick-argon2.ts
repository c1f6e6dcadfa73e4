import { createRequire } from 'node:module';
import type * as Argon2 from '@node-rs/argon2';

const argon2: typeof Argon2 = createRequire(import.meta.url)('@node-rs/argon2');

/** OWASP's minimum. */
const least = { memoryCost: 19_456, timeCost: 2 };

export const verify = argon2.verify;

/**
 * Hashes at the lowest cost, but refuses to stand in for less than production needs. vitest.config.ts puts it in the
 * library's place; a build doesn't read that file.
 */
export const hash: typeof Argon2.hash = (password, options) => {
  const { memoryCost = 0, timeCost = 0 } = options ?? {};
  if (memoryCost < least.memoryCost || timeCost < least.timeCost) throw new Error('Passwords are hashed too cheaply.');
  return argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
};
