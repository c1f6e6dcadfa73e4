import { useEffect, useRef } from 'react';

/**
 * Keeps focus inside when a button that had it goes away, and gives it back on closing: to the id of the
 * ticket on the page behind, which after a walk is another one than was opened.
 */
export function useFocusInReview(ticketId: number, status: string | undefined) {
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef(ticketId);

  // Another ticket or status brings other buttons.
  useEffect(() => {
    shown.current = ticketId;
    if (document.activeElement === document.body)
      content.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [ticketId, status]);

  useEffect(() => {
    const before = document.activeElement;
    return () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const id = document.querySelector<HTMLElement>(`[data-ticket="${shown.current}"]`);
        if (id) id.focus();
        else if (before instanceof HTMLElement) before.focus();
      });
    };
  }, []);

  return content;
}
