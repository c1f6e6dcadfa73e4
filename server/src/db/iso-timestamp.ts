import { sql } from './sql.ts';

/** A timestamp as the wire shows it, written by the database: ISO 8601 in UTC, with milliseconds. */
export function iso(column: string) {
  return sql.raw<string>(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
}
