import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { id, timestamp } from '../shared/fields.ts';

/** A directory's key to the organization's staff. The token itself is shown once, when it is created. */
export const scimToken = z
  .strictObject({ id, createTimestamp: timestamp, lastUsedTimestamp: timestamp.nullable() })
  .meta({ id: 'ScimToken' });

export type ScimToken = z.output<typeof scimToken>;

export const scimTokenCalls = defineCalls('Sign-in', {
  'GET /v1/organizations/{id}/scim-tokens': {
    summary: "The organization's SCIM tokens, newest first, without the tokens themselves.",
    answers: z.array(scimToken),
  },
  'POST /v1/organizations/{id}/scim-tokens': {
    summary: 'Creates a token with which a directory manages the staff through /scim/v2. It is shown only here.',
    creates: true,
    needsProof: true,
    answers: z.strictObject({ id, token: z.string(), createTimestamp: timestamp }),
  },
  'DELETE /v1/organizations/{id}/scim-tokens/{tokenId}': {
    summary: 'Deletes a token. A directory that uses it gets 401 from the next call on.',
    needsProof: true,
  },
});
