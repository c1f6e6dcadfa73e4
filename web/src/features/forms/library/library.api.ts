import type { UploadedResponses } from '@kinbridge/contract/forms/form-answers.contract';
import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { invalidate, queryClient } from '../../../lib/query-client.ts';
import { uploadFile } from '../../../lib/upload.ts';
import { type KeptUpload, keptUploads } from '../../../lib/uploads/kept-uploads.ts';
import { useUploads } from '../../../lib/uploads/use-uploads.ts';
import { useCreation } from '../../../lib/use-creation.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { formsKey, formsQuery } from '../forms.api.ts';

/** Archives or restores a form. The list shows it immediately. */
export function useArchive() {
  return useMutation({
    about: ({ form }) => form.id,
    mutationFn: ({ form, archive }: { form: FormVersion; archive: boolean }) =>
      call('POST /v1/surveys/{id}/archive', { params: { id: form.id }, body: archive }),
    onSuccess: (changed) => {
      queryClient.setQueryData(formsQuery(changed.organizationId).queryKey, (forms) =>
        forms?.map((form) =>
          form.uniqueSurveyId === changed.uniqueSurveyId ? { ...form, archivedAt: changed.archivedAt } : form,
        ),
      );
      void invalidate(formsKey);
    },
  });
}

export function useImportForm() {
  return useCreation({
    mutationFn: (formId: string, idempotencyKey) =>
      call('POST /v1/surveys/import', { query: { formId }, idempotencyKey }),
    onSuccess: () => void invalidate(formsKey),
  });
}
export type ImportedSurvey = Awaited<ReturnType<ReturnType<typeof useImportForm>['mutateAsync']>>;

interface SentResponses {
  form: FormVersion;
  file: File;
}

/** Returns the result, or null if the server continues in the background. Leaving the screen stops the sending. */
export function useUploadResponses() {
  const [sent, onProgress] = useState(0);
  const stopper = useRef<AbortController>(null);
  useEffect(() => () => stopper.current?.abort(), []);
  const upload = useMutation({
    mutationFn: async ({ form: { data: _, ...form }, file }: SentResponses): Promise<UploadedResponses | null> => {
      stopper.current = new AbortController();
      const answer = await uploadFile('POST /v1/survey-answers/{surveyId}/upload-responses', {
        file,
        params: { surveyId: form.id },
        part: 'file',
        idempotencyKey: newIdempotencyKey(),
        onProgress,
        signal: stopper.current.signal,
      });
      if (!('uploadId' in answer)) return answer;
      keptResponses.keep({ id: answer.uploadId, fileName: file.name, form });
      return null;
    },
    onSuccess: () => void invalidate(formsKey),
  });
  return { ...upload, sent };
}

interface KeptResponses extends KeptUpload {
  form: Omit<FormVersion, 'data'>;
}

const keptResponses = keptUploads<KeptResponses>('response-uploads');
export const forgetResponses = keptResponses.forget;

const responseUploads = {
  key: 'response-uploads',
  loadProgress: ({ id, form }: KeptResponses, signal: AbortSignal) =>
    call('GET /v1/survey-answers/{surveyId}/upload-responses/{uploadId}', {
      params: { surveyId: form.id, uploadId: id },
      signal,
    }),
  changes: [formsKey],
  forget: forgetResponses,
};

/** Uploads that continue in the background, with their progress. */
export function useResponseUploads() {
  return useUploads(keptResponses.useKept(), responseUploads);
}
