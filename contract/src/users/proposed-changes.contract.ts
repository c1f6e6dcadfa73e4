import { z } from 'zod';
import { identityFields } from '../member-fields/member-fields.ts';
import type { CallGroup } from '../shared/call.ts';
import { id, idParam, timestamp } from '../shared/fields.ts';

const tag = 'Members';
const personRef = z.strictObject({ id, firstName: z.string(), lastName: z.string() });

/** A proposed change to an identity field of another organization's member. */
export const proposedChange = z
  .strictObject({
    id,
    field: z.enum(identityFields),
    /** The current accepted value. */
    value: z.string().nullable(),
    proposedValue: z.string().nullable(),
    organization: z.strictObject({ id, name: z.string() }),
    proposedBy: personRef,
    /** WITHDRAWN: withdrawn, replaced by another proposal, or already the accepted value. */
    state: z.enum(['PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN']),
    createTimestamp: timestamp,
    decidedBy: personRef.nullable(),
    decideTimestamp: timestamp.nullable(),
  })
  .meta({ id: 'ProposedChange' });

export type ProposedChange = z.infer<typeof proposedChange>;

const changeParams = z.strictObject({ id: idParam, changeId: idParam });
const decision = { tag, params: changeParams, answers: { status: 200, body: proposedChange } } as const;
const decisionErrors = [400, 401, 403, 404, 409] as const;

export const proposedChangeCalls = {
  'GET /v1/users/{id}/proposed-changes': {
    tag,
    summary:
      'Proposed changes to a member, newest first: all of them for the organization that added the member, otherwise your own.',
    params: z.strictObject({ id: idParam }),
    answers: { status: 200, body: z.array(proposedChange) },
    errors: [400, 401, 403, 404],
  },
  'POST /v1/users/{id}/proposed-changes/{changeId}/accept': {
    ...decision,
    summary: 'Accepts a proposed change. Only for the organization that added the member.',
    errors: decisionErrors,
  },
  'POST /v1/users/{id}/proposed-changes/{changeId}/decline': {
    ...decision,
    summary: 'Declines a proposed change. Only for the organization that added the member.',
    errors: decisionErrors,
  },
} as const satisfies CallGroup;
