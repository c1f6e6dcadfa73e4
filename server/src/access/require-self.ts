import { notFound } from '../app-error.ts';
import type { Caller } from './caller.ts';

/** A person's security is theirs alone; for everyone else it doesn't exist. */
export function requireSelf({ userId }: Pick<Caller, 'userId'>, id: number): void {
  if (userId !== id) throw notFound('person');
}
