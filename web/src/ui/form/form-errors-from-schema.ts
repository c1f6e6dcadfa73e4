import type { z } from 'zod';

/** The schema's first message for each field, by path, in the format of Mantine's forms. */
export function errorsFromSchema(schema: z.ZodType, values: unknown): Record<string, string> {
  const result = schema.safeParse(values);
  if (result.success) return {};
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error.issues) errors[path.join('.')] ??= message;
  return errors;
}
