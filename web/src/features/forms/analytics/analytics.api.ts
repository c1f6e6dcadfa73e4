import { keepPreviousData } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api.ts';
import type { FormPeriod } from '../form-period.tsx';
import { formsKey } from '../forms.api.ts';
import { givenDays } from '../submissions/submissions.api.ts';

export function analyticsQuery(surveyId: number, period: FormPeriod) {
  return callQuery([...formsKey, 'analytics', surveyId, period], 'GET /v1/surveys/{id}/analytics', {
    params: { id: surveyId },
    query: givenDays(period),
    placeholderData: keepPreviousData,
  });
}
