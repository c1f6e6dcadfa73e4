import { defaultRadiusMiles } from '@kinbridge/contract/organizations/organizations.contract';
import type { PersonInNeed } from '@kinbridge/contract/services/service-match';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { Button, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { useBestMatches } from './best-matches.ts';
import { distancesQuery, type ServiceChoices } from './new-request.api.ts';
import { newRequestTexts } from './new-request.texts.ts';
import type { FollowedRequest } from './new-request.values.ts';
import { filterMatches, noFilters, type OfferFilters, type OfferMatch, rankOffers } from './service-matches.ts';
import classes from './service-picker.module.css';
import { pickerTexts as texts } from './service-picker.texts.ts';
import { ServicePickerFilters } from './service-picker-filters.tsx';
import { ServicePickerRow } from './service-picker-row.tsx';

/** Hundreds of services may match; more rows are shown on request, so that the list opens fast. */
const rowsPerStep = 50;

interface ServicePickerProps {
  /** Undefined while loading. */
  choices: ServiceChoices | undefined;
  failure: ReactNode;
  /** What is known of the member. */
  person: PersonInNeed;
  selected: number[];
  onToggle: (service: Service) => void;
  /** The request that the new one tries again: the list starts with its type, and with the best matches. */
  follows: FollowedRequest | null;
  onDetails: (service: Service) => void;
  error: ReactNode;
  /** True if a known member leaves nothing to type on the other side. */
  autoFocus: boolean;
}

/** Nearby services, best match first, with filters. */
export function ServicePicker(props: ServicePickerProps) {
  const { choices, failure, selected, onToggle, follows, onDetails, error, autoFocus } = props;
  const { dateOfBirth, zipCode } = props.person;
  const [filters, setFilters] = useState<OfferFilters>({ ...noFilters, type: follows?.service.type ?? null });
  const [steps, setSteps] = useState(1);
  const { data: distances } = useQuery(distancesQuery(choices, zipCode ?? null));
  const now = useNow();
  const ranked = useMemo(
    () =>
      rankOffers(choices?.offers ?? [], {
        person: { dateOfBirth: dateOfBirth ?? null, zipCode: zipCode ?? null },
        distances,
        now: new Date(now),
      }),
    [choices, dateOfBirth, zipCode, distances, now],
  );
  const best = useBestMatches(follows, ranked, now);
  const found = useMemo(() => filterMatches(ranked, filters), [ranked, filters]);
  const matches = best ? found.filter((match) => !best.includes(match)) : found;
  const shown = matches.slice(0, steps * rowsPerStep);

  function filter(change: Partial<typeof noFilters>) {
    setFilters((before) => ({ ...before, ...change }));
    setSteps(1);
  }

  return (
    <section className={classes.picker} aria-labelledby="new-request-services">
      <div className={classes.header}>
        <Title order={3} id="new-request-services">
          {newRequestTexts.services} <span className={classes.required}>*</span>
        </Title>
        {choices?.zipCode && (
          <Text className={classes.hint}>
            {newRequestTexts.within(choices.organizations, defaultRadiusMiles, choices.zipCode)}
          </Text>
        )}
      </div>
      <ServicePickerFilters
        filters={filters}
        offers={choices?.offers ?? []}
        onChange={filter}
        error={error}
        autoFocus={autoFocus}
      />
      <div className={classes.groups}>
        {choices?.ownOnly && <Text className={classes.hint}>{newRequestTexts.ownOnly[choices.ownOnly]}</Text>}
        {best && <BestMatches matches={best} {...{ selected, onToggle, onDetails }} />}
        {best && shown.length > 0 && (
          <Title order={4} fz="sm">
            {texts.otherServices}
          </Title>
        )}
        {shown.length > 0 && (
          <ul className={classes.list} aria-label={newRequestTexts.services}>
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

type Picking = Pick<ServicePickerProps, 'selected' | 'onToggle' | 'onDetails'>;

/** Where the member can go instead, before the whole list. */
function BestMatches({ matches, selected, onToggle, onDetails }: Picking & { matches: OfferMatch[] }) {
  const heading = useId();
  return (
    <>
      <Title order={4} fz="sm" id={heading}>
        {texts.bestMatches}
      </Title>
      {matches.length === 0 && <Text className={classes.hint}>{texts.noBestMatches}</Text>}
      {matches.length > 0 && (
        <ul className={classes.list} aria-labelledby={heading}>
          {matches.map((match) => (
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
    </>
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

/** A placeholder shaped like the list. */
function ListSkeleton() {
  return (
    <div aria-busy="true" className={classes.groups}>
      <Skeleton height={8 * 53} radius="lg" />
    </div>
  );
}
