import { AppError } from '../app-error.ts';
import type { Caller, Visitor } from './caller.ts';

/**
 * For what someone at an unlocked computer or with a copied token must not do: the last proof is at most ten minutes old.
 * Calls whose contract says `needsProof` pass here before their handler.
 */
export function requireProof(caller: Pick<Caller, 'proven'> | Visitor): void {
  if ('proven' in caller && caller.proven) return;
  throw new AppError('proof_required', 'Please confirm that it is you, then try again.');
}
