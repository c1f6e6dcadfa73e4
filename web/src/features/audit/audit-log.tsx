import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pageSizes } from '../../lib/lists/page-size.ts';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { ExportCsvButton } from '../../ui/table/export-csv-button.tsx';
import { usePages } from '../../ui/table/use-pages.ts';
import { type AuditFilter, auditQuery, downloadAuditLog, firstFilter } from './audit.api.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditPages } from './audit-pages.tsx';
import type { KnownNames } from './audit-words.ts';

/** Who did what in the organization, newest first, with filters and an export. */
export function AuditLog({ organizationId, names }: { organizationId: number; names: KnownNames }) {
  const [filter, setFilter] = useState<AuditFilter>(firstFilter);
  const pages = usePages('audit-log', pageSizes, 20);
  const log = useQuery(auditQuery(organizationId, filter, pages.page, pages.size));

  function narrow(next: AuditFilter) {
    setFilter(next);
    pages.onPage(0);
  }

  return (
    <SectionCard
      title="Audit log"
      count={log.data?.totalElements}
      action={<ExportCsvButton name="Audit Log" download={() => downloadAuditLog(organizationId, filter)} />}
    >
      <AuditFilters filter={filter} employees={names.employees} onChange={narrow} />
      <AuditPages
        label="Audit log"
        result={log}
        pages={pages}
        names={names}
        onClear={filter === firstFilter ? undefined : () => narrow(firstFilter)}
      />
    </SectionCard>
  );
}
