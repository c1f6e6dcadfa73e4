import type { UploadedResponses } from '@kinbridge/contract/forms/form-answers.contract';
import type { FormVersion, ListedForm } from '@kinbridge/contract/forms/forms.contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { uploadFile } from '../../../lib/upload.ts';
import { type KeptUpload, keptUploads } from '../../../lib/uploads/kept-uploads.ts';
import { useUploads } from '../../../lib/uploads/use-uploads.ts';
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

interface SentResponses {
  form: FormVersion;
  file: File;
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

/** Returns the result, or null if the server continues in the background. */
export function useUploadResponses() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ form: { data: _, ...form }, ...upload }: SentResponses): Promise<UploadedResponses | null> => {
      const answer = await uploadFile('POST /v1/survey-answers/{surveyId}/upload-responses', {
        ...upload,
        params: { surveyId: String(form.id) },
        part: 'file',
        idempotencyKey: newIdempotencyKey(),
      });
      if (!('uploadId' in answer)) return answer;
      keptResponses.keep({ id: answer.uploadId, fileName: upload.file.name, form });
      return null;
    },
    onSuccess: () => void invalidateForms(client),
  });
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
      params: { surveyId: String(form.id), uploadId: String(id) },
      signal,
    }),
  changes: [formKeys.all],
  forget: forgetResponses,
};

/** Uploads that continue in the background, with their progress. */
export function useResponseUploads() {
  return useUploads(keptResponses.useKept(), responseUploads);
}
