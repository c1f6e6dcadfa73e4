import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { timestamp } from '../shared/fields.ts';

export const archiveCalls = defineCalls('Audit', {
  'GET /v1/archive': {
    summary: 'Up to when texts and entries of the audit log are archived and no longer shown; null if none are.',
    answers: z.strictObject({ auditLog: timestamp.nullable(), texts: timestamp.nullable() }),
  },
});
