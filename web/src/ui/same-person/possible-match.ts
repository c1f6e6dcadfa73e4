import type { MemberCandidate } from '@kinbridge/contract/members/members.contract';
import { ApiError } from '../../lib/api.ts';

/** What staff say about a typed person who may be known: the member's id, or that they are new. */
export type SamePersonAnswer = number | 'new';

/** The members that a refused call asks about; null if it was refused for something else. */
export function candidatesOf(error: unknown): MemberCandidate[] | null {
  if (!(error instanceof ApiError) || error.body.code !== 'possible_match') return null;
  return (error.body as { candidates?: MemberCandidate[] }).candidates ?? null;
}

/** Whether a failed call may have done its work: the next try must be the same, so that it does nothing twice. */
export function mayHaveArrived(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}
