import {
  asksFirst,
  type BoardStatus,
  type ServiceRequestStatus,
} from '@kinbridge/contract/service-requests/service-request-status';
import { invalidate } from '../../lib/query-client.ts';
import { notifyError, notifySuccess } from '../../ui/notices/notices.tsx';
import { notifyPartly, notifyUndoable } from '../../ui/notices/undo-notice.tsx';
import { bulkMove, serviceRequestKeys } from './service-requests.api.ts';
import { boardTexts } from './service-requests.texts.ts';

export interface Moved {
  id: number;
  from: ServiceRequestStatus;
}

/** Says that requests were moved, with Undo unless the move sent a message, ended the request or reopened it. */
export function offerUndo(moved: Moved[], to: ServiceRequestStatus, message: string): void {
  if (asksFirst(to) || moved.some(({ from }) => from === 'CANCELLED')) {
    notifySuccess(boardTexts.updated);
    return;
  }
  notifyUndoable({ title: boardTexts.updated, message, onUndo: () => void undo(moved, to) });
}

/** One bulk call per former status. Requests moved again since stay where they are. */
async function undo(moved: Moved[], to: ServiceRequestStatus): Promise<void> {
  const left: string[] = [];
  try {
    for (const from of new Set(moved.map((one) => one.from))) {
      const ids = moved.filter((one) => one.from === from).map(({ id }) => id);
      const { skipped, message } = await bulkMove(ids, from as BoardStatus, { from: to, undo: true });
      if (skipped.length > 0) left.push(message);
    }
    if (left.length > 0) notifyPartly(left.join(' '));
    else notifySuccess(boardTexts.undone);
  } catch (error) {
    notifyError(`${boardTexts.undoFailed} ${(error as Error).message}`);
  } finally {
    await invalidate(serviceRequestKeys.all);
  }
}
