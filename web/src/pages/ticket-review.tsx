import { ExportTranscriptButton } from '../features/messages/export-transcript-button.tsx';
import { SmsComposer } from '../features/messages/sms-composer.tsx';
import { ReviewDialog, type ReviewDialogProps } from '../features/service-requests/review-dialog.tsx';

/** The review dialog with the texts of the request, which another feature brings: staff answer and export them here. */
export function TicketReview(props: Omit<ReviewDialogProps, 'smsTools' | 'smsComposer'>) {
  return (
    <ReviewDialog
      {...props}
      smsTools={(request) => <ExportTranscriptButton serviceRequestId={request.id} />}
      smsComposer={({ id, patient, smsBlockedReason }) => (
        <SmsComposer
          memberId={patient.id}
          serviceRequestId={id}
          firstName={patient.firstName}
          blockedReason={smsBlockedReason}
        />
      )}
    />
  );
}
