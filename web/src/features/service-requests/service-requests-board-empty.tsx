import { serviceRequestStatusLabels } from '@kinbridge/contract/service-requests/service-request-status';
import type { StatusCounts } from '@kinbridge/contract/service-requests/service-requests.contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { StateScreen } from '../../ui/state-screen.tsx';
import type { BoardSide } from './service-requests.api.ts';
import { boardTexts, emptyTexts } from './service-requests.texts.ts';
import type { BoardAddress } from './service-requests-board-tools.tsx';

interface BoardEmptyProps {
  side: BoardSide;
  address: BoardAddress;
  counts: StatusCounts | undefined;
  onNew: () => void;
}

/** A tab without rows: nothing found, nothing here, or nothing on the whole board yet. */
export function BoardEmpty({ side, address, counts, onNew }: BoardEmptyProps) {
  const { search, tab, everywhere } = address;
  if (search.name !== '') {
    return (
      <StateScreen
        role="status"
        title={`Nothing matches “${search.name}”`}
        text={
          everywhere
            ? 'A search looks for members, services, organizations, agents and ticket ids.'
            : `Neither in ${serviceRequestStatusLabels[tab]} nor among the cancelled requests.`
        }
        actions={
          <>
            {!everywhere && (
              <Button variant="light" onClick={() => address.searchEverywhere(true)}>
                Search all tabs
              </Button>
            )}
            <Button variant={everywhere ? 'light' : 'default'} onClick={() => address.searchFor('')}>
              Clear search
            </Button>
          </>
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
          <Button variant="light" leftSection={<IconPlus size={16} />} onClick={onNew}>
            {boardTexts.newReferral}
          </Button>
        )
      }
    />
  );
}
