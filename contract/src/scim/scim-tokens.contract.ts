import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { id, optionalText, timestamp } from '../shared/fields.ts';
import { defaultTokenDays, maxTokenDays } from './scim-token-days.ts';

const daysMessage = `Must be 1 to ${maxTokenDays} days.`;

/** A directory's key to the organization's staff. The token itself is shown once, when it is created. */
export const scimToken = z
  .strictObject({
    id,
    /** What the organization calls it, if anything. */
    name: z.string().nullable(),
    createTimestamp: timestamp,
    lastUsedTimestamp: timestamp.nullable(),
    /** From then on, it is refused like a wrong one. */
    expireTimestamp: timestamp,
  })
  .meta({ id: 'ScimToken' });

const tokenForm = z.strictObject({
  name: optionalText('Name', 100),
  expireDays: z
    .int({ error: daysMessage })
    .min(1, daysMessage)
    .max(maxTokenDays, daysMessage)
    .default(defaultTokenDays),
});

export type ScimTokenForm = z.input<typeof tokenForm>;
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
    body: tokenForm,
    answers: scimToken.omit({ lastUsedTimestamp: true }).extend({ token: z.string() }),
  },
  'DELETE /v1/organizations/{id}/scim-tokens/{tokenId}': {
    summary: 'Deletes a token. A directory that uses it gets 401 from the next call on.',
    needsProof: true,
  },
});
