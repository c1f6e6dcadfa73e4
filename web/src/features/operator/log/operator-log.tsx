import type { OperatorLogEntry } from '@kinbridge/contract/operator/operator.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime, formatLongDateTime } from '../../../lib/dates.ts';
import { rememberedPageSize, rememberPageSize } from '../../../lib/page-size.ts';
import { PageSkeleton } from '../../../ui/page/page-skeleton.tsx';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { SectionFailure } from '../../../ui/section/section-failure.tsx';
import { SectionMessage } from '../../../ui/section/section-message.tsx';
import { DataTableFooter } from '../../../ui/table/data-table-footer.tsx';
import { operatorsQuery } from '../operator.api.ts';
import { logActor, logSentence } from './log-sentence.ts';
import { firstFilter, kindChoices, type LogFilter, operatorLogQuery } from './operator-log.api.ts';
import classes from './operator-log.module.css';

const sizes = [20, 50, 100];
const listName = 'operator-log';

/** What operators did, newest first. */
export function OperatorLog() {
  const [filter, setFilter] = useState(firstFilter);
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(() => rememberedPageSize(listName, sizes) ?? 20);
  const { data, error, isPlaceholderData, refetch } = useQuery(operatorLogQuery(filter, page, size));

  function narrow(next: LogFilter) {
    setFilter(next);
    setPage(0);
  }

  return (
    <SectionCard title="What operators did" count={data?.totalElements}>
      <LogFilters filter={filter} onChange={narrow} />
      {data ? (
        <Entries entries={data.content} stale={isPlaceholderData} />
      ) : error ? (
        <SectionFailure sentence={error.message} onRetry={() => void refetch()} />
      ) : (
        <PageSkeleton />
      )}
      {data && (
        <div className={classes.footer}>
          <DataTableFooter
            page={page}
            size={size}
            sizes={sizes}
            total={data.totalElements}
            onPage={setPage}
            onSize={(next) => {
              rememberPageSize(listName, next);
              setSize(next);
              setPage(0);
            }}
            fixedRows
          />
        </div>
      )}
    </SectionCard>
  );
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

function Entries({ entries, stale }: { entries: OperatorLogEntry[]; stale: boolean }) {
  if (entries.length === 0) return <SectionMessage>No matching entries.</SectionMessage>;
  return (
    <table className={classes.table} aria-label="Log" data-stale={stale || undefined} aria-busy={stale}>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What happened</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td>
              <time dateTime={entry.createTimestamp} title={formatLongDateTime(entry.createTimestamp)}>
                {formatDateTime(entry.createTimestamp)}
              </time>
            </td>
            <td>{logActor(entry)}</td>
            <td>{logSentence(entry)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
