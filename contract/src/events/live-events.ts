/** A new event stream starts with events of this period, so a page that is loading misses nothing. */
export const recentEventsMs = 10_000;
