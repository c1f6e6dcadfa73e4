import { type BoardSortField, boardSortFields } from '@kinbridge/contract/service-requests/board-sort-fields';
import { boardStatuses, type ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import { type MouseEvent, useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { type ListChange, useListUrl } from '../../lib/lists/list-url.ts';
import { useStableCallback } from '../../lib/use-stable-callback.ts';
import { usePhone } from '../../ui/scale/use-phone.ts';
import { type BoardMark, type BoardSearch, boardMarks } from './service-requests.api.ts';

const defaultSort = { field: 'id', descending: true } as const;
const tabs: readonly ServiceRequestStatus[] = [...boardStatuses, 'CANCELLED'];
const wordOf = (status: ServiceRequestStatus) => status.toLowerCase().replace('_', '-');

/** The board's state in the URL: tab, page, size and sort. The same object while a ticket opens and closes. */
export function useBoardUrl() {
  const phone = usePhone();
  const [params] = useSearchParams();
  const list = useListUrl({
    sortFields: boardSortFields,
    sort: defaultSort,
    // Ten rows fill a phone; fifty are a day's work on a laptop.
    size: phone ? 10 : 50,
  });
  const tab = tabs.find((status) => wordOf(status) === params.get('tab')) ?? 'REQUESTED';
  /** The search was widened from its tab to the whole board. */
  const everywhere = list.search !== '' && params.get('in') === 'all';
  const mark = boardMarks.find((one) => params.get(one) === 'true') ?? null;
  const mine = params.get('mine') === 'true';
  const { page, size, sort, search: name, change, pages } = list;
  const search: BoardSearch = useMemo(
    // What is overdue, declined or stalled is in several tabs.
    () => ({ status: everywhere || mark ? null : tab, page, size, sort, name, mark, mine }),
    [everywhere, tab, page, size, sort, name, mark, mine],
  );
  const changes = useMemo(() => changesOf(change), [change]);
  return useMemo(() => ({ tab, everywhere, search, pages, ...changes }), [tab, everywhere, search, pages, changes]);
}

const noMark = Object.fromEntries(boardMarks.map((mark) => [mark, null]));

function changesOf(change: (asked: ListChange<BoardSortField>) => void) {
  return {
    change,
    openTab: (status: ServiceRequestStatus) =>
      change({ more: { tab: status === 'REQUESTED' ? null : wordOf(status), in: null, ...noMark } }),
    /** The requests with a mark, or those of the tab again. The longest overdue comes first. */
    showMark: (mark: BoardMark | null) =>
      change({
        sort: mark === 'overdue' ? { field: 'dueTimestamp', descending: false } : defaultSort,
        more: { in: null, ...noMark, ...(mark && { [mark]: 'true' }) },
      }),
    showMine: (on: boolean) => change({ more: { mine: on ? 'true' : null } }),
    searchFor: (name: string) => change({ search: name, ...(name === '' && { more: { in: null } }) }),
    searchEverywhere: (on: boolean) => change({ more: { in: on ? 'all' : null } }),
  };
}

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
