/** Formats dashboard numbers, on the screen and in the report. */

const monthDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const monthDayYear = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Shown when there is no data. */
export const noData = '–';

/** 'Feb 15 – May 14, 2026'; both years if they differ; a single day alone. */
export function formatDayRange(from: string, to: string): string {
  const [first, last] = [new Date(from), new Date(to)];
  if (from === to) return monthDayYear.format(last);
  const start = from.slice(0, 4) === to.slice(0, 4) ? monthDay.format(first) : monthDayYear.format(first);
  return `${start} – ${monthDayYear.format(last)}`;
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

export function agencyWord(count: number): 'agency' | 'agencies' {
  return count === 1 ? 'agency' : 'agencies';
}

export function formatPercent(percent: number | null): string {
  return percent === null ? noData : `${percent}%`;
}

export interface Change {
  direction: 'up' | 'down' | 'same';
  text: string;
  /** A decrease that isn't bad news yet: open requests could offset it, or there are too few to tell. */
  unsettled?: boolean;
}

/** Below this, one more or less moves the percentage too much to color it. */
const fewest = 10;

/** '+12%' vs. the previous period; null if there is nothing to compare. */
export function changeOf(value: number, previousValue: number, open = 0): Change | null {
  if (previousValue === 0) return null;
  const change = changeBy(Math.round(((value - previousValue) / previousValue) * 100), '%', value - previousValue);
  const unsettled = change.direction === 'down' && (value + open >= previousValue || previousValue < fewest);
  return unsettled ? { ...change, unsettled } : change;
}

/** Rates change in points, not in percent. */
export function pointsChange(value: number | null, previousValue: number | null): Change | null {
  if (value === null || previousValue === null) return null;
  return changeBy(value - previousValue, Math.abs(value - previousValue) === 1 ? ' pt' : ' pts');
}

function changeBy(amount: number, unit: string, real = amount): Change {
  const direction = real > 0 ? 'up' : real < 0 ? 'down' : 'same';
  const sign = { up: '+', down: '−', same: '±' }[direction];
  return { direction, text: `${sign}${formatCount(Math.abs(amount))}${unit}` };
}

/** '45 min', '5.5 h', '3.2 days' */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return noData;
  const minutes = seconds / 60;
  if (minutes < 59.5) return `${Math.max(1, Math.round(minutes))} min`;
  const hours = minutes / 60;
  if (hours < 48) return `${oneDecimal(hours)} h`;
  return `${oneDecimal(hours / 24)} days`;
}

function oneDecimal(value: number): string {
  return (Math.round(value * 10) / 10).toLocaleString('en-US');
}

/** What each number counts. */
export const metricDefinitions: readonly { name: string; text: string }[] = [
  {
    name: 'Period',
    text: "Requests created in the period, in whole days of the organization's time zone, and their outcome. The previous period is as many months before it, so it can be a few days longer or shorter.",
  },
  {
    name: 'Total Service Requests Completed',
    text: 'Requests the organization sent, to others or to itself, that are completed.',
  },
  {
    name: 'Inbound Service Requests Completed',
    text: "Requests for the organization's own services that are completed.",
  },
  {
    name: 'Service Requests Received',
    text: "All requests for the organization's own services, cancelled ones included.",
  },
  {
    name: 'Members referred',
    text: 'Different members in sent requests. Members served: different members with a completed received request.',
  },
  {
    name: 'Programming',
    text: 'Received requests for each of your services. Agencies are other organizations, never your own.',
  },
  {
    name: 'Conversion Rates',
    text: 'Completed out of all requests sent, and out of all received. Periods are compared by closed requests, completed or cancelled, since open ones can still be completed.',
  },
  {
    name: 'Reached each status',
    text: 'The furthest status a received request ever reached, whatever its status is now.',
  },
  {
    name: 'First response, completion',
    text: 'Median time from creation until the providing organization responded, and until it was completed. Requests entered as completed are left out.',
  },
  {
    name: 'People helped',
    text: 'Different members with a Helped outcome, sent or received. After a second try: on a sent request that follows another.',
  },
  {
    name: 'Accepted within the promise',
    text: 'Requests that the providing organization responded to by the time its service promised, unless it declined them, out of those with a response or an end, or overdue. Requests without a promise are left out.',
  },
];
