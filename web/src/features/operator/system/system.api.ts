import { keepPreviousData } from '@tanstack/react-query';
import { call, callQuery } from '../../../lib/api.ts';
import { invalidate } from '../../../lib/query-client.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

const key = ['operator', 'system'] as const;

/** A job that runs again is seen to run, and a stopped worker to stop. */
const refetchInterval = 15_000;

export const systemQuery = callQuery([...key, 'state'], 'GET /v1/operator/system', { staleTime: 0, refetchInterval });

export function jobsQuery(page: number, size: number) {
  return callQuery([...key, 'jobs', page, size], 'GET /v1/operator/system/jobs', {
    query: { page, size },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval,
  });
}

export type DeliveryPeriod = 'day' | 'week';

export function deliveriesQuery(period: DeliveryPeriod) {
  return callQuery([...key, 'deliveries', period], 'GET /v1/operator/system/deliveries', {
    query: { period },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useRetryJob() {
  return useMutation({
    about: (id: number) => id,
    mutationFn: (id: number) => call('POST /v1/operator/system/jobs/{id}/retry', { params: { id } }),
    onSettled: () => invalidate(key),
  });
}
