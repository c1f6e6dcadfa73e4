const dayMs = 86_400_000;

/**
 * A spreadsheet's day number as YYYY-MM-DD. Spreadsheets count a day 60 of 1900 that never existed, so earlier days are
 * one off.
 */
export function dateOfDayNumber(number: number, from1904: boolean): string | null {
  const day = Math.floor(number);
  if (day < 1 || day > 2_958_465) return null;
  const start = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30);
  return isoDate(start + day * dayMs);
}

/** Writing a date takes long, and a list of thousands repeats its birthdays. */
const isoDates = new Map<number, string>();
const maxDates = 50_000;

function isoDate(time: number): string {
  const known = isoDates.get(time);
  if (known !== undefined) return known;
  if (isoDates.size >= maxDates) isoDates.clear();
  const date = new Date(time).toISOString().slice(0, 10);
  isoDates.set(time, date);
  return date;
}

/** A spreadsheet's day number with a fraction: the day, and the time as HH:MM:SS. */
export function momentOfDayNumber(number: number, from1904: boolean): [day: string, time: string] | null {
  const seconds = Math.round(number * 86_400);
  const day = dateOfDayNumber(Math.floor(seconds / 86_400), from1904);
  return day === null ? null : [day, new Date((seconds % 86_400) * 1000).toISOString().slice(11, 19)];
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const spanishMonths = 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' ');

/** Two-digit years up to this year are in this century. */
function fullYear(text: string, now: Date): number {
  if (text.length > 2) return Number(text);
  const year = 2000 + Number(text);
  return year > now.getUTCFullYear() ? year - 100 : year;
}

/** A US date (3/4/1990, 03-04-90, March 4, 1990, 4 Mar 1990) or an ISO date; otherwise null. */
export function dateOfText(text: string, now = new Date()): string | null {
  const trimmed = text.trim();
  // No date is that long, and the expressions below are slow on long texts.
  if (trimmed.length > 100) return null;
  const plain = trimmed
    .toLowerCase()
    // A birthday's time is irrelevant.
    .replace(/[t\s]+\d{1,2}:\d{2}.*$/, '');
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(plain) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(plain);
  if (iso) return written(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const american = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(plain);
  if (american) return written(fullYear(american[3] ?? '', now), Number(american[1]), Number(american[2]));
  const named =
    /^(?:\w+day,?\s+)?(?<month>[a-z]{3,10})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4}|\d{2})$/.exec(
      plain,
    ) ?? /^(?<day>\d{1,2})[\s-]+(?:de\s+)?(?<month>[a-z]{3,10})\.?[\s,-]+(?:de\s+)?(?<year>\d{4}|\d{2})$/.exec(plain);
  if (!named?.groups) return null;
  const short = (named.groups.month ?? '').slice(0, 3);
  const month = Math.max(months.indexOf(short), spanishMonths.indexOf(short)) + 1;
  return month === 0 ? null : written(fullYear(named.groups.year ?? '', now), month, Number(named.groups.day));
}

/** Null for an invalid date. */
function written(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
