import type { CallName, Calls } from '@kinbridge/contract/calls';
import type { CallOutput } from '@kinbridge/contract/shared/call';
import { type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import { type Arguments, call } from '../api.ts';

type Options<Data> = Pick<
  UseQueryOptions<Data>,
  'enabled' | 'gcTime' | 'placeholderData' | 'refetchInterval' | 'retry' | 'staleTime'
>;

/** A query that is one call, with the call's input and the query's options. */
export function callQuery<K extends CallName>(
  queryKey: QueryKey,
  name: K,
  ...[input]: Arguments<K, Options<CallOutput<Calls[K]>>>
) {
  return queryOptions({
    ...(input as Options<CallOutput<Calls[K]>>),
    queryKey,
    queryFn: ({ signal }) => call(name, ...([{ ...input, signal }] as unknown as Arguments<K>)),
  });
}
