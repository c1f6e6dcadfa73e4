import type { MetricPeriod } from '@kinbridge/contract/metrics/metric-periods';
import { formatDayRange } from '@kinbridge/contract/metrics/metric-text';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { listQuery } from '../features/metrics/metrics.api.ts';
import { listNote, listTitle } from '../features/metrics/metrics.texts.ts';
import { type ListFilter, readListUrl } from '../features/metrics/metrics-url.ts';
import { boardColumns, memberName, NarrowRequest } from '../features/service-requests/board/board-table.tsx';
import { pageSizes, useTicketLinks } from '../features/service-requests/board-url.ts';
import { boardTexts } from '../features/service-requests/service-requests.texts.ts';
import { organizationOf, useCurrentUser } from '../lib/current-user.ts';
import { useListUrl } from '../lib/lists/list-url.ts';
import { IconArrowLeft } from '../ui/icons/first-icons.ts';
import { ListPage } from '../ui/page/list-page.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { LoadFailure } from '../ui/states/load-failure.tsx';
import { DataTable } from '../ui/table/data-table.tsx';
import { DataTableFooter } from '../ui/table/data-table-footer.tsx';
import classes from './metrics-requests.module.css';
import { TicketFromUrl } from './ticket-from-url.tsx';

/** The requests behind a number on the dashboard: as many rows as the number says. */
export function MetricsRequestsPage() {
  const [params] = useSearchParams();
  const asked = readListUrl(params);
  return asked ? <Requests {...asked} /> : <Navigate to="/metrics-dashboard" replace />;
}

const newestFirst = { field: 'id' as const, descending: true };

function Requests({ filter, period }: { filter: ListFilter; period: MetricPeriod }) {
  const user = useCurrentUser();
  const list = useListUrl({ sortFields: ['id'], sort: newestFirst, size: 50, sizes: pageSizes });
  const { page, size } = list;
  const query = listQuery(organizationOf(user), filter, page, size);
  const { data, error, isPlaceholderData, refetch } = useQuery(query);
  const side = filter.side === 'both' ? 'outgoing' : filter.side;
  const links = useTicketLinks();
  const columns = useMemo(
    // Same order as the count, newest first, so the headers offer no sorting.
    () =>
      boardColumns({ side, links, userId: user.id, keepsDate: true, due: null, showsOutcome: true }).map(
        ({ sort: _, ...column }) => column,
      ),
    [side, links, user.id],
  );

  const lastPage = data && !isPlaceholderData ? Math.max(0, data.totalPages - 1) : null;
  const leaveEmptyPage = useEffectEvent((last: number) => list.change({ page: last, replace: true }));
  useEffect(() => {
    if (lastPage !== null && page > lastPage) leaveEmptyPage(lastPage);
  }, [lastPage, page]);

  const title = listTitle(filter, data?.content[0]);
  const note = listNote(filter);
  return (
    <ListPage
      title={title}
      action={
        <Button
          component={Link}
          to={`/metrics-dashboard?period=${period}`}
          variant="default"
          leftSection={<IconArrowLeft />}
        >
          Dashboard
        </Button>
      }
    >
      <div className={`gap-2 gap-x-10 border-bottom flex wrap dimmed ${classes.lead}`}>
        <span>Created {formatDayRange(filter.from, filter.to)}</span>
        {note && <span>{note}</span>}
      </div>
      <DataTable
        label={title}
        columns={columns}
        narrow={(request, focus) => <NarrowRequest request={request} side={side} links={links} focus={focus} />}
        rows={data?.content}
        rowName={(request) => `#${request.id}, ${memberName(request)}`}
        sort={newestFirst}
        onSort={() => undefined}
        stale={isPlaceholderData}
        listKey={JSON.stringify(isPlaceholderData ? null : [filter, page, size])}
        instead={
          data ? (
            data.content.length === 0 && (
              <EmptyState title="Nothing here" text="No requests match this number anymore." />
            )
          ) : error ? (
            <LoadFailure error={error} level={2} text={boardTexts.listFailed} onRetry={() => void refetch()} />
          ) : undefined
        }
      />
      <DataTableFooter
        page={page}
        size={size}
        sizes={pageSizes}
        total={data?.totalElements}
        onPage={(next) => list.change({ page: next })}
        onSize={(next) => list.change({ size: next })}
      />
      <TicketFromUrl requests={data?.content} />
    </ListPage>
  );
}
