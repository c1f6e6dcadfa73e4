import { useEffect, useEffectEvent, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useStableCallback } from '../use-stable-callback.ts';
import { lastPageOf, pageSizes, rememberedPageSize, rememberPageSize } from './page-size.ts';

export interface ListSort<F extends string> {
  field: F;
  descending: boolean;
}

interface ListDefaults<F extends string> {
  sortFields: readonly F[];
  sort: ListSort<F>;
  /** The first page size. */
  size?: number;
  /** The page sizes that the URL may ask for. */
  sizes?: readonly number[];
}

export interface ListChange<F extends string> {
  page?: number;
  size?: number;
  sort?: ListSort<F>;
  search?: string;
  /** Other search values that must stay out of the URL. */
  kept?: Record<string, string>;
  /** Replaces the current history entry. */
  replace?: boolean;
  /** Other URL parameters; null removes one. */
  more?: Record<string, string | null>;
}

/**
 * Page, size and sort of a list are in the URL, so that a link or a reload shows the same rows. Search text is personal
 * data and stays in the history state. The page size is remembered for each list. `change` is always the same function,
 * and `sort` the same object until it changes. `pages` is for the bar below the list.
 */
export function useListUrl<F extends string>({
  sizes = pageSizes,
  size: firstSize = 50,
  ...defaults
}: ListDefaults<F>) {
  const [params] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const state = (location.state ?? {}) as { search?: string; kept?: Record<string, string> };

  const size = Number(params.get('size'));
  const list = {
    // The URL counts pages from 1, the server from 0.
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1) - 1,
    size: sizes.includes(size) ? size : (rememberedPageSize(location.pathname, sizes) ?? firstSize),
    sort: useSort(params.get('sort'), defaults),
    search: state.search ?? '',
    kept: state.kept ?? {},
  };

  /** Every change except the page itself returns to the first page. */
  function addressWith({ page = 0, size: newSize, sort, more = {} }: ListChange<F>): URLSearchParams {
    const next = new URLSearchParams(params);
    setOrDelete(next, 'page', page === 0 ? null : String(page + 1));
    if (newSize !== undefined) setOrDelete(next, 'size', newSize === firstSize ? null : String(newSize));
    if (sort) setOrDelete(next, 'sort', sameSort(sort, defaults.sort) ? null : writeSort(sort));
    for (const [name, value] of Object.entries(more)) setOrDelete(next, name, value);
    return next;
  }

  const change = useStableCallback((asked: ListChange<F>): void => {
    if (asked.size !== undefined) rememberPageSize(location.pathname, asked.size);
    // The page size is remembered, so Back doesn't undo it.
    const replace = asked.replace ?? (asked.search ?? asked.kept ?? asked.size) !== undefined;
    const search = asked.search ?? list.search;
    void navigate(
      { search: addressWith(asked).toString() },
      {
        replace,
        state: { ...state, search, kept: { ...list.kept, ...asked.kept } },
        preventScrollReset: true,
        // A checkbox must show its change immediately; typing must not wait for the rows.
        flushSync: asked.search === undefined,
      },
    );
  });
  const pages = useMemo(() => {
    const onPage = (page: number) => change({ page });
    return { page: list.page, size: list.size, sizes, onPage, onSize: (next: number) => change({ size: next }) };
  }, [list.page, list.size, sizes, change]);
  return { ...list, change, pages };
}

interface PagedUrl {
  pages: { page: number; size: number };
  change: (asked: { page: number; replace: true }) => void;
}

interface LoadedPage {
  data: { totalElements: number } | undefined;
  isPlaceholderData: boolean;
}

/** Goes to the last page if the shown one is beyond it: its rows may have moved on, or somebody typed the URL. */
export function useExistingPage({ pages, change }: PagedUrl, { data, isPlaceholderData }: LoadedPage): void {
  const last = data && !isPlaceholderData ? lastPageOf(data.totalElements, pages.size) : null;
  const leaveEmptyPage = useEffectEvent((page: number) => change({ page, replace: true }));
  useEffect(() => {
    if (last !== null && pages.page > last) leaveEmptyPage(last);
  }, [last, pages.page]);
}

function setOrDelete(params: URLSearchParams, name: string, value: string | null): void {
  if (value === null) params.delete(name);
  else params.set(name, value);
}

function useSort<F extends string>(
  text: string | null,
  { sortFields, sort }: Pick<ListDefaults<F>, 'sortFields' | 'sort'>,
): ListSort<F> {
  return useMemo(() => {
    const [given, direction] = (text ?? '').split(',');
    const field = sortFields.find((name) => name === given);
    return field ? { field, descending: direction === 'desc' } : sort;
  }, [text, sortFields, sort]);
}

/** As the URL and the server write it. */
export function writeSort({ field, descending }: ListSort<string>): string {
  return `${field},${descending ? 'desc' : 'asc'}`;
}

function sameSort(one: ListSort<string>, other: ListSort<string>): boolean {
  return writeSort(one) === writeSort(other);
}
