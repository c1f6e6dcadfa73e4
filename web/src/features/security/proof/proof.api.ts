import { call } from '../../../lib/api.ts';
import { confirmWithPasskey } from '../../../lib/sign-in/passkey.ts';
import { answerProof } from '../../../lib/sign-in/proof.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

/** Proves again who the person is, with the password or, without one, a passkey. Waiting calls then continue. */
export function useProve() {
  return useMutation({
    mutationFn: async (password: string | null) => {
      const body = password === null ? await passkeyProof() : { password };
      await call('POST /v1/auth/proof', { body });
    },
    onSuccess: () => answerProof(true),
  });
}

async function passkeyProof() {
  return { response: { ...(await confirmWithPasskey(await call('POST /v1/auth/passkey/options'))) } };
}
