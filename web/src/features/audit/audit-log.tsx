import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile } from '../../lib/save-file.ts';
import { DataTableFoot } from '../../ui/data-table-foot.tsx';
import { notifyError } from '../../ui/notices.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SectionFailure } from '../../ui/section-failure.tsx';
import { type AuditFilter, auditQuery, downloadAuditLog, wholeLog } from './audit.api.ts';
import { AuditEntries, AuditSkeleton } from './audit-entries.tsx';
import { AuditFilters } from './audit-filters.tsx';
import classes from './audit-log.module.css';
import type { KnownNames } from './audit-sentence.ts';

interface AuditLogProps {
  organizationId: number;
  names: KnownNames;
}

const sizes = [10, 20, 30, 40, 50];

/** Who did what in the organization, newest first, narrowed as one likes, and as a file. */
export function AuditLog({ organizationId, names }: AuditLogProps) {
  const [filter, setFilter] = useState<AuditFilter>(wholeLog);
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(20);
  const { data, error, isPlaceholderData, refetch } = useQuery(auditQuery(organizationId, filter, page, size));
  const exporting = useMutation({
    mutationFn: () => downloadAuditLog(organizationId, filter),
    onSuccess: (file) => saveFile(file, 'Audit Log.csv'),
    onError: (failure) => notifyError(`The audit log was not exported. ${failure.message}`),
  });

  function narrow(next: AuditFilter) {
    setFilter(next);
    setPage(0);
  }

  return (
    <SectionCard
      title="Audit log"
      count={data?.totalElements}
      action={
        <Button
          variant="subtle"
          leftSection={<IconDownload size={16} />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          Export CSV
        </Button>
      }
    >
      <AuditFilters filter={filter} employees={names.employees} onChange={narrow} />
      {data ? (
        <AuditEntries
          entries={data.content}
          names={names}
          stale={isPlaceholderData}
          {...(filter !== wholeLog && { onClear: () => narrow(wholeLog) })}
        />
      ) : error ? (
        <SectionFailure sentence={error.message} onRetry={() => void refetch()} />
      ) : (
        <AuditSkeleton />
      )}
      <div className={classes.foot}>
        <DataTableFoot
          page={page}
          size={size}
          sizes={sizes}
          total={data?.totalElements}
          onPage={setPage}
          onSize={(next) => {
            setSize(next);
            setPage(0);
          }}
        />
      </div>
    </SectionCard>
  );
}
