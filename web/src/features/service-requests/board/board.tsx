import { boardStatuses, serviceRequestStatusLabels } from '@kinbridge/contract/service-requests/service-request-status';
import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { organizationOf, useCurrentUser } from '../../../lib/current-user.ts';
import { useExistingPage } from '../../../lib/lists/list-url.ts';
import { type TicketLinks, useTicketLinks } from '../../../lib/lists/ticket-url.ts';
import { type LaterComponent, loadLater, usePreload } from '../../../lib/load-later.tsx';
import { useSingleKey } from '../../../lib/single-key.ts';
import { IconPlus } from '../../../ui/icons/icons.ts';
import { ListPage } from '../../../ui/page/list-page.tsx';
import { usePhone } from '../../../ui/scale/use-phone.ts';
import { CountTabs } from '../../../ui/table/count-tabs.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { FocusProps } from '../../../ui/table/data-table-columns.ts';
import { DataTableFooter } from '../../../ui/table/data-table-footer.tsx';
import { useBoardUrl } from '../board-url.ts';
import { useMarkedRows } from '../marked-rows.ts';
import { resumesDraft } from '../new-request/new-request.draft.ts';
import { type BoardSide, boardQuery, countsQuery } from '../service-requests.api.ts';
import { boardTexts } from '../service-requests.texts.ts';
import { BoardEmpty } from './board-empty.tsx';
import { BoardReview, type TicketProps } from './board-review.tsx';
import { boardEmphasis, selectRows } from './board-rules.ts';
import { boardColumns, memberName, NarrowRequest } from './board-table.tsx';
import { BoardTools, type BoardUrl, useFoundElsewhere } from './board-tools.tsx';
import { useKeptDeclines } from './kept-declines.ts';

const NewServiceRequestDialog = loadLater(async () => {
  const { NewServiceRequestDialog: Dialog, NewServiceRequestForm } = await import(
    '../new-request/new-request-dialog.tsx'
  );
  await NewServiceRequestForm.preload();
  return Dialog;
});
const BulkMoveDialog = loadLater(async () => (await import('./bulk-move-dialog.tsx')).BulkMoveDialog);

interface BoardProps {
  side: BoardSide;
  Ticket: LaterComponent<TicketProps>;
  /** Beside the primary button. */
  head?: ReactNode;
}

/** Both boards: the requests that an organization sent, or those for its services. */
export function ServiceRequestsBoard({ side, Ticket, head }: BoardProps) {
  const address = useBoardUrl();
  const links = useTicketLinks();
  usePreload(Ticket, NewServiceRequestDialog, BulkMoveDialog);
  return (
    <>
      <BoardList side={side} address={address} links={links} head={head} />
      <BoardReview side={side} search={address.search} Ticket={Ticket} />
    </>
  );
}

interface BoardListProps extends Pick<BoardProps, 'side' | 'head'> {
  address: BoardUrl;
  links: TicketLinks;
}

/** Memoized: a ticket opens over the list, which stays as it is. */
const BoardList = memo(function BoardList(props: BoardListProps) {
  const { side, address, head } = props;
  const { tab } = address;
  const page = useBoardPage(props);
  const selection = useSelection();
  const [moving, setMoving] = useState(false);
  const [creating, setCreating] = useState(() => resumesDraft(null));
  const phone = usePhone();
  const newRequest = useCallback(() => setCreating(true), []);
  useSingleKey('n', newRequest);
  const tabs = tab === 'CANCELLED' || phone ? [...boardStatuses, 'CANCELLED' as const] : boardStatuses;
  const action = useMemo(
    () => (
      <div className="flex gap-xs">
        {head}
        <Button leftSection={<IconPlus />} aria-label={boardTexts.newReferral} onClick={newRequest}>
          {phone ? 'New' : boardTexts.newReferral}
        </Button>
      </div>
    ),
    [head, phone, newRequest],
  );

  return (
    <ListPage title={boardTexts.title[side]} action={action}>
      <CountTabs
        label="Status"
        tabs={tabs.map((status) => ({
          value: status,
          label: serviceRequestStatusLabels[status],
          count: page.counts?.[status],
        }))}
        value={tab}
        onChange={address.openTab}
      >
        <BoardTools
          side={side}
          address={address}
          counts={page.counts}
          elsewhere={page.elsewhere}
          selected={selection.rows.size}
          onClear={selection.clear}
          onMove={() => setMoving(true)}
        />
        <BoardTable {...props} page={page} selection={selection} onNew={newRequest} />
        <DataTableFooter {...address.pages} total={page.board?.totalElements} stale={page.list.isPlaceholderData} />
      </CountTabs>
      <Suspense>
        {moving && (
          <BulkMoveDialog
            requests={[...selection.rows.values()].map(
              (known) => page.board?.content.find(({ id }) => id === known.id) ?? known,
            )}
            onClose={() => setMoving(false)}
            onMoved={() => {
              setMoving(false);
              selection.clear();
            }}
          />
        )}
        {creating && <NewServiceRequestDialog opened onClose={() => setCreating(false)} />}
      </Suspense>
    </ListPage>
  );
});

