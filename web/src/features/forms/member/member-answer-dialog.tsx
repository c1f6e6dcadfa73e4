import { AnswerDialog } from '../submissions/answer-dialog.tsx';
import { AskedServices } from './asked-services.tsx';

interface MemberAnswerDialogProps {
  answerId: number;
  onClose: () => void;
  onRequest: (serviceIds: number[]) => void;
}

/** A member's answers, and the services they ask for. */
export function MemberAnswerDialog({ answerId, onClose, onRequest }: MemberAnswerDialogProps) {
  return (
    <AnswerDialog
      answerId={answerId}
      onClose={onClose}
      extra={(answer, form) => <AskedServices answer={answer} form={form} onRequest={onRequest} />}
    />
  );
}
