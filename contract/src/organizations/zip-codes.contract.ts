import { z } from 'zod';
import type { CallGroup } from '../shared/call.ts';
import { zipCode } from '../shared/fields.ts';

export const zipCodeCalls = {
  'POST /v1/zip-codes/distances': {
    tag: 'Organizations',
    summary: 'Miles from a ZIP code to others, by their first five digits. Null if one of the two is unknown.',
    body: z.strictObject({
      from: zipCode,
      to: z.array(zipCode).max(1000, 'Must be at most 1000 ZIP codes.'),
    }),
    searches: true,
    answers: { status: 200, body: z.record(z.string(), z.number().nonnegative().nullable()) },
    errors: [400, 401, 403],
  },
} as const satisfies CallGroup;
