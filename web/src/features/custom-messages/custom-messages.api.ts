import type { CustomMessage } from '@kinbridge/contract/custom-messages/custom-messages.contract';
import type { MessageTemplateKey } from '@kinbridge/contract/custom-messages/message-templates';
import { call, callQuery } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useCreation } from '../../lib/use-creation.ts';

export function customMessagesQuery(organizationId: number) {
  return callQuery(['custom-messages', organizationId], 'GET /v1/organizations/{id}/custom-messages', {
    params: { id: organizationId },
  });
}

/** The draft name of an unsaved edit. */
export function messageDraft(key: MessageTemplateKey): string {
  return `message-template.${key}`;
}

/** Specification §7: POST for a text that was never edited, PUT afterwards. */
export function useSaveCustomMessage(organizationId: number) {
  const { queryKey } = customMessagesQuery(organizationId);
  return useCreation({
    mutationFn: (message: CustomMessage, idempotencyKey) => {
      const input = { params: { id: organizationId }, body: message };
      return message.id === null
        ? call('POST /v2/organizations/{id}/custom-messages', { ...input, idempotencyKey })
        : call('PUT /v2/organizations/{id}/custom-messages', input);
    },
    onSuccess: (saved) =>
      queryClient.setQueryData(queryKey, (shown) => shown?.map((one) => (one.key === saved.key ? saved : one))),
  });
}
