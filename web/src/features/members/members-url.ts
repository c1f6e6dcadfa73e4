import { memberSortFields } from '@kinbridge/contract/members/member-sort-fields';
import { isCalendarDate } from '@kinbridge/contract/shared/calendar-date';
import { useState } from 'react';
import { dayKey } from '../../lib/dates.ts';
import { rowHeights, useCompactRows } from '../../lib/lists/compact-rows.ts';
import { useListUrl } from '../../lib/lists/list-url.ts';
import { pageSizes } from '../../lib/lists/page-size.ts';
import type { MembersSearch } from './members.api.ts';

/** Everything on the screen except the rows. */
const frameHeight = 240;

/** Specification §9: ten rows at first. A screen with room for half as many again starts with enough to fill it. */
export function firstPageSize(windowHeight: number, rowHeight: number): number {
  const fitting = Math.floor((windowHeight - frameHeight) / rowHeight);
  if (fitting <= 1.5 * pageSizes[0]) return pageSizes[0];
  return pageSizes.find((size) => size >= fitting) ?? pageSizes[4];
}

/** Page, size and sort are in the URL; name and birthday only in the history. Sorted by first name, Z to A. */
export function useMembersUrl() {
  const [compact] = useCompactRows();
  const [{ innerHeight, innerWidth }] = useState(() => ({
    innerHeight: window.innerHeight,
    innerWidth: window.innerWidth,
  }));
  const rowHeight = innerWidth < 768 ? rowHeights.narrow : rowHeights[compact ? 'compact' : 'comfortable'];
  const list = useListUrl({
    sortFields: memberSortFields,
    sort: { field: 'firstName', descending: true },
    size: firstPageSize(innerHeight, rowHeight),
  });
  const search: MembersSearch = {
    page: list.page,
    size: list.size,
    sort: list.sort,
    name: list.search,
    birthDate: list.kept.birthDate ?? '',
  };
  return {
    search,
    searched: search.name !== '' || search.birthDate !== '',
    change: list.change,
    pages: list.pages,
    searchBirthDate: (birthDate: string) => list.change({ kept: { birthDate } }),
    clear: () => list.change({ search: '', kept: { birthDate: '' } }),
  };
}

/** Specification §5: after 1900-01-01, and no future dates. */
export function isSearchedBirthday(text: string, today = dayKey(new Date())): boolean {
  return isCalendarDate(text) && text > '1900-01-01' && text <= today;
}
