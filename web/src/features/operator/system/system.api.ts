import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

const key = ['operator', 'system'] as const;

/** A job that runs again is seen to run, and a stopped worker to stop. */
const refetchInterval = 15_000;

export const systemQuery = queryOptions({
  queryKey: [...key, 'state'] as const,
  queryFn: ({ signal }) => call('GET /v1/operator/system', { signal }),
  staleTime: 0,
  refetchInterval,
});

export function jobsQuery(page: number, size: number) {
  return queryOptions({
    queryKey: [...key, 'jobs', page, size] as const,
    queryFn: ({ signal }) =>
      call('GET /v1/operator/system/jobs', { query: { page: String(page), size: String(size) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval,
  });
}

export type DeliveryPeriod = 'day' | 'week';

export function deliveriesQuery(period: DeliveryPeriod) {
  return queryOptions({
    queryKey: [...key, 'deliveries', period] as const,
    queryFn: ({ signal }) => call('GET /v1/operator/system/deliveries', { query: { period }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useRetryJob() {
  const client = useQueryClient();
  return useMutation({
    about: (id: number) => id,
    mutationFn: (id: number) => call('POST /v1/operator/system/jobs/{id}/retry', { params: { id: String(id) } }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
