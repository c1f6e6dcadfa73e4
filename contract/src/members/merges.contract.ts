import { z } from 'zod';
import { memberFieldNames } from '../member-fields/member-fields.ts';
import { defineCalls } from '../shared/call.ts';
import { count, id, personRef, timestamp } from '../shared/fields.ts';
import { user } from '../users/users.contract.ts';

/** How long a merge can be undone. */
export const mergeUndoDays = 30;

/** How many records of each kind would move to the survivor of a merge. */
export const memberHolds = z.strictObject({
  serviceRequests: count,
  messages: count,
  documents: count,
  /** Forms without an answer yet. */
  assignedForms: count,
  answeredForms: count,
});
export type MemberHolds = z.infer<typeof memberHolds>;

export const possibleDuplicate = z
  .strictObject({
    member: user,
    /** Why it may be the same person, such as 'same phone and last name'. */
    reasons: z.array(z.string()),
    holds: memberHolds,
    /** Why the two can't be merged, as a sentence, or null. */
    mergeRefusal: z.string().nullable(),
  })
  .meta({ id: 'PossibleDuplicate' });

export type PossibleDuplicate = z.infer<typeof possibleDuplicate>;

export const memberMerge = z
  .strictObject({
    id,
    survivor: personRef,
    merged: personRef,
    moved: memberHolds,
    createdBy: personRef,
    createTimestamp: timestamp,
    undoUntil: timestamp,
    undoneTimestamp: timestamp.nullable(),
  })
  .meta({ id: 'MemberMerge' });

export type MemberMerge = z.infer<typeof memberMerge>;

export const newMerge = z.strictObject({
  /** The record that is merged away; the one in the URL survives. */
  mergedId: id,
  /** The fields to take from the merged record. */
  take: z.array(z.enum(memberFieldNames)).max(memberFieldNames.length).default([]),
  /** The versions of both records that the caller saw; others get 409. */
  updateTimestamp: timestamp.optional(),
  mergedUpdateTimestamp: timestamp.optional(),
});

export const mergeCalls = defineCalls('Members', {
  'GET /v1/users/{id}/duplicates': {
    summary: 'Members that the organization sees and that may be the same person, likeliest first.',
    answers: z.strictObject({ holds: memberHolds, duplicates: z.array(possibleDuplicate) }),
  },
  'PUT /v1/users/{id}/duplicates/{otherId}/dismissal': {
    summary: 'Marks two records as not the same person, so neither is suggested as a duplicate of the other.',
  },
  'DELETE /v1/users/{id}/duplicates/{otherId}/dismissal': { summary: 'Undoes that the two are not the same person.' },
  'GET /v1/users/{id}/merges': {
    summary: 'The records that the organization merged into this member, newest first.',
    answers: z.array(memberMerge),
  },
  'POST /v1/users/{id}/merges': {
    summary: 'Merges another record into this member, if no other organization sees either of them.',
    body: newMerge,
    creates: true,
    answers: memberMerge,
  },
  'POST /v1/users/{id}/merges/{mergeId}/undo': {
    summary: 'Undoes a merge within 30 days. Anything added since then stays with the survivor.',
    answers: memberMerge,
    errors: [409],
  },
});
