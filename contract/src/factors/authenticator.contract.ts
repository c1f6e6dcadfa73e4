import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { oneLine } from '../shared/one-line.ts';
import { password } from '../shared/password.ts';

export const code = oneLine('Code is required.')
  .min(1, 'Code is required.')
  .max(50, 'Code can have at most 50 characters.');

/** The first code of a new authenticator app. */
export const firstCodeForm = z.strictObject({ code });

/** The code is the app's or a recovery code. */
export const authenticatorOffForm = z.strictObject({ password, code });

const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });

export const authenticatorCalls = defineCalls('Security', {
  'GET /v1/users/{id}/totp': {
    summary: 'Whether you have an authenticator app, and how many recovery codes are left. Only for yourself.',
    answers: z.strictObject({ enabled: z.boolean(), recoveryCodesLeft: z.int().min(0) }),
  },
  'POST /v1/users/{id}/totp': {
    summary: 'Begins to set up an authenticator app. Nothing changes until its first code.',
    needsProof: true,
    answers: z.strictObject({ secret: z.string(), uri: z.string() }),
    errors: [409],
  },
  'PUT /v1/users/{id}/totp': {
    summary: 'Switches the authenticator app on with its first code, and answers the recovery codes, only this once.',
    body: firstCodeForm,
    needsProof: true,
    answers: recoveryCodes,
    errors: [409],
  },
  'POST /v1/users/{id}/totp/recovery-codes': {
    summary: 'Replaces the recovery codes and answers the new ones, only this once.',
    needsProof: true,
    answers: recoveryCodes,
  },
  'DELETE /v1/users/{id}/totp': {
    summary: 'Switches the authenticator app off, with the password and a code.',
    body: authenticatorOffForm,
    needsProof: true,
    errors: [409],
  },
});
