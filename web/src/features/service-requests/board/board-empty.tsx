import type { StatusCounts } from '@kinbridge/contract/service-requests/boards.contract';
import { serviceRequestStatusLabels } from '@kinbridge/contract/service-requests/service-request-status';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { isActiveAdmin, useCurrentUser } from '../../../lib/current-user.ts';
import { IconPlus } from '../../../ui/icons/icons.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { NothingFound } from '../../../ui/states/nothing-found.tsx';
import type { BoardSide } from '../service-requests.api.ts';
import { boardTexts, countedRequests, emptyTexts } from '../service-requests.texts.ts';
import type { BoardUrl } from './board-tools.tsx';

interface BoardEmptyProps {
  side: BoardSide;
  address: BoardUrl;
  counts: StatusCounts | undefined;
  /** How many requests the search finds in other tabs. */
  elsewhere: number;
  onNew: () => void;
}

/** A tab without rows: nothing found, nothing here, or nothing on the whole board yet. */
export function BoardEmpty({ side, address, counts, elsewhere, onNew }: BoardEmptyProps) {
  const { search, tab } = address;
  const user = useCurrentUser();
  if (search.name !== '') {
    return (
      <NothingFound
        title={`Nothing matches “${search.name}”`}
        text={
          elsewhere > 0
            ? `Not in ${serviceRequestStatusLabels[tab]}. Found in other tabs.`
            : 'Search by member, service, organization, sender, agent or ticket ID.'
        }
        elsewhere={
          elsewhere > 0 && (
            <Button variant="light" onClick={() => address.searchEverywhere(true)}>
              Show {countedRequests(elsewhere)} in other tabs
            </Button>
          )
        }
        onClear={() => address.searchFor('')}
      />
    );
  }
  if (search.mark || search.mine) {
    const { title, text } = search.mark ? boardTexts.marks[search.mark] : boardTexts.nothingMine;
    return (
      <EmptyState
        title={title}
        text={text}
        actions={
          <Button variant="light" onClick={() => (search.mark ? address.showMark(null) : address.showMine(false))}>
            {boardTexts.showAll}
          </Button>
        }
      />
    );
  }
  const empty = counts !== undefined && Object.values(counts).every((count) => count === 0);
  return (
    <EmptyState
      {...emptyTexts(side, tab, empty)}
      actions={
        (empty || tab === 'REQUESTED') && (
          <>
            <Button variant="light" leftSection={<IconPlus />} onClick={onNew}>
              {boardTexts.newReferral}
            </Button>
            {empty && side === 'incoming' && isActiveAdmin(user) && (
              <Button component={Link} to="/account-management" variant="default">
                {boardTexts.seeServices}
              </Button>
            )}
          </>
        )
      }
    />
  );
}
