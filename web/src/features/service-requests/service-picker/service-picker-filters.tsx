import { Checkbox, Select, TextInput } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { IconSearch } from '../../../ui/icons/icons.ts';
import type { ServiceOffer } from './service-choices.api.ts';
import { languagesOf, type OfferFilters, typesOf } from './service-matches.ts';
import classes from './service-picker.module.css';
import { pickerTexts as texts } from './service-picker.texts.ts';

interface ServicePickerFiltersProps {
  filters: OfferFilters;
  offers: ServiceOffer[];
  onChange: (change: Partial<OfferFilters>) => void;
  error: ReactNode;
  autoFocus: boolean;
  /** More filters. */
  children: ReactNode;
}

export function ServicePickerFilters(props: ServicePickerFiltersProps) {
  const { filters, offers, onChange, error, autoFocus, children } = props;
  const types = useMemo(() => typesOf(offers), [offers]);
  const languages = useMemo(() => languagesOf(offers), [offers]);
  return (
    <div className={`gap-xs grid ${classes.filters}`}>
      <TextInput
        type="search"
        data-path="serviceIds"
        autoFocus={autoFocus}
        data-autofocus={autoFocus || undefined}
        aria-label={texts.search}
        placeholder={texts.search}
        leftSection={<IconSearch aria-hidden="true" />}
        value={filters.text}
        error={error}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
          // Enter must not submit the form.
          event.preventDefault();
          event.currentTarget.closest('section')?.querySelector<HTMLElement>('li [type="checkbox"]')?.focus();
        }}
      />
      <Select
        aria-label={texts.type}
        placeholder={texts.allTypes}
        data={types}
        value={filters.type}
        onChange={(type) => onChange({ type })}
        clearable
      />
      <div className="gap-2xs gap-x-md row wrap">
        <Checkbox
          label={texts.canTakePeople}
          checked={filters.canTakePeople}
          onChange={(event) => onChange({ canTakePeople: event.currentTarget.checked })}
        />
        <Checkbox
          label={texts.openNow}
          checked={filters.openNow}
          onChange={(event) => onChange({ openNow: event.currentTarget.checked })}
        />
      </div>
      <Select
        aria-label={texts.language}
        placeholder={texts.anyLanguage}
        data={languages}
        value={filters.language}
        onChange={(language) => onChange({ language })}
        disabled={languages.length === 0}
        clearable
      />
      {children}
    </div>
  );
}
