import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import type { PersonInNeed } from '@kinbridge/contract/services/service-match';
import { isBirthday } from '@kinbridge/contract/shared/calendar-date';
import { isZipCode } from '@kinbridge/contract/shared/zip-code';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ifKnown } from '../../../lib/queries/if-known.ts';
import { userQuery } from '../../../lib/queries/user.query.ts';
import { useNow } from '../../../lib/use-now.ts';
import { distancesQuery, type ServiceChoices } from '../service-picker/service-choices.api.ts';
import { type OfferMatch, type OfferMatches, rankOffers } from '../service-picker/service-matches.ts';
import { memberRequestsQuery } from '../service-requests.api.ts';
import type { FollowedRequest, KnownMember, NewRequestValues } from './new-request.values.ts';

const unknown = {};

/** The offered services in their order, with what speaks against each for a person. */
export function useOfferMatches(
  choices: ServiceChoices | undefined,
  { dateOfBirth = null, zipCode = null, language = null }: PersonInNeed,
  follows: FollowedRequest | null,
): OfferMatches {
  const center = choices?.zipCode ?? null;
  const elsewhere = zipCode !== null && zipCode.slice(0, 5) !== center?.slice(0, 5);
  const { data: distances } = useQuery(distancesQuery(choices, center));
  const { data: fromMember = unknown } = useQuery(distancesQuery(choices, elsewhere ? zipCode : null));
  const memberDistances = elsewhere ? fromMember : undefined;
  const now = useNow();
  const ranked = useMemo(() => {
    const person = { dateOfBirth, zipCode, language };
    return rankOffers(choices?.offers ?? [], { person, distances, memberDistances, now: new Date(now) });
  }, [choices, dateOfBirth, zipCode, language, distances, memberDistances, now]);
  const best = follows && choices ? bestMatches(ranked, follows.service.type) : null;
  return { ranked, best };
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

/** How many services are suggested for another try. */
const maxMatches = 3;

/** Services that declined a member, who isn't sent there again. A duplicate request was declined by nobody. */
export function declinedServices(
  requests: (Pick<ServiceRequest, 'status' | 'outcome'> & { service: { id: number } })[],
): Set<number> {
  const declined = requests.filter(({ status, outcome }) => status === 'CANCELLED' && outcome?.code !== 'DUPLICATE');
  return new Set(declined.map(({ service }) => service.id));
}

/** The services to choose from: for another try without those that were tried; undefined until these are known. */
export function useUntriedChoices(
  choices: ServiceChoices | undefined,
  follows: FollowedRequest | null,
): ServiceChoices | undefined {
  const { data: requests, isPending } = useQuery(ifKnown(follows?.patient.id, memberRequestsQuery));
  return useMemo(() => {
    if (!follows || !choices) return choices;
    if (isPending) return undefined;
    const tried = declinedServices(requests ?? []).add(follows.service.id);
    return { ...choices, offers: choices.offers.filter(({ service }) => !tried.has(service.id)) };
  }, [choices, follows, requests, isPending]);
}

/** Up to three services of a type that can be picked, in the order of the list. */
export function bestMatches(ranked: OfferMatch[], type: string): OfferMatch[] {
  return ranked
    .filter(({ service }) => service.type === type && service.availability !== 'PAUSED')
    .slice(0, maxMatches);
}
