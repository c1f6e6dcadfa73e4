import { z } from 'zod';
import { oneLine } from './one-line.ts';
import { isZipCode, zipCodeMessage } from './zip-code.ts';

/** An id in a path: only digits, since coercion would accept ' 1', '1e3' and '0x1'. */
export const idParam = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'Must be a positive whole number.')
  .transform(Number)
  .meta({ type: 'integer', minimum: 1, maximum: 999_999_999_999_999, pattern: undefined });

/** An id in a JSON body or answer. */
export const id = z.int().positive();

export const count = z.int().nonnegative();

export const namedRef = z.strictObject({ id, name: z.string() });
export const personRef = z.strictObject({ id, firstName: z.string(), lastName: z.string() });

export const timestamp = z.iso.datetime({ offset: true });

/** A required line of text; the label is the one on the screen, as specified. */
export function requiredText(label: string, max = 100) {
  const missing = `${label} is required.`;
  return oneLine(missing, label).min(1, missing).max(max, tooLong(label, max));
}

/** A required text of several lines. */
export function requiredLines(label: string, max: number) {
  const missing = `${label} is required.`;
  return z.string(missing).trim().min(1, missing).max(max, tooLong(label, max));
}

/** An optional line of text; blank counts as missing. */
export function optionalText(label: string, max = 200) {
  return orNull(oneLine(`${label} must be a text.`, label).max(max, tooLong(label, max)));
}

/** An optional text of several lines; blank counts as missing. */
export function optionalLines(label: string, max: number) {
  return orNull(z.string(`${label} must be a text.`).trim().max(max, tooLong(label, max)));
}

function tooLong(label: string, max: number): string {
  return `${label} can have at most ${max} characters.`;
}

function orNull(text: z.ZodString) {
  return text
    .transform((typed) => (typed === '' ? null : typed))
    .nullable()
    .optional();
}

/** Treats blank as missing for an optional field with its own rule and message. */
export function orBlank<T extends z.ZodType>(schema: T) {
  return z
    .union([z.literal('').transform(() => null), schema], {
      error: (issue) => (issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0]?.message : undefined),
    })
    .nullable()
    .optional();
}

export const emailMessage = 'Must be a valid Email.';

/** Stored in lower case, since addresses are compared ignoring case. */
export const email = z
  .string({ error: emailMessage })
  .trim()
  .max(254, emailMessage)
  .pipe(z.email({ error: emailMessage }))
  .transform((address) => address.toLowerCase())
  .meta({ format: 'email' });

export const requiredEmail = z
  .string({ error: 'Email is required.' })
  .trim()
  .min(1, 'Email is required.')
  .pipe(email)
  .meta({ format: 'email' });

export const zipCode = z
  .string({ error: zipCodeMessage })
  .trim()
  .refine(isZipCode, zipCodeMessage)
  .meta({ pattern: '^\\d{5}(-\\d{4})?$' });
