/** Whether a text is a valid YYYY-MM-DD date. Birthdays have no time zone. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Allows one day ahead, since the browser's date may be ahead of the server's. */
export function isBirthday(text: string, now = new Date()): boolean {
  return isCalendarDate(text) && text > '1900-01-01' && Date.parse(text) <= now.getTime() + 86_400_000;
}

/** Formats a birthday as MM-DD-YYYY. */
export function formatBirthday(date: string): string {
  const [year, month, day] = date.split('-');
  return `${month}-${day}-${year}`;
}
