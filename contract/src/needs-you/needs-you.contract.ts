import { z } from 'zod';
import { serviceRequest } from '../service-requests/service-requests.contract.ts';
import { defineCalls } from '../shared/call.ts';
import { count, id, personRef, timestamp } from '../shared/fields.ts';
import { integerParam } from '../shared/paging.ts';

/** Why a request needs someone, by the side whose it is; STALLED and COMMENT are on both. */
export const requestNeeds = [
  'DECLINED',
  'OVERDUE',
  'STALLED',
  'COMMENT',
  'SUSPENDED',
  'WAITING',
  'MEMBER_SAID_NO',
  'NO_ANSWER',
] as const;
export type RequestNeed = (typeof requestNeeds)[number];

const requestNeed = z.enum(requestNeeds);
const proposedChangeNeed = z.literal('PROPOSED_CHANGE');

const item = {
  since: timestamp,
  /** Who declined, commented, sent or proposed; null if nobody on the staff did. */
  by: personRef.nullable(),
};

/** Something that waits for one person, or for the few who share it. */
export const needsYouItem = z
  .union([
    z.strictObject({ kind: requestNeed, serviceRequest, member: z.null(), ...item }),
    z.strictObject({ kind: proposedChangeNeed, serviceRequest: z.null(), member: personRef, ...item }),
  ])
  .meta({ id: 'NeedsYouItem' });
export type NeedsYouItem = z.infer<typeof needsYouItem>;
export type NeedsYouKind = NeedsYouItem['kind'];

export const needsYou = z.strictObject({ total: count, items: z.array(needsYouItem) });
export type NeedsYou = z.infer<typeof needsYou>;

const kindMessage = `Must be one of ${[...requestNeeds, 'PROPOSED_CHANGE'].join(', ')}.`;

/** Which item is done. */
export const doneItem = z
  .strictObject({
    kind: z.enum([...requestNeeds, 'PROPOSED_CHANGE'], { error: kindMessage }),
    serviceRequestId: id.nullable().optional(),
    /** For PROPOSED_CHANGE. */
    memberId: id.nullable().optional(),
  })
  .transform(({ kind, serviceRequestId, memberId }, context) => {
    if (kind === 'PROPOSED_CHANGE' && memberId != null && serviceRequestId == null) return { kind, memberId };
    if (kind !== 'PROPOSED_CHANGE' && serviceRequestId != null && memberId == null) return { kind, serviceRequestId };
    const path = kind === 'PROPOSED_CHANGE' ? 'memberId' : 'serviceRequestId';
    context.addIssue({ code: 'custom', path: [path], message: `${kind} needs ${path} alone.` });
    return z.NEVER;
  });
export type DoneItem = z.output<typeof doneItem>;

export const needsYouCalls = defineCalls('Users', {
  'GET /v1/users/{id}/needs-you': {
    summary: 'What waits for you, newest first: requests and proposed changes, until handled, done or 30 days old.',
    query: z.strictObject({
      /** How many items to read; 0 for the total alone. */
      size: integerParam(0, 200, 'Must be a number of items from 0 to 200.').optional(),
    }),
    answers: needsYou,
  },
  'POST /v1/users/{id}/needs-you/done': {
    summary: 'Marks an item as done for everyone whose it is. It comes back when its cause happens again.',
    body: doneItem,
    status: 204,
    errors: [404],
  },
});
