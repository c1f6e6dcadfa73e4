import { type Weekday, weekdays } from './availability.ts';

/** One opening of a service in a week; `opens` and `closes` are HH:MM. */
export interface OpenHours {
  day: Weekday;
  opens: string;
  closes: string;
}

const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;

/** Minutes from Monday 0:00 to opening, and how long it stays open. Closing at or before opening means past midnight. */
function toPeriod({ day, opens, closes }: OpenHours): { start: number; length: number } {
  const length = minuteOf(closes) - minuteOf(opens);
  return {
    start: weekdays.indexOf(day) * dayMinutes + minuteOf(opens),
    length: length > 0 ? length : length + dayMinutes,
  };
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The first entry that overlaps an earlier one, past midnight and over the week's end included; -1 if none does. */
export function findOverlap(hours: readonly OpenHours[]): number {
  const periods = hours.map(toPeriod);
  return periods.findIndex((later, index) =>
    periods.slice(0, index).some((earlier) => covers(earlier, later.start) || covers(later, earlier.start)),
  );
}

function covers({ start, length }: { start: number; length: number }, minute: number): boolean {
  return (minute - start + weekMinutes) % weekMinutes < length;
}

/** Whether a service is open at a time in its organization's zone; null if it doesn't say its hours. */
export function isOpenAt(hours: readonly OpenHours[] | null, timeZone: string, at: Date): boolean | null {
  if (!hours || hours.length === 0) return null;
  const minute = minuteOfWeek(timeZone, at);
  return hours.some((entry) => covers(toPeriod(entry), minute));
}

/** A zone's formatter with what it said last: a list asks about one moment for all its services. */
interface Clock {
  format: Intl.DateTimeFormat;
  time: number;
  minute: number;
}

const clocks = new Map<string, Clock>();
const dayNames: Record<string, Weekday> = {
  Mon: 'MO',
  Tue: 'TU',
  Wed: 'WE',
  Thu: 'TH',
  Fri: 'FR',
  Sat: 'SA',
  Sun: 'SU',
};

function minuteOfWeek(timeZone: string, at: Date): number {
  const clock = clocks.get(timeZone) ?? createClock(timeZone);
  if (clock.time !== at.getTime()) {
    const parts = Object.fromEntries(clock.format.formatToParts(at).map(({ type, value }) => [type, value]));
    const day = dayNames[parts.weekday ?? ''] ?? 'MO';
    clock.time = at.getTime();
    clock.minute = weekdays.indexOf(day) * dayMinutes + Number(parts.hour) * 60 + Number(parts.minute);
  }
  return clock.minute;
}

/** Formatters are slow to make. */
function createClock(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const clock = { format, time: Number.NaN, minute: 0 };
  clocks.set(timeZone, clock);
  return clock;
}

const shortDays: Record<Weekday, string> = {
  MO: 'Mon',
  TU: 'Tue',
  WE: 'Wed',
  TH: 'Thu',
  FR: 'Fri',
  SA: 'Sat',
  SU: 'Sun',
};

export const weekdayLabels: Record<Weekday, string> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};

/** How a language writes opening hours. */
export interface HoursWords {
  days: Record<Weekday, string>;
  allDay: string;
  am: string;
  pm: string;
}

const english: HoursWords = { days: shortDays, allDay: '24 hours', am: 'AM', pm: 'PM' };

/** One line per group of days with the same hours: 'Mon–Fri 9:00 AM – 5:00 PM'. */
export function hoursLines(hours: readonly OpenHours[], words: HoursWords = english): string[] {
  const lines: { first: Weekday; last: Weekday; times: string }[] = [];
  for (const day of weekdays) {
    const times = timesOf(hours, day, words);
    if (times === '') continue;
    const before = lines.at(-1);
    if (before?.times === times && weekdays.indexOf(before.last) === weekdays.indexOf(day) - 1) before.last = day;
    else lines.push({ first: day, last: day, times });
  }
  return lines.map(({ first, last, times }) => {
    const days = first === last ? words.days[first] : `${words.days[first]}–${words.days[last]}`;
    return `${days} ${times}`;
  });
}

function timesOf(hours: readonly OpenHours[], day: Weekday, words: HoursWords): string {
  const entries = hours.filter((entry) => entry.day === day).toSorted((a, b) => a.opens.localeCompare(b.opens));
  return entries
    .map(({ opens, closes }) =>
      opens === closes ? words.allDay : `${clockTime(opens, words)} – ${clockTime(closes, words)}`,
    )
    .join(', ');
}

/** '17:00' as '5:00 PM'. */
function clockTime(time: string, { am, pm }: HoursWords): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? am : pm}`;
}
