import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { signedInAnswer } from './auth.contract.ts';

const tag = 'Auth';

const token = z.string().max(500);

const code = z
  .string({ error: 'Code is required.' })
  .trim()
  .min(1, 'Code is required.')
  .max(50, 'Code can have at most 50 characters.');

export const secondFactorForm = z.strictObject({ code });

export const secondFactorCalls = {
  'POST /v1/auth/second-factor': {
    tag,
    summary: 'Completes a sign-in with a code of the authenticator app or a recovery code.',
    body: z.strictObject({ token, method: z.enum(['totp', 'recovery']), code }),
    answers: { status: 200, body: signedInAnswer },
    errors: [400, 401],
  },
} as const satisfies CallGroup;
