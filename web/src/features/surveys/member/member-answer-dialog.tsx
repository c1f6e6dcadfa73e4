import { AnswerDialog } from '../submissions/answer-dialog.tsx';
import { AskedServices } from './asked-services.tsx';

interface MemberAnswerDialogProps {
  answerId: number;
  onClose: () => void;
  onRequest: (serviceIds: number[]) => void;
}

/** What a member answered, and what it asks for. */
export function MemberAnswerDialog({ answerId, onClose, onRequest }: MemberAnswerDialogProps) {
  return (
    <AnswerDialog
      answerId={answerId}
      onClose={onClose}
      extra={(answer, survey) => <AskedServices answer={answer} survey={survey} onRequest={onRequest} />}
    />
  );
}
