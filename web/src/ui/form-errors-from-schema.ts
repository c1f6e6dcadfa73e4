import type { z } from 'zod';

/** The first sentence that a schema has about each field, by the field's path, as Mantine's forms want it. */
export function errorsFromSchema(schema: z.ZodType, values: unknown): Record<string, string> {
  const result = schema.safeParse(values);
  if (result.success) return {};
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error.issues) errors[path.join('.')] ??= message;
  return errors;
}
