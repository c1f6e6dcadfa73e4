import type { Announcement, AnnouncementInput } from '@kinbridge/contract/operator/operator-announcements.contract';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

const key = ['operator', 'announcements'] as const;

export function announcementsQuery(page: number, size: number) {
  return queryOptions({
    queryKey: [...key, page, size] as const,
    queryFn: ({ signal }) =>
      call('GET /v1/operator/announcements', { query: { page: String(page), size: String(size) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useWriteAnnouncement() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: AnnouncementInput & { idempotencyKey: string }) =>
      call('POST /v1/operator/announcements', { body, idempotencyKey }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** The draft name of an unsaved edit. */
export function announcementDraft(id: number): string {
  return `announcement.${id}`;
}

export function useEditAnnouncement() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: AnnouncementInput & Pick<Announcement, 'id' | 'version'>) =>
      call('PUT /v1/operator/announcements/{id}', { params: { id: String(id) }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

/** Publishes or ends an announcement as it is shown. After a conflict the list shows what another operator did. */
export function useAnnouncementStep() {
  const client = useQueryClient();
  return useMutation({
    about: ({ id }: { id: number }) => id,
    mutationFn: ({ id, version, step }: Pick<Announcement, 'id' | 'version'> & { step: 'publish' | 'end' }) => {
      const input = { params: { id: String(id) }, body: { version } };
      return step === 'publish'
        ? call('POST /v1/operator/announcements/{id}/publish', input)
        : call('POST /v1/operator/announcements/{id}/end', input);
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
