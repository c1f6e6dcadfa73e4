import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { idParam } from '../shared/fields.ts';

const params = z.strictObject({ id: idParam });
const errors = [400, 401, 403, 404] as const;

export const memberExportCalls = {
  'GET /v1/users/{id}/export.json': {
    tag: 'Members',
    summary: 'Everything that the organization can see about a member, as JSON.',
    params,
    needsProof: true,
    answers: { status: 200, body: null, contentType: 'application/json' },
    errors,
  },
  'GET /v1/users/{id}/export.pdf': {
    tag: 'Members',
    summary: 'Everything that the organization can see about a member, to read.',
    params,
    needsProof: true,
    answers: { status: 200, body: null, contentType: 'application/pdf' },
    errors: [...errors, 429],
  },
} as const satisfies CallGroup;
