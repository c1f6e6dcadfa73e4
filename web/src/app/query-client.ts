import { MutationCache, onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api.ts';
import { isReachable, subscribeToConnection } from '../lib/connection.ts';

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
