import { fullName } from '@kinbridge/contract/users/full-name';
import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dateRangeProblem } from '../../../lib/date-range.ts';
import { operatorsQuery } from '../operator.api.ts';
import { firstFilter, kindChoices, type LogFilter } from './operator-log.api.ts';
import classes from './operator-log.module.css';

/** Filters by person, kind and day. */
export function LogFilters({ filter, onChange }: { filter: LogFilter; onChange: (filter: LogFilter) => void }) {
  const { data: people = [] } = useQuery(operatorsQuery);
  const set = (change: Partial<LogFilter>) => onChange({ ...filter, ...change });
  return (
    <div className={classes.filters}>
      <Select
        label="Person"
        placeholder="Anyone"
        clearable
        data={people.map((person) => ({ value: String(person.id), label: fullName(person) }))}
        value={filter.actorId || null}
        onChange={(actorId) => set({ actorId: actorId ?? '' })}
      />
      <Select
        label="Kind"
        allowDeselect={false}
        data={kindChoices}
        value={filter.kind}
        onChange={(kind) => kind && set({ kind: kind as LogFilter['kind'] })}
      />
      <TextInput
        label="From"
        type="date"
        value={filter.fromDate}
        max={filter.toDate || undefined}
        onChange={(event) => set({ fromDate: event.currentTarget.value })}
      />
      <TextInput
        label="To"
        type="date"
        value={filter.toDate}
        min={filter.fromDate || undefined}
        error={dateRangeProblem(filter.fromDate, filter.toDate)}
        onChange={(event) => set({ toDate: event.currentTarget.value })}
      />
      <Button variant="default" disabled={filter === firstFilter} onClick={() => onChange(firstFilter)}>
        Clear
      </Button>
    </div>
  );
}
