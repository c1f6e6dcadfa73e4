/** Dates in the US format that the specification uses. */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Created on first use: each takes milliseconds, and no page needs them all. */
function formatter(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (date) => {
    made ??= new Intl.DateTimeFormat('en-US', options);
    return made.format(date);
  };
}

const shortWithTime = formatter({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
const long = formatter({
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const time = formatter({ hour: 'numeric', minute: '2-digit' });
const weekday = formatter({ weekday: 'long', month: 'long', day: 'numeric' });

/** May 11, 2026 */
export function formatDate(timestamp: string | Date): string {
  const date = new Date(timestamp);
  return `${months[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
}

/** May 11, 9:02 AM; with the year if it isn't the current one. */
export function formatDateTime(timestamp: string | Date, now = new Date()): string {
  const date = new Date(timestamp);
  if (date.getFullYear() !== now.getFullYear()) return `${formatDate(date)}, ${formatTime(date)}`;
  return shortWithTime(date);
}

/** Monday, May 11, 2026 at 9:02 AM */
export function formatLongDateTime(timestamp: string | Date): string {
  return long(new Date(timestamp));
}

/** A birthday, which has no time zone, as MM-DD-YYYY. */
export function formatBirthday(stored: string): string {
  return stored.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2-$3-$1');
}

/** 9:02 AM */
export function formatTime(timestamp: string | Date): string {
  return time(new Date(timestamp));
}

/** The local day of a timestamp, as YYYY-MM-DD. */
export function dayKey(timestamp: string | Date): string {
  const date = new Date(timestamp);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

/** Today, Yesterday, or Monday, May 11; with the year if it isn't the current one. */
export function formatDay(timestamp: string | Date, now = new Date()): string {
  const date = new Date(timestamp);
  const key = dayKey(date);
  if (key === dayKey(now)) return 'Today';
  if (key === dayKey(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1))) return 'Yesterday';
  return date.getFullYear() === now.getFullYear() ? weekday(date) : formatDate(date);
}
