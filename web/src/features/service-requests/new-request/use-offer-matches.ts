import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import type { PersonInNeed } from '@kinbridge/contract/services/service-match';
import { isBirthday } from '@kinbridge/contract/shared/calendar-date';
import { isZipCode } from '@kinbridge/contract/shared/zip-code';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ifKnown } from '../../../lib/queries/if-known.ts';
import { userQuery } from '../../../lib/queries/user.query.ts';
import { useNow } from '../../../lib/use-now.ts';
import { memberRequestsQuery } from '../service-requests.api.ts';
import { distancesQuery, type ServiceChoices } from './new-request.api.ts';
import type { FollowedRequest, KnownMember, NewRequestValues } from './new-request.values.ts';
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
  { dateOfBirth = null, zipCode = null, language = null }: PersonInNeed,
  follows: FollowedRequest | null,
): OfferMatches {
  const { data: distances } = useQuery(distancesQuery(choices, zipCode));
  const now = useNow();
  const ranked = useMemo(
    () =>
      rankOffers(choices?.offers ?? [], { person: { dateOfBirth, zipCode, language }, distances, now: new Date(now) }),
    [choices, dateOfBirth, zipCode, language, distances, now],
  );
  const best = useBestMatches(follows, ranked, now);
  return { ranked, best: choices ? best : null };
}

/** What is known of the member; text that is still being typed isn't. A request doesn't tell the member's language. */
export function usePersonInNeed(values: NewRequestValues, known: KnownMember | null): PersonInNeed {
  const unread = known && known.language === undefined ? [known.id] : [];
  const [read] = useQueries({ queries: unread.map(userQuery) });
  const { dateOfBirth, zipCode } = known ?? values;
  return {
    dateOfBirth: dateOfBirth && isBirthday(dateOfBirth) ? dateOfBirth : null,
    zipCode: zipCode && isZipCode(zipCode.trim()) ? zipCode.trim() : null,
    language: known?.language ?? read?.data?.language ?? null,
  };
}

const maxMatches = 3;
const declinedMs = 30 * 86_400_000;

type Earlier = Pick<ServiceRequest, 'status' | 'statusTimestamp'> & { service: { id: number } };

/** Services that a member shouldn't be sent to again: those that declined them in the last 30 days. */
export function declinedServices(requests: Earlier[], now: number): Set<number> {
  const declined = requests.filter(
    ({ status, statusTimestamp }) => status === 'CANCELLED' && now - Date.parse(statusTimestamp) < declinedMs,
  );
  return new Set(declined.map(({ service }) => service.id));
}

/** Up to three services of a type that can be picked, of those in the order of the best match. */
export function bestMatches(ranked: OfferMatch[], type: string, passedOver: ReadonlySet<number>): OfferMatch[] {
  return ranked
    .filter(({ service }) => service.type === type && service.availability !== 'PAUSED' && !passedOver.has(service.id))
    .slice(0, maxMatches);
}

/** The best services for another try; null until it is known which ones declined the member, or without one. */
function useBestMatches(follows: FollowedRequest | null, ranked: OfferMatch[], now: number): OfferMatch[] | null {
  const { data, isPending } = useQuery(ifKnown(follows?.patient.id, memberRequestsQuery));
  if (!follows || isPending) return null;
  const passedOver = declinedServices(data ?? [], now).add(follows.service.id);
  return bestMatches(ranked, follows.service.type, passedOver);
}
