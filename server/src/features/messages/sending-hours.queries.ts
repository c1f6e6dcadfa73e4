/**
 * SQL for when a mass message may leave next, or null when it may leave now: with a real provider between 8:00 and
 * 21:00 by the clock of the organization, a row o of organizations.
 */
export function nextSendingTime(realProvider: boolean): string {
  if (!realProvider) return 'null::timestamptz';
  const clock = '(now() at time zone o.time_zone)';
  return `(case
    when ${clock}::time < '08:00' then (${clock}::date + time '08:00') at time zone o.time_zone
    when ${clock}::time >= '21:00' then (${clock}::date + 1 + time '08:00') at time zone o.time_zone end)`;
}
