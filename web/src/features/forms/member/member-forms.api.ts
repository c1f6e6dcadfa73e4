import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import type { Answers } from '../../../../form/engine.ts';
import { fileOf, filesIn, type KeptFile, mapFiles, type StoredFile } from '../../../../form/files.ts';
import { call, callQuery } from '../../../lib/api.ts';
import { invalidate } from '../../../lib/query-client.ts';
import { useCreation } from '../../../lib/use-creation.ts';
import { formsKey } from '../forms.api.ts';

/** The forms assigned to or answered by a member, newest first. */
export function memberFormsQuery(memberId: number) {
  return callQuery([...formsKey, 'member', memberId], 'GET /v1/users/{id}/surveys', { params: { id: memberId } });
}

export function useAssignForm() {
  return useCreation({
    mutationFn: ({ memberId, surveyId }: { memberId: number; surveyId: number }, idempotencyKey) =>
      call('POST /v1/users/{id}/surveys', { params: { id: memberId }, body: { surveyId }, idempotencyKey }),
    onSuccess: () => void invalidate(formsKey),
  });
}

/** Submits what staff entered for a member, files first. */
export function useAnswerForMember(memberId: number) {
  return useCreation({
    mutationFn: async ({ form, answers }: { form: FormVersion; answers: Answers }, idempotencyKey) => {
      const { id, uniqueSurveyId, version } = form;
      const stored = new Map<string, StoredFile>();
      for (const file of filesIn(answers)) stored.set(file.key, await uploadAnswerFile(uniqueSurveyId, file));
      const data = mapFiles(answers, ({ key }) => stored.get(key));
      const body = { userId: memberId, version, data };
      return call('POST /v1/surveys/{id}/answer', { params: { id }, body, idempotencyKey });
    },
    onSuccess: () => void invalidate(formsKey),
  });
}

/** With its key, the server stores the file once, no matter how often it is sent. */
function uploadAnswerFile(uniqueSurveyId: string, file: KeptFile): Promise<StoredFile> {
  return call('POST /v1/surveys/{uniqueSurveyId}/files', {
    params: { uniqueSurveyId },
    parts: {},
    file: fileOf(file),
    idempotencyKey: file.key,
  });
}
