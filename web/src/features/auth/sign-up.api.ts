import type { SignUp } from '@kinbridge/contract/auth/auth.contract';
import { call } from '../../lib/api.ts';
import { useCreation } from '../../lib/use-creation.ts';

/** Creates a login. */
export function useSignUp() {
  return useCreation({
    mutationFn: (body: SignUp, idempotencyKey) => call('POST /v1/auth/sign-up', { body, idempotencyKey }),
  });
}
