import type { SignUp } from '@kinbridge/contract/auth/auth.contract';
import { useRef } from 'react';
import { call } from '../../lib/api.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { useMutation } from '../../lib/use-mutation.ts';

/** Creates a login. The same input sent twice, by a double click or after a lost response, creates it once. */
export function useSignUp() {
  const last = useRef({ content: '', key: '' });
  return useMutation({
    mutationFn: (body: SignUp) => {
      const content = JSON.stringify(body);
      if (last.current.content !== content) last.current = { content, key: newIdempotencyKey() };
      return call('POST /v1/auth/sign-up', { body, idempotencyKey: last.current.key });
    },
  });
}
