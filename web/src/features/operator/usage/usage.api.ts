import { keepPreviousData } from '@tanstack/react-query';
import { call, callQuery } from '../../../lib/api.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

export function usageQuery(sort: string, page: number, size: number) {
  return callQuery(['operator', 'usage', sort, page, size], 'GET /v1/operator/usage', {
    query: { sort, page, size },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useCountUsage() {
  return useMutation({ mutationFn: () => call('POST /v1/operator/usage/count') });
}
