import { availabilities, availabilityLabels } from '@kinbridge/contract/services/availability';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { UnstyledButton } from '@mantine/core';
import { availabilityLooks } from '../../ui/availability-chip.tsx';
import { notifyError } from '../../ui/notices/notices.tsx';
import classes from './availability.module.css';
import { useSetAvailability } from './services.api.ts';
import { availabilityTexts as texts } from './services.texts.ts';

/** Sets whether a service can take people in one press. Buttons, since arrow keys in a radio group would send each. */
export function AvailabilityChoice({ service }: { service: Service }) {
  const set = useSetAvailability(service);
  return (
    <fieldset className={classes.choice} aria-label={texts.of(service.name)} aria-busy={set.isPending}>
      {availabilities.map((availability) => {
        const { icon: Icon, color } = availabilityLooks[availability];
        const current = availability === (set.isPending ? set.variables.availability : service.availability);
        return (
          <UnstyledButton
            key={availability}
            className={classes.option}
            data-color={color}
            aria-pressed={current}
            onClick={() =>
              !current && set.mutate({ availability }, { onError: (error) => notifyError(texts.failed(error.message)) })
            }
          >
            <Icon size={14} aria-hidden="true" />
            {availabilityLabels[availability]}
          </UnstyledButton>
        );
      })}
    </fieldset>
  );
}
