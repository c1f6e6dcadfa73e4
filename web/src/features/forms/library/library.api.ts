import type { FormVersion, ListedForm } from '@kinbridge/contract/forms/forms.contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { uploadFile } from '../../../lib/upload.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { formKeys, invalidateForms } from '../forms.api.ts';

/** Archives or restores a form. The list shows it immediately. */
export function useArchive() {
  const client = useQueryClient();
  return useMutation({
    about: ({ form }) => form.id,
    mutationFn: ({ form, archive }: { form: FormVersion; archive: boolean }) =>
      call('POST /v1/surveys/{id}/archive', { params: { id: String(form.id) }, body: archive }),
    onSuccess: (changed) => {
      client.setQueryData<ListedForm[]>(formKeys.list(changed.organizationId), (forms) =>
        forms?.map((form) =>
          form.uniqueSurveyId === changed.uniqueSurveyId ? { ...form, archivedAt: changed.archivedAt } : form,
        ),
      );
      void invalidateForms(client);
    },
  });
}

export function useImportForm() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ formId, idempotencyKey }: { formId: string; idempotencyKey: string }) =>
      call('POST /v1/surveys/import', { query: { formId }, idempotencyKey }),
    onSuccess: () => void invalidateForms(client),
  });
}
export type ImportedSurvey = Awaited<ReturnType<ReturnType<typeof useImportForm>['mutateAsync']>>;

interface ResponsesUpload {
  surveyId: number;
  file: File;
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

export function useUploadResponses() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ surveyId, ...upload }: ResponsesUpload) =>
      uploadFile('POST /v1/survey-answers/{surveyId}/upload-responses', {
        ...upload,
        params: { surveyId: String(surveyId) },
        part: 'file',
        idempotencyKey: newIdempotencyKey(),
      }),
    onSuccess: () => void invalidateForms(client),
  });
}
export type UploadedResponses = Awaited<ReturnType<ReturnType<typeof useUploadResponses>['mutateAsync']>>;
