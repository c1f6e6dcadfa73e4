import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useMutation } from '../../lib/use-mutation.ts';

export const announcementsQuery = queryOptions({
  queryKey: ['announcements'] as const,
  queryFn: ({ signal }) => call('GET /v1/announcements', { signal }),
});

export function useDismissAnnouncement() {
  const client = useQueryClient();
  return useMutation({
    about: (id: number) => id,
    mutationFn: (id: number) => call('POST /v1/announcements/{id}/dismiss', { params: { id: String(id) } }),
    onMutate: (id) =>
      client.setQueryData(announcementsQuery.queryKey, (shown) => shown?.filter((other) => other.id !== id)),
    // Also after a failure: it comes back with the next page.
    onSettled: () => client.invalidateQueries({ queryKey: announcementsQuery.queryKey }),
  });
}
