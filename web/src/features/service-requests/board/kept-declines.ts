import type { BoardPage } from '@kinbridge/contract/service-requests/boards.contract';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useOwnOrganizationId } from '../../../lib/current-user.ts';
import { type BoardSearch, type BoardSide, boardQuery } from '../service-requests.api.ts';

type Rows = readonly ServiceRequest[];

/** The same list each time. */
const none: Rows = [];

const latestDeclines: BoardSearch = {
  status: null,
  page: 0,
  size: 50,
  sort: { field: 'statusTimestamp', descending: true },
  name: '',
  mark: 'declined',
  mine: false,
};

/**
 * A page's rows, and in their places those that the other side declined while the person looked at it. They stay until
 * the person leaves the tab.
 */
export function useKeptDeclines(side: BoardSide, search: BoardSearch, board: BoardPage | undefined) {
  const organizationId = useOwnOrganizationId();
  const key = JSON.stringify(search);
  const [before, setBefore] = useState<{ key: string; rows: Rows }>({ key, rows: none });
  const content = board?.content;
  const seen = useMemo(
    () => (content ? seenRows(before.key === key ? before.rows : none, content) : none),
    [before, key, content],
  );
  useEffect(() => {
    setBefore((known) => (known.key === key && known.rows === seen ? known : { key, rows: seen }));
  }, [key, seen]);
  const left = content !== undefined && seen.length > content.length;
  const { data: declines } = useQuery({
    ...boardQuery('outgoing', organizationId, latestDeclines),
    enabled: side === 'outgoing' && left,
    placeholderData: undefined,
  });
  return useMemo(() => {
    const declined = left ? declines?.content.filter(isOfAnother) : undefined;
    return keepDeclined(seen, content, declined);
  }, [seen, content, left, declines]);
}

/** What your own organization declined, you have seen. */
function isOfAnother({ organizationId, service }: ServiceRequest): boolean {
  return service.organizationId !== organizationId;
}

/** All rows that a page has shown, each in its place; those that left it stay after the row they followed. */
export function seenRows(before: Rows, content: Rows): Rows {
  const present = new Set(content.map(({ id }) => id));
  const rows = [...content];
  for (const [index, row] of before.entries()) {
    if (present.has(row.id)) continue;
    const previous = before[index - 1];
    const at = previous ? rows.findIndex(({ id }) => id === previous.id) : -1;
    rows.splice(at + 1, 0, row);
  }
  // The same list while nothing changed, so that it can be remembered.
  return rows.length === before.length && rows.every((row, index) => row === before[index]) ? before : rows;
}

/** Of the rows seen: those that are still there, and those that were declined, as they are now. */
export function keepDeclined(seen: Rows, content: Rows | undefined, declined: Rows = []): ServiceRequest[] | undefined {
  if (!content) return undefined;
  const present = new Set(content.map(({ id }) => id));
  const ended = new Map(declined.map((row) => [row.id, row]));
  return seen.flatMap((row) => (present.has(row.id) ? row : (ended.get(row.id) ?? [])));
}
