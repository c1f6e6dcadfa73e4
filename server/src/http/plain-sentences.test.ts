import { expect, it } from 'vitest';
import { z } from 'zod';
import type { AppError } from '../app-error.ts';
import { parseOrRefuse } from './error-answers.ts';

const row = z.strictObject({ serviceId: z.int().positive(), on: z.boolean() });
const schema = z.strictObject({
  name: z.string({ error: 'Name is required.' }).optional(),
  size: z.number().max(9).optional(),
  version: z.int().positive().optional(),
  share: z.number().lt(1).optional(),
  kind: z.enum(['A', 'B', 'C']).optional(),
  note: z.string().min(2).max(5).optional(),
  list: z.array(z.int()).max(2).optional(),
  at: z.iso.datetime({ offset: true }).optional(),
  rows: z.union([row, z.array(row)]).optional(),
  proof: z
    .discriminatedUnion('by', [z.object({ by: z.literal('code') }), z.object({ by: z.literal('key') })])
    .optional(),
  template: z
    .string()
    .refine(() => false, 'You must include the following variables: {name}')
    .optional(),
});

function refused(value: unknown): Pick<AppError, 'message' | 'fields'> {
  try {
    parseOrRefuse(schema, value);
  } catch (error) {
    const { message, fields } = error as AppError;
    return { message, fields: { ...fields } };
  }
  throw new Error('it was taken');
}

it.each<[unknown, string, string]>([
  [{ name: 7 }, 'name', 'Name is required.'],
  [{ template: 'Hi' }, 'template', 'You must include the following variables: {name}'],
])('%j is refused with the message of its schema', (value, field, sentence) => {
  expect(refused(value)).toEqual({ message: sentence, fields: { [field]: sentence } });
});

it.each<[unknown, string, string, string]>([
  [{ size: 'x' }, 'size', 'Must be a number.', "The field 'size' must be a number."],
  [{ size: 10 }, 'size', 'Must be at most 9.', "The field 'size' must be at most 9."],
  [{ version: 0 }, 'version', 'Must be more than 0.', "The field 'version' must be more than 0."],
  [{ share: 1 }, 'share', 'Must be less than 1.', "The field 'share' must be less than 1."],
  [{ kind: 'D' }, 'kind', 'Must be A, B or C.', "The field 'kind' must be A, B or C."],
  [{ note: '' }, 'note', 'Must have at least 2 characters.', "The field 'note' must have at least 2 characters."],
  [{ note: 'longer' }, 'note', 'Must have at most 5 characters.', "The field 'note' must have at most 5 characters."],
  [{ note: null }, 'note', 'Must be a text.', "The field 'note' must be a text."],
  [{ list: [1, 2, 3] }, 'list', 'Must have at most 2 entries.', "The field 'list' must have at most 2 entries."],
  [{ list: [1.5] }, 'list.0', 'Must be a whole number.', "The field 'list.0' must be a whole number."],
  [{ colour: 1 }, 'colour', "This field isn't known.", "The field 'colour' isn't known."],
  [{ rows: { serviceId: 1 } }, 'rows.on', 'This field is missing.', "The field 'rows.on' is missing."],
  [{ rows: [{ on: true }] }, 'rows.0.serviceId', 'This field is missing.', "The field 'rows.0.serviceId' is missing."],
  [{ proof: {} }, 'proof.by', 'This field is missing.', "The field 'proof.by' is missing."],
  [{ proof: { by: 1 } }, 'proof.by', 'Must be code or key.', "The field 'proof.by' must be code or key."],
  [{ rows: 3 }, 'rows', 'Must have a valid format.', "The field 'rows' must have a valid format."],
  [[], 'body', 'Must be an object.', 'What you sent must be an object.'],
  [
    { at: 'noon' },
    'at',
    'Must be a date and time such as 2026-01-31T09:30:00Z.',
    "The field 'at' must be a date and time such as 2026-01-31T09:30:00Z.",
  ],
])('%j is refused with a readable message', (value, field, sentence, message) => {
  expect(refused(value)).toEqual({ message, fields: { [field]: sentence } });
});

it('names all invalid fields', () => {
  expect(refused({ size: 'x', kind: 'D' })).toEqual({
    message: 'Please fix 2 fields: size, kind.',
    fields: { size: 'Must be a number.', kind: 'Must be A, B or C.' },
  });
});
