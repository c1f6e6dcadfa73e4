import type { User } from '@kinbridge/contract/users/users.contract';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { declineQuestion, fullName, terminateQuestion } from './employees.texts.ts';

interface TerminateDialogProps {
  /** Whom to ask about; null while nothing is asked. */
  employee: User | null;
  onCancel: () => void;
  onConfirm: (employee: User) => void;
}

/** Asks first: whoever is signed in as this person is out at once. Somebody who still waits is declined. */
export function TerminateDialog({ employee, onCancel, onConfirm }: TerminateDialogProps) {
  const question = employee?.status === 'PENDING' ? declineQuestion : terminateQuestion;
  return (
    <ConfirmDialog
      opened={employee !== null}
      {...question(employee ? fullName(employee) : '')}
      onCancel={onCancel}
      onConfirm={() => employee && onConfirm(employee)}
    />
  );
}
