import type { UseMutationOptions, UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { newIdempotencyKey } from './idempotency-key.ts';
import { useMutation } from './use-mutation.ts';

interface CreationOptions<Data, Input> extends Omit<UseMutationOptions<Data, Error, Input>, 'mutationFn'> {
  mutationFn: (input: Input, idempotencyKey: string) => Promise<Data>;
}

/** A call that creates something. The same input again, after a lost answer, has the same key, so it is created once. */
export function useCreation<Data, Input>(options: CreationOptions<Data, Input>): UseMutationResult<Data, Error, Input> {
  const attempt = useRef({ content: '', key: '' });
  return useMutation({
    ...options,
    mutationFn: async (input: Input) => {
      const content = JSON.stringify(input);
      if (attempt.current.content !== content) attempt.current = { content, key: newIdempotencyKey() };
      const created = await options.mutationFn(input, attempt.current.key);
      attempt.current = { content: '', key: '' };
      return created;
    },
  });
}
