import { MutationCache, onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api.ts';
import { isReachable, subscribeToConnection } from '../lib/connection.ts';

// Without a connection, calls wait instead of failing, and go out when it is back.
onlineManager.setEventListener((setOnline) => subscribeToConnection(() => setOnline(isReachable())));

export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError: (error) => {
      // An operator decided on the organization in the meantime; the banner then says what.
      if (error instanceof ApiError && error.body.code.startsWith('organization_')) {
        void queryClient.invalidateQueries({ queryKey: ['organizations'] });
      }
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // The server has answered: asking again at once would not change its mind.
      retry: (failures, error) =>
        failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
  },
});
