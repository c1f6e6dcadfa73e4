import { useLayoutEffect, useRef } from 'react';

/** Keeps focus inside the dialog when the focused button disappears. */
export function useFocusInReview(ticketId: number, status: string | undefined) {
  const content = useRef<HTMLDivElement>(null);

  // Another ticket or status has other buttons.
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    content.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [ticketId, status]);

  return content;
}
