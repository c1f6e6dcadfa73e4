import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { dayBound } from '../shared/day-bound.ts';
import { id, idParam, timestamp } from '../shared/fields.ts';
import { pageNumber, pageOf, pageSize } from '../shared/paging.ts';

const tag = 'Audit';

/**
 * What happened, by whom, to which record. Only ids, field names and statuses, never member names or texts. A list or
 * search also has `asked`, its parameters or null once erased, and `shown`, the ids returned.
 */
export const auditEntry = z
  .strictObject({
    id,
    createTimestamp: timestamp,
    actor: z.strictObject({ id, firstName: z.string(), lastName: z.string() }).nullable(),
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

const params = z.strictObject({ id: idParam });
const errors = [400, 401, 403, 404] as const;

export const auditCalls = {
  'GET /v1/organizations/{id}/audit': {
    tag,
    summary: "Your organization's audit log, newest first.",
    params,
    query: z.strictObject({ ...filters, page: pageNumber.optional(), size: pageSize.optional() }),
    answers: { status: 200, body: auditPage },
    errors,
  },
  'GET /v1/organizations/{id}/audit/csv': {
    tag,
    summary: 'The whole audit log as a CSV file.',
    params,
    query: auditFilter,
    needsProof: true,
    answers: { status: 200, body: null, contentType: 'text/csv; charset=utf-8' },
    errors,
  },
} as const satisfies CallGroup;
