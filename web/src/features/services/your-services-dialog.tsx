import type { Service } from '@kinbridge/contract/services/services.contract';
import { Skeleton, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOwnOrganizationId } from '../../lib/current-user.ts';
import { servicesQuery } from '../../lib/queries/organization.query.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { IconSearch } from '../../ui/icons/icons.ts';
import { SectionFailure } from '../../ui/section/section-failure.tsx';
import classes from './availability.module.css';
import { AvailabilityChoice } from './availability-choice.tsx';
import { AvailabilityNote } from './availability-note.tsx';
import { companyServicesTexts, availabilityTexts as texts } from './services.texts.ts';

/** With more services, a search helps. */
const searchedFrom = 9;

/** Your organization's services, each with its availability: the second of two clicks sets it. */
export function YourServicesDialog({ onClose }: { onClose: () => void }) {
  const { data: services, error, refetch } = useQuery(servicesQuery(useOwnOrganizationId()));
  const [text, setText] = useState('');
  const shown = services?.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <Dialog opened onClose={onClose} title={texts.yours} size={640}>
      {services && services.length >= searchedFrom && (
        <TextInput
          type="search"
          mb="sm"
          aria-label={texts.search}
          placeholder={texts.search}
          leftSection={<IconSearch aria-hidden="true" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {shown && shown.length > 0 && (
        <ul className={`list mb-md ${classes.list}`} aria-label={texts.yours}>
          {shown.map((service) => (
            <YourService key={service.id} service={service} />
          ))}
        </ul>
      )}
      {shown?.length === 0 && (
        <Text c="dimmed" mb="md" role="status">
          {services?.length === 0 ? companyServicesTexts.none : texts.noMatch}
        </Text>
      )}
      {!services && !error && <Skeleton height={160} mb="md" radius="md" aria-busy="true" />}
      {!services && error && <SectionFailure sentence={error.message} onRetry={() => void refetch()} />}
    </Dialog>
  );
}

function YourService({ service }: { service: Service }) {
  return (
    <li>
      <span className={`min-w-0 bold anywhere self-center ${classes.name}`}>{service.name}</span>
      <AvailabilityChoice service={service} />
      {/* A note starts over with each availability, since setting one clears it. */}
      <AvailabilityNote key={service.availability} service={service} />
    </li>
  );
}
