import { keepPreviousData } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api.ts';
import { writeSort } from '../../../lib/lists/list-url.ts';
import { download, downloadNamed } from '../../../lib/other-answers.ts';
import type { FormPeriod } from '../form-period.tsx';
import { formsKey } from '../forms.api.ts';

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
  return callQuery(
    [...formsKey, 'submissions', surveyId, { page, size, sort, search, ...period }],
    'POST /v1/surveys/{id}/answers/search',
    {
      params: { id: surveyId },
      body: {
        page,
        size,
        sort: writeSort(sort),
        ...(search && { search }),
        ...givenDays(period),
      },
      placeholderData: keepPreviousData,
    },
  );
}

export function answerQuery(id: number) {
  return callQuery([...formsKey, 'answer', id], 'GET /v1/survey-answers/{id}', { params: { id } });
}

export function downloadAnswerFile(id: number, fileId: string): Promise<Blob> {
  return download('GET /v1/survey-answers/{id}/files/{fileId}', { params: { id, fileId } });
}

export function exportAnswers(surveyId: number, format: 'csv' | 'xlsx', period: FormPeriod): Promise<File> {
  return downloadNamed(`responses.${format}`, 'GET /v1/surveys/{id}/answers/export', {
    params: { id: surveyId },
    query: { format, ...givenDays(period) },
  });
}

export function givenDays({ fromDate, toDate }: FormPeriod): Partial<FormPeriod> {
  return { ...(fromDate && { fromDate }), ...(toDate && { toDate }) };
}
