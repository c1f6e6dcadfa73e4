/** What is wrong with a range of days (YYYY-MM-DD), either of which may be blank; null when nothing is. */
export function dateRangeProblem(start: string | null, end: string | null): string | null {
  return start && end && end < start ? 'The end date is before the start date.' : null;
}
