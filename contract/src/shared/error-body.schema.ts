import { z } from 'zod';
import type { ErrorBody } from './errors.ts';

export const errorBody = z
  .object({
    code: z.string(),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Error' }) satisfies z.ZodType<ErrorBody>;
