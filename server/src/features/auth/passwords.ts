import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commonPassword } from '@kinbridge/contract/shared/password';
import { hash, verify } from '@node-rs/argon2';
import { invalidField } from '../../app-error.ts';

/** Argon2id (the library's default) with OWASP's minimum: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), options);
}

let nobody: Promise<string> | undefined;

/** Takes as long for an unknown login as for a known one. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password');
  const matches = await verify(stored ?? (await nobody), password.normalize('NFKC'));
  return matches && stored !== undefined;
}

let common: Set<string> | undefined;

export function refuseCommonPassword(root: string, password: string): void {
  common ??= new Set(readFileSync(join(root, 'db/reference/common-passwords.txt'), 'utf8').split('\n'));
  if (common.has(password.toLowerCase())) throw invalidField('password', commonPassword);
}
