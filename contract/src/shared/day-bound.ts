import { z } from 'zod';
import { isCalendarDate } from './calendar-date.ts';

const message = 'Must be a date such as 2026-01-31, or a date and time.';

/** A bound of a period in a query: a day, or a moment. */
export const dayBound = z
  .string()
  .trim()
  .refine(
    (text) => isCalendarDate(text) || (isCalendarDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))),
    message,
  )
  .meta({ type: 'string', example: '2026-01-31' });
