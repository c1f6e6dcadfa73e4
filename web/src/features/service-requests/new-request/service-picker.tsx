import { defaultRadiusMiles } from '@kinbridge/contract/organizations/organizations.contract';
import { serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { Button, Select, Skeleton, Text, TextInput, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { IconSearch } from '../../../ui/icons/icons.ts';
import type { ServiceChoices } from './new-request.api.ts';
import { newRequestTexts } from './new-request.texts.ts';
import classes from './service-picker.module.css';
import { ServicePickerGroup } from './service-picker-group.tsx';

interface ServicePickerProps {
  /** Undefined while loading. */
  choices: ServiceChoices | undefined;
  failure: ReactNode;
  selected: number[];
  onToggle: (service: Service) => void;
  /** The type that is chosen first. */
  initialType: string | null;
  error: ReactNode;
  /** True if a known member leaves nothing to type on the other side. */
  autoFocus: boolean;
}

/** Nearby services by organization, with a filter by text and type. */
export function ServicePicker(props: ServicePickerProps) {
  const { choices, failure, selected, onToggle, initialType, error, autoFocus } = props;
  const [text, setText] = useState('');
  const [type, setType] = useState(initialType);
  const all = choices?.groups.flatMap((group) => group.services) ?? [];
  const groups = (choices?.groups ?? [])
    .map((group) => ({
      ...group,
      services: group.services.filter((service) => (!type || service.type === type) && matches(service, text)),
    }))
    .filter((group) => group.services.length > 0);

  function clear() {
    setText('');
    setType(null);
  }

  return (
    <section className={classes.picker} aria-labelledby="new-request-services">
      <div className={classes.header}>
        <Title order={3} id="new-request-services">
          {newRequestTexts.services} <span className={classes.required}>*</span>
        </Title>
        {choices?.zipCode && (
          <Text className={classes.hint}>
            {newRequestTexts.within(choices.groups.length, defaultRadiusMiles, choices.zipCode)}
          </Text>
        )}
      </div>
      <div className={classes.filters}>
        <TextInput
          type="search"
          data-path="serviceIds"
          autoFocus={autoFocus}
          data-autofocus={autoFocus || undefined}
          aria-label="Search services or organizations"
          placeholder="Search services or organizations"
          leftSection={<IconSearch aria-hidden="true" />}
          value={text}
          error={error}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
            // Enter must not submit the form.
            event.preventDefault();
            event.currentTarget.closest('section')?.querySelector<HTMLElement>('[type="checkbox"]')?.focus();
          }}
        />
        <Select
          aria-label="Service type"
          placeholder="All types"
          data={typesOf(all)}
          value={type}
          onChange={setType}
          clearable
        />
      </div>
      <div className={classes.groups}>
        {choices?.ownOnly && <Text className={classes.hint}>{newRequestTexts.ownOnly[choices.ownOnly]}</Text>}
        {groups.map((group) => (
          <ServicePickerGroup key={group.organization.id} group={group} selected={selected} onToggle={onToggle} />
        ))}
        {choices && groups.length === 0 && <Nothing any={all.length > 0} onClear={clear} />}
        {failure}
        {!choices && !failure && <GroupSkeletons />}
      </div>
    </section>
  );
}

function Nothing({ any, onClear }: { any: boolean; onClear: () => void }) {
  return (
    <div className={classes.nothing} role="status">
      <Text c="dimmed">{any ? newRequestTexts.noMatch : newRequestTexts.noServices}</Text>
      {any && (
        <Button variant="light" onClick={onClear}>
          Clear search
        </Button>
      )}
    </div>
  );
}

/** Placeholders shaped like the groups. */
function GroupSkeletons() {
  return (
    <div aria-busy="true" className={classes.groups}>
      <Skeleton height={34 + 4 * 37} radius="lg" />
      <Skeleton height={34 + 3 * 37} radius="lg" />
      <Skeleton height={34 + 2 * 37} radius="lg" />
    </div>
  );
}

function matches(service: Service, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/);
  const searched = [
    service.name,
    service.organization.name,
    service.description ?? '',
    serviceTypeLabels[service.type],
  ];
  const haystack = searched.join(' ').toLowerCase();
  return words.every((word) => haystack.includes(word));
}

function typesOf(services: Service[]): { value: string; label: string }[] {
  const types = [...new Set(services.map((service) => service.type))];
  const options = types.map((type) => ({ value: type as string, label: serviceTypeLabels[type] as string }));
  return options.toSorted((a, b) => a.label.localeCompare(b.label));
}
