import { Button, type ButtonProps } from '@mantine/core';
import { type Ref, use } from 'react';
import { DialogClose, DialogFooter } from './dialog.tsx';

interface SubmitFooterProps extends ButtonProps {
  /** Without it, Cancel closes the dialog, and asks first only if something typed would be lost. */
  onCancel?: () => void;
  cancel?: string;
  pending?: boolean;
  /** What the button does. */
  action?: string;
  /** Without it, the button submits the form around it. */
  onClick?: () => void;
  ref?: Ref<HTMLButtonElement>;
  'data-autofocus'?: boolean;
}

/** The buttons of a dialog: the way back, and what the dialog is for. */
export function SubmitFooter(props: SubmitFooterProps) {
  const { onCancel, cancel = 'Cancel', pending = false, action = 'Save Changes', ...button } = props;
  const close = use(DialogClose);
  return (
    <DialogFooter>
      <Button variant="default" onClick={onCancel ?? close}>
        {cancel}
      </Button>
      <Button type={button.onClick ? 'button' : 'submit'} loading={pending} {...button}>
        {action}
      </Button>
    </DialogFooter>
  );
}
