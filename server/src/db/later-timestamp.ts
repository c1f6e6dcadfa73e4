import { sql } from './sql.ts';

/** The next update_timestamp of a row: strictly later than the last, so it identifies a version. */
export const laterTimestamp = sql.raw<Date>(
  "greatest(date_trunc('milliseconds', clock_timestamp()), update_timestamp + interval '1 ms')",
);
