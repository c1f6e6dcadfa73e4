import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import type { FormPeriod } from '../form-period.tsx';
import { formKeys } from '../forms.api.ts';
import { givenDays } from '../submissions/submissions.api.ts';

export function analyticsQuery(surveyId: number, period: FormPeriod) {
  return queryOptions({
    queryKey: [...formKeys.all, 'analytics', surveyId, period] as const,
    queryFn: ({ signal }) =>
      call('GET /v1/surveys/{id}/analytics', { params: { id: String(surveyId) }, query: givenDays(period), signal }),
    placeholderData: keepPreviousData,
  });
}
