import { sql } from './sql.ts';

/** Formats a timestamp in SQL as the API shows it: ISO 8601 in UTC with milliseconds. */
export function iso(column: string) {
  return sql.raw<string>(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
}
