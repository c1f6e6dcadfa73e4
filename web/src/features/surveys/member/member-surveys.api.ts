import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { invalidateSurveys, surveyKeys } from '../surveys.api.ts';

/** The forms that were assigned to a member or answered by one, newest first. */
export function memberSurveysQuery(memberId: number) {
  return queryOptions({
    queryKey: [...surveyKeys.all, 'member', memberId] as const,
    queryFn: ({ signal }) => call('GET /v1/users/{id}/surveys', { params: { id: String(memberId) }, signal }),
  });
}

interface Assignment {
  memberId: number;
  surveyId: number;
  idempotencyKey: string;
}

export function useAssignSurvey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ memberId, surveyId, idempotencyKey }: Assignment) =>
      call('POST /v1/users/{id}/surveys', { params: { id: String(memberId) }, body: { surveyId }, idempotencyKey }),
    onSuccess: () => void invalidateSurveys(client),
  });
}

interface Screening {
  surveyId: number;
  version: number;
  data: Record<string, unknown>;
  idempotencyKey: string;
}

/** What staff took down for a member. */
export function useAnswerForMember(memberId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ surveyId, version, data, idempotencyKey }: Screening) =>
      call('POST /v1/surveys/{id}/answer', {
        params: { id: String(surveyId) },
        body: { userId: memberId, version, data },
        idempotencyKey,
      }),
    onSuccess: () => void invalidateSurveys(client),
  });
}

/** Keeps a file that belongs to an answer which is sent afterwards. */
export function uploadAnswerFile(uniqueSurveyId: string, file: File) {
  return call('POST /v1/surveys/{uniqueSurveyId}/files', {
    params: { uniqueSurveyId },
    parts: {},
    file,
    idempotencyKey: newIdempotencyKey(),
  });
}
