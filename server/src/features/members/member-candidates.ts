import type { MemberCandidate } from '@kinbridge/contract/members/members.contract';
import type { StaffCaller } from '../../access/caller.ts';
import type { RouteRequest } from '../../access/route.ts';
import { AppError } from '../../app-error.ts';

/** Logs the records that a possible match shows: nothing else of the call is stored. */
export async function recordingCandidates<T>(
  { caller, recordList }: Pick<RouteRequest<StaffCaller>, 'caller' | 'recordList'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'possible_match') {
      const shown = ((error.extra?.candidates ?? []) as MemberCandidate[]).map(({ id }) => id);
      await recordList('member.list', caller.organizationId, { shown });
    }
    throw error;
  }
}
