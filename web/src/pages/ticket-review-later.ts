import { loadLater } from '../lib/load-later.tsx';

/** The review dialog, for pages that open it on demand. */
export const TicketReview = loadLater(async () => (await import('./ticket-review.tsx')).TicketReview);

// A link to a ticket loads the dialog's code along with the page's. On failure, it loads when it is shown.
if (new URLSearchParams(window.location.search).has('ticket')) TicketReview.preload().catch(() => undefined);
