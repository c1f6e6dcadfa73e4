import { birthdayMessage } from '@kinbridge/contract/shared/calendar-date';
import type { z } from 'zod';

/** The contract speaks of a birthday as a call has it; a form as its field does. */
export const birthdayFieldMessage = 'Must be a valid date between 01-01-1900 and today.';

/** The first sentence that a schema has about each field, by the field's path, as Mantine's forms want it. */
export function errorsFromSchema(schema: z.ZodType, values: unknown): Record<string, string> {
  const result = schema.safeParse(values);
  if (result.success) return {};
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error.issues) {
    errors[path.join('.')] ??= message === birthdayMessage ? birthdayFieldMessage : message;
  }
  return errors;
}
