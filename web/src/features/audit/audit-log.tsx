import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile } from '../../lib/save-file.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { IconDownload } from '../../ui/icons/icons.ts';
import { notifyError } from '../../ui/notices/notices.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { type AuditFilter, auditQuery, downloadAuditLog, firstFilter } from './audit.api.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditPages, useAuditPaging } from './audit-pages.tsx';
import type { KnownNames } from './audit-words.ts';

interface AuditLogProps {
  organizationId: number;
  names: KnownNames;
}

/** Who did what in the organization, newest first, with filters and an export. */
export function AuditLog({ organizationId, names }: AuditLogProps) {
  const [filter, setFilter] = useState<AuditFilter>(firstFilter);
  const paging = useAuditPaging('audit-log', 20);
  const log = useQuery(auditQuery(organizationId, filter, paging.page, paging.size));
  const exporting = useMutation({
    mutationFn: () => downloadAuditLog(organizationId, filter),
    onSuccess: (file) => saveFile(file, 'Audit Log.csv'),
    onError: (failure) => notifyError(`We couldn't export the audit log. ${failure.message}`),
  });

  function narrow(next: AuditFilter) {
    setFilter(next);
    paging.turnTo(0);
  }

  return (
    <SectionCard
      title="Audit log"
      count={log.data?.totalElements}
      action={
        <Button
          variant="subtle"
          leftSection={<IconDownload />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          Export CSV
        </Button>
      }
    >
      <AuditFilters filter={filter} employees={names.employees} onChange={narrow} />
      <AuditPages
        label="Audit log"
        result={log}
        paging={paging}
        names={names}
        onClear={filter === firstFilter ? undefined : () => narrow(firstFilter)}
      />
    </SectionCard>
  );
}
