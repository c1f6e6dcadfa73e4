import type { OperatorLogEntry } from '@kinbridge/contract/operator/operator.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { LogTable } from '../../../ui/table/log-table.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { usePages } from '../../../ui/table/use-pages.ts';
import { operatorsQuery } from '../operator.api.ts';
import { logActor, logSentence } from './log-sentence.ts';
import { firstFilter, kindChoices, type LogFilter, operatorLogQuery } from './operator-log.api.ts';
import classes from './operator-log.module.css';

/** What operators did, newest first. */
export function OperatorLog() {
  const [filter, setFilter] = useState(firstFilter);
  const pages = usePages('operator-log', [20, 50, 100]);
  const list = useQuery(operatorLogQuery(filter, pages.page, pages.size));

  function narrow(next: LogFilter) {
    setFilter(next);
    pages.onPage(0);
  }

  return (
    <SectionCard title="What operators did" count={list.data?.totalElements}>
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

function LogFilters({ filter, onChange }: { filter: LogFilter; onChange: (filter: LogFilter) => void }) {
  const { data: people = [] } = useQuery(operatorsQuery);
  return (
    <div className={classes.filters}>
      <Select
        label="Person"
        placeholder="Anyone"
        clearable
        data={people.map((person) => ({ value: String(person.id), label: fullName(person) }))}
        value={filter.actorId || null}
        onChange={(actorId) => onChange({ ...filter, actorId: actorId ?? '' })}
      />
      <Select
        label="Kind"
        allowDeselect={false}
        data={kindChoices}
        value={filter.kind}
        onChange={(kind) => kind && onChange({ ...filter, kind: kind as LogFilter['kind'] })}
      />
      <Button variant="default" disabled={filter === firstFilter} onClick={() => onChange(firstFilter)}>
        Clear
      </Button>
    </div>
  );
}
