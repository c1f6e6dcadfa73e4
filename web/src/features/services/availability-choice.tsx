import { availabilities, availabilityLabels } from '@kinbridge/contract/services/availability';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { UnstyledButton } from '@mantine/core';
import { availabilityLooks } from '../../ui/availability-chip.tsx';
import { notifyError } from '../../ui/notices/notices.tsx';
import { chipColors } from '../../ui/status-chip.tsx';
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
            className={`gap-2xs p-0 px-10 row justify-center text-xs bold label hover focus-inside ${classes.option}`}
            style={chipColors(color)}
            aria-pressed={current}
            onClick={() =>
              !current &&
              set.mutate({ availability }, { onError: (error) => notifyError(`${texts.failed} ${error.message}`) })
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
