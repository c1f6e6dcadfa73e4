import type { RegisteredOrganization } from '@kinbridge/contract/operator/operator-organizations.contract';
import { Button, Text, Textarea } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { Dialog, DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { useRequiredField } from '../../../ui/form/use-required-field.ts';
import { noticeThen, notifyError } from '../../../ui/notices/notices.tsx';
import { currentIn } from './organizations.api.ts';
import classes from './organizations.module.css';
import { type DecisionTexts, organizationTexts } from './organizations.texts.ts';

interface DecisionDialogProps<Decision> {
  /** The organization that the decision is about. */
  name: string;
  decision: Decision;
  texts: DecisionTexts;
  /** Whether the organization's staff must read a reason. */
  asks: boolean;
  decide: UseMutationResult<RegisteredOrganization, Error, { decision: Decision; reason: string }>;
  /** The title when what is decided on is no longer what the operator saw. */
  changed: string;
  /** Shows the present state as `children`; false if the decision no longer fits it. */
  onChanged: (current: RegisteredOrganization) => boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before a decision takes effect, for its reason if it needs one, and again if others were faster. */
export function DecisionDialog<Decision>({ name, decision, texts, asks, ...props }: DecisionDialogProps<Decision>) {
  const { decide, changed, onChanged, onClose, children } = props;
  const reason = useRequiredField<HTMLTextAreaElement>('Reason is required.');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (asks && !reason.check()) return;
    decide.mutate({ decision, reason: reason.value.trim() }, { ...noticeThen(texts.done, onClose), onError: refuse });
  }

  function refuse(error: Error) {
    const current = currentIn(error);
    if (!current || onChanged(current)) return;
    notifyError(error.message);
    onClose();
  }

  const { error } = decide;
  return (
    <Dialog opened onClose={onClose} title={texts.question(name)} size={560} unsaved={reason.value.trim() !== ''}>
      {(close) => (
        <form noValidate onSubmit={submit}>
          {error && <CallFailure title={currentIn(error) ? changed : organizationTexts.failed} error={error} />}
          {children && <div className={classes.changes}>{children}</div>}
          <Text>{texts.effect}</Text>
          {asks && (
            <Textarea
              mt="md"
              label="Reason"
              description="The organization’s staff read it."
              required
              data-autofocus
              autosize
              minRows={3}
              maxRows={8}
              maxLength={500}
              {...reason.input}
            />
          )}
          <DialogFooter>
            <Button variant="default" onClick={close} {...(!asks && { 'data-autofocus': true })}>
              Cancel
            </Button>
            <Button type="submit" {...(asks && { color: 'red' })} loading={decide.isPending}>
              {texts.button}
            </Button>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  );
}
