import type { BoardPage } from '@kinbridge/contract/service-requests/boards.contract';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { useOwnOrganizationId } from '../../../lib/current-user.ts';
import { useTicketUrl } from '../../../lib/lists/ticket-url.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { notifyError } from '../../../ui/notices/notices.tsx';
import { type BoardSearch, type BoardSide, boardQuery } from '../service-requests.api.ts';

export interface TicketProps {
  ticketId: number;
  onClose: () => void;
  onWalk?: (direction: 'previous' | 'next') => void;
  /** The ticket's position on the board, counted from 1. */
  position?: { place: number; of: number };
}

interface BoardReviewProps {
  side: BoardSide;
  search: BoardSearch;
  /** Renders one ticket. Passed in by the page, because it contains parts of other features. */
  Ticket: ComponentType<TicketProps>;
}

/** The ticket in the URL, over its board: ↑ and ↓ follow the board's order, across pages. */
export function BoardReview({ side, search, Ticket }: BoardReviewProps) {
  const organizationId = useOwnOrganizationId();
  const { data: board } = useQuery(boardQuery(side, organizationId, search));
  const { ticketId, walkTo, close } = useTicketUrl();
  const place = usePlace(ticketId, board);
  useFocusOnReturn(ticketId);
  if (ticketId === null) return null;

  async function walk(direction: 'previous' | 'next') {
    if (!board || !place) return;
    // If the ticket was moved away, the one below took its position.
    const next = direction === 'previous' ? place.index - 1 : place.index + (place.gone ? 0 : 1);
    const page = search.page + (next < 0 ? -1 : next >= board.content.length ? 1 : 0);
    if (page < 0 || page * search.size >= board.totalElements) return;
    const rows =
      page === search.page
        ? board.content
        : (await queryClient.fetchQuery(boardQuery(side, organizationId, { ...search, page }))).content;
    const row = page === search.page ? rows[next] : direction === 'previous' ? rows.at(-1) : rows[0];
    if (row) walkTo(row.id, page);
  }

  return (
    <Suspense>
      <Ticket
        ticketId={ticketId}
        onClose={close}
        {...(place &&
          board && {
            onWalk: (direction: 'previous' | 'next') => walk(direction).catch((error) => notifyError(error.message)),
            ...(!place.gone && {
              position: { place: search.page * search.size + place.index + 1, of: board.totalElements },
            }),
          })}
      />
    </Suspense>
  );
}

/** The ticket's index among the rows, or its last one before it moved to another tab. */
function usePlace(ticketId: number | null, board: BoardPage | undefined): { index: number; gone: boolean } | null {
  const last = useRef<{ ticketId: number | null; index: number } | null>(null);
  const index = board?.content.findIndex(({ id }) => id === ticketId) ?? -1;
  useEffect(() => {
    if (index !== -1) last.current = { ticketId, index };
  }, [ticketId, index]);
  if (index !== -1) return { index, gone: false };
  return last.current && last.current.ticketId === ticketId ? { index: last.current.index, gone: true } : null;
}

/** Closing returns focus to the id of the ticket shown last. */
function useFocusOnReturn(ticketId: number | null) {
  const shown = useRef<number | null>(null);
  useLayoutEffect(() => {
    const closed = ticketId === null ? shown.current : null;
    shown.current = ticketId;
    if (closed === null) return;
    document.querySelector<HTMLElement>(`[data-row="${closed}"] [data-row-focus]`)?.focus();
  }, [ticketId]);
}
