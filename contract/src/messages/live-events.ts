/** A new event stream starts with what happened within this time, so that a page which just loaded has missed nothing. */
export const recentEventsMs = 10_000;
