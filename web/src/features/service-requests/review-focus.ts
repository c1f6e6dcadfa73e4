import { useEffect, useRef } from 'react';
import { useFocusGivenBack } from '../../lib/use-focus-given-back.ts';

/** Keeps focus inside when a button that had it goes away, and gives it back on closing. */
export function useFocusInReview(ticketId: number, status: string | undefined) {
  const content = useRef<HTMLDivElement>(null);

  // Another ticket or status brings other buttons.
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    content.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [ticketId, status]);

  useFocusGivenBack();
  return content;
}
