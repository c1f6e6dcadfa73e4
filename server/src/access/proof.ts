import { AppError } from '../app-error.ts';
import type { Caller } from './caller.ts';

/** For changes that someone at an unlocked computer must not make: the last proof is at most ten minutes old. */
export function requireProof({ proven }: Pick<Caller, 'proven'>): void {
  if (proven) return;
  throw new AppError('proof_required', 'Please confirm that it is you, then try again.');
}
