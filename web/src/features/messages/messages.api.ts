import { call, callQuery } from '../../lib/api.ts';
import { readDraft, writeDraft } from '../../lib/draft-store.ts';
import { download } from '../../lib/other-answers.ts';
import { invalidate } from '../../lib/query-client.ts';
import { useCreation } from '../../lib/use-creation.ts';
import { useMutation } from '../../lib/use-mutation.ts';

/** A request's transcript or, without a request, all texts between the organization and a member. */
export interface Transcript {
  memberId: number;
  serviceRequestId?: number | undefined;
}

export function transcriptQuery({ memberId, serviceRequestId }: Transcript) {
  if (serviceRequestId === undefined) {
    const params = { patientId: memberId };
    return callQuery(['messages', { memberId }], 'GET /v1/messages/getPatientMessages/{patientId}', { params });
  }
  const params = { id: serviceRequestId };
  return callQuery(['messages', { serviceRequestId }], 'GET /v1/messages/getServiceRequestMessages/{id}', { params });
}

export function downloadTranscript(of: { serviceRequestId: number } | { memberId: number }): Promise<Blob> {
  return 'memberId' in of
    ? download('GET /v1/messages/getPatientMessagesCsv/{patientId}', { params: { patientId: of.memberId } })
    : download('GET /v1/messages/getServiceRequestMessagesCsv/{id}', { params: { id: of.serviceRequestId } });
}

/** The draft name of a text to a member. */
export function smsDraftName({ memberId, serviceRequestId }: Transcript): string {
  return `sms.${memberId}.${serviceRequestId ?? ''}`;
}

/** Resends a text; `confirm` accepts that it may arrive twice. */
export function useResendSms(messageId: number) {
  return useMutation({
    mutationFn: ({ confirm }: { confirm: boolean }) =>
      call('POST /v1/messages/{id}/resend', { params: { id: messageId }, body: { confirm } }),
    // After a refusal too: someone else may have resent it.
    onSettled: () => invalidate(['messages'], ['service-requests', 'request']),
  });
}

/** Sends one SMS to a member. Resolves once the transcript shows it, so that it never disappears in between. */
export function useSendSms(transcript: Transcript) {
  const { memberId, serviceRequestId } = transcript;
  return useCreation({
    mutationFn: (message: string, idempotencyKey) =>
      call('POST /v1/users/{id}/messages', {
        params: { id: memberId },
        body: { message, serviceRequestId: serviceRequestId ?? null },
        idempotencyKey,
      }),
    onSuccess: (_, message) => {
      // Here rather than in the text box, which may be closed by now: a sent text must not return as a draft.
      const name = smsDraftName(transcript);
      if (readDraft(name).trim() === message) writeDraft(name, '');
      // The request's feed shows its texts too.
      return invalidate(['messages'], ['service-requests', 'request', serviceRequestId]);
    },
  });
}
