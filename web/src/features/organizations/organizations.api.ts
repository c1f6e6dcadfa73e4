import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** The partners that can be joined. */
export function useOrganizations() {
  return useQuery({
    queryKey: ['organizations'],
    queryFn: ({ signal }) => call('GET /v1/organizations', { signal }),
  });
}
