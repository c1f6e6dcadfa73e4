import { inNumbers } from '@kinbridge/contract/shared/counted';
import { ActionIcon, NativeSelect, Pagination, TextInput, UnstyledButton } from '@mantine/core';
import { type FormEvent, memo, useId, useState } from 'react';
import { useReachable } from '../../lib/connection.ts';
import { useCompactRows } from '../../lib/lists/compact-rows.ts';
import { IconBaselineDensitySmall, IconChevronLeft, IconChevronRight } from '../icons/icons.ts';
import { PopoverLater } from '../popover/popover-later.tsx';
import { usePointedTooltip } from '../popover/use-pointed-tooltip.tsx';
import { usePhone } from '../scale/use-phone.ts';
import { useTablet } from '../scale/use-tablet.ts';
import classes from './data-table-footer.module.css';

interface DataTableFooterProps {
  /** Counted from 0. */
  page: number;
  size: number;
  sizes: readonly number[];
  /** Undefined until known. */
  total: number | undefined;
  /** The total is of the list shown before. It stays while the next one loads, but not while that waits offline. */
  stale?: boolean;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
  /** The rows aren't in a table and have a fixed height. */
  fixedRows?: boolean;
}

/**
 * The bar under a list: the range shown, the pages and the page size. Renders nothing for an empty list. Its parts are
 * memoized, because most stay the same when another list is shown.
 */
export function DataTableFooter(props: DataTableFooterProps) {
  const phone = usePhone();
  const tablet = useTablet();
  const { page, size, stale = false, onPage } = props;
  const offline = !useReachable();
  const total = stale && offline ? undefined : props.total;
  const pages = Math.max(1, Math.ceil((total ?? 0) / size));
  if (total === 0) return null;
  return (
    <nav
      className={`gap-lg border-top row fixed min-h-56 ${classes.footer}`}
      aria-label="Pages"
      data-support-room
      data-waiting={total === undefined || undefined}
    >
      <span className={`numbers dimmed nowrap ${classes.range}`} role="status">
        {total !== undefined && rangeText(page, size, total)}
      </span>
      {tablet ? (
        <CompactPages {...props} pages={pages} />
      ) : (
        <>
          <Pagination
            total={pages}
            value={page + 1}
            onChange={(next) => onPage(next - 1)}
            siblings={1}
            size={28}
            gap={6}
            radius="sm"
            classNames={{ control: `text-sm bold numbers ${classes.control}`, dots: 'dimmed' }}
            getControlProps={(control) => ({ 'aria-label': control === 'previous' ? 'Previous page' : 'Next page' })}
            getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
          />
          <GoToPage pages={pages} onPage={onPage} />
          <PageSize size={size} sizes={props.sizes} onSize={props.onSize} />
        </>
      )}
      {!phone && !props.fixedRows && <CompactRows />}
    </nav>
  );
}

/** '51–89 of 89' */
function rangeText(page: number, size: number, total: number): string {
  const number = (value: number) => inNumbers(value);
  return `${number(page * size + 1)}–${number(Math.min(total, (page + 1) * size))} of ${number(total)}`;
}

/** Up to a tablet's width there is room for two arrows and '1 / 4', which opens the paging options. */
function CompactPages({ pages, ...props }: DataTableFooterProps & { pages: number }) {
  const { page, onPage } = props;
  const [opened, setOpened] = useState(false);
  return (
    <div className="row gap-xs push">
      <ActionIcon
        variant="default"
        size={44}
        aria-label="Previous page"
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <PopoverLater
        opened={opened}
        onChange={setOpened}
        position="top"
        shadow="md"
        trapFocus
        dropdown={{ className: classes.elsewhere }}
        button={(autoFocus) => (
          <UnstyledButton
            autoFocus={autoFocus}
            className={`bold numbers centered min-h-44 ${classes.place}`}
            aria-label={`Page ${page + 1} / ${pages}. Go to another page`}
            onClick={() => setOpened(!opened)}
          >
            {page + 1} / {pages}
          </UnstyledButton>
        )}
      >
        <GoToPage
          pages={pages}
          onPage={(next) => {
            setOpened(false);
            onPage(next);
          }}
        />
        <PageSize size={props.size} sizes={props.sizes} onSize={props.onSize} />
      </PopoverLater>
      <ActionIcon
        variant="default"
        size={44}
        aria-label="Next page"
        disabled={page + 1 >= pages}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
    </div>
  );
}

const GoToPage = memo(function GoToPage({ pages, onPage }: { pages: number; onPage: (page: number) => void }) {
  const [wanted, setWanted] = useState('');
  const id = useId();

  function go(event: FormEvent) {
    event.preventDefault();
    if (wanted === '') return;
    setWanted('');
    onPage(Math.min(Math.max(Number(wanted), 1), pages) - 1);
  }

  return (
    <form className={`row gap-6 dimmed nowrap ${classes.goTo}`} onSubmit={go}>
      <label htmlFor={id}>Go to page</label>
      <TextInput
        id={id}
        className={classes.number}
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        maxLength={6}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value.replace(/\D/g, ''))}
      />
    </form>
  );
});

const CompactRows = memo(function CompactRows() {
  const [compact, setCompact] = useCompactRows();
  const [tooltip, beside] = usePointedTooltip(() => 'Compact rows');
  return (
    <>
      <ActionIcon
        variant={compact ? 'light' : 'default'}
        size={32}
        aria-label="Compact rows"
        aria-pressed={compact}
        onClick={() => setCompact(!compact)}
        {...tooltip}
      >
        <IconBaselineDensitySmall />
      </ActionIcon>
      {beside}
    </>
  );
});

type PageSizeProps = Pick<DataTableFooterProps, 'size' | 'sizes' | 'onSize'>;

const PageSize = memo(function PageSize({ size, sizes, onSize }: PageSizeProps) {
  return (
    <NativeSelect
      className={classes.size}
      aria-label="Rows per page"
      value={String(size)}
      data={sizes.map((value) => ({ value: String(value), label: `${value} per page` }))}
      onChange={(event) => onSize(Number(event.currentTarget.value))}
    />
  );
});
