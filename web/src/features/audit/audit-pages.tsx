import type { AuditPage } from '@kinbridge/contract/audit/audit.contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { formatDate } from '../../lib/dates.ts';
import { archiveQuery } from '../../lib/queries/archive.query.ts';
import { SectionFailure } from '../../ui/section/section-failure.tsx';
import { DataTableFooter } from '../../ui/table/data-table-footer.tsx';
import type { Pages } from '../../ui/table/use-pages.ts';
import { AuditEntries, AuditSkeleton } from './audit-entries.tsx';
import classes from './audit-log.module.css';
import type { KnownNames } from './audit-words.ts';

interface AuditPagesProps {
  /** Names the list for screen readers. */
  label: string;
  result: UseQueryResult<AuditPage>;
  pages: Pages;
  names: KnownNames;
  /** Given if a filter is set. */
  onClear?: (() => void) | undefined;
}

/** One page of the log, with paging. */
export function AuditPages({ label, result, pages, names, onClear }: AuditPagesProps) {
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
          <DataTableFooter {...pages} total={data.totalElements} fixedRows />
        </div>
      )}
    </>
  );
}
