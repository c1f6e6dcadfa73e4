import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { id, idParam, requiredText, timestamp } from '../shared/fields.ts';

const tag = 'Security';

const own = z.strictObject({ id: idParam });

const descriptor = z.strictObject({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])).optional(),
});

export type PasskeyTransport = NonNullable<z.infer<typeof descriptor>['transports']>[number];

/** PublicKeyCredentialRequestOptionsJSON of WebAuthn Level 3. */
export const passkeyRequestOptions = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptor).optional(),
});

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn Level 3. */
const creationOptions = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});

/** What the browser made of the options, as JSON; the server checks all of it. */
export const passkeyResponse = z.looseObject({});

export const passkey = z
  .strictObject({
    id,
    name: z.string(),
    createTimestamp: timestamp,
    lastUsedTimestamp: timestamp.nullable(),
  })
  .meta({ id: 'Passkey' });

export type Passkey = z.infer<typeof passkey>;

export const passkeyNameForm = z.strictObject({ name: requiredText('Name') });

export const passkeyCalls = {
  'GET /v1/users/{id}/passkeys': {
    tag,
    summary: 'Your passkeys, the newest first. Only for yourself.',
    params: own,
    answers: { status: 200, body: z.array(passkey) },
    errors: [400, 401, 403, 404],
  },
  'POST /v1/users/{id}/passkeys/options': {
    tag,
    summary: 'The WebAuthn options to add a passkey. The challenge is used once and lives 5 minutes.',
    params: own,
    needsProof: true,
    answers: { status: 200, body: creationOptions },
    errors: [400, 401, 403, 404],
  },
  'POST /v1/users/{id}/passkeys': {
    tag,
    summary: 'Adds a passkey.',
    params: own,
    body: passkeyNameForm.extend({ response: passkeyResponse }),
    needsProof: true,
    answers: { status: 201, body: passkey },
    errors: [400, 401, 403, 404],
  },
  'DELETE /v1/users/{id}/passkeys/{passkeyId}': {
    tag,
    summary: 'Removes a passkey.',
    params: own.extend({ passkeyId: idParam }),
    needsProof: true,
    answers: { status: 204, body: null },
    errors: [400, 401, 403, 404, 409],
  },
} as const satisfies CallGroup;
