import { loadLater } from '../lib/load-later.tsx';

/** The review dialog, for pages that open it on demand. */
export const TicketReview = loadLater(async () => (await import('./ticket-review.tsx')).TicketReview);
