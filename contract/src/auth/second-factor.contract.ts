import { z } from 'zod';
import { passkeyRequestOptions, passkeyResponse } from '../factors/passkeys.contract.ts';
import type { CallGroup } from '../shared/call.ts';
import { exactLine, oneLine } from '../shared/one-line.ts';
import { deviceToken, signedInAnswer } from './auth.contract.ts';

const tag = 'Auth';

const token = exactLine().max(500);

const code = oneLine('Code is required.').min(1, 'Code is required.').max(50, 'Code can have at most 50 characters.');

export const secondFactorCalls = {
  'POST /v1/auth/second-factor': {
    tag,
    summary: 'Completes a sign-in with a code of the authenticator app, a recovery code or a passkey.',
    body: z.discriminatedUnion('method', [
      z.strictObject({ token, method: z.enum(['totp', 'recovery']), code }),
      z.strictObject({ token, method: z.literal('passkey'), response: passkeyResponse }),
    ]),
    answers: { status: 200, body: signedInAnswer },
    errors: [400, 401],
  },
  'POST /v1/auth/second-factor/options': {
    tag,
    summary: 'The WebAuthn options to complete a sign-in with a passkey.',
    body: z.strictObject({ token }),
    answers: { status: 200, body: passkeyRequestOptions },
    errors: [400, 401],
  },
  'POST /v1/auth/passkey/options': {
    tag,
    summary: 'The WebAuthn options to sign in, or to prove who you are, with a passkey. The challenge lives 5 minutes.',
    answers: { status: 200, body: passkeyRequestOptions },
    errors: [],
  },
  'POST /v1/auth/passkey': {
    tag,
    summary: 'Signs in with a passkey alone, which counts as both factors.',
    body: z.strictObject({ response: passkeyResponse, deviceToken }),
    answers: { status: 200, body: signedInAnswer },
    errors: [400, 401, 403],
  },
} as const satisfies CallGroup;
