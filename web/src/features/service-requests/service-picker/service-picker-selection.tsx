import type { Service } from '@kinbridge/contract/services/services.contract';
import { UnstyledButton } from '@mantine/core';
import { IconX } from '../../../ui/icons/icons.ts';
import classes from './service-picker.module.css';
import { pickerTexts as texts } from './service-picker.texts.ts';

interface ServicePickerSelectionProps {
  services: Service[];
  onRemove: (service: Service) => void;
}

/** Repeats the chosen services, because the list scrolls; a click removes one. */
export function ServicePickerSelection({ services, onRemove }: ServicePickerSelectionProps) {
  return (
    <ul className={classes.selection} aria-label="Selected services">
      <li className="text-xs line-18 dimmed">{services.length > 0 ? 'Selected' : texts.nothingSelected}</li>
      {services.map((service) => (
        <li key={service.id}>
          <UnstyledButton
            className={classes.tag}
            title={`${service.name}, ${service.organization.name}`}
            aria-label={`Remove ${service.name}, ${service.organization.name}`}
            onClick={() => onRemove(service)}
          >
            <span className="cut">{service.name}</span>
            <IconX className="fixed" size={14} aria-hidden="true" />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
