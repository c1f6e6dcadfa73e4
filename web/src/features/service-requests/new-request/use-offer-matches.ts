import type { PersonInNeed } from '@kinbridge/contract/services/service-match';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { useBestMatches } from './best-matches.ts';
import { distancesQuery, type ServiceChoices } from './new-request.api.ts';
import type { FollowedRequest } from './new-request.values.ts';
import { type OfferMatch, rankOffers } from './service-matches.ts';

export interface OfferMatches {
  /** Best match first. */
  ranked: OfferMatch[];
  /** Up to three of them for another try; null for a first one, and until they are known. */
  best: OfferMatch[] | null;
}

/** The offered services in the order of how well they match a person. */
export function useOfferMatches(
  choices: ServiceChoices | undefined,
  { dateOfBirth = null, zipCode = null }: PersonInNeed,
  follows: FollowedRequest | null,
): OfferMatches {
  const { data: distances } = useQuery(distancesQuery(choices, zipCode));
  const now = useNow();
  const ranked = useMemo(
    () => rankOffers(choices?.offers ?? [], { person: { dateOfBirth, zipCode }, distances, now: new Date(now) }),
    [choices, dateOfBirth, zipCode, distances, now],
  );
  const best = useBestMatches(follows, ranked, now);
  return { ranked, best: choices ? best : null };
}
