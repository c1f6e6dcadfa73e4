import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id (the library's default) with OWASP's minimum: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), options);
}

let unusable: Promise<string> | undefined;

/** The hash of a password that nobody knows, for logins without one. */
export function unusablePasswordHash(): Promise<string> {
  unusable ??= hashPassword(randomUUID());
  return unusable;
}

let nobody: Promise<string> | undefined;

/** Takes the same time for unknown and known logins. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password');
  const matches = await verify(stored ?? (await nobody), password.normalize('NFKC'));
  return matches && stored !== undefined;
}
