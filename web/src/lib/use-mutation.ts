import {
  type DefaultError,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation as useQueryMutation,
} from '@tanstack/react-query';
import { useState } from 'react';
import { ProofCancelled } from './api.ts';
import { ignoreRepeats } from './ignore-repeats.ts';

interface MutationOptions<Data, Failure, Variables, Before>
  extends UseMutationOptions<Data, Failure, Variables, Before> {
  /** What a call is about, if calls about different items may overlap, such as two rows of a list. */
  about?: (variables: Variables) => unknown;
}

/**
 * A call that changes something. It is ignored while the same call is running, so a double click sends it once. If it
 * needs a proof and the person cancels, it shows no error.
 */
export function useMutation<Data = unknown, Failure = DefaultError, Variables = void, Before = unknown>({
  about = () => null,
  ...options
}: MutationOptions<Data, Failure, Variables, Before>): UseMutationResult<Data, Failure, Variables, Before> {
  const mutation = useQueryMutation(withoutCancelledProofs(options));
  const [run] = useState(ignoreRepeats);
  const mutateAsync: typeof mutation.mutateAsync = (...args) => {
    const [variables, callbacks] = args;
    const given = [variables, callbacks && withoutCancelledProofs(callbacks)] as typeof args;
    return run(about(variables as Variables), () => mutation.mutateAsync(...given)).catch((error) => {
      if (error instanceof ProofCancelled) mutation.reset();
      throw error;
    });
  };
  const mutate: typeof mutation.mutate = (...args) => {
    mutateAsync(...args).catch(() => undefined);
  };
  return { ...mutation, mutate, mutateAsync } as UseMutationResult<Data, Failure, Variables, Before>;
}

/** The same callbacks, but nothing failed if the person cancelled a proof. */
function withoutCancelledProofs<Callbacks extends { onError?: ((...args: never[]) => unknown) | undefined }>(
  callbacks: Callbacks,
): Callbacks {
  const { onError } = callbacks;
  if (!onError) return callbacks;
  return {
    ...callbacks,
    onError: (...args: Parameters<typeof onError>) =>
      (args[0] as unknown) instanceof ProofCancelled ? undefined : onError(...args),
  };
}
