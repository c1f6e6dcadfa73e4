import { z } from 'zod';
import { passkeyResponse } from '../factors/passkeys.contract.ts';
import { defineCalls } from '../shared/call.ts';
import { idParam, timestamp } from '../shared/fields.ts';
import { password } from '../shared/password.ts';

const sessionId = z.guid();

/** A place where the person is signed in. */
export const session = z
  .strictObject({
    id: sessionId,
    /** Such as 'Chrome on Windows'. */
    device: z.string(),
    /** Whether it is the session of this call. */
    current: z.boolean(),
    createTimestamp: timestamp,
    lastUsedTimestamp: timestamp,
  })
  .meta({ id: 'Session' });

export type Session = z.infer<typeof session>;

const proofMethods = ['password', 'passkey', 'single-sign-on'] as const;

export type ProofMethod = (typeof proofMethods)[number];

export const proofForm = z.strictObject({ password });

export const sessionCalls = defineCalls('Security', {
  'GET /v1/users/{id}/sessions': {
    summary: 'Where you are signed in, this session first. Only for yourself.',
    answers: z.array(session),
  },
  'DELETE /v1/users/{id}/sessions': { summary: 'Ends all your sessions except this one.' },
  'DELETE /v1/users/{id}/sessions/{sessionId}': {
    summary: 'Ends one of your sessions. Its next call is 401.',
    params: z.strictObject({ id: idParam, sessionId }),
  },
  'GET /v1/auth/proof': {
    summary:
      'How you can prove again who you are. Signing in at /v1/auth/sso/{slug} is a proof, too; the slug is null if you never did.',
    answers: z.strictObject({ methods: z.array(z.enum(proofMethods)), slug: z.string().nullable() }),
  },
  'POST /v1/auth/proof': {
    summary:
      'Proves again who you are. For 10 minutes, this session may change the password, the email address and factors.',
    body: z.union([proofForm, z.strictObject({ response: passkeyResponse })]),
  },
});
