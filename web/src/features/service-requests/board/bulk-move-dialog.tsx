import { type OutcomeCode, outcomeLabels } from '@kinbridge/contract/service-requests/outcomes';
import {
  type BoardStatus,
  boardStatuses,
  bulkMoveRefusal,
  serviceRequestStatusLabels,
} from '@kinbridge/contract/service-requests/service-request-status';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { NativeSelect } from '@mantine/core';
import { useId, useState } from 'react';
import { invalidate } from '../../../lib/query-client.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../../ui/dialog/submit-footer.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { notifyPartly } from '../../../ui/notices/undo-notice.tsx';
import { MoveText } from '../move-text.tsx';
import { outcomeTexts } from '../outcome.texts.ts';
import type { ChosenOutcome } from '../outcome-draft.ts';
import { bulkMove, serviceRequestKeys } from '../service-requests.api.ts';
import { countedRequests, moveTexts } from '../service-requests.texts.ts';
import { RequestStatusChip } from '../status-chip.tsx';
import { offerUndo } from '../undo-move.ts';
import classes from './bulk-move-dialog.module.css';

interface BulkMoveDialogProps {
  requests: ServiceRequest[];
  onClose: () => void;
  onMoved: () => void;
}

/** Moves all selected requests to one status. The dialog is also the confirmation that Pending and Completed need. */
export function BulkMoveDialog({ requests, onClose, onMoved }: BulkMoveDialogProps) {
  const [target, setTarget] = useState<BoardStatus>('COMPLETED');
  const [code, setCode] = useState<OutcomeCode>('HELPED');
  const completes = target === 'COMPLETED';
  const move = useBulkMove(requests, onMoved);
  const count = countedRequests(requests.length);
  const hint = useId();
  const asked = target === 'PENDING' ? requests.filter(({ status }) => bulkMoveRefusal(status, target) === null) : [];
  const texted = asked.filter(({ smsBlockedReason }) => smsBlockedReason === null);
  const untexted = asked.filter((request) => !texted.includes(request)).map(({ patient }) => fullName(patient));
  const [example] = texted;
  return (
    <Dialog opened onClose={onClose} title={`Move ${count}`} size={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // The second click of a double click can come while the dialog fades out.
          if (!move.isSuccess) move.mutate({ target, ...(completes && { outcome: { code } }) });
        }}
      >
        {move.error && <CallFailure title={moveTexts.failed} error={move.error} />}
        <fieldset className={`gap-xs m-0 p-0 flex wrap border-0 ${classes.targets}`} aria-describedby={hint}>
          <legend>New status</legend>
          {boardStatuses.map((status) => (
            <label key={status} className={`round-sm relative pointer ${classes.target}`}>
              <input
                type="radio"
                name="target"
                value={status}
                checked={status === target}
                data-autofocus={status === target || undefined}
                onChange={() => setTarget(status)}
              />
              <RequestStatusChip status={status} />
            </label>
          ))}
        </fieldset>
        <div id={hint} className={`text-xs dimmed ${classes.hint}`}>
          <p>{moveTexts.pendingSends}</p>
          <p>{untexted.length > 0 && moveTexts.untexted(untexted)}</p>
          <p>{completes && moveTexts.completedIsFinal}</p>
        </div>
        {completes && (
          <NativeSelect
            label={outcomeTexts.question.COMPLETED}
            data={Object.entries(outcomeLabels.COMPLETED).map(([value, label]) => ({ value, label }))}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value as OutcomeCode)}
          />
        )}
        {example && <MoveText key={target} request={example} to={target} others={texted.length - 1} />}
        <SubmitFooter onCancel={onClose} action={`Move ${count}`} pending={move.isPending} />
      </form>
    </Dialog>
  );
}

function useBulkMove(requests: ServiceRequest[], onMoved: () => void) {
  return useMutation({
    mutationFn: ({ target, ...more }: { target: BoardStatus; outcome?: ChosenOutcome }) =>
      bulkMove(
        requests.map(({ id }) => id),
        target,
        more,
      ),
    onSuccess: ({ moved, skipped, message }, { target }) => {
      onMoved();
      void invalidate(serviceRequestKeys.all);
      if (skipped.length > 0) return notifyPartly(message);
      const before = requests.filter(({ id }) => moved.includes(id)).map(({ id, status }) => ({ id, from: status }));
      const summary = `${countedRequests(moved.length)} moved to ${serviceRequestStatusLabels[target]}`;
      offerUndo(before, target, summary);
    },
  });
}
