import { type RawBuilder, sql } from '../../db/sql.ts';

/** Matches a column against ids. PostgreSQL keeps one plan for a single id but plans a list at every call. */
export function isOneOf(column: string, ids: number[]): RawBuilder<boolean> {
  return ids.length === 1 ? sql`${sql.raw(column)} = ${ids[0]}` : sql`${sql.raw(column)} = any(${ids}::bigint[])`;
}
