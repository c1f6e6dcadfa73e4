import { type RawBuilder, sql } from '../../db/sql.ts';

/** The miles between two rows with a latitude and a longitude, in a straight line; null without either. */
export function milesBetween(from: string, to: string): RawBuilder<number | null> {
  const [a, b] = [sql.raw(from), sql.raw(to)];
  // The check is needed, because least() ignores null.
  return sql<number | null>`case when ${a}.latitude + ${b}.latitude is not null then 3958.8 * 2 * asin(least(1, sqrt(
    sin(radians(${b}.latitude - ${a}.latitude) / 2) ^ 2 + cos(radians(${a}.latitude)) * cos(radians(${b}.latitude))
    * sin(radians(${b}.longitude - ${a}.longitude) / 2) ^ 2))) end`;
}
