import type { SupportMessage } from '@kinbridge/contract/support/support.contract';
import { call } from '../../lib/api.ts';
import { useMutation } from '../../lib/use-mutation.ts';

export function useSendSupportMessage() {
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: SupportMessage & { idempotencyKey: string }) =>
      call('POST /v1/support', { body, idempotencyKey }),
  });
}
