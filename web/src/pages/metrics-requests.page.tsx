import type { MetricPeriod } from '@kinbridge/contract/metrics/metric-periods';
import { formatDayRange } from '@kinbridge/contract/metrics/metric-text';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { listQuery } from '../features/metrics/metrics.api.ts';
import { listNote, listTitle } from '../features/metrics/metrics.texts.ts';
import { type ListFilter, readListUrl } from '../features/metrics/metrics-url.ts';
import { boardColumns, memberName, NarrowRequest } from '../features/service-requests/board/board-table.tsx';
import { boardTexts } from '../features/service-requests/service-requests.texts.ts';
import { organizationOf, useCurrentUser } from '../lib/current-user.ts';
import { useExistingPage, useListUrl } from '../lib/lists/list-url.ts';
import { useTicketLinks } from '../lib/lists/ticket-url.ts';
import { IconArrowLeft } from '../ui/icons/first-icons.ts';
import { ListPage } from '../ui/page/list-page.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
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
  const address = useListUrl({ sortFields: ['id'], sort: newestFirst });
  const { page, size } = address;
  const list = useQuery(listQuery(organizationOf(user), filter, page, size));
  const { data, isPlaceholderData } = list;
  useExistingPage(address, list);
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
        listKey={JSON.stringify(isPlaceholderData ? null : [filter, page, size])}
        list={list}
        failed={boardTexts.listFailed}
        empty={
          data?.content.length === 0 && (
            <EmptyState title="Nothing here" text="No requests match this number anymore." />
          )
        }
      />
      <DataTableFooter {...address.pages} total={data?.totalElements} stale={list.isPlaceholderData} />
      <TicketFromUrl requests={data?.content} />
    </ListPage>
  );
}
