import { counted } from '@kinbridge/contract/shared/counted';

/** How long ago it was, in hours, from two days on in days. */
export function ageOf(timestamp: string, now: number): string {
  const hours = Math.floor((now - Date.parse(timestamp)) / 3_600_000);
  if (hours < 1) return 'Less than an hour';
  return hours < 48 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day');
}
