import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

export function usageQuery(sort: string, page: number, size: number) {
  return queryOptions({
    queryKey: ['operator', 'usage', sort, page, size] as const,
    queryFn: ({ signal }) =>
      call('GET /v1/operator/usage', { query: { sort, page: String(page), size: String(size) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useCountUsage() {
  return useMutation({ mutationFn: () => call('POST /v1/operator/usage/count') });
}
