import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerTo, call, download } from '../../../lib/api.ts';
import type { FormPeriod } from '../form-period.tsx';
import { formKeys } from '../forms.api.ts';

export const submissionSortFields = ['createTimestamp', 'lastName', 'version'] as const;
export type SubmissionSortField = (typeof submissionSortFields)[number];

export interface SubmissionsSearch extends FormPeriod {
  page: number;
  size: number;
  sort: { field: SubmissionSortField; descending: boolean };
  search: string;
}

/** One page of the answers to all versions of a form. */
export function submissionsQuery(surveyId: number, { page, size, sort, search, ...period }: SubmissionsSearch) {
  return queryOptions({
    queryKey: [...formKeys.all, 'submissions', surveyId, { page, size, sort, search, ...period }] as const,
    queryFn: ({ signal }) =>
      call('POST /v1/surveys/{id}/answers/search', {
        params: { id: String(surveyId) },
        body: {
          page,
          size,
          sort: `${sort.field},${sort.descending ? 'desc' : 'asc'}`,
          ...(search && { search }),
          ...givenDays(period),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function answerQuery(id: number) {
  return queryOptions({
    queryKey: [...formKeys.all, 'answer', id] as const,
    queryFn: ({ signal }) => call('GET /v1/survey-answers/{id}', { params: { id: String(id) }, signal }),
  });
}

export function downloadAnswerFile(id: number, fileId: string): Promise<Blob> {
  return download('GET /v1/survey-answers/{id}/files/{fileId}', { params: { id: String(id), fileId } });
}

export async function exportAnswers(surveyId: number, format: 'csv' | 'xlsx', period: FormPeriod) {
  const response = await answerTo('GET /v1/surveys/{id}/answers/export', {
    params: { id: String(surveyId) },
    query: { format, ...givenDays(period) },
  });
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { file: await response.blob(), name: name ? decodeURIComponent(name) : `responses.${format}` };
}

export function givenDays({ fromDate, toDate }: FormPeriod): Partial<FormPeriod> {
  return { ...(fromDate && { fromDate }), ...(toDate && { toDate }) };
}
