import { Button, Text, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Dialog, DialogFooter } from '../../../ui/dialog/dialog.tsx';

interface DecisionDialogProps {
  title: string;
  effect: string;
  button: string;
  /** Whether the organization's staff must read a reason. */
  asks: boolean;
  pending: boolean;
  onDecide: (reason: string) => void;
  onClose: () => void;
  /** Why the decision wasn't made, or what it is about. */
  children: ReactNode;
}

/** Asks before a decision takes effect, for its reason if it needs one. */
export function DecisionDialog({ title, effect, button, asks, children, ...props }: DecisionDialogProps) {
  const { pending, onDecide, onClose } = props;
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (asks && reason.trim() === '') {
      setMissing(true);
      field.current?.focus();
    } else onDecide(reason.trim());
  }

  return (
    <Dialog opened onClose={onClose} title={title} size={560} unsaved={reason.trim() !== ''}>
      {(close) => (
        <form noValidate onSubmit={submit}>
          {children}
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
            <Button type="submit" {...(asks && { color: 'red' })} loading={pending}>
              {button}
            </Button>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  );
}
