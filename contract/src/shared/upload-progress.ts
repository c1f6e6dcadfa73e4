import { z } from 'zod';
import { count } from './fields.ts';

/** The progress of an import in the background, and its result. */
export function uploadProgress<R extends z.ZodType>(result: R) {
  return z.strictObject({
    state: z.enum(['queued', 'working', 'done', 'failed']),
    /** Usable rows imported so far. 0 while the file is being read, when the total still grows. */
    done: count,
    total: count,
    result: result.nullable(),
    /** Why it failed. */
    message: z.string().nullable(),
  });
}

/** As far as it doesn't depend on what is imported. */
export type UploadProgress = Omit<z.infer<ReturnType<typeof uploadProgress>>, 'result'>;
