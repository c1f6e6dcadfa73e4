import { Button } from '@mantine/core';
import { DialogFooter } from './dialog.tsx';

interface SubmitFooterProps {
  onCancel: () => void;
  pending: boolean;
  /** What the button does. */
  action?: string;
}

/** The buttons of a dialog that is a form. */
export function SubmitFooter({ onCancel, pending, action = 'Save Changes' }: SubmitFooterProps) {
  return (
    <DialogFooter>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={pending}>
        {action}
      </Button>
    </DialogFooter>
  );
}
