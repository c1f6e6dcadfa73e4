import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { id, requiredText, timestamp } from '../shared/fields.ts';

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
  .strictObject({ id, name: z.string(), createTimestamp: timestamp, lastUsedTimestamp: timestamp.nullable() })
  .meta({ id: 'Passkey' });

export type Passkey = z.infer<typeof passkey>;

export const passkeyNameForm = z.strictObject({ name: requiredText('Name') });

export const passkeyCalls = defineCalls('Security', {
  'GET /v1/users/{id}/passkeys': {
    summary: 'Your passkeys, the newest first. Only for yourself.',
    answers: z.array(passkey),
  },
  'POST /v1/users/{id}/passkeys/options': {
    summary: 'The WebAuthn options to add a passkey. The challenge is used once and lives 5 minutes.',
    needsProof: true,
    answers: creationOptions,
  },
  'POST /v1/users/{id}/passkeys': {
    summary: 'Adds a passkey.',
    body: passkeyNameForm.extend({ response: passkeyResponse }),
    needsProof: true,
    status: 201,
    answers: passkey,
  },
  'DELETE /v1/users/{id}/passkeys/{passkeyId}': { summary: 'Removes a passkey.', needsProof: true, errors: [409] },
});
