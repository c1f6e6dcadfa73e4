import { type ServiceType, serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import { Autocomplete, Button, Select } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { dateRangeProblem } from '../../lib/date-range.ts';
import { useTypedValue } from '../../ui/fields/use-typed-value.ts';
import { IconCalendar } from '../../ui/icons/icons.ts';
import { ListToolsSpace } from '../../ui/page/list-page.tsx';
import { usePhone } from '../../ui/scale/use-phone.ts';
import { SearchBox } from '../../ui/table/search-box.tsx';
import { type MemberFilters, noFilters } from './mass-message-draft.ts';
import classes from './mass-messaging.module.css';
import { massMessagingTexts } from './mass-messaging.texts.ts';
import { serviceNamesQuery } from './new-mass-message.api.ts';

const calendar = <IconCalendar aria-hidden="true" />;

interface MemberFiltersBarProps {
  organizationId: number;
  filters: MemberFilters;
  onChange: (filters: MemberFilters) => void;
  children: ReactNode;
}

/**
 * The five filters of specification §2. Date ranges include both days. A phone shows the search, and the others on
 * request.
 */
export function MemberFiltersBar({ organizationId, filters, onChange, children }: MemberFiltersBarProps) {
  const phone = usePhone();
  const [opened, setOpened] = useState(false);
  const set = (change: Partial<MemberFilters>) => onChange({ ...filters, ...change });
  const day = (label: string, value: string | null, onDay: (day: string | null) => void) => (
    <DateInput
      className={classes.day}
      aria-label={label}
      placeholder={label}
      valueFormat="MM-DD-YYYY"
      leftSection={calendar}
      leftSectionPointerEvents="none"
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      maxDate={new Date()}
      error={dateRangeProblem(filters.fromDate, filters.toDate) !== null}
      value={value}
      onChange={onDay}
      popoverProps={{ shadow: 'md' }}
    />
  );
  const active = Object.entries(filters).filter(([name, value]) => name !== 'name' && value).length;
  const filtered = active > 0 || filters.name !== '';
  return (
    <div className={`gap-xs px-lg py-xs border-bottom row wrap fixed min-h-52 ${classes.filters}`}>
      <SearchBox
        placeholder={massMessagingTexts.searchMembers}
        value={filters.name}
        onSearch={(name) => set({ name })}
      />
      {phone && (
        <Button variant="default" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {active > 0 ? `Filters (${active})` : 'Filters'}
        </Button>
      )}
      {(!phone || opened) && (
        <>
          <Select
            className={classes.type}
            aria-label="Service type"
            placeholder="Service type"
            clearable
            data={Object.entries(serviceTypeLabels).map(([value, label]) => ({ value, label }))}
            value={filters.serviceType}
            onChange={(serviceType) => set({ serviceType: serviceType as ServiceType | null })}
          />
          <ServiceName
            organizationId={organizationId}
            value={filters.serviceName}
            onChange={(serviceName) => set({ serviceName })}
          />
          {day('Service start date', filters.fromDate, (fromDate) => set({ fromDate }))}
          <span className="dimmed phone-hidden" aria-hidden="true">
            to
          </span>
          {day('Service end date', filters.toDate, (toDate) => set({ toDate }))}
        </>
      )}
      <ListToolsSpace />
      {children}
      {(!phone || filtered) && (
        <Button
          variant="subtle"
          className={classes.clearFilters}
          disabled={!filtered}
          onClick={() => onChange(noFilters)}
        >
          Clear
        </Button>
      )}
    </div>
  );
}

/** Matches any part of a name and suggests the organization's services; applied after a short pause in typing. */
function ServiceName({
  organizationId,
  value,
  onChange,
}: {
  organizationId: number;
  value: string;
  onChange: (name: string) => void;
}) {
  const { data: names = [] } = useQuery(serviceNamesQuery(organizationId));
  const [typed, setTyped] = useTypedValue(value, onChange);
  return (
    <Autocomplete
      className={classes.service}
      aria-label="Service name"
      placeholder="Service name"
      clearable
      maxLength={100}
      data={names}
      value={typed}
      onChange={setTyped}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}
