import { Button, Select, TextInput } from '@mantine/core';
import { dateRangeProblem } from '../../lib/date-range.ts';
import { useTypedValue } from '../../ui/fields/use-typed-value.ts';
import { type AuditFilter, firstFilter, kindChoices } from './audit.api.ts';
import classes from './audit-log.module.css';

interface AuditFiltersProps {
  filter: AuditFilter;
  employees: ReadonlyMap<number, string>;
  onChange: (filter: AuditFilter) => void;
}

const recordTypes = {
  'service-request': 'Service request',
  user: 'Person',
  service: 'Service',
  organization: 'Organization',
  'custom-message': 'Message template',
  campaign: 'Mass message',
};

/** Filters by person, kind, record and day. */
export function AuditFilters({ filter, employees, onChange }: AuditFiltersProps) {
  const set = (change: Partial<AuditFilter>) => onChange({ ...filter, ...change });
  return (
    <div className={classes.filters}>
      <Select
        label="Person"
        placeholder="Anyone"
        clearable
        searchable
        data={[...employees].map(([id, name]) => ({ value: String(id), label: name }))}
        value={filter.actorId || null}
        onChange={(actorId) => set({ actorId: actorId ?? '' })}
        nothingFoundMessage="No one has that name."
      />
      <Select
        label="Kind"
        allowDeselect={false}
        data={kindChoices}
        value={filter.kind}
        onChange={(kind) => kind && set({ kind: kind as AuditFilter['kind'] })}
      />
      <Select
        label="Record"
        placeholder="Any"
        clearable
        data={Object.entries(recordTypes).map(([value, label]) => ({ value, label }))}
        value={filter.entityType || null}
        onChange={(entityType) => set({ entityType: entityType ?? '', ...(entityType === null && { entityId: '' }) })}
      />
      <RecordId
        value={filter.entityId}
        disabled={filter.entityType === ''}
        onChange={(entityId) => set({ entityId })}
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

/** A record id, applied after a short pause in typing. */
function RecordId({ value, disabled, onChange }: { value: string; disabled: boolean; onChange: (id: string) => void }) {
  const [typed, setTyped] = useTypedValue(value, onChange);
  return (
    <TextInput
      label="Record ID"
      inputMode="numeric"
      autoComplete="off"
      placeholder={disabled ? 'Choose a record' : 'Any'}
      disabled={disabled}
      maxLength={15}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value.replace(/\D|^0+/g, ''))}
    />
  );
}
