import type { EndStatus } from '@kinbridge/contract/service-requests/outcomes';
import type { ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useCurrentUser } from '../../../lib/current-user.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../../ui/dialog/submit-footer.tsx';
import { type ChosenOutcome, chosenOutcome, type OutcomeDraft } from '../outcome-draft.ts';
import { OutcomeFields } from '../outcome-fields.tsx';
import { questionBeforeEnd, reviewTexts } from '../review.texts.ts';

interface EndRequestDialogProps {
  request: ServiceRequest;
  to: EndStatus;
  /** The request's status when the dialog opened. */
  asked: ServiceRequestStatus | undefined;
  /** Kept by the caller, so that nothing typed is lost if the move fails. */
  draft: OutcomeDraft;
  onDraft: (draft: OutcomeDraft) => void;
  onConfirm: (outcome: ChosenOutcome) => void;
  onCancel: () => void;
}

/** Asks how a request ends, before it does. */
export function EndRequestDialog(props: EndRequestDialogProps) {
  const { request, to, asked, draft, onDraft, onConfirm, onCancel } = props;
  const { organizationId } = useCurrentUser();
  const [tried, setTried] = useState(false);
  const { title, text, confirm, cancel } = questionBeforeEnd(to, request, organizationId);
  return (
    <Dialog opened onClose={onCancel} title={title} size={480}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const outcome = chosenOutcome(draft);
          if (outcome) onConfirm(outcome);
          else setTried(true);
        }}
      >
        <Text>{text}</Text>
        <Text role="status" fw={600}>
          {asked && asked !== request.status && reviewTexts.movedSince(request.status)}
        </Text>
        <OutcomeFields to={to} draft={draft} onChange={onDraft} tried={tried} first />
        <SubmitFooter
          onCancel={onCancel}
          cancel={cancel}
          action={confirm}
          {...(to === 'CANCELLED' && { color: 'red' })}
        />
      </form>
    </Dialog>
  );
}
