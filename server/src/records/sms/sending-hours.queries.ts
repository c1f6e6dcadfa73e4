/**
 * SQL for the next time a mass message may be sent, or null for now: with a real provider, between 8:00 and 21:00 local
 * time of the organization in row o.
 */
export function nextSendingTime(realProvider: boolean): string {
  if (!realProvider) return 'null::timestamptz';
  const clock = '(now() at time zone o.time_zone)';
  return `(case
    when ${clock}::time < '08:00' then (${clock}::date + time '08:00') at time zone o.time_zone
    when ${clock}::time >= '21:00' then (${clock}::date + 1 + time '08:00') at time zone o.time_zone end)`;
}
