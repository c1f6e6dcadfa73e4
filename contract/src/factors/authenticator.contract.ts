import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { idParam } from '../shared/fields.ts';
import { oneLine } from '../shared/one-line.ts';

const tag = 'Security';

const own = z.strictObject({ id: idParam });

const code = oneLine('Code is required.').min(1, 'Code is required.').max(50, 'Code can have at most 50 characters.');

/** The first code of a new authenticator app. */
export const firstCodeForm = z.strictObject({ code });

/** The code is the app's or a recovery code. */
export const authenticatorOffForm = z.strictObject({
  password: z
    .string({ error: 'Password is required.' })
    .min(1, 'Password is required.')
    .max(200, 'Password can have at most 200 characters.'),
  code,
});

const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });

export const authenticatorCalls = {
  'GET /v1/users/{id}/totp': {
    tag,
    summary: 'Whether you have an authenticator app, and how many recovery codes are left. Only for yourself.',
    params: own,
    answers: {
      status: 200,
      body: z.strictObject({ enabled: z.boolean(), recoveryCodesLeft: z.int().min(0) }),
    },
    errors: [400, 401, 403, 404],
  },
  'POST /v1/users/{id}/totp': {
    tag,
    summary: 'Begins to set up an authenticator app. Nothing changes until its first code.',
    params: own,
    needsProof: true,
    answers: { status: 200, body: z.strictObject({ secret: z.string(), uri: z.string() }) },
    errors: [400, 401, 403, 404, 409],
  },
  'PUT /v1/users/{id}/totp': {
    tag,
    summary: 'Switches the authenticator app on with its first code, and answers the recovery codes, only this once.',
    params: own,
    body: firstCodeForm,
    needsProof: true,
    answers: { status: 200, body: recoveryCodes },
    errors: [400, 401, 403, 404, 409],
  },
  'POST /v1/users/{id}/totp/recovery-codes': {
    tag,
    summary: 'Replaces the recovery codes and answers the new ones, only this once.',
    params: own,
    needsProof: true,
    answers: { status: 200, body: recoveryCodes },
    errors: [400, 401, 403, 404],
  },
  'DELETE /v1/users/{id}/totp': {
    tag,
    summary: 'Switches the authenticator app off, with the password and a code.',
    params: own,
    body: authenticatorOffForm,
    needsProof: true,
    answers: { status: 204, body: null },
    errors: [400, 401, 403, 404, 409],
  },
} as const satisfies CallGroup;
