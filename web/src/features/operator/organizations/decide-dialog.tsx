import type {
  OrganizationDecision,
  RegisteredOrganization,
} from '@kinbridge/contract/operator/operator-organizations.contract';
import { Button, Text, Textarea } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { Dialog, DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { notifyError, notifySuccess } from '../../../ui/notices/notices.tsx';
import { useDecide } from './organizations.api.ts';
import { decisionTexts, needsReason, organizationTexts as texts } from './organizations.texts.ts';

interface DecideDialogProps {
  organization: RegisteredOrganization;
  decision: OrganizationDecision;
  onClose: () => void;
}

/** Asks before a decision takes effect, for its reason if the organization's staff must read one. */
export function DecideDialog({ organization, decision, onClose }: DecideDialogProps) {
  // As it was when the dialog opened: a newer state is a conflict.
  const [seen] = useState(organization);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const decide = useDecide(seen);
  const { button, question, effect, done } = decisionTexts[decision];
  const asks = needsReason(decision);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (asks && reason.trim() === '') {
      setMissing(true);
      field.current?.focus();
      return;
    }
    decide.mutate(
      { decision, reason: reason.trim() },
      {
        onSuccess: () => {
          notifySuccess(done);
          onClose();
        },
        onError: (error) => {
          if (!(error instanceof ApiError) || error.body.code !== 'conflict') return;
          notifyError(error.message);
          onClose();
        },
      },
    );
  }

  return (
    <Dialog opened onClose={onClose} title={question(seen.name)} unsaved={reason.trim() !== ''}>
      {(close) => (
        <form noValidate onSubmit={submit}>
          {decide.error && <CallFailure title={texts.failed} error={decide.error} />}
          <Text>{effect}</Text>
          {asks && (
            <Textarea
              ref={field}
              mt="md"
              label="Reason"
              description="The organization’s staff read it."
              required
              data-autofocus
              autosize
              minRows={3}
              maxRows={8}
              maxLength={500}
              value={reason}
              error={missing && 'Reason is required.'}
              onChange={(event) => {
                setReason(event.currentTarget.value);
                setMissing(false);
              }}
            />
          )}
          <DialogFooter>
            <Button variant="default" onClick={close} {...(!asks && { 'data-autofocus': true })}>
              Cancel
            </Button>
            <Button type="submit" {...(asks && { color: 'red' })} loading={decide.isPending}>
              {button}
            </Button>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  );
}
