import { loadLater } from '../lib/load-later.tsx';

/** The review dialog, for pages that open it on demand. */
export const TicketReview = loadLater(async () => (await import('./ticket-review.tsx')).TicketReview);

// A link to a ticket opens it: its code comes beside the page's. Without it, it is fetched when it is shown.
if (new URLSearchParams(window.location.search).has('ticket')) TicketReview.preload().catch(() => undefined);
