import type { ServiceType } from '@kinbridge/contract/services/service-type';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { Button, Skeleton, Text, Title } from '@mantine/core';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { ServiceChoices } from './service-choices.api.ts';
import { filterMatches, noFilters, type OfferFilters, type OfferMatches } from './service-matches.ts';
import classes from './service-picker.module.css';
import { pickerTexts as texts } from './service-picker.texts.ts';
import { MissingZipCode, type PickerArea, ServicePickerArea } from './service-picker-area.tsx';
import { ServicePickerFilters } from './service-picker-filters.tsx';
import { ServicePickerRow } from './service-picker-row.tsx';

/** Hundreds of services may match; more rows are shown on request, so that the list opens fast. */
const rowsPerStep = 25;
/** A screenful, which is rendered before the rest of the first step. */
const firstRows = 12;

/** What the person picked so far, and what picking does. */
export interface Picking {
  selected: number[];
  onToggle: (service: Service) => void;
  onDetails: (service: Service) => void;
}

interface ServicePickerProps extends Picking {
  /** Undefined while loading. */
  choices: ServiceChoices | undefined;
  area: PickerArea;
  /** True while the services of another area load. */
  refreshing: boolean;
  failure: ReactNode;
  matches: OfferMatches;
  /** Shown before the other services, unless the form shows them elsewhere. */
  bestMatches: ReactNode;
  /** The type that the list starts with. */
  type: ServiceType | null;
  error: ReactNode;
  /** True if a known member leaves nothing to type on the other side. */
  autoFocus: boolean;
}

/** Nearby services, best match first, with filters. */
export function ServicePicker(props: ServicePickerProps) {
  const { choices, area, refreshing, failure, selected, onToggle, onDetails, bestMatches, error, autoFocus } = props;
  const { ranked, best } = props.matches;
  const [filters, setFilters] = useState<OfferFilters>({ ...noFilters, type: props.type });
  const [steps, setSteps] = useState(1);
  // Typing and ticking come first; the list follows.
  const applied = useDeferredValue(filters);
  const limit = useDeferredValue(steps * rowsPerStep, firstRows);
  const found = useMemo(() => filterMatches(ranked, applied), [ranked, applied]);
  const matches = best ? found.filter((match) => !best.includes(match)) : found;
  const shown = matches.slice(0, limit);

  function filter(change: Partial<typeof noFilters>) {
    setFilters((before) => ({ ...before, ...change }));
    setSteps(1);
  }

  return (
    <section className="column grow min-h-0 gap-sm" aria-labelledby="new-request-services">
      <div className="gap-x-sm flex items-baseline wrap between">
        <Title order={3} id="new-request-services">
          {texts.services} <span className="alert">*</span>
        </Title>
        {choices && choices.ownOnly === null && (
          <Text className="text-xs line-18 dimmed" role="status">
            {texts.within(choices.organizations, choices.radius, choices.zipCode)}
          </Text>
        )}
      </div>
      <ServicePickerFilters
        filters={filters}
        offers={choices?.offers ?? []}
        onChange={filter}
        error={error}
        autoFocus={autoFocus}
      >
        <ServicePickerArea {...area} />
      </ServicePickerFilters>
      <div className="column gap-sm" aria-busy={refreshing}>
        {choices?.ownOnly === 'notApproved' && <Text className="text-xs line-18 dimmed">{texts.notApproved}</Text>}
        {choices && choices.ownOnly !== 'notApproved' && <MissingZipCode {...area} />}
        {bestMatches}
        {best && shown.length > 0 && (
          <Title order={4} fz="sm">
            {texts.otherServices}
          </Title>
        )}
        {shown.length > 0 && (
          <ul className="list clip card fixed sheet ruled" aria-label={texts.services}>
            {shown.map((match) => (
              <ServicePickerRow
                key={match.service.id}
                match={match}
                checked={selected.includes(match.service.id)}
                onToggle={onToggle}
                onDetails={onDetails}
              />
            ))}
          </ul>
        )}
        {shown.length < matches.length && (
          <Button variant="default" onClick={() => setSteps((count) => count + 1)}>
            {texts.more(Math.min(rowsPerStep, matches.length - shown.length))}
          </Button>
        )}
        {choices && found.length === 0 && <Nothing any={choices.offers.length > 0} onClear={() => filter(noFilters)} />}
        {failure}
        {!choices && !failure && <ListSkeleton />}
      </div>
    </section>
  );
}

function Nothing({ any, onClear }: { any: boolean; onClear: () => void }) {
  return (
    <div className={`gap-sm row vertical ${classes.nothing}`} role="status">
      <Text c="dimmed">{any ? texts.noMatch : texts.noServices}</Text>
      {any && (
        <Button variant="light" onClick={onClear}>
          Clear search
        </Button>
      )}
    </div>
  );
}

/** A placeholder shaped like the list. */
function ListSkeleton() {
  return (
    <div aria-busy="true" className="column gap-sm">
      <Skeleton height={8 * 53} radius="lg" />
    </div>
  );
}
