import { Button, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { dateRangeProblem } from '../../lib/date-range.ts';
import classes from './log-filters.module.css';

/** What every log is filtered by; blank values mean all. */
export interface LogFilter {
  actorId: string;
  kind: string;
  fromDate: string;
  toDate: string;
}

interface LogFiltersProps<F extends LogFilter> {
  filter: F;
  /** What Clear leads back to. */
  first: F;
  people: { value: string; label: string }[];
  kinds: F['kind'][];
  onChange: (filter: F) => void;
  /** Filters that only this log has. */
  children?: ReactNode;
}

/** Filters by person, kind and day. */
export function LogFilters<F extends LogFilter>(props: LogFiltersProps<F>) {
  const { filter, first, people, kinds, onChange, children } = props;
  const set = (change: Partial<LogFilter>) => onChange({ ...filter, ...change });
  return (
    <div className={`gap-10 px-md pb-14 pt-10 border-top grid items-end ${classes.filters}`}>
      <Select
        label="Person"
        placeholder="Anyone"
        clearable
        searchable
        data={people}
        value={filter.actorId || null}
        onChange={(actorId) => set({ actorId: actorId ?? '' })}
        nothingFoundMessage="No one has that name."
      />
      <Select
        label="Kind"
        allowDeselect={false}
        data={kinds}
        value={filter.kind}
        onChange={(kind) => kind && set({ kind })}
      />
      {children}
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
      <Button variant="default" disabled={filter === first} onClick={() => onChange(first)}>
        Clear
      </Button>
    </div>
  );
}
