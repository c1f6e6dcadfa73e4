import type { Service } from '@kinbridge/contract/services/services.contract';
import { Text, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { newRequestTexts } from './new-service-request.texts.ts';
import classes from './service-picker.module.css';

interface ServicePickerSelectionProps {
  services: Service[];
  onRemove: (service: Service) => void;
}

/** The chosen services once more, since the list scrolls; a click takes one back. */
export function ServicePickerSelection({ services, onRemove }: ServicePickerSelectionProps) {
  return (
    <div className={classes.selection} role="group" aria-label="Selected services">
      <Text className={classes.hint}>{services.length > 0 ? 'Selected' : newRequestTexts.nothingSelected}</Text>
      {services.map((service) => (
        <UnstyledButton
          key={service.id}
          className={classes.tag}
          title={service.organization.name}
          aria-label={`Remove ${service.name}, ${service.organization.name}`}
          onClick={() => onRemove(service)}
        >
          {service.name}
          <IconX size={14} stroke={2} aria-hidden="true" />
        </UnstyledButton>
      ))}
    </div>
  );
}
