import {
  asksFirst,
  type BoardStatus,
  type ServiceRequestStatus,
} from '@kinbridge/contract/service-requests/service-request-status';
import type { QueryClient } from '@tanstack/react-query';
import { notifyError, notifySuccess } from '../../ui/notices.tsx';
import { notifyPartly, notifyUndoable } from '../../ui/undo-notice.tsx';
import { bulkMove, invalidateRequests } from './service-requests.api.ts';
import { boardTexts } from './service-requests.texts.ts';

export interface Moved {
  id: number;
  from: ServiceRequestStatus;
}

/**
 * Says that requests were moved, with Undo where nothing went out by it. Not for what was Pending before
 * either: going back there would text the member a second time. Nor for what was Cancelled, which no
 * bulk move leads to.
 */
export function offerUndo(client: QueryClient, moved: Moved[], to: ServiceRequestStatus, message: string): void {
  if (asksFirst(to) || moved.some(({ from }) => asksFirst(from))) {
    notifySuccess(boardTexts.updated);
    return;
  }
  notifyUndoable({ title: boardTexts.updated, message, onUndo: () => void undo(client, moved, to) });
}

/** The bulk call with the former status, once for each of them. What was moved on since stays where it is. */
async function undo(client: QueryClient, moved: Moved[], to: ServiceRequestStatus): Promise<void> {
  const left: string[] = [];
  try {
    for (const from of new Set(moved.map((one) => one.from))) {
      const ids = moved.filter((one) => one.from === from).map(({ id }) => id);
      const { skipped, message } = await bulkMove(ids, from as BoardStatus, to);
      if (skipped.length > 0) left.push(message);
    }
    if (left.length > 0) notifyPartly(left.join(' '));
    else notifySuccess(boardTexts.undone);
  } catch (error) {
    notifyError(`${boardTexts.undoFailed} ${(error as Error).message}`);
  } finally {
    await invalidateRequests(client);
  }
}
