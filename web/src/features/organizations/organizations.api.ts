import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** The organizations that people can join. */
export function useOrganizations({ enabled = true } = {}) {
  return useQuery({
    enabled,
    queryKey: ['organizations'],
    queryFn: ({ signal }) => call('GET /v1/organizations', { signal }),
  });
}
