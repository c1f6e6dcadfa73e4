import type { User } from '@kinbridge/contract/users/users.contract';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { fullName, terminateQuestion } from './employees.texts.ts';

interface TerminateDialogProps {
  /** Whom to ask about; null while nothing is asked. */
  employee: User | null;
  onCancel: () => void;
  onConfirm: (employee: User) => void;
}

/** Asks first: whoever is signed in as this person is out at once. */
export function TerminateDialog({ employee, onCancel, onConfirm }: TerminateDialogProps) {
  return (
    <ConfirmDialog
      opened={employee !== null}
      {...terminateQuestion(employee ? fullName(employee) : '')}
      onCancel={onCancel}
      onConfirm={() => employee && onConfirm(employee)}
    />
  );
}
