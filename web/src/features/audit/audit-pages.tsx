import type { AuditPage } from '@kinbridge/contract/audit/audit.contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../../lib/dates.ts';
import { rememberedPageSize, rememberPageSize } from '../../lib/lists/page-size.ts';
import { archiveQuery } from '../../lib/queries/archive.query.ts';
import { SectionFailure } from '../../ui/section/section-failure.tsx';
import { DataTableFooter } from '../../ui/table/data-table-footer.tsx';
import { AuditEntries, AuditSkeleton } from './audit-entries.tsx';
import classes from './audit-log.module.css';
import type { KnownNames } from './audit-words.ts';

const sizes = [10, 20, 30, 40, 50];

/** The page and size of a log. The size is remembered under `name`. */
export function useAuditPaging(name: string, firstSize: number) {
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(() => rememberedPageSize(name, sizes) ?? firstSize);
  return {
    page,
    size,
    turnTo: setPage,
    resize: (next: number) => {
      rememberPageSize(name, next);
      setSize(next);
      setPage(0);
    },
  };
}

interface AuditPagesProps {
  /** Names the list for screen readers. */
  label: string;
  result: UseQueryResult<AuditPage>;
  paging: ReturnType<typeof useAuditPaging>;
  names: KnownNames;
  /** Given if a filter is set. */
  onClear?: (() => void) | undefined;
}

/** One page of the log, with paging. */
export function AuditPages({ label, result, paging, names, onClear }: AuditPagesProps) {
  const { data, error, isPlaceholderData, refetch } = result;
  const archivedUntil = useQuery(archiveQuery).data?.auditLog;
  return (
    <>
      {data ? (
        <AuditEntries
          label={label}
          entries={data.content}
          names={names}
          stale={isPlaceholderData}
          {...(onClear && { onClear })}
        />
      ) : error ? (
        <SectionFailure sentence={error.message} onRetry={() => void refetch()} />
      ) : (
        <AuditSkeleton />
      )}
      {data && archivedUntil && (
        <p className={classes.hint}>Entries up to {formatDate(archivedUntil)} are archived and not shown here.</p>
      )}
      {data && (
        <div className={classes.footer}>
          <DataTableFooter
            page={paging.page}
            size={paging.size}
            sizes={sizes}
            total={data.totalElements}
            onPage={paging.turnTo}
            onSize={paging.resize}
            fixedRows
          />
        </div>
      )}
    </>
  );
}
