import { type BoardSortField, boardSortFields } from '@kinbridge/contract/service-requests/board-sort-fields';
import { boardStatuses, type ServiceRequestStatus } from '@kinbridge/contract/service-requests/service-request-status';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type ListChange, useListUrl } from '../../lib/lists/list-url.ts';
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
