import { costLabels } from '@kinbridge/contract/services/availability';
import { hoursLines } from '@kinbridge/contract/services/open-hours';
import { agesText } from '@kinbridge/contract/services/service-match';
import { serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { counted } from '@kinbridge/contract/shared/counted';
import { languageName } from '@kinbridge/contract/shared/language-names';
import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDate } from '../../../lib/dates.ts';
import { AvailabilityChip } from '../../../ui/availability-chip.tsx';
import { IconX } from '../../../ui/icons/icons.ts';
import { contactFacts } from '../service-contact.tsx';
import { pickerTexts as texts } from './service-picker.texts.ts';
import classes from './service-picker-details.module.css';

/** Everything known about a service, beside the list. */
export function ServicePickerDetails({ service, onClose }: { service: Service; onClose: () => void }) {
  return (
    <aside
      className={`px-lg pb-lg pt-sm scroll-y sheet above ${classes.details}`}
      aria-label={texts.detailsOf(service.name)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className="gap-xs flex between start">
        <h3 className="m-0 mt-2xs text-lg heavy anywhere">{service.name}</h3>
        {/* Tells the dialog to leave Escape to this panel. */}
        <ActionIcon aria-label={texts.closeDetails} onClick={onClose} autoFocus data-mantine-stop-propagation="true">
          <IconX />
        </ActionIcon>
      </header>
      <p className="m-0 mt-xs">
        <AvailabilityChip availability={service.availability} />
      </p>
      <dl className="m-0">
        {factsOf(service).map(([label, value]) => (
          <div className="mt-sm" key={label}>
            <dt className="text-xs bold label">{label}</dt>
            <dd className="m-0 anywhere pre-line">{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

function factsOf(service: Service): [label: string, value: ReactNode][] {
  const { serviceArea: area, documents, hours, languages } = service;
  const ages = agesText(service);
  const facts: [string, ReactNode][] = [
    ['Organization', service.organization.name],
    ...contactFacts(service.contact),
    ['Note', service.availabilityNote],
    ['Expected wait', service.waitDays !== null && counted(service.waitDays, 'day')],
    ['Type', serviceTypeLabels[service.type]],
    ['Description', service.description],
    ['Eligibility', service.eligibility],
    ['Ages', ages && ages.charAt(0).toUpperCase() + ages.slice(1)],
    ['Languages', languages?.map(languageName).join(', ')],
    ['Cost', service.cost && costLabels[service.cost]],
    ['What to bring', documents && documents.length > 0 && <Lines lines={documents} />],
    ['Hours', hours && hours.length > 0 && <Lines lines={hoursLines(hours)} />],
    [
      'Service area',
      area && ('zipCodes' in area ? area.zipCodes.join(', ') : `Within ${counted(area.radiusMiles, 'mile')}`),
    ],
    ['Promises to respond within', counted(service.responseHours, 'hour')],
    ['Last confirmed', formatDate(service.confirmedTimestamp)],
  ];
  return facts.filter(([, value]) => value);
}

function Lines({ lines }: { lines: string[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
