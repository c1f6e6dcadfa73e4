import { Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { OfferMatch } from './service-matches.ts';
import { pickerTexts as texts } from './service-picker.texts.ts';
import type { Picking } from './service-picker.tsx';
import { ServicePickerRow } from './service-picker-row.tsx';

/** Where the member can go instead. */
export function BestMatchesList({ matches, selected, onToggle, onDetails }: Picking & { matches: OfferMatch[] }) {
  const heading = useId();
  return (
    <section className="column gap-sm" aria-labelledby={heading}>
      <Title order={4} fz="sm" id={heading}>
        {texts.bestMatches}
      </Title>
      {matches.length === 0 && <Text className="text-xs line-18 dimmed">{texts.noBestMatches}</Text>}
      {matches.length > 0 && (
        <ul className="list clip card fixed sheet ruled" aria-labelledby={heading}>
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
    </section>
  );
}
