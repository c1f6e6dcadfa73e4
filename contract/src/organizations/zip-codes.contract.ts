import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { zipCode } from '../shared/fields.ts';

export const zipCodeCalls = defineCalls('Organizations', {
  'POST /v1/zip-codes/distances': {
    summary: 'Miles from a ZIP code to others, by their first five digits. Null if one of the two is unknown.',
    body: z.strictObject({
      from: zipCode,
      to: z.array(zipCode).max(1000, 'Must be at most 1000 ZIP codes.'),
    }),
    searches: true,
    answers: z.record(z.string(), z.number().nonnegative().nullable()),
  },
});
