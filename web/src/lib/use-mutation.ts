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
  const mutation = useQueryMutation(options);
  const [run] = useState(ignoreRepeats);
  const mutateAsync: typeof mutation.mutateAsync = (...args) =>
    run(about(args[0] as Variables), () => mutation.mutateAsync(...args)).catch((error) => {
      if (error instanceof ProofCancelled) mutation.reset();
      throw error;
    });
  const mutate: typeof mutation.mutate = (...args) => {
    mutateAsync(...args).catch(() => undefined);
  };
  return { ...mutation, mutate, mutateAsync } as UseMutationResult<Data, Failure, Variables, Before>;
}
