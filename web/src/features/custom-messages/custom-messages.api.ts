import type { CustomMessage } from '@kinbridge/contract/custom-messages/custom-messages.contract';
import type { MessageTemplateKey } from '@kinbridge/contract/custom-messages/message-templates';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useMutation } from '../../lib/use-mutation.ts';

export function customMessagesQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['custom-messages', organizationId],
    queryFn: ({ signal }) =>
      call('GET /v1/organizations/{id}/custom-messages', { params: { id: String(organizationId) }, signal }),
  });
}

/** The draft name of an unsaved edit. */
export function messageDraft(key: MessageTemplateKey): string {
  return `message-template.${key}`;
}

/** Specification §7: POST for a text that was never edited, PUT afterwards. */
export function useSaveCustomMessage(organizationId: number) {
  const client = useQueryClient();
  const { queryKey } = customMessagesQuery(organizationId);
  return useMutation({
    mutationFn: ({ message, idempotencyKey }: { message: CustomMessage; idempotencyKey: string }) => {
      const input = { params: { id: String(organizationId) }, body: message };
      return message.id === null
        ? call('POST /v2/organizations/{id}/custom-messages', { ...input, idempotencyKey })
        : call('PUT /v2/organizations/{id}/custom-messages', input);
    },
    onSuccess: (saved) =>
      client.setQueryData(queryKey, (shown) => shown?.map((one) => (one.key === saved.key ? saved : one))),
  });
}
