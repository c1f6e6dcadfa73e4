import { z } from 'zod';

export const integerParam = (min: number, max: number, message: string) =>
  z
    .string()
    .regex(/^\d{1,7}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .meta({ type: 'integer', minimum: min, maximum: max, pattern: undefined });

export const pageNumber = integerParam(0, 1_000_000, 'Must be a page number, counted from 0.');
export const pageSize = integerParam(1, 200, 'Must be a page size from 1 to 200.');

export const paging = { page: pageNumber.optional(), size: pageSize.optional() };

const wholeNumber = (min: number, max: number, message: string) =>
  z.int(message).min(min, message).max(max, message).optional();

/** Paging parameters in JSON, where page and size are numbers. */
export const pagingInJson = {
  page: wholeNumber(0, 1_000_000, 'Must be a page number, counted from 0.'),
  size: wholeNumber(1, 200, 'Must be a page size from 1 to 200.'),
};

/**
 * `field,asc|desc`; the old client's `user.` and `patient.` prefixes are ignored. `elsewhere` adds aliases for fields.
 */
export function sortBy<const F extends string>(fields: readonly [F, ...F[]], elsewhere: Record<string, F> = {}) {
  const message = `Must be one of ${fields.join(', ')}, followed by ,asc or ,desc.`;
  return z
    .string()
    .transform((text, context) => {
      const [given = '', direction = 'asc', ...rest] = text.split(',');
      const wanted = given.replace(/^(user|patient)\./, '');
      const field = fields.find(
        (name) => name === wanted || (Object.hasOwn(elsewhere, wanted) && name === elsewhere[wanted]),
      );
      if (!field || rest.length > 0 || !/^(asc|desc)$/i.test(direction)) {
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      }
      return { field, descending: direction.toLowerCase() === 'desc' };
    })
    .meta({
      type: 'string',
      pattern: `^(${[...fields, ...Object.keys(elsewhere)].join('|')})(,(asc|desc))?$`,
      example: `${fields[0]},desc`,
    });
}

export interface SortBy<F extends string> {
  field: F;
  descending: boolean;
}

/** One page of a list. `number` is the zero-based page. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.strictObject({
    content: z.array(item),
    totalElements: z.int().nonnegative(),
    totalPages: z.int().nonnegative(),
    size: z.int().positive(),
    number: z.int().nonnegative(),
  });
}

export interface Page<T> {
  content: T[];
  totalElements: number;
  totalPages: number;
  size: number;
  number: number;
}
