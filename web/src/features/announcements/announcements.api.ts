import { call, callQuery } from '../../lib/api.ts';
import { invalidate, queryClient } from '../../lib/query-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';

export const announcementsQuery = callQuery(['announcements'], 'GET /v1/announcements');

export function useDismissAnnouncement() {
  return useMutation({
    about: (id: number) => id,
    mutationFn: (id: number) => call('POST /v1/announcements/{id}/dismiss', { params: { id } }),
    onMutate: (id) =>
      queryClient.setQueryData(announcementsQuery.queryKey, (shown) => shown?.filter((other) => other.id !== id)),
    // Also after a failure: it comes back with the next page.
    onSettled: () => invalidate(announcementsQuery.queryKey),
  });
}
