import { z } from 'zod';
import { actions, auditEntry } from '../audit/audit.contract.ts';
import { defineCalls } from '../shared/call.ts';
import { dayBound } from '../shared/day-bound.ts';
import { id, idParam, namedRef, personRef } from '../shared/fields.ts';
import { pageOf, paging } from '../shared/paging.ts';
import { userStatus } from '../users/user-status.schema.ts';

const operatorLogEntry = auditEntry
  .extend({
    /** The organization that the entry is about, by its current name. */
    organization: namedRef.nullable(),
    /** The operator that the entry is about. */
    person: personRef.nullable(),
    requestId: z.string().nullable(),
  })
  .meta({ id: 'OperatorLogEntry' });
export type OperatorLogEntry = z.infer<typeof operatorLogEntry>;

const operatorPerson = z
  .strictObject({
    id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable(),
    status: userStatus,
    secondFactor: z.boolean(),
  })
  .meta({ id: 'OperatorPerson' });
export type OperatorPerson = z.infer<typeof operatorPerson>;

const logFilters = {
  actorId: idParam.optional(),
  organizationId: idParam.optional(),
  action: actions.optional(),
  /** Days are UTC. */
  fromDate: dayBound.optional(),
  toDate: dayBound.optional(),
};

export const operatorLogFilter = z.strictObject(logFilters);

/** The operator's console. None of its calls returns anything about members. */
export const operatorCalls = defineCalls('Operator', {
  'GET /v1/operator/people': { summary: 'Everyone who is or was an operator.', answers: z.array(operatorPerson) },
  'GET /v1/operator/events': {
    summary: 'Server-sent events about support questions and announcements: ids only.',
    contentType: 'text/event-stream',
  },
  'GET /v1/operator/log': {
    summary: 'What operators did, in the console and with the command, newest first.',
    query: z.strictObject({ ...logFilters, ...paging }),
    answers: pageOf(operatorLogEntry),
  },
  'GET /v1/operator/log/csv': {
    summary: 'What operators did, as a CSV file.',
    query: operatorLogFilter,
    needsProof: true,
    contentType: 'text/csv; charset=utf-8',
  },
});
