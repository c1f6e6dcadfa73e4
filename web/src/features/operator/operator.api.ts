import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** Everyone who is or was an operator. */
export const operatorsQuery = queryOptions({
  queryKey: ['operator', 'people'],
  queryFn: ({ signal }) => call('GET /v1/operator/people', { signal }),
});
