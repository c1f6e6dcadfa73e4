import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { count } from '../shared/fields.ts';

/** The name that an erased member's requests and log entries show. */
export const erasedName = { firstName: 'Erased', lastName: 'member' } as const;

/** Why a queued text to an erased member isn't sent. */
export const erasedReason = 'Not sent: the member was erased.';

/** record: the whole record. part: only the organization's own part, since another organization sees the member. */
export const erasureKinds = ['record', 'part'] as const;
export type ErasureKind = (typeof erasureKinds)[number];

export const erasurePreview = z.strictObject({
  kind: z.enum(erasureKinds),
  /** What is deleted. */
  answers: count,
  files: count,
  texts: count,
  notes: count,
  mergedRecords: count,
  /** Requests that stay without the member's name, because they are counted. */
  requests: count,
  /** Those of them that another organization keeps reading as they are. */
  sharedRequests: count,
  /** Whether the member signs in; the account is deleted with the record. */
  hasAccount: z.boolean(),
});
export type ErasurePreview = z.infer<typeof erasurePreview>;

export const erasureCalls = defineCalls('Members', {
  'GET /v1/users/{id}/erasure': {
    summary: 'What erasing this member would delete and what would stay.',
    answers: erasurePreview,
  },
  'POST /v1/users/{id}/erasure': {
    summary: "Erases the member's record if no other organization sees it, otherwise the organization's own part.",
    body: z.strictObject({
      /** The member's first and last name, typed. */
      name: z.string().max(500),
      /** What the preview said; another kind by now is 409. */
      kind: z.enum(erasureKinds),
    }),
    needsProof: true,
    answers: erasurePreview,
    errors: [409],
  },
});
