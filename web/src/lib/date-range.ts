/** The problem with a date range (YYYY-MM-DD, either end may be blank), or null. */
export function dateRangeProblem(start: string | null, end: string | null): string | null {
  return start && end && end < start ? 'The end date is before the start date.' : null;
}
