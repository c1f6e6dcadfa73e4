import { z } from 'zod';
import { code } from '../factors/authenticator.contract.ts';
import { passkeyRequestOptions, passkeyResponse } from '../factors/passkeys.contract.ts';
import { defineCalls } from '../shared/call.ts';
import { exactLine } from '../shared/one-line.ts';
import { deviceToken, signedInAnswer } from './auth.contract.ts';

const token = exactLine().max(500);

export const secondFactorCalls = defineCalls('Auth', {
  'POST /v1/auth/second-factor': {
    summary: 'Completes a sign-in with a code of the authenticator app, a recovery code or a passkey.',
    body: z.discriminatedUnion('method', [
      z.strictObject({ token, method: z.enum(['totp', 'recovery']), code }),
      z.strictObject({ token, method: z.literal('passkey'), response: passkeyResponse }),
    ]),
    answers: signedInAnswer,
    errors: [401],
  },
  'POST /v1/auth/second-factor/options': {
    summary: 'The WebAuthn options to complete a sign-in with a passkey.',
    body: z.strictObject({ token }),
    answers: passkeyRequestOptions,
    errors: [401],
  },
  'POST /v1/auth/passkey/options': {
    summary: 'The WebAuthn options to sign in, or to prove who you are, with a passkey. The challenge lives 5 minutes.',
    answers: passkeyRequestOptions,
  },
  'POST /v1/auth/passkey': {
    summary: 'Signs in with a passkey alone, which counts as both factors.',
    body: z.strictObject({ response: passkeyResponse, deviceToken }),
    answers: signedInAnswer,
    errors: [401, 403],
  },
});
