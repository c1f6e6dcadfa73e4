import type { OperatorLogEntry } from '@kinbridge/contract/operator/operator.contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile } from '../../../lib/save-file.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { IconDownload } from '../../../ui/icons/icons.ts';
import { notifyError } from '../../../ui/notices/notices.tsx';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { LogTable } from '../../../ui/table/log-table.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { usePages } from '../../../ui/table/use-pages.ts';
import { LogFilters } from './log-filters.tsx';
import { logActor, logSentence } from './log-sentence.ts';
import { downloadOperatorLog, firstFilter, type LogFilter, operatorLogQuery } from './operator-log.api.ts';
import classes from './operator-log.module.css';

/** What operators did, newest first. */
export function OperatorLog() {
  const [filter, setFilter] = useState(firstFilter);
  const pages = usePages('operator-log', [20, 50, 100]);
  const list = useQuery(operatorLogQuery(filter, pages.page, pages.size));
  const exporting = useMutation({
    mutationFn: () => downloadOperatorLog(filter),
    onSuccess: (file) => saveFile(file, 'Operator Log.csv'),
    onError: (failure) => notifyError(`We couldn't export the log. ${failure.message}`),
  });

  function narrow(next: LogFilter) {
    setFilter(next);
    pages.onPage(0);
  }

  return (
    <SectionCard
      title="What operators did"
      count={list.data?.totalElements}
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
      <LogFilters filter={filter} onChange={narrow} />
      <div className={classes.footer}>
        <PagedRows list={list} pages={pages} empty="No matching entries.">
          {(entries) => <LogTable label="Log" rows={entries.map(toRow)} stale={list.isPlaceholderData} />}
        </PagedRows>
      </div>
    </SectionCard>
  );
}

function toRow(entry: OperatorLogEntry) {
  const { id, createTimestamp } = entry;
  return { id, createTimestamp, who: logActor(entry), what: logSentence(entry) };
}
