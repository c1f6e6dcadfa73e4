import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';

/** Up to when texts and entries of the audit log are archived. An operator archives a month rarely. */
export const archiveQuery = queryOptions({
  queryKey: ['archive'] as const,
  queryFn: ({ signal }) => call('GET /v1/archive', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
