import { type MouseEvent, useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useStableCallback } from '../use-stable-callback.ts';

/** The ticket in the URL: a link or a reload opens it, and Back closes it. */
export function useTicketUrl() {
  const [params] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const ticket = /^[1-9]\d{0,14}$/.exec(params.get('ticket') ?? '')?.[0];
  const state = (location.state ?? {}) as { search?: string; opened?: boolean };

  function addressWith(id: number | null, page?: number): string {
    const next = new URLSearchParams(params);
    next.delete('refer');
    next.delete('answer');
    if (id === null) next.delete('ticket');
    else next.set('ticket', String(id));
    if (page !== undefined) next.delete('page');
    if (page) next.set('page', String(page + 1));
    return `?${next}`;
  }

  return {
    ticketId: ticket === undefined ? null : Number(ticket),
    /** The link is about sending the member elsewhere. */
    refers: params.get('refer') === 'elsewhere',
    /** The link is about answering in a comment. */
    answers: params.get('answer') === 'true',
    linkTo: (id: number) => ({ to: addressWith(id), state: { ...state, opened: true } }),
    /** Another ticket replaces this one, so that Back still closes the dialog. */
    linkInstead: (id: number) => ({ to: addressWith(id), state, replace: true }),
    /** The neighbor replaces the ticket's history entry, so that Back still closes the dialog. */
    walkTo: (id: number, page: number) => void navigate(addressWith(id, page), { replace: true, state }),
    close(): void {
      // If opened from this board, closing goes back; if opened by a link, there is nothing to go back to.
      if (state.opened) void navigate(-1);
      else void navigate(addressWith(null), { replace: true, state });
    },
  };
}

/** Opens a ticket with the dialog that sends the member elsewhere. */
export const refersElsewhere = '&refer=elsewhere';

/** Opens a ticket at its comment box. */
export const answersComment = '&answer=true';

export type TicketLinks = ReturnType<typeof useTicketLinks>;

/**
 * The props of plain links to a list's tickets. They stay the same while a ticket opens: the router's links would all
 * render again.
 */
export function useTicketLinks() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { linkTo } = useTicketUrl();
  const open = useStableCallback((id: number, more: string) => {
    const { to, state } = linkTo(id);
    void navigate(`${to}${more}`, { state, preventScrollReset: true, flushSync: true });
  });
  const list = new URLSearchParams(params);
  list.delete('refer');
  list.delete('answer');
  list.delete('ticket');
  const address = `${pathname}?${list}${list.size > 0 ? '&' : ''}ticket=`;
  return useCallback(
    /** `more` of the address, such as `refersElsewhere`. */
    (id: number, more = '') => ({
      href: `${address}${id}${more}`,
      onClick: (event: MouseEvent) => {
        // The browser opens a new tab or window.
        if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        open(id, more);
      },
    }),
    [address, open],
  );
}
