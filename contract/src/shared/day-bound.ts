import { isCalendarDate } from './calendar-date.ts';
import { oneLine } from './one-line.ts';

const message = 'Must be a date such as 2026-01-31, or a date and time.';

/** Far in the future, with room for date arithmetic. */
const lastYear = '2999';

/** The start or end of a period in a query: a day or a timestamp. */
export const dayBound = oneLine()
  .max(40, message)
  .refine(
    (text) => isCalendarDate(text) || (isCalendarDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))),
    message,
  )
  .refine((text) => text.slice(0, 4) <= lastYear, `Must be a date up to the year ${lastYear}.`)
  .meta({ type: 'string', format: 'date', maxLength: undefined, example: '2026-01-31' });
