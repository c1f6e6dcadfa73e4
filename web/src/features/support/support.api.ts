import type { SupportMessage } from '@kinbridge/contract/support/support.contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export function useSendSupportMessage() {
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: SupportMessage & { idempotencyKey: string }) =>
      call('POST /v1/support', { body, idempotencyKey }),
  });
}
