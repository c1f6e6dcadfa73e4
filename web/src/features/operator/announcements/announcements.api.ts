import type { Announcement, AnnouncementInput } from '@kinbridge/contract/operator/operator-announcements.contract';
import { keepPreviousData } from '@tanstack/react-query';
import { call, callQuery } from '../../../lib/api.ts';
import { invalidate } from '../../../lib/query-client.ts';
import { useCreation } from '../../../lib/use-creation.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

const key = ['operator', 'announcements'] as const;

export function announcementsQuery(page: number, size: number) {
  return callQuery([...key, page, size], 'GET /v1/operator/announcements', {
    query: { page, size },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useWriteAnnouncement() {
  return useCreation({
    mutationFn: (body: AnnouncementInput, idempotencyKey) =>
      call('POST /v1/operator/announcements', { body, idempotencyKey }),
    onSuccess: () => invalidate(key),
  });
}

/** The draft name of an unsaved edit. */
export function announcementDraft(id: number): string {
  return `announcement.${id}`;
}

export function useEditAnnouncement() {
  return useMutation({
    mutationFn: ({ id, ...body }: AnnouncementInput & Pick<Announcement, 'id' | 'version'>) =>
      call('PUT /v1/operator/announcements/{id}', { params: { id }, body }),
    onSettled: () => invalidate(key),
  });
}

/** Publishes or ends an announcement as it is shown. After a conflict the list shows what another operator did. */
export function useAnnouncementStep() {
  return useMutation({
    about: ({ id }: { id: number }) => id,
    mutationFn: ({ id, version, step }: Pick<Announcement, 'id' | 'version'> & { step: 'publish' | 'end' }) => {
      const input = { params: { id }, body: { version } };
      return step === 'publish'
        ? call('POST /v1/operator/announcements/{id}/publish', input)
        : call('POST /v1/operator/announcements/{id}/end', input);
    },
    onSettled: () => invalidate(key),
  });
}
