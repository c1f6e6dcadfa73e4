import { sql } from './sql.ts';

/** The next update_timestamp of a row: strictly later than the one before, so that it tells versions apart. */
export const laterTimestamp = sql.raw<Date>(
  "greatest(date_trunc('milliseconds', clock_timestamp()), update_timestamp + interval '1 ms')",
);
