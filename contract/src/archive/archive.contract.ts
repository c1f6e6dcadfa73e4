import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { timestamp } from '../shared/fields.ts';

export const archiveCalls = {
  'GET /v1/archive': {
    tag: 'Audit',
    summary: 'Up to when texts and entries of the audit log are archived and no longer shown; null if none are.',
    answers: { status: 200, body: z.strictObject({ auditLog: timestamp.nullable(), texts: timestamp.nullable() }) },
    errors: [401, 403],
  },
} as const satisfies CallGroup;
