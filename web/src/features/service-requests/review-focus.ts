import { useEffect, useRef } from 'react';

/** Keeps focus inside when a button that had it goes away. */
export function useFocusInReview(ticketId: number, status: string | undefined) {
  const content = useRef<HTMLDivElement>(null);

  // Another ticket or status brings other buttons.
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    content.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [ticketId, status]);

  return content;
}
