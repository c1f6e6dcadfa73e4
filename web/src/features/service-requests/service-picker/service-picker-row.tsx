import { Checkbox, UnstyledButton } from '@mantine/core';
import { memo, useId } from 'react';
import { AvailabilityChip } from '../../../ui/availability-chip.tsx';
import { IconAlertCircle } from '../../../ui/icons/first-icons.ts';
import type { OfferMatch } from './service-matches.ts';
import classes from './service-picker.module.css';
import { offerFacts, pickerTexts as texts } from './service-picker.texts.ts';
import { serviceTypeIcons } from './service-type-icons.ts';

interface ServicePickerRowProps {
  match: OfferMatch;
  checked: boolean;
  onToggle: (service: OfferMatch['service']) => void;
  onDetails: (service: OfferMatch['service']) => void;
}

/** A service to pick, with what speaks for and against it. A paused one can only be removed. */
export const ServicePickerRow = memo(function ServicePickerRow(props: ServicePickerRowProps) {
  const { match, checked, onToggle, onDetails } = props;
  const { service, problems, unconfirmed } = match;
  const facts = useId();
  const TypeIcon = serviceTypeIcons[service.type];
  return (
    <li className={`grid items-center hover ${classes.service}`} data-checked={checked || undefined}>
      <Checkbox
        checked={checked}
        onChange={() => onToggle(service)}
        disabled={service.availability === 'PAUSED' && !checked}
        title={service.description ?? undefined}
        aria-describedby={facts}
        classNames={{ body: classes.serviceBody, labelWrapper: classes.serviceLabelWrapper }}
        label={
          <span className={`gap-10 row min-h-32 ${classes.serviceLabel}`}>
            <TypeIcon className="fixed label" size={18} aria-hidden="true" />
            <span className={`fill anywhere ${classes.serviceName}`}>{service.name}</span>
            <AvailabilityChip availability={service.availability} />
          </span>
        }
      />
      <UnstyledButton
        className={`text-xs bold link min-h-32 ${classes.more}`}
        aria-label={texts.detailsOf(service.name)}
        onClick={() => onDetails(service)}
      >
        {texts.details}
      </UnstyledButton>
      <div className={`column wide text-xs line-18 numbers dimmed anywhere ${classes.facts}`} id={facts}>
        <span>{offerFacts(match).join(' · ')}</span>
        {service.availabilityNote && <span>{service.availabilityNote}</span>}
        {problems.map(({ field, sentence }) => (
          <Warning key={field} sentence={sentence} />
        ))}
        {unconfirmed && <Warning sentence={unconfirmed} />}
      </div>
    </li>
  );
});

function Warning({ sentence }: { sentence: string }) {
  return (
    <span className="gap-2xs flex start amber">
      <IconAlertCircle className="mt-2 fixed" size={14} aria-hidden="true" />
      {sentence}
    </span>
  );
}
