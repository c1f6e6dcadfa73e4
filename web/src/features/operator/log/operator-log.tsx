import type { OperatorLogEntry } from '@kinbridge/contract/operator/operator.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { ExportCsvButton } from '../../../ui/table/export-csv-button.tsx';
import { LogFilters } from '../../../ui/table/log-filters.tsx';
import { LogTable } from '../../../ui/table/log-table.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { usePages } from '../../../ui/table/use-pages.ts';
import { operatorsQuery } from '../operator.api.ts';
import { logActor, logSentence } from './log-sentence.ts';
import { downloadOperatorLog, firstFilter, kindChoices, type LogFilter, operatorLogQuery } from './operator-log.api.ts';
import classes from './operator-log.module.css';

/** What operators did, newest first. */
export function OperatorLog() {
  const [filter, setFilter] = useState(firstFilter);
  const { data: people = [] } = useQuery(operatorsQuery);
  const pages = usePages('operator-log', [20, 50, 100]);
  const list = useQuery(operatorLogQuery(filter, pages.page, pages.size));

  function narrow(next: LogFilter) {
    setFilter(next);
    pages.onPage(0);
  }

  return (
    <SectionCard
      title="What operators did"
      count={list.data?.totalElements}
      action={<ExportCsvButton name="Operator Log" download={() => downloadOperatorLog(filter)} />}
    >
      <LogFilters
        filter={filter}
        first={firstFilter}
        people={people.map((person) => ({ value: String(person.id), label: fullName(person) }))}
        kinds={kindChoices}
        onChange={narrow}
      />
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