interface BoardTableProps extends BoardListProps {
  page: ReturnType<typeof useBoardPage>;
  selection: ReturnType<typeof useSelection>;
  onNew: () => void;
}

function BoardTable({ side, address, page, selection, onNew }: BoardTableProps) {
  const { list, board, rows, counts, elsewhere, columns, narrow } = page;
  const { search } = address;
  const failed = useMarkedRows();
  const marked = useMemo(() => {
    const declined = rows?.filter((row) => row.status === 'CANCELLED' && !board?.content.includes(row)) ?? [];
    return declined.length === 0 ? failed : new Set([...failed, ...declined.map(({ id }) => id)]);
  }, [failed, rows, board]);
  return (
    <DataTable
      label={boardTexts.title[side]}
      columns={columns}
      narrow={narrow}
      rows={rows}
      rowName={(request) => `#${request.id}, ${memberName(request)}`}
      sort={search.sort}
      onSort={(sort) => address.change({ sort })}
      selection={selection}
      listKey={JSON.stringify(list.isPlaceholderData ? null : search)}
      marked={marked}
      reusesRows
      list={list}
      failed={boardTexts.listFailed}
      empty={
        rows?.length === 0 && (
          <BoardEmpty side={side} address={address} counts={counts} elsewhere={elsewhere} onNew={onNew} />
        )
      }
    />
  );
}

/** The requests of one page of a board, and how its table shows them. */
function useBoardPage({ side, address, links }: BoardListProps) {
  const user = useCurrentUser();
  const organizationId = organizationOf(user);
  const { search } = address;
  const list = useQuery(boardQuery(side, organizationId, search));
  const { data: board } = list;
  useExistingPage(address, list);
  const { data: counts } = useQuery(countsQuery(side, organizationId));
  const elsewhere = useFoundElsewhere(side, address, list.isPlaceholderData ? undefined : board?.totalElements);

  const rows = useKeptDeclines(side, search, list.isPlaceholderData ? undefined : board) ?? board?.content;
  const waits = rows?.some((row) => row.dueTimestamp !== null) || rows?.length !== board?.content.length;
  const { keepsDate, due, showsOutcome } = boardEmphasis(search, waits);
  const columns = useMemo(
    () => boardColumns({ side, links, userId: user.id, keepsDate, due, showsOutcome }),
    [side, links, user.id, keepsDate, due, showsOutcome],
  );
  const narrow = useCallback(
    (request: ServiceRequest, focus: FocusProps) => (
      <NarrowRequest request={request} side={side} links={links} focus={focus} />
    ),
    [side, links],
  );
  return { list, board, rows, counts, elsewhere, columns, narrow };
}

/** The selection, across the board's pages and tabs. */
function useSelection() {
  const [rows, setRows] = useState<ReadonlyMap<number, ServiceRequest>>(new Map());
  const selected = useMemo(() => new Set(rows.keys()), [rows]);
  const onChange = useCallback((touched: ServiceRequest[], on: boolean) => {
    setRows((before) => selectRows(before, touched, on));
  }, []);
  const clear = useCallback(() => setRows(new Map()), []);
  return { rows, selected, onChange, clear };
}
