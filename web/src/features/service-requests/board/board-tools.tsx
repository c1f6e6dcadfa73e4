import type { StatusCounts } from '@kinbridge/contract/service-requests/boards.contract';
import {
  type ServiceRequestStatus,
  serviceRequestStatusLabels,
} from '@kinbridge/contract/service-requests/service-request-status';
import { inNumbers } from '@kinbridge/contract/shared/counted';
import { Anchor, Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useRef } from 'react';
import { useOwnOrganizationId } from '../../../lib/current-user.ts';
import { IconArrowsRightLeft } from '../../../ui/icons/icons.ts';
import { ListTools, ListToolsSpace } from '../../../ui/page/list-page.tsx';
import { usePhone } from '../../../ui/scale/use-phone.ts';
import { useTablet } from '../../../ui/scale/use-tablet.ts';
import { SearchBox } from '../../../ui/table/search-box.tsx';
import { SelectedCount } from '../../../ui/table/selected-count.tsx';
import type { useBoardUrl } from '../board-url.ts';
import { type BoardMark, type BoardSide, boardMarks, boardQuery } from '../service-requests.api.ts';
import { boardTexts } from '../service-requests.texts.ts';
import classes from './board-tools.module.css';

export type BoardUrl = ReturnType<typeof useBoardUrl>;

interface BoardToolsProps {
  side: BoardSide;
  address: BoardUrl;
  /** Once they are known. */
  counts: StatusCounts | undefined;
  /** How many more rows a search finds outside its tab. */
  elsewhere: number;
  selected: number;
  onClear: () => void;
  onMove: () => void;
}

export function BoardTools({ side, address, counts, elsewhere, selected, onClear, onMove }: BoardToolsProps) {
  const phone = usePhone();
  const tablet = useTablet();
  const { mark, mine } = address.search;
  const filters = (
    <>
      {boardMarks
        .filter((one) => one !== 'declined' || side === 'outgoing')
        .map((one) => (
          <ShowMark key={one} mark={one} shown={mark === one} count={counts?.[one]} onShow={address.showMark} />
        ))}
      <Checkbox label={boardTexts.mine} checked={mine} onChange={() => address.showMine(!mine)} />
      {!phone && <ShowCancelled address={address} />}
      <OtherTabs address={address} elsewhere={elsewhere} />
    </>
  );
  return (
    <>
      <ListTools>
        <SearchBox placeholder={boardTexts.search} value={address.search.name} onSearch={address.searchFor} />
        {!tablet && filters}
        <ListToolsSpace />
        <SelectedCount count={selected} onClear={onClear} />
        <Button
          variant="light"
          leftSection={!phone && <IconArrowsRightLeft />}
          disabled={selected === 0}
          onClick={onMove}
        >
          Move
        </Button>
      </ListTools>
      {tablet && <div className={`gap-xs px-lg py-xs gap-x-md border-bottom row wrap ${classes.line}`}>{filters}</div>}
    </>
  );
}

interface ShowMarkProps {
  mark: BoardMark;
  shown: boolean;
  count: number | undefined;
  onShow: (mark: BoardMark | null) => void;
}

/** The requests of all tabs that are overdue, were declined or stalled. */
const ShowMark = memo(function ShowMark({ mark, shown, count, onShow }: ShowMarkProps) {
  const { label } = boardTexts.marks[mark];
  return (
    <Checkbox
      label={count ? `${label} (${inNumbers(count)})` : label}
      checked={shown}
      onChange={() => onShow(shown ? null : mark)}
    />
  );
});

/** Cancelled requests have no tab until someone asks for them. On a phone the checkbox is in the row of tabs. */
function ShowCancelled({ address }: { address: BoardUrl }) {
  const before = useRef<ServiceRequestStatus>('REQUESTED');
  const shown = address.tab === 'CANCELLED';
  return (
    <Checkbox
      label={boardTexts.showCancelled}
      checked={shown}
      onChange={() => {
        if (!shown) before.current = address.tab;
        address.openTab(shown ? before.current : 'CANCELLED');
      }}
    />
  );
}

/** A search stays in its tab, except for cancelled requests; this shows how many matches the others have. */
function OtherTabs({ address, elsewhere }: Pick<BoardToolsProps, 'address' | 'elsewhere'>) {
  if (address.everywhere) {
    return (
      <span className="dimmed nowrap">
        Found in all tabs.{' '}
        <Anchor component="button" type="button" fz="inherit" onClick={() => address.searchEverywhere(false)}>
          Only {serviceRequestStatusLabels[address.tab]}
        </Anchor>
      </span>
    );
  }
  if (elsewhere === 0) return null;
  return (
    <span className="dimmed nowrap">
      {inNumbers(elsewhere)} more in other tabs.{' '}
      <Anchor component="button" type="button" fz="inherit" onClick={() => address.searchEverywhere(true)}>
        Show all
      </Anchor>
    </span>
  );
}

/** How many requests a search finds outside its tab; 0 until both numbers are known. */
export function useFoundElsewhere(side: BoardSide, address: BoardUrl, found: number | undefined): number {
  const organizationId = useOwnOrganizationId();
  const { search, everywhere } = address;
  const { data } = useQuery({
    ...boardQuery(side, organizationId, { ...search, status: null, page: 0, size: 1 }),
    enabled: search.name !== '' && !everywhere && search.mark === null,
    placeholderData: undefined,
  });
  if (search.name === '' || search.mark || !data || found === undefined) return 0;
  return Math.max(0, data.totalElements - found);
}
