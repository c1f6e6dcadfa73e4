import { call } from '../../../lib/api.ts';
import { answerProof } from '../../../lib/sign-in/proof.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

/** Proves again who the person is; the calls that wait for it then continue. */
export function useProve() {
  return useMutation({
    mutationFn: (body: { password: string }) => call('POST /v1/auth/proof', { body }),
    onSuccess: () => answerProof(true),
  });
}
