import { MutationCache, onlineManager, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { isReachable, subscribeToConnection } from './connection.ts';

// Without a connection, calls wait instead of failing, and resume when it returns.
onlineManager.setEventListener((setOnline) => subscribeToConnection(() => setOnline(isReachable())));

export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError: (error) => {
      // An operator changed the organization's approval; refetch it so that the banner shows why.
      if (error instanceof ApiError && error.body.code.startsWith('organization_')) {
        void queryClient.invalidateQueries({ queryKey: ['organizations'] });
      }
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A 4xx answer would stay the same, so only network errors and 5xx are retried.
      retry: (failures, error) =>
        failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
  },
});

/** Refetches what is on the screen under these keys, and the rest when it is next shown. */
export function invalidate(...keys: QueryKey[]): Promise<unknown> {
  return Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
