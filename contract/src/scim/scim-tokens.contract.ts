import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { id, idParam, timestamp } from '../shared/fields.ts';

const tag = 'Sign-in';

/** A directory's key to the organization's staff. The token itself is shown once, when it is created. */
export const scimToken = z
  .strictObject({ id, createTimestamp: timestamp, lastUsedTimestamp: timestamp.nullable() })
  .meta({ id: 'ScimToken' });

export type ScimToken = z.output<typeof scimToken>;

export const scimTokenCalls = {
  'GET /v1/organizations/{id}/scim-tokens': {
    tag,
    summary: "The organization's SCIM tokens, newest first, without the tokens themselves.",
    params: z.strictObject({ id: idParam }),
    answers: { status: 200, body: z.array(scimToken) },
    errors: [400, 401, 403, 404],
  },
  'POST /v1/organizations/{id}/scim-tokens': {
    tag,
    summary: 'Creates a token with which a directory manages the staff through /scim/v2. It is shown only here.',
    params: z.strictObject({ id: idParam }),
    creates: true,
    needsProof: true,
    answers: { status: 201, body: z.strictObject({ id, token: z.string(), createTimestamp: timestamp }) },
    errors: [400, 401, 403, 404, 409],
  },
  'DELETE /v1/organizations/{id}/scim-tokens/{tokenId}': {
    tag,
    summary: 'Deletes a token. A directory that uses it gets 401 from the next call on.',
    params: z.strictObject({ id: idParam, tokenId: idParam }),
    needsProof: true,
    answers: { status: 204, body: null },
    errors: [400, 401, 403, 404],
  },
} as const satisfies CallGroup;
