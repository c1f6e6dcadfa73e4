import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { declineQuestion, terminateQuestion } from './employees.texts.ts';

interface TerminateDialogProps {
  /** The employee to ask about, or null. */
  employee: User | null;
  onCancel: () => void;
  onConfirm: (employee: User) => void;
}

/** Asks first, because the person is signed out immediately. Pending people are declined. */
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
