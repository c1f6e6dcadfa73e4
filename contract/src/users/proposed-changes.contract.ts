import { z } from 'zod';
import { identityFields } from '../member-fields/member-fields.ts';
import { defineCalls } from '../shared/call.ts';
import { id, namedRef, personRef, timestamp } from '../shared/fields.ts';

/** A proposed change to an identity field of another organization's member. */
export const proposedChange = z
  .strictObject({
    id,
    field: z.enum(identityFields),
    /** The current accepted value. */
    value: z.string().nullable(),
    proposedValue: z.string().nullable(),
    organization: namedRef,
    proposedBy: personRef,
    /** WITHDRAWN: withdrawn, replaced by another proposal, or already the accepted value. */
    state: z.enum(['PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN']),
    createTimestamp: timestamp,
    decidedBy: personRef.nullable(),
    decideTimestamp: timestamp.nullable(),
  })
  .meta({ id: 'ProposedChange' });

export type ProposedChange = z.infer<typeof proposedChange>;

export const proposedChangeCalls = defineCalls('Members', {
  'GET /v1/users/{id}/proposed-changes': {
    summary:
      'Proposed changes to a member, newest first: all of them for the organization that added the member, otherwise your own.',
    answers: z.array(proposedChange),
  },
  'POST /v1/users/{id}/proposed-changes/{changeId}/accept': {
    summary: 'Accepts a proposed change. Only for the organization that added the member.',
    answers: proposedChange,
    errors: [409],
  },
  'POST /v1/users/{id}/proposed-changes/{changeId}/decline': {
    summary: 'Declines a proposed change. Only for the organization that added the member.',
    answers: proposedChange,
    errors: [409],
  },
});
