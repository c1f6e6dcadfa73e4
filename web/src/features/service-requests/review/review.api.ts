import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../lib/query-client.ts';
import { requestQuery, serviceRequestKeys } from '../service-requests.api.ts';

/** One request: first from the cache of a board or table, then from the server. */
export function useReviewedRequest(id: number) {
  return useQuery({ ...requestQuery(id), placeholderData: () => findInLists(id) });
}

function findInLists(id: number): ServiceRequest | undefined {
  for (const [, data] of queryClient.getQueriesData<ServiceRequest[] | { content?: ServiceRequest[] }>({
    queryKey: serviceRequestKeys.all,
  })) {
    const rows = Array.isArray(data) ? data : data?.content;
    const row = rows?.find((one) => one.id === id && 'allowedMoves' in one);
    if (row) return row;
  }
  return undefined;
}
