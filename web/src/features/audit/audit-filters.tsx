import { Select, TextInput } from '@mantine/core';
import { useTypedValue } from '../../ui/fields/use-typed-value.ts';
import { LogFilters } from '../../ui/table/log-filters.tsx';
import { type AuditFilter, firstFilter, kindChoices } from './audit.api.ts';

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
    <LogFilters
      filter={filter}
      first={firstFilter}
      people={[...employees].map(([id, name]) => ({ value: String(id), label: name }))}
      kinds={kindChoices}
      onChange={onChange}
    >
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
    </LogFilters>
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
