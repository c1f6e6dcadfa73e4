import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { dayBound } from '../shared/day-bound.ts';
import { id, idParam, personRef, timestamp } from '../shared/fields.ts';
import { pageOf, paging } from '../shared/paging.ts';

/**
 * What happened, by whom, to which record. Only ids, field names and statuses, never member names or texts. A list or
 * search also has `asked`, its parameters or null once erased, and `shown`, the ids returned.
 */
export const auditEntry = z
  .strictObject({
    id,
    createTimestamp: timestamp,
    actor: personRef.nullable(),
    action: z.string(),
    entityType: z.string(),
    entityId: id.nullable(),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' });

export type AuditEntry = z.infer<typeof auditEntry>;

const auditPage = pageOf(auditEntry);
export type AuditPage = z.infer<typeof auditPage>;

const word = z.string().regex(/^[a-z][a-z0-9.-]{0,60}$/, 'Must be a word such as service-request.');

/** One action, or several separated by commas. */
export const actions = z
  .string()
  .regex(/^[a-z][a-z0-9.-]{0,60}(,[a-z][a-z0-9.-]{0,60}){0,99}$/, 'Must be an action such as user.edit.')
  .transform((text) => text.split(','))
  .meta({ type: 'string', example: 'user.edit' });

const filters = {
  actorId: idParam.optional(),
  entityType: word.optional(),
  entityId: idParam.optional(),
  action: actions.optional(),
  fromDate: dayBound.optional(),
  toDate: dayBound.optional(),
};

export const auditFilter = z.strictObject(filters);

export const auditCalls = defineCalls('Audit', {
  'GET /v1/organizations/{id}/audit': {
    summary: "Your organization's audit log, newest first.",
    query: z.strictObject({ ...filters, ...paging }),
    answers: auditPage,
  },
  'GET /v1/organizations/{id}/audit/csv': {
    summary: 'The whole audit log as a CSV file.',
    query: auditFilter,
    needsProof: true,
    contentType: 'text/csv; charset=utf-8',
  },
  'GET /v1/archive': {
    summary: 'Up to when texts and entries of the audit log are archived and no longer shown; null if none are.',
    answers: z.strictObject({ auditLog: timestamp.nullable(), texts: timestamp.nullable() }),
  },
});
