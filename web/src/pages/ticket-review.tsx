import { ExportTranscriptButton } from '../features/messages/export-transcript-button.tsx';
import { ResendButton } from '../features/messages/resend-button.tsx';
import { SmsComposer } from '../features/messages/sms-composer.tsx';
import { ReviewDialog, type ReviewDialogProps } from '../features/service-requests/review/review-dialog.tsx';
import type { ReviewSms } from '../features/service-requests/review/review-sms.ts';
import { loadLater } from '../lib/load-later.tsx';

const SmsTranscriptDialog = loadLater(
  async () => (await import('../features/messages/sms-transcript-dialog.tsx')).SmsTranscriptDialog,
);
const AnswerDialog = loadLater(
  async () => (await import('../features/forms/submissions/answer-dialog.tsx')).AnswerDialog,
);

const sms: ReviewSms = {
  tools: ({ id }) => <ExportTranscriptButton of={{ serviceRequestId: id }} />,
  composer: ({ id, patient, smsBlockedReason }) => (
    <SmsComposer
      memberId={patient.id}
      serviceRequestId={id}
      firstName={patient.firstName}
      blockedReason={smsBlockedReason}
    />
  ),
  resend: ({ messageId, state }) => <ResendButton messageId={messageId} state={state} />,
  transcript: ({ id, patient, smsBlockedReason }, onClose) => (
    <SmsTranscriptDialog member={patient} serviceRequestId={id} smsBlockedReason={smsBlockedReason} onClose={onClose} />
  ),
};

const formAnswers: ReviewDialogProps['formAnswers'] = (answerId, onClose) => (
  <AnswerDialog answerId={answerId} onClose={onClose} />
);

/** The review dialog with the request's texts and form answers, which other features provide. */
export function TicketReview(props: Omit<ReviewDialogProps, 'sms' | 'formAnswers'>) {
  return <ReviewDialog {...props} sms={sms} formAnswers={formAnswers} />;
}
